package formats

import (
	"math/rand/v2"
	"strconv"
	"testing"
)

// Numbers are names like others, whatever their size and spelling.
func TestNamesOfNumbers(t *testing.T) {
	n, want := newNames(), map[string]int32{}
	ask := func(name string) {
		t.Helper()
		i, ok := want[name]
		if !ok {
			i = int32(len(want))
			want[name] = i
		}
		if got := n.of([]byte(name)); got != i || n.list[i] != name {
			t.Fatalf("%q is number %d, want %d", name, got, i)
		}
	}
	for _, name := range []string{"7", "007", "0", "00", "", "-7", "7 ", "7", "123456789", "1234567890", "70000", "99999999999999999999"} {
		ask(name)
	}
	if i := n.add("8"); int(i) != len(want) {
		t.Fatalf("8 is number %d", i)
	}
	want["8"] = int32(len(want))
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50_000 { // what is large at first is not later
		ask(strconv.Itoa(rng.IntN(200_000)))
	}
	if len(n.list) != len(want) {
		t.Fatalf("%d names, want %d", len(n.list), len(want))
	}
}
