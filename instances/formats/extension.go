package formats

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/hubcover/hubcover/instances"
)

// WriteExtensionDOT writes a hub extension of the relation as the digraph that
// it is: an edge from every source to its hub and from the hub to its targets,
// in Graphviz's language, with the colours of the hubs as colours of nodes and
// edges. Nodes are named as DOT names those of the relation (rows "r:NAME" and
// columns "c:NAME" unless it is a digraph), hubs "h:1", "h:2", … or with more h
// in front where nodes have such names.
func WriteExtensionDOT(w io.Writer, rel *instances.Relation, hubs instances.Extension) error {
	if err := refuseAmbiguous("dot", rel); err != nil {
		return err
	}
	rowMark, colMark := "", ""
	if !rel.IsDigraph() {
		rowMark, colMark = "r:", "c:"
	}
	rows, err := dotNames(rel.Rows(), rowMark, rel.RowName)
	if err != nil {
		return err
	}
	cols, nodes := rows, rows
	if !rel.IsDigraph() {
		if cols, err = dotNames(rel.Cols(), colMark, rel.ColName); err != nil {
			return err
		}
		nodes = slices.Concat(rows, cols)
	}
	mark := "h:"
	for slices.ContainsFunc(nodes, func(name string) bool { return strings.HasPrefix(name, `"`+mark) }) {
		mark = "h" + mark
	}
	out := bufio.NewWriter(w)
	out.WriteString("digraph {\n")
	for _, name := range nodes {
		out.WriteString(name + "\n")
	}
	for i, h := range hubs {
		hub := fmt.Sprintf("\"%s%d\"", mark, i+1)
		look, edge := `label="`+fmt.Sprint(i+1)+`", shape=box`, ""
		if h.Color > 0 {
			hue := math.Mod(float64(h.Color-1)*(math.Sqrt(5)-1)/2, 1) // neighbours in number are far in hue
			look = fmt.Sprintf(`label="%d: colour %d", shape=box, style=filled, fillcolor="%.3f 0.35 1.000"`, i+1, h.Color, hue)
			edge = fmt.Sprintf(` [color="%.3f 0.9 0.7"]`, hue)
		}
		fmt.Fprintf(out, "%s [%s]\n", hub, look)
		for _, a := range h.Sources {
			fmt.Fprintf(out, "%s -> %s%s\n", rows[a], hub, edge)
		}
		for _, b := range h.Targets {
			fmt.Fprintf(out, "%s -> %s%s\n", hub, cols[b], edge)
		}
	}
	out.WriteString("}\n")
	return out.Flush()
}
