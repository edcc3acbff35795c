package density

import (
	"context"
	"fmt"
	"math"
)

// CodeSearch says how long Codes searches; zero fields have their defaults.
type CodeSearch struct {
	Seed   uint64
	Starts int // random configurations to improve, default 8
	Steps  int // of descent at each sharpness, default 200
}

// Codes returns n unit vectors of R^m with nonnegative coordinates whose largest
// inner product is small: orthonormal for m ≥ n, the best there are; equally spaced
// on the quarter circle for m = 2, the best there are, with margin
// 1 - cos(π/(2(n-1))); otherwise the best of several descents (a spherical
// code in the nonnegative orthant; no claim that it is optimal). A
// single code is the first unit vector. Same arguments, same codes.
func Codes(ctx context.Context, n, m int, s CodeSearch) ([][]float64, error) {
	switch {
	case n < 1 || m < 1:
		return nil, fmt.Errorf("%d codes of fibre dimension %d: at least 1 of each is needed", n, m)
	case s.Starts < 0 || s.Steps < 0:
		return nil, fmt.Errorf("search with %d starts, %d steps: none may be negative", s.Starts, s.Steps)
	case m == 1 && n > 1:
		return nil, fmt.Errorf("fibre dimension 1 has one code and %d hubs share a colour; take 2 or more", n)
	case m >= n:
		return orthonormal(n, m), nil
	case m == 2:
		return quarterCircle(n), nil
	}
	return sphericalCode(ctx, n, m, s)
}

// Margin is 1 - the largest inner product of two of the codes; 1 for a single
// one.
func Margin(codes [][]float64) float64 {
	worst := 0.0
	for k, w := range codes {
		for _, v := range codes[:k] {
			worst = max(worst, dot(v, w))
		}
	}
	return 1 - worst
}

func vectors(n, m int) [][]float64 {
	rows, all := make([][]float64, n), make([]float64, n*m)
	for i := range rows {
		rows[i] = all[i*m : (i+1)*m : (i+1)*m]
	}
	return rows
}

func orthonormal(n, m int) [][]float64 {
	codes := vectors(n, m)
	for k := range codes {
		codes[k][k] = 1
	}
	return codes
}

func quarterCircle(n int) [][]float64 {
	codes := vectors(n, 2)
	for k, w := range codes {
		// The second half mirrors the first, so that the ends are the axes.
		w[1], w[0] = math.Sincos(math.Pi / 2 * float64(k) / float64(n-1))
		if 2*k > n-1 {
			w[0], w[1] = codes[n-1-k][1], codes[n-1-k][0]
		}
	}
	return codes
}
