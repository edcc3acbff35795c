package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/config"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/density"
	"github.com/hubcover/hubcover/verify/law"
	"github.com/hubcover/hubcover/verify/manifold"
)

// lawBuilding is one call of law build.
type lawBuilding struct {
	*app
	read      readFlags
	manifold  string
	point     string
	minimize  string
	points    string
	project   bool
	embedding string
	kernel    string
	field     string
	out       string
	choice    hubcover.LawChoice
	design    hubcover.LawDesign
}

// searchTime is how long law build looks for the extension where --time-limit
// says nothing: fronts may take for ever.
const searchTime = 20 * time.Second

// mostPacked is the number of nodes up to which they are packed: work grows with
// the square.
const mostPacked = 64

var embeddings = []string{"packed", "random"}

func (a *app) lawBuildCommand() *cobra.Command {
	b := &lawBuilding{app: a}
	cmd := &cobra.Command{
		Use:   "build [RESULT|COVER] INSTANCE",
		Short: "make the interaction laws of a hub extension",
		Long: fmt.Sprintf(`Embeds the nodes of INSTANCE into a manifold and writes the interaction laws of a
coloured hub extension of it as JSON. The extension is the cheapest in a result
record, or in a cover (as verify takes it; where hubs have no colours they are
coloured), or else one is searched for: without --point and --minimize the one of
fewest colours, then fewest hubs; with --point any within the bounds. Costs are
colors, hubs, coordinates (colours times fibre dimension, what all heads have
together) and parameters of the laws, for which members of hubs that nothing needs
are left out. Without --fibre, a colour for every hub may have the fewest of these.
They are compared with those of the identity-key laws, of a hub for each edge. Of a
relation, the nodes are its rows, then its columns.

The points are packed, or random where there are more than %d; --points gives
them, in a CSV file: a node a line, its coordinates, its name in front if there is
one; or in an .npy, .npz or .safetensors file, an array of a node a row. They have
to lie on the manifold, up to rounding, or --project moves them there. Where no
field stays away from 0 on balls of radius rho, and rho is not given, it becomes
smaller.

The search ends after %v, or what --time-limit says. The exit code is 3
where a better extension is not excluded by then, of fewer parameters seldom ever;
the laws are written. 4 where RESULT or COVER is none of INSTANCE.

%s`, mostPacked, searchTime, manifoldHelp()),
		Example: `  hubcover law build causal.d6 --manifold sphere:7 --fibre 2 -o law.json
  hubcover solve access.txt -q front --json > result.json
  hubcover law build result.json access.txt --manifold torus:4 --minimize parameters -o law.json
  hubcover law build access.txt --point 6,3 --manifold grassmann:2,5 --field source -o law.json
  hubcover law build access.txt --identity-key --manifold euclidean:3 -o law.json`,
		Args: wants("INSTANCE, or RESULT and INSTANCE", 1, 2),
		RunE: interruptible(func(cmd *cobra.Command, args []string) error {
			if len(args) == 2 && args[0] == "-" && args[1] == "-" {
				return misuse("only one of the two files can be standard input")
			}
			if err := b.settle(len(args) == 2); err != nil {
				return err
			}
			if b.point != "" && !cmd.Flags().Changed("minimize") {
				b.choice.Cost = "" // any extension there will do
			}
			return b.run(cmd.Context(), args)
		}),
	}
	f := cmd.Flags()
	f.StringVar(&b.manifold, "manifold", "sphere:7", "`MANIFOLD` to embed into, such as torus:4 or sphere:2*torus:1")
	f.IntVar(&b.design.Density.Fibre, "fibre", 0, "fibre dimension, `M` coordinates a code (default: the hubs of the fullest colour)")
	f.StringVar(&b.point, "point", "", "the extension has at most `HUBS,COLORS`; * leaves one out")
	f.StringVar(&b.minimize, "minimize", "colors", "choose the extension by `COST`: "+strings.Join(costNames(), ", "))
	f.BoolVar(&b.choice.IdentityKey, "identity-key", false, "the variant with a hub for each edge, in chi' colours")
	f.StringVar(&b.points, "points", "", "the points are in this `FILE`")
	f.BoolVar(&b.project, "project", false, "move given points onto the manifold: vectors of any length to a sphere, and so on")
	f.StringVar(&b.embedding, "embedding", "", "`HOW` to place points: packed or random")
	f.Float64Var(&b.design.Radii.R0, "r0", 0, "points are further apart than `R0` (default: slightly less than they are)")
	f.Float64Var(&b.design.Radii.Rho, "rho", 0, "radius `RHO` of the balls, at most r0/2 (default: as large as may be)")
	f.StringVar(&b.kernel, "kernel", density.Kernels[0].Name, "`KERNEL` of the balls: "+strings.Join(kernelNames(), ", "))
	f.StringVar(&b.field, "field", string(law.Projected), "directions: `projected`, or source, towards who acts")
	f.StringVarP(&b.out, "output", "o", "", "write to this `FILE`, whole or not at all (hubcover config schema law)")
	complete(cmd, "minimize", costNames())
	complete(cmd, "embedding", embeddings)
	complete(cmd, "kernel", kernelNames())
	complete(cmd, "field", fieldNames())
	config.AddFlags(f, "time-limit", "seed", "backend", "mem-limit")
	complete(cmd, "backend", backendNames(all.Backends))
	b.read.add(cmd)
	return cmd
}

