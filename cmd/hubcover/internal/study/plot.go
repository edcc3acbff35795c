package study

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// curve is a measure as it is drawn.
type curve struct {
	key   string
	color color.RGBA
	glyph draw.GlyphDrawer
}

// The colours are told apart by everybody (Okabe and Ito, Color universal design,
// 2008), and the glyphs without any.
var (
	black  = color.RGBA{0, 0, 0, 255}
	orange = color.RGBA{230, 159, 0, 255}
	blue   = color.RGBA{0, 114, 178, 255}
	green  = color.RGBA{0, 158, 115, 255}
	red    = color.RGBA{213, 94, 0, 255}
	purple = color.RGBA{204, 121, 167, 255}
)

var panels = []struct {
	title  string
	curves []curve
}{
	{"hubs and colours", []curve{
		{"planted_hubs", black, draw.CrossGlyph{}}, {"b", blue, draw.CircleGlyph{}}, {"planted_colors", purple, draw.PlusGlyph{}},
		{"chi", red, draw.BoxGlyph{}}, {"chi_prime", green, draw.TriangleGlyph{}},
	}},
	{"parameters and edges", []curve{
		{"edges", black, draw.CrossGlyph{}}, {"parameters_planted", purple, draw.PlusGlyph{}}, {"parameters_b", blue, draw.CircleGlyph{}},
		{"parameters_chi", red, draw.BoxGlyph{}}, {"parameters_identity_key", orange, draw.PyramidGlyph{}},
	}},
}

// Size of the picture.
const (
	pictureWidth  = 26 * vg.Centimeter
	pictureHeight = 12 * vg.Centimeter
)

// WritePlot draws medians, with bars from the lower to the upper quartile, as
// SVG. Where a median is not known exactly both its ends are drawn, and a bar
// begins at the least that the lower quartile can be and ends at the most that
// the upper one can.
func WritePlot(w io.Writer, samples []Sample) error {
	groups := ByPoint(samples)
	if len(groups) == 0 {
		return fmt.Errorf("no sample to draw")
	}
	x := axisOf(groups)
	row := make([]*plot.Plot, len(panels))
	for i, panel := range panels {
		p := plot.New()
		p.Title.Text, p.X.Label.Text = panel.title, x.label
		p.Legend.Top, p.Legend.Left = true, true
		p.Y.Min, p.Y.Tick.Marker = 0, plot.TickerFunc(plainTicks)
		p.Add(plotter.NewGrid())
		for k, c := range panel.curves {
			shift := x.step * 0.04 * (float64(k) - float64(len(panel.curves)-1)/2)
			if err := c.add(p, groups, x.at, shift); err != nil {
				return err
			}
		}
		x.mark(p)
		p.Y.Max *= 1.35 // room for the legend
		row[i] = p
	}
	canvas := vgsvg.New(pictureWidth, pictureHeight)
	pad := vg.Points(8)
	tiles := draw.Tiles{Rows: 1, Cols: len(row), PadX: 2 * pad, PadTop: pad, PadBottom: pad, PadLeft: pad, PadRight: pad}
	for i, c := range plot.Align([][]*plot.Plot{row}, tiles, draw.New(canvas))[0] {
		row[i].Draw(c)
	}
	_, err := canvas.WriteTo(w)
	return err
}

// axis is what points are drawn over: the parameter that differs, where it is
// one alone, else their numbers.
type axis struct {
	label string
	at    []float64
	names []string // of points, where these are numbered
	step  float64  // between neighbours, at least
}

