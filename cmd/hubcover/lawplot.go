package main

import (
	"image/color"
	"io"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/hubcover/hubcover/verify/law"
)

// drawTrajectory draws, side by side, the particles in the plane of the two
// directions in which their coordinates vary most, and the number of clusters.
func drawTrajectory(w io.Writer, l *law.Law, t *law.Trajectory) error {
	paths, err := plotPaths(l, t)
	if err != nil {
		return err
	}
	clusters, err := plotClusters(t)
	if err != nil {
		return err
	}
	c := vgsvg.New(26*vg.Centimeter, 13*vg.Centimeter)
	panels := plot.Align([][]*plot.Plot{{paths, clusters}}, draw.Tiles{Rows: 1, Cols: 2, PadX: vg.Centimeter, PadTop: 10, PadBottom: 10, PadLeft: 10, PadRight: 20}, draw.New(c))
	paths.Draw(panels[0][0])
	clusters.Draw(panels[0][1])
	_, err = c.WriteTo(w)
	return err
}

func plotPaths(l *law.Law, t *law.Trajectory) (*plot.Plot, error) {
	flat := principalPlane(t)
	p := plot.New()
	p.Title.Text = "particles on " + l.Cover.Embedding.Manifold.String() + ", ○ at the start, ● at the end"
	p.X.Label.Text, p.Y.Label.Text = "first principal direction", "second"
	n := len(t.Positions[0])
	for v := range n {
		shade := hue(float64(v) / float64(n))
		for _, piece := range pieces(l, t, v) {
			xy := make(plotter.XYs, 0, piece[1]-piece[0])
			for k := piece[0]; k < piece[1]; k++ {
				xy = append(xy, flat(t.Positions[k][v]))
			}
			line, err := plotter.NewLine(xy)
			if err != nil {
				return nil, err
			}
			line.Color = shade
			p.Add(line)
		}
		for _, end := range []struct {
			time  int
			shape draw.GlyphDrawer
		}{{0, draw.RingGlyph{}}, {len(t.Times) - 1, draw.CircleGlyph{}}} {
			dot, err := plotter.NewScatter(plotter.XYs{flat(t.Positions[end.time][v])})
			if err != nil {
				return nil, err
			}
			dot.GlyphStyle = draw.GlyphStyle{Color: shade, Radius: 2.5, Shape: end.shape}
			p.Add(dot)
		}
	}
	return p, nil
}

// pieces cuts the path of a particle where its coordinates jump and it does not,
// as round a torus: half-open ranges of times.
func pieces(l *law.Law, t *law.Trajectory, v int) (out [][2]int) {
	from := 0
	for k := 1; k < len(t.Times); k++ {
		x, y := t.Positions[k-1][v], t.Positions[k][v]
		chord := 0.0
		for i := range x {
			chord = math.Hypot(chord, x[i]-y[i])
		}
		// Chords are at most √2 times the distance, for projections; in the
		// hyperbolic model they may be longer, where nothing jumps.
		if d := l.Cover.Embedding.Manifold.Distance(x, y); chord > 0.5 && d < chord/8 {
			out, from = append(out, [2]int{from, k}), k
		}
	}
	return append(out, [2]int{from, len(t.Times)})
}

// principalPlane projects to the two principal components of all positions.
func principalPlane(t *law.Trajectory) func(x []float64) plotter.XY {
	n, width := len(t.Positions[0]), len(t.Positions[0][0])
	all := mat.NewDense(len(t.Times)*n, width, nil)
	for k, x := range t.Positions {
		for v := range x {
			all.SetRow(k*n+v, x[v])
		}
	}
	var components mat.Dense
	var pc stat.PC
	if width > 1 && len(t.Times)*n > 1 && pc.PrincipalComponents(all, nil) {
		pc.VectorsTo(&components)
	} else {
		components.ReuseAs(width, 2)
		components.Set(0, 0, 1)
	}
	_, columns := components.Dims()
	return func(x []float64) (at plotter.XY) {
		for i, a := range x {
			at.X += a * components.At(i, 0)
			if columns > 1 {
				at.Y += a * components.At(i, 1)
			}
		}
		return at
	}
}

func plotClusters(t *law.Trajectory) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = "clusters"
	p.X.Label.Text, p.Y.Label.Text = "time", "number"
	p.Y.Min = 0
	xy := make(plotter.XYs, len(t.Times))
	for k := range xy {
		xy[k] = plotter.XY{X: t.Times[k], Y: float64(t.Count(k))}
	}
	line, err := plotter.NewLine(xy)
	if err != nil {
		return nil, err
	}
	line.StepStyle = plotter.PostStep
	p.Add(line, plotter.NewGrid())
	p.Y.Min = 0
	p.Y.Max = float64(len(t.Positions[0])) + 0.5
	return p, nil
}

// hue is a colour of the circle, dark enough for white paper.
func hue(at float64) color.Color {
	channel := func(shift float64) uint8 {
		return uint8(210 * (0.5 + 0.5*math.Cos(2*math.Pi*(at-shift))))
	}
	return color.RGBA{channel(0), channel(1. / 3), channel(2. / 3), 255}
}