func manifoldHelp() string {
	var s strings.Builder
	s.WriteString("Manifolds, and products of them with *:\n")
	for _, f := range manifold.All {
		fmt.Fprintf(&s, "\n  %-15s %s", f.Usage(), f.Doc)
	}
	return s.String()
}

func costNames() (names []string) {
	for _, c := range hubcover.Costs {
		names = append(names, string(c))
	}
	return names
}

func kernelNames() (names []string) {
	for _, k := range density.Kernels {
		names = append(names, k.Name)
	}
	return names
}

func fieldNames() (names []string) {
	for _, k := range law.Kinds {
		names = append(names, string(k))
	}
	return names
}

// settle turns flags into what they mean, or says which is wrong.
func (b *lawBuilding) settle(given bool) (err error) {
	if err := b.read.check(); err != nil {
		return err
	}
	for _, w := range []struct {
		what, word string
		words      []string
	}{{"cost", b.minimize, costNames()}, {"kernel", b.kernel, kernelNames()}, {"field", b.field, fieldNames()}} {
		if err := oneOf(w.what, w.word, w.words); err != nil {
			return err
		}
	}
	if b.embedding != "" {
		if err := oneOf("embedding", b.embedding, embeddings); err != nil {
			return err
		}
	}
	switch d := &b.design; {
	case b.points != "" && b.embedding != "":
		return misuse("--points gives the embedding, --embedding %s wants it made: choose one", b.embedding)
	case b.project && b.points == "":
		return misuse("--project moves points that are given: there are no --points")
	case b.choice.IdentityKey && (given || b.point != ""):
		return misuse("--identity-key has its own hubs: no RESULT, COVER or --point with it")
	case d.Density.Fibre < 0:
		return misuse("--fibre %d: expected a number from 1 up, or 0 for the hubs of the fullest colour", d.Density.Fibre)
	case !(d.Radii.R0 >= 0), !(d.Radii.Rho >= 0):
		return misuse("--r0 %v --rho %v: neither may be negative", d.Radii.R0, d.Radii.Rho)
	}
	if b.design.Manifold, err = manifold.Parse(b.manifold); err != nil {
		return usageError{err}
	}
	if b.design.Density.Kernel, err = density.FindKernel(b.kernel); err != nil {
		return usageError{err}
	}
	b.design.Field, b.design.Seed = law.Kind(b.field), uint64(b.config.Seed)
	b.design.Density.Codes.Seed = b.design.Seed
	b.choice.Cost, b.choice.Fibre = hubcover.Cost(b.minimize), b.design.Density.Fibre
	return b.settlePoint()
}

// settlePoint reads --point.
func (b *lawBuilding) settlePoint() error {
	if b.point == "" {
		return nil
	}
	hubs, colors, ok := strings.Cut(b.point, ",")
	for _, x := range []struct {
		text  string
		value *int
	}{{hubs, &b.choice.Hubs}, {colors, &b.choice.Colors}} {
		if x.text == "*" {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSpace(x.text))
		if err != nil || n < 1 {
			ok = false
		}
		*x.value = n
	}
	if !ok || b.choice.Hubs == 0 && b.choice.Colors == 0 {
		return misuse("--point %s: expected HUBS,COLORS, such as 6,3 or *,3", b.point)
	}
	return nil
}

