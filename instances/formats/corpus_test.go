package formats

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write testdata/*.want from what is read")

// TestCorpus reads the files of testdata: accept is read, reject is well formed
// but refused, malformed is wrong at one place. What comes of each stands in
// the file named after its folder.
func TestCorpus(t *testing.T) {
	for _, folder := range []string{"accept", "reject", "malformed"} {
		t.Run(folder, func(t *testing.T) {
			files, err := filepath.Glob(filepath.Join("testdata", folder, "*"))
			if err != nil || len(files) == 0 {
				t.Fatalf("no files: %v", err)
			}
			var got strings.Builder
			for _, file := range files {
				errors := 0
				fmt.Fprintf(&got, "%s\n", filepath.Base(file))
				for inst, err := range ReadFile(ctx, file, Options{}) {
					if err != nil {
						errors++
						fmt.Fprintf(&got, "    %s\n", strings.TrimPrefix(filepath.ToSlash(err.Error()), "testdata/"+folder+"/"+filepath.Base(file)+":"))
						continue
					}
					fmt.Fprintf(&got, "    %s %s\n", inst.Format, describe(inst.Relation))
					for _, w := range inst.Warnings {
						fmt.Fprintf(&got, "    warning: %s\n", w)
					}
				}
				if (errors > 0) != (folder != "accept") {
					t.Errorf("%s: %d errors", file, errors)
				}
			}
			want := filepath.Join("testdata", folder+".want")
			if *update {
				if err := os.WriteFile(want, []byte(got.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			text, err := os.ReadFile(want)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(text), got.String()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", folder, diff)
			}
		})
	}
}
