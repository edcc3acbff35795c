package check

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// pack writes members as a tar file in the given order.
func pack(t testing.TB, names []string, files map[string]string, change func(*tar.Header)) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, name := range names {
		h := &tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o644, Size: int64(len(files[name])), Format: tar.FormatUSTAR}
		if change != nil {
			change(h)
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if h.Typeflag == tar.TypeReg {
			w.Write([]byte(files[name]))
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// draft is a certificate to be packed: its files are hashed, cert.json is added.
type draft struct {
	cert  Certificate
	files map[string]string
}

func (d draft) members(t testing.TB) ([]string, map[string]string) {
	t.Helper()
	files := maps.Clone(d.files)
	d.cert.Files = map[string]string{}
	for name, text := range d.files {
		sum := sha256.Sum256([]byte(text))
		d.cert.Files[name] = hex.EncodeToString(sum[:])
	}
	b, err := json.Marshal(d.cert)
	if err != nil {
		t.Fatal(err)
	}
	files["cert.json"] = string(b)
	return slices.Sorted(maps.Keys(files)), files
}

func (d draft) pack(t testing.TB) []byte {
	names, files := d.members(t)
	return pack(t, names, files, nil)
}

func certify(t testing.TB, k Checker, file []byte, rel Relation) []Finding {
	t.Helper()
	found, err := k.Certificate(fstest.MapFS{"c.tar": {Data: file}}, "c.tar", rel)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func number2(n int) *int { return &n }

// k3 is a certificate about K_3 without loops with a claim of every kind.
func k3(t testing.TB) (draft, *Matrix) {
	t.Helper()
	rel := matrix(t, "011", "101", "110")
	front := By{Method: "lrup", Formula: "front", N: 3, H: 2, Proof: "front.lrup"}
	one := By{Method: "lrup", Formula: "chi-r", H: 1, Proof: "chi.lrup"}
	index := By{Method: "lrup", Formula: "index", H: 2, Proof: "index.lrup"}
	given, err := parseHubs([]byte(threeHubs))
	if err != nil {
		t.Fatal(err)
	}
	d := draft{files: map[string]string{"p0.hubs": threeHubs, "p1.hubs": fourHubs, "b.hubs": threeHubs, "x.colors": "1\n2\n2\n1\n1\n2\n"}}
	d.files["x.colors"] = "1\n2\n2\n1\n1\n2\n"
	for name, by := range map[string]By{"front.lrup": front, "chi.lrup": one, "index.lrup": index} {
		f, _, err := Checker{}.run(rel).generate(by, given)
		if err != nil {
			t.Fatal(err)
		}
		proof, _, ok := proveAll(f, nil)
		if !ok {
			t.Fatalf("%s: not to be refuted", name)
		}
		d.files[name] = proof
	}
	row := Line(0)
	sperner := By{Method: "sperner", Rows: lines(0, 1, 2)}
	d.cert = Certificate{Format: Format, Instance: Instance{SHA256: Digest(rel), Rows: 3, Cols: 3, Cells: 6, As: "digraph"}, Claims: []Claim{
		{What: "b", Upper: &Upper{3, "b.hubs"}, Lower: &Bound{3, sperner}},
		{What: "chi", Upper: &Upper{2, "p1.hubs"}, Lower: &Bound{2, one}},
		{What: "chi_prime", Upper: &Upper{2, "x.colors"}, Lower: &Bound{2, By{Method: "degree", Row: &row}}},
		{What: "index", Extension: "b.hubs", Upper: &Upper{3, "p0.hubs"}, Lower: &Bound{3, index}},
		{What: "feasible", Room: &Room{Hubs: number2(4), Colors: number2(2), Witness: "p1.hubs"}},
		{What: "feasible", Room: &Room{Hubs: number2(3), Witness: "b.hubs"}},
		{What: "infeasible", Room: &Room{Hubs: number2(3), Colors: number2(2), By: &front}},
		{What: "infeasible", Room: &Room{Colors: number2(1), By: &one}},
		{What: "front",
			Points:  []Point{{3, 3, "p0.hubs"}, {4, 2, "p1.hubs"}},
			Corners: []Corner{{number2(2), nil, sperner}, {number2(3), number2(2), front}, {nil, number2(1), one}}},
	}}
	return d, rel
}

const (
	threeHubs = "1 | 0 1 | 2\n2 | 0 2 | 1\n3 | 1 2 | 0\n"
	fourHubs  = "1 | 0 1 | 2\n1 | 2 | 0 1\n2 | 0 | 1\n2 | 1 | 0\n"
)

func TestCertificate(t *testing.T) {
	d, rel := k3(t)
	found := certify(t, Checker{}, d.pack(t), rel)
	want := `VERIFIED b <= 3 by 3 hubs
VERIFIED b >= 3 by sperner [F12]
VERIFIED chi <= 2 by 4 hubs in 2 colours
VERIFIED chi >= 2 by lrup of chi-r [F8 F16 F17]
VERIFIED chi_prime <= 2 by 6 coloured cells
VERIFIED chi_prime >= 2 by degree [F1]
VERIFIED index <= 3 by 3 hubs in 3 colours
VERIFIED index >= 3 by lrup of index [F17]
VERIFIED feasible (4,2) by a hub extension
VERIFIED feasible (3,∞) by a hub extension
VERIFIED infeasible (3,2) by lrup of front [F16 F17]
VERIFIED infeasible (∞,1) by lrup of chi-r [F8 F16 F17]
VERIFIED front point (3,3) by a hub extension
VERIFIED front point (4,2) by a hub extension
VERIFIED front corner (2,∞) by sperner [F12]
VERIFIED front corner (3,2) by lrup of front [F16 F17]
VERIFIED front corner (∞,1) by lrup of chi-r [F8 F16 F17]
VERIFIED front = (3,3) (4,2) by 2 points and 3 corners
18 verified, 0 rejected, 0 malformed, 0 over a limit
`
	got := ""
	for _, f := range found {
		got += f.String() + "\n"
	}
	if got += Summary(found) + "\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if ExitCode(found) != 0 {
		t.Errorf("exit code %d", ExitCode(found))
	}
}

// One change each, hashes recomputed: what is no longer true is not verified.
func TestCertificateChanged(t *testing.T) {
	for _, c := range []struct {
		name, want string // in some finding that is not VERIFIED
		change     func(d *draft)
	}{
		{"b too low", "REJECTED b <= 2: 3 hubs", func(d *draft) { d.cert.Claims[0].Upper.Value = 2 }},
		{"b negative", "MALFORMED b <= -1", func(d *draft) { d.cert.Claims[0].Upper.Value = -1 }},
		{"b too high", "REJECTED b >= 4: sperner: proves only ≥ 3", func(d *draft) { d.cert.Claims[0].Lower.Value = 4 }},
		{"no witness", "MALFORMED b <= 3", func(d *draft) { d.cert.Claims[0].Upper.Witness = "q.hubs" }},
		{"cert.json as witness", "MALFORMED b <= 3", func(d *draft) { d.cert.Claims[0].Upper.Witness = "cert.json" }},
		{"non-cell", "REJECTED b <= 3: hub 1: source 2 does not reach target 2", func(d *draft) { d.files["b.hubs"] = strings.Replace(threeHubs, "0 1 | 2", "0 1 2 | 2", 1) }},
		{"colour clash", "REJECTED front point (4,2): source 1 feeds two hubs", func(d *draft) { d.files["p1.hubs"] = strings.Replace(fourHubs, "2 | 1 | 0", "1 | 1 | 0", 1) }},
		{"too few colours", "REJECTED chi <= 1", func(d *draft) { d.cert.Claims[1].Upper.Value = 1 }},
		{"h one off", "REJECTED chi >= 3: lrup", func(d *draft) { d.cert.Claims[1].Lower.By.H, d.cert.Claims[1].Lower.Value = 2, 3 }},
		{"other formula", "REJECTED chi >= 2: lrup", func(d *draft) { d.cert.Claims[1].Lower.By.Formula = "chi" }},
		{"other proof", "chi >= 2: lrup", func(d *draft) { d.files["chi.lrup"] = d.files["front.lrup"] }},
		{"half a proof", "chi >= 2: lrup", func(d *draft) { d.files["chi.lrup"] = d.files["chi.lrup"][:len(d.files["chi.lrup"])/2] }},
		{"empty proof", "REJECTED chi >= 2: lrup: proof chi.lrup: line 1: the proof ends without", func(d *draft) { d.files["chi.lrup"] = "" }},
		{"cell colours", "REJECTED chi_prime <= 2: row 0 has", func(d *draft) { d.files["x.colors"] = "1\n1\n2\n1\n1\n2\n" }},
		{"cell colours cut", "MALFORMED chi_prime <= 2", func(d *draft) { d.files["x.colors"] = "1\n2\n2\n1\n1\n2" }},
		{"degree", "REJECTED chi_prime >= 3", func(d *draft) { d.cert.Claims[2].Lower.Value = 3 }},
		{"index of other hubs", "REJECTED index <= 3: the witness", func(d *draft) { d.cert.Claims[3].Upper.Witness = "p1.hubs" }},
		{"index of no extension", "REJECTED index >= 3: hub 1", func(d *draft) { d.cert.Claims[3].Extension = "e.hubs"; d.files["e.hubs"] = "0 | 0 | 0\n" }},
		{"feasible", "REJECTED feasible (3,2)", func(d *draft) { d.cert.Claims[4].Hubs = number2(3) }},
		{"feasible, negative", "MALFORMED feasible", func(d *draft) { d.cert.Claims[4].Hubs = number2(-1) }},
		{"feasible, no numbers", "MALFORMED feasible (∞,∞)", func(d *draft) { d.cert.Claims[4].Room = nil }},
		{"infeasible", "REJECTED infeasible (4,2)", func(d *draft) { d.cert.Claims[6].Hubs = number2(4) }},
		{"infeasible by nothing", "MALFORMED infeasible (3,2)", func(d *draft) { d.cert.Claims[6].By = nil }},
		{"point moved", "REJECTED front point (3,2)", func(d *draft) { d.cert.Claims[8].Points = []Point{{3, 2, "p0.hubs"}} }},
		{"point dropped", "REJECTED front", func(d *draft) { d.cert.Claims[8].Points = d.cert.Claims[8].Points[:1] }},
		{"points swapped", "REJECTED front: hubs do not ascend", func(d *draft) { slices.Reverse(d.cert.Claims[8].Points) }},
		{"no points", "MALFORMED front: no points", func(d *draft) { d.cert.Claims[8].Points = nil }},
		{"corner dropped", "REJECTED front corner (∞,1): nothing refutes it", func(d *draft) { d.cert.Claims[8].Corners = d.cert.Claims[8].Corners[:2] }},
		{"corner moved", "REJECTED front corner (3,2): the corner named in its place is (2,2)", func(d *draft) { d.cert.Claims[8].Corners[1].Hubs = number2(2) }},
		{"corner too many", "REJECTED front: 4 corners are named, the points have 3", func(d *draft) {
			d.cert.Claims[8].Corners = append(d.cert.Claims[8].Corners, d.cert.Claims[8].Corners[0])
		}},
		{"no bounds", "MALFORMED b: neither", func(d *draft) { d.cert.Claims[0].Upper, d.cert.Claims[0].Lower = nil, nil }},
		{"unknown claim", "MALFORMED \"girth\": no claim", func(d *draft) { d.cert.Claims[0].What = "girth" }},
		{"no claims", "MALFORMED certificate: cert.json: no claims", func(d *draft) { d.cert.Claims = nil }},
		{"other format", "MALFORMED certificate: cert.json: format \"hubcert/2\"", func(d *draft) { d.cert.Format = "hubcert/2" }},
		{"other instance", "REJECTED instance: the certificate is about", func(d *draft) { d.cert.Instance.SHA256 = strings.Repeat("0", 64) }},
		{"other size", "REJECTED instance: the certificate is about", func(d *draft) { d.cert.Instance.Cells = 7 }},
	} {
		d, rel := k3(t)
		c.change(&d)
		found := certify(t, Checker{}, d.pack(t), rel)
		bad := ""
		for _, f := range found {
			if f.Status != Verified {
				bad += f.String() + "\n"
			}
		}
		if !strings.Contains(bad, c.want) || ExitCode(found) == 0 {
			t.Errorf("%s: exit %d, %s\nwant %s", c.name, ExitCode(found), bad, c.want)
		}
		if strings.Contains(bad, "front") && slices.ContainsFunc(found, func(f Finding) bool { return strings.HasPrefix(f.Claim, "front =") }) {
			t.Errorf("%s: the front was verified", c.name)
		}
	}
}

func TestCertificateOfNothing(t *testing.T) {
	rel := matrix(t, "00", "00")
	d := draft{files: map[string]string{"p.hubs": ""}, cert: Certificate{Format: Format, Instance: Instance{SHA256: Digest(rel), Rows: 2, Cols: 2}, Claims: []Claim{
		{What: "front", Points: []Point{{0, 0, "p.hubs"}}}, {What: "b", Upper: &Upper{0, "p.hubs"}, Lower: &Bound{0, By{Method: "trivial"}}}}}}
	if found := certify(t, Checker{}, d.pack(t), rel); ExitCode(found) != 0 || len(found) != 4 {
		t.Errorf("%v", found)
	}
	d.cert.Claims[1].Lower.Value = 1
	if found := certify(t, Checker{}, d.pack(t), rel); ExitCode(found) != 1 {
		t.Errorf("%v", found)
	}
}

// A certificate cannot write lines of its own.
func TestFindingsAreOneLine(t *testing.T) {
	d, rel := k3(t)
	d.cert.Claims = []Claim{
		{What: "b", Lower: &Bound{3, By{Method: "x\nVERIFIED b >= 9 by fooling [F6]"}}},
		{What: "b\nVERIFIED", Lower: &Bound{3, By{}}},
		{What: "b", Upper: &Upper{3, "a\nVERIFIED"}},
		{What: "b", Lower: &Bound{3, By{Method: "lrup", Formula: "cover", N: 2, Proof: "a\x1b[2J\u202e\nVERIFIED" + strings.Repeat("a", 1000)}}},
		{What: "index", Extension: "b\n.hubs", Lower: &Bound{3, By{Method: "trivial\n"}}},
	}
	for _, f := range certify(t, Checker{}, d.pack(t), rel) {
		if s := f.String(); f.Status == Verified || strings.ContainsAny(s, "\n\x1b\u202e") || len(s) > 700 {
			t.Errorf("%q", s)
		}
	}
}

// plain hides that a file can be read at any position.
type plain struct{ fs.FS }

func (p plain) Open(name string) (fs.File, error) {
	f, err := p.FS.Open(name)
	return struct{ fs.File }{f}, err
}

func TestCertificateReadAtOnce(t *testing.T) {
	d, rel := k3(t)
	files := plain{fstest.MapFS{"c.tar": {Data: d.pack(t)}}}
	found, err := Checker{}.Certificate(files, "c.tar", rel)
	if err != nil || ExitCode(found) != 0 {
		t.Errorf("%v, %v", found, err)
	}
	if _, err := (Checker{Limits: Limits{Memory: 4000}}).Certificate(files, "c.tar", rel); !errors.Is(err, ErrLimit) {
		t.Errorf("little memory: %v", err)
	}
}

// What a finding says of methods that are made of others.
func TestDescribe(t *testing.T) {
	by := By{Method: "parts", Rule: "sum", Parts: []By{{Method: "fooling"}, {Method: "lrup", Formula: "cover"}, {Method: "fooling"}, {Method: "cubes", Formula: "chi", Proofs: []string{"a", "b"}}}}
	if got := describe(by, []string{"F5", "F6"}); got != "the sum of 4 parts (fooling, lrup of cover, 2 cubes of chi) [F5 F6]" {
		t.Error(got)
	}
	if got := ExitCode([]Finding{{Status: OverLimit}, {Status: Malformed}}); got != 2 {
		t.Error(got)
	}
	if got := ExitCode(nil); got != 2 {
		t.Error(got)
	}
}

func TestOptionalCellsAllowB(t *testing.T) {
	rel := matrix(t, "1?", "?1")
	d := draft{files: map[string]string{"p.hubs": "1 | 0 1 | 0 1\n"}, cert: Certificate{Format: Format, Instance: Instance{SHA256: Digest(rel), Rows: 2, Cols: 2, Cells: 4}, Claims: []Claim{
		{What: "b", Upper: &Upper{1, "p.hubs"}, Lower: &Bound{1, By{Method: "fooling", Cells: Cells{{0, 0}}}}}}}}
	if found := certify(t, Checker{}, d.pack(t), rel); ExitCode(found) != 0 {
		t.Errorf("%v", found)
	}
	d.cert.Claims[0].What = "chi"
	if found := certify(t, Checker{}, d.pack(t), rel); found[0].Status != Rejected || found[1].Status != Rejected {
		t.Errorf("%v", found)
	}
}
