package encode_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// randomHubs are up to most hubs on as many rows as columns.
func randomHubs(rng *rand.Rand, lines, most int, p float64) instances.Extension {
	members := func() []int32 {
		var out []int32
		for v := range lines {
			if rng.Float64() < p {
				out = append(out, int32(v))
			}
		}
		return out
	}
	out := instances.Extension{}
	for range rng.IntN(most + 1) {
		if a, b := members(), members(); len(a) > 0 && len(b) > 0 {
			out = append(out, instances.Hub{Sources: a, Targets: b})
		}
	}
	return out
}

// colorable tries all colourings with at most h colours.
func colorable(hubs instances.Extension, h int) bool {
	colors := make([]int, len(hubs))
	var paint func(t, used int) bool
	paint = func(t, used int) bool {
		if t == len(hubs) {
			return true
		}
		for c := 1; c <= min(h, used+1); c++ {
			ok := true
			for k := range t {
				ok = ok && (colors[k] != c || !hubs[k].Conflict(hubs[t]))
			}
			if colors[t] = c; ok && paint(t+1, max(used, c)) {
				return true
			}
		}
		return false
	}
	return paint(0, 0)
}

// The formula is to the letter the one that the checker regenerates, it has a
// model iff there is a colouring, and its models are colourings.
func TestIndexAgainstTheCheckerAndByBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	yes, no := 0, 0
	for range 800 {
		hubs := randomHubs(rng, 6, 8, .25)
		among := rng.Perm(len(hubs))[:rng.IntN(len(hubs)+1)]
		var some instances.Extension
		given := make([]check.Hub, len(hubs))
		for i, h := range hubs {
			given[i] = check.Hub(h)
		}
		for _, i := range among {
			some = append(some, hubs[i])
		}
		for h := 1; h < len(among); h++ {
			enc, err := encode.Index.Encode(context.Background(), encode.Problem{Extension: hubs, Among: among, Colors: h})
			if err != nil {
				t.Fatal(err)
			}
			var got, want bytes.Buffer
			if err := pb.WriteDIMACS(&got, enc.Formula); err != nil {
				t.Fatal(err)
			}
			if err := (check.Checker{}).WriteFormula(&want, nil, given, check.By{Formula: "index", H: h, Hubs: among}); err != nil {
				t.Fatal(err)
			}
			if !bytes.HasSuffix(got.Bytes(), want.Bytes()) {
				t.Fatalf("hubs %v in %d colours:\n%s\nthe checker has\n%s", some, h, got.String(), want.String())
			}
			m := encodetest.Solve(enc.Formula)
			if (m != nil) != colorable(some, h) {
				t.Fatalf("hubs %v in %d colours: a model is %v", some, h, m)
			}
			if m == nil {
				no++
				continue
			}
			yes++
			painted, err := enc.Decode(m)
			if err != nil || len(painted) != len(some) || painted.Colors() > h {
				t.Fatalf("%v, %v of %v", painted, err, some)
			}
			for i, a := range painted {
				for _, b := range painted[:i] {
					if a.Color < 1 || a.Color == b.Color && a.Conflict(b) {
						t.Fatalf("%v is no colouring", painted)
					}
				}
			}
		}
	}
	if yes < 100 || no < 100 {
		t.Errorf("only %d with and %d without a colouring", yes, no)
	}
}

func TestIndexRefusals(t *testing.T) {
	one := instances.Extension{{Sources: []int32{0}, Targets: []int32{0}}}
	for want, p := range map[string]encode.Problem{
		"no hub extension": {Colors: 1},
		"no bound on hubs": {Extension: one, Colors: 1, Hubs: 1},
		"from 0 up":        {Extension: one, Colors: -1},
		"out of range":     {Extension: one, Among: []int{1}, Colors: 1},
		"listed twice":     {Extension: one, Among: []int{0, 0}, Colors: 1},
		"the limits":       {Extension: append(one, one...), Colors: 9, MaxClauses: 10},
	} {
		if _, err := encode.Index.Encode(context.Background(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := encode.Chi.Encode(context.Background(), encode.Problem{Rel: matrix(t, "1"), Colors: 1, Extension: one}); err == nil {
		t.Error("χ_hub takes a hub extension")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := encode.Index.Encode(ctx, encode.Problem{Extension: one, Colors: 1}); err == nil {
		t.Error("encodes with its context over")
	}
}