func (b *lawBuilding) run(ctx context.Context, args []string) error {
	inst, err := b.read.only(ctx, b.app, args[len(args)-1])
	if err != nil {
		return err
	}
	if inst.Relation.HasOptional() {
		return fmt.Errorf("%s has optional cells, which no law allows", inst.Name)
	}
	p, err := b.extension(ctx, args, inst)
	if err != nil {
		return err
	}
	if err := b.placing(ctx, inst); err != nil {
		return err
	}
	l, err := hubcover.BuildLaw(ctx, inst, p.Extension, b.design)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return err
	}
	if err := b.output(ctx, b.out, l.Write); err != nil {
		return err
	}
	if err := b.summary(inst, p, l); err != nil {
		return err
	}
	if p.Status != "" && p.Status != hubcover.Optimal { // of a cost that was asked for
		why := "the search ended before a better extension was excluded; --time-limit gives it more time"
		if b.choice.Cost == hubcover.CostParameters {
			why = "fewer parameters are not excluded, by other hubs, as many or more"
		}
		b.talk.warn("%s: %s", inst.Name, why)
		return exit(undecided)
	}
	return nil
}

// placing settles how the nodes are embedded.
func (b *lawBuilding) placing(ctx context.Context, inst *instances.Instance) (err error) {
	g := inst.Relation.Bipartite()
	if g.Rows() == 0 {
		return fmt.Errorf("%s has no nodes to embed", inst.Name)
	}
	if b.points != "" {
		if b.design.Points, err = b.readPoints(b.points, b.design.Manifold, g); err != nil || !b.project {
			return err
		}
		for v, x := range b.design.Points {
			if err := b.design.Manifold.Project(x, x); err != nil {
				return fmt.Errorf("%s: node %q has no nearest point on %s: %w", b.points, g.RowName(v), b.manifold, err)
			}
		}
		return nil
	}
	b.design.Random = b.embedding == "random" || b.embedding == "" && g.Rows() > mostPacked
	return nil
}

// summary says what was built: on standard output where the law has a file of
// its own.
func (b *lawBuilding) summary(inst *instances.Instance, p hubcover.Point, l *law.Law) error {
	e := l.Cover.Embedding
	placed := "packed"
	switch {
	case b.points != "":
		placed = "given in " + b.points
	case b.design.Random:
		placed = "random"
	}
	status := ""
	if p.Status != "" {
		status = fmt.Sprintf(" (%s)", p.Status)
	}
	var s strings.Builder
	fmt.Fprintf(&s, "%s  %s on %s\n", printable(inst.Name), count(len(l.Cover.Colors), "interaction law"), e.Manifold)
	fmt.Fprintf(&s, "  extension   %s in %s%s\n", count(p.Hubs, "hub"), count(p.Colors, "colour"), status)
	fmt.Fprintf(&s, "  codes       fibre dimension %d%s\n", l.Cover.Fibre, margins(l))
	fmt.Fprintf(&s, "  embedding   %s %s, r0 = %.6g, rho = %.6g\n", count(len(e.Points), "point"), printable(placed), e.R0, e.Rho)
	fmt.Fprintf(&s, "  field       %s", l.Field.Kind)
	if strength, node := l.Strength(); node >= 0 {
		fmt.Fprintf(&s, ", at least %.3g |v| on the balls of all targets", strength)
	}
	fmt.Fprintf(&s, "\n  parameters  %s\n", l.Parameters)
	if b.out != "" && b.out != "-" {
		_, err := io.WriteString(b.app.out, s.String())
		return err
	}
	if !b.config.Quiet {
		b.talk.line("%s", strings.TrimSuffix(s.String(), "\n"))
	}
	return nil
}

// margins lists those of the colours, each once; of many, the least and the
// greatest.
func margins(l *law.Law) string {
	var all []float64
	for _, c := range l.Cover.Colors {
		all = append(all, c.Margin)
	}
	slices.Sort(all)
	var text []string
	for _, m := range slices.Backward(all) {
		if t := strconv.FormatFloat(m, 'g', 6, 64); !slices.Contains(text, t) {
			text = append(text, t)
		}
	}
	switch {
	case len(text) == 0:
		return ""
	case len(text) > 6:
		return ", margins " + text[0] + " to " + text[len(text)-1]
	}
	return ", margins " + strings.Join(text, ", ")
}
