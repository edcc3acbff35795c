package manifold_test

import "testing"

func BenchmarkDistanceExpLog(b *testing.B) {
	for _, name := range []string{"euclidean:7", "sphere:7", "torus:4", "hyperbolic:5", "projective:5", "grassmann:2,5", "sphere:2*torus:1"} {
		b.Run(name, func(b *testing.B) {
			m := parse(b, name)
			points := samples(m, 2)
			v := make([]float64, m.Ambient())
			b.ReportAllocs()
			for b.Loop() {
				m.Distance(points[0], points[1])
				m.Log(v, points[0], points[1])
				m.Exp(v, points[0], v)
			}
		})
	}
}
