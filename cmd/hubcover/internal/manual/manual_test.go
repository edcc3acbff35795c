package manual

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestPages(t *testing.T) {
	root := &cobra.Command{Use: "tool", Short: "do it", Long: "First line.\n\n  code here\n  more-code\n\n.not a request\n'nor this \\n"}
	solve := &cobra.Command{Use: "solve FILE", Short: "solve it", Example: "  tool solve -", Run: func(*cobra.Command, []string) {}}
	solve.Flags().StringP("out", "o", "here", "write to `PATH`")
	solve.Flags().Bool("secret", false, "")
	if err := solve.Flags().MarkHidden("secret"); err != nil {
		t.Fatal(err)
	}
	root.AddCommand(solve, &cobra.Command{Use: "ghost", Hidden: true, Run: func(*cobra.Command, []string) {}})
	pages := Pages(root)
	if len(pages) != 2 || pages[0].Name != "tool.1" || pages[1].Name != "tool-solve.1" {
		t.Fatalf("%v", pages)
	}
	for i, want := range [][]string{
		{".TH \"TOOL\" 1", "tool \\- do it", ".nf\ncode here\nmore\\-code\n", "\n\\&.not a request\n", "\n\\(aqnor this \\en\n", ".B solve\nsolve it\n"},
		{".B tool solve FILE", "\\fB\\-o\\fR, \\fB\\-\\-out\\fR \\fIPATH\\fR\nwrite to PATH (default here)\n", ".nf\ntool solve \\-\n.fi", ".BR tool (1)"},
	} {
		got := string(pages[i].Text)
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s lacks %q:\n%s", pages[i].Name, w, got)
			}
		}
		if strings.Contains(got, "ghost") || strings.Contains(got, "secret") {
			t.Errorf("%s shows what is hidden", pages[i].Name)
		}
	}
}
