package covers

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/hubcover/hubcover/instances"
)

// Write writes a hub extension of the relation a biclique a line, with its
// colour in front where it has one, by names: as Read and Place read it back.
func Write(w io.Writer, rel *instances.Relation, hubs instances.Extension) error {
	b := bufio.NewWriter(w)
	for _, h := range hubs {
		if h.Color > 0 {
			b.WriteString(strconv.Itoa(h.Color) + " | ")
		}
		b.WriteString(words(h.Sources, rel.RowName) + " | " + words(h.Targets, rel.ColName) + "\n")
	}
	return b.Flush()
}

func words(members []int32, name func(int) string) string {
	var out []string
	for _, i := range members {
		out = append(out, word(name(int(i))))
	}
	return strings.Join(out, " ")
}

// word is a name in quotes unless it is plain.
func word(name string) string {
	odd := func(r rune) bool { return !unicode.IsPrint(r) || strings.ContainsRune(" |\"#:", r) }
	if name == "" || strings.ContainsFunc(name, odd) {
		return strconv.Quote(name)
	}
	return name
}
