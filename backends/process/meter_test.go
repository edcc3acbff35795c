//go:build unix

package process

import (
	"context"
	"testing"
)

func TestMeter(t *testing.T) {
	both(t, func(t *testing.T, _ bool) {
		var m Meter
		ctx := Metered(context.Background(), &m)
		var cpu int64
		for range 2 {
			res, err := shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; exit 7").Run(ctx)
			if err != nil || res.Exit != 7 {
				t.Fatalf("%+v, %v", res, err)
			}
			cpu += int64(res.CPU)
		}
		if _, err := shell("exit 0").Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		runs, used, peak := m.Read()
		if runs != 2 || int64(used) != cpu || cpu == 0 {
			t.Errorf("%d runs of %v, the results say %d ns", runs, used, cpu)
		}
		if canSupervise && peak == 0 {
			t.Error("no memory was seen")
		}
	})
}