func axisOf(groups [][]Sample) axis {
	var differs []axis
	for _, c := range []struct {
		label string
		of    func(Point) float64
	}{
		{"nodes N", func(p Point) float64 { return float64(p.Nodes) }},
		{"planted hubs n", func(p Point) float64 { return float64(p.Hubs) }},
		{"probability p", func(p Point) float64 { return p.P }},
	} {
		a := axis{label: c.label}
		same := true
		for _, g := range groups {
			a.at = append(a.at, c.of(g[0].Point))
			same = same && a.at[0] == a.at[len(a.at)-1]
		}
		if !same {
			differs = append(differs, a)
		}
	}
	if len(differs) == 1 {
		a := differs[0]
		a.step = math.Inf(1)
		for i, x := range a.at {
			for _, y := range a.at[:i] {
				a.step = math.Min(a.step, math.Abs(x-y))
			}
		}
		return a
	}
	a := axis{label: "N:n:p", step: 1}
	for i, g := range groups {
		p := g[0].Point
		a.at = append(a.at, float64(i))
		a.names = append(a.names, fmt.Sprintf("%d:%d:%s", p.Nodes, p.Hubs, strconv.FormatFloat(p.P, 'f', -1, 64)))
	}
	return a
}

// plainTicks are the usual ones, with numbers as people write them.
func plainTicks(low, high float64) []plot.Tick {
	ticks := plot.DefaultTicks{}.Ticks(low, high)
	for i, t := range ticks {
		if t.Label != "" {
			ticks[i].Label = number(t.Value)
		}
	}
	return ticks
}

// mark puts the points on the axis.
func (a axis) mark(p *plot.Plot) {
	ticks := make([]plot.Tick, len(a.at))
	low, high := math.Inf(1), math.Inf(-1)
	for i, x := range a.at {
		label := number(x)
		if a.names != nil {
			label = a.names[i]
		}
		ticks[i] = plot.Tick{Value: x, Label: label}
		low, high = math.Min(low, x), math.Max(high, x)
	}
	p.X.Tick.Marker = plot.ConstantTicks(ticks)
	p.X.Min, p.X.Max = low-a.step/4, high+a.step/4
	if len(a.names) > 6 {
		p.X.Tick.Label.Rotation, p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = math.Pi/3, draw.XRight, draw.YCenter
	}
}

// spread is what YErrorBars draws.
type spread struct {
	plotter.XYs
	plotter.YErrors
}

// add draws a curve.
func (c curve) add(p *plot.Plot, groups [][]Sample, at []float64, shift float64) error {
	m := measure(c.key)
	var low, high plotter.XYs
	bars := spread{}
	open := false
	for i, g := range groups {
		s, ok := m.Summarise(g)
		if !ok || math.IsInf(s.Quantiles[3].High, 1) {
			continue
		}
		x, median := at[i]+shift, s.Quantiles[2]
		low, high = append(low, plotter.XY{X: x, Y: median.Low}), append(high, plotter.XY{X: x, Y: median.High})
		open = open || !median.Exact()
		bars.XYs = append(bars.XYs, plotter.XY{X: x, Y: median.High})
		bars.YErrors = append(bars.YErrors, struct{ Low, High float64 }{median.High - s.Quantiles[1].Low, s.Quantiles[3].High - median.High})
	}
	if len(low) == 0 {
		return nil
	}
	whiskers, err := plotter.NewYErrorBars(bars)
	if err != nil {
		return err
	}
	whiskers.Color = c.color
	p.Add(whiskers)
	ends := []plotter.XYs{high}
	if open {
		ends = append(ends, low)
	}
	for i, end := range ends {
		line, points, err := plotter.NewLinePoints(end)
		if err != nil {
			return err
		}
		line.Color, points.Color = c.color, c.color
		points.Shape, points.Radius = c.glyph, vg.Points(2.5)
		if i > 0 {
			line.Dashes = []vg.Length{vg.Points(3), vg.Points(2)}
		}
		p.Add(line, points)
		if i == 0 {
			p.Legend.Add(m.Name, line, points)
		} else {
			p.Legend.Add(m.Name+", at least", line, points)
		}
	}
	return nil
}

// measure finds a measure by its key.
func measure(key string) Measure {
	for _, m := range Measures {
		if m.Key == key {
			return m
		}
	}
	return Measure{Name: key, Of: func(Sample) (Range, bool) { return Range{}, false }}
}
