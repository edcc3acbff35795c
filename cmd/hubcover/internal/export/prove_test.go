package export

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hubcover/hubcover/backends/proof"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// prove refutes a formula by a plain search, whose tree is a DRUP proof; ok is
// false where it has a model.
func prove(t *testing.T, f *pb.Formula) (lrup string, ok bool) {
	t.Helper()
	var drup, out strings.Builder
	if !refute(f, nil, &drup) {
		return "", false
	}
	if _, err := proof.Elaborate(context.Background(), f, strings.NewReader(drup.String()), proof.Text, &out, proof.Options{}); err != nil {
		t.Fatal(err)
	}
	return out.String(), true
}

func refute(f *pb.Formula, decided []pb.Lit, out *strings.Builder) bool {
	truth := make(map[pb.Lit]bool)
	for _, l := range decided {
		truth[l] = true
	}
	var branch pb.Lit
	for again := true; again; {
		again, branch = false, 0
	next:
		for i := range f.Len() {
			var unit pb.Lit
			open := 0
			for _, l := range f.Lits(i) {
				switch {
				case truth[l]:
					continue next
				case !truth[-l]:
					unit = l
					open++
				}
			}
			switch {
			case open == 0:
				for _, l := range decided {
					fmt.Fprintf(out, "%d ", -l)
				}
				out.WriteString("0\n")
				return true
			case open == 1:
				truth[unit], again = true, true
			case branch == 0:
				branch = unit
			}
		}
	}
	if branch == 0 {
		return false
	}
	for _, l := range []pb.Lit{branch, -branch} {
		if !refute(f, append(decided[:len(decided):len(decided)], l), out) {
			return false
		}
	}
	for _, l := range decided {
		fmt.Fprintf(out, "%d ", -l)
	}
	out.WriteString("0\n")
	return true
}

// draft is a certificate in the making.
type draft struct {
	cert  check.Certificate
	files map[string]string
}

func newDraft(rel *instances.Relation) *draft {
	d := &draft{files: map[string]string{}}
	d.cert.Format = check.Format
	d.cert.Instance = check.Instance{SHA256: rel.Digest(), Rows: rel.Rows(), Cols: rel.Cols(), Cells: rel.Len(), As: rel.As()}
	return d
}

// proved makes the proofs of a bound; ok is false where there are none.
func (d *draft) proved(t *testing.T, rel *instances.Relation, by check.By, hubs []check.Hub) (check.By, bool) {
	t.Helper()
	f, err := canonical(rel, piece{by: by, hubs: hubs})
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("%d.lrup", len(d.files))
	if by.Depth == 0 {
		text, ok := prove(t, f.Formula)
		by.Method, by.Proof, d.files[name] = "lrup", name, text
		return by, ok
	}
	by.Method, by.Proofs = "cubes", nil
	all := true
	err = check.Checker{}.Cubes(rel, by, func(s []int, clash bool) error {
		if !clash && len(s) == by.Depth {
			text, ok := prove(t, f.within(s))
			name := fmt.Sprintf("%d.lrup", len(d.files))
			all, by.Proofs, d.files[name] = all && ok, append(by.Proofs, name), text
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return by, all
}

// open packs the certificate, checks it and opens it.
func (d *draft) open(t *testing.T, rel *instances.Relation) *check.Archive {
	t.Helper()
	d.cert.Files = map[string]string{}
	files := maps.Clone(d.files)
	for name, text := range files {
		sum := sha256.Sum256([]byte(text))
		d.cert.Files[name] = hex.EncodeToString(sum[:])
	}
	text, err := json.Marshal(d.cert)
	if err != nil {
		t.Fatal(err)
	}
	files["cert.json"] = string(text)
	var b bytes.Buffer
	out := tar.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		h := tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(files[name])), Mode: 0o644, ModTime: time.Unix(0, 0), Format: tar.FormatUSTAR}
		if err := out.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if _, err := out.Write([]byte(files[name])); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return opened(t, b.Bytes(), rel)
}

// opened checks a certificate file and opens it.
func opened(t *testing.T, file []byte, rel *instances.Relation) *check.Archive {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "c.tar"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := check.Checker{}.Certificate(os.DirFS(dir), "c.tar", rel)
	if err != nil || check.ExitCode(found) != 0 {
		t.Fatalf("%v %v", found, err)
	}
	a, err := check.Checker{}.OpenArchive(os.DirFS(dir), "c.tar")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// random is a relation in which each pair is a cell with probability p.
func random(rng *rand.Rand, rows, cols int, p float64) *instances.Relation {
	var cells []instances.Cell
	for r := range rows {
		for c := range cols {
			if rng.Float64() < p {
				cells = append(cells, instances.Cell{Row: int32(r), Col: int32(c)})
			}
		}
	}
	rel, err := instances.New(rows, cols, cells)
	if err != nil {
		panic(err)
	}
	return rel
}
