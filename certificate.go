package hubcover

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// ErrNothingKnown is wrapped where a result claims nothing at all.
var ErrNothingKnown = errors.New("nothing is known that a certificate could claim")

// WriteCertificate writes what the result claims as a certificate hubcert/1,
// which the program hubcheck checks apart from this one: witnesses, what the
// lower bounds rest on, proofs. A front is claimed as a whole where every corner
// is refuted, otherwise by its points and the corners that are. The same result
// gives the same bytes.
func (r *Result) WriteCertificate(w io.Writer) error {
	c := &certifier{res: r, files: map[string][]byte{}, hashes: map[string]string{}}
	c.interval(check.B, r.B)
	c.interval(check.Chi, r.Chi)
	c.interval(check.ChiPrime, r.ChiPrime)
	c.front(r.Front)
	c.decision(r.Decide)
	c.index(r.Index)
	rel := r.Instance.Relation
	cert := check.Certificate{
		Format:   check.Format,
		Instance: check.Instance{SHA256: rel.Digest(), Rows: rel.Rows(), Cols: rel.Cols(), Cells: rel.Len(), As: rel.As()},
		Files:    c.hashes,
		Claims:   c.claims,
	}
	if len(cert.Claims) == 0 {
		return fmt.Errorf("%s: %w", r.Instance.Name, ErrNothingKnown)
	}
	text, err := json.Marshal(cert)
	if err != nil {
		return err
	}
	c.files["cert.json"] = append(text, '\n')
	return writeTar(w, c.files)
}

// writeTar writes the members in name order, with times zero.
func writeTar(w io.Writer, files map[string][]byte) error {
	out := tar.NewWriter(w)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		h := tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(files[name])), Mode: 0o644, ModTime: time.Unix(0, 0), Format: tar.FormatUSTAR}
		if err := out.WriteHeader(&h); err != nil {
			return err
		}
		if _, err := out.Write(files[name]); err != nil {
			return err
		}
	}
	return out.Close()
}

// certifier collects claims and the files that they name.
type certifier struct {
	res    *Result
	claims []check.Claim
	files  map[string][]byte
	hashes map[string]string
}

// add keeps a file and returns its name.
func (c *certifier) add(name string, text []byte) string {
	sum := sha256.Sum256(text)
	c.files[name], c.hashes[name] = text, hex.EncodeToString(sum[:])
	return name
}

// by keeps the proofs that a lower bound names.
func (c *certifier) by(by check.By) check.By {
	for _, name := range proofNames(by) {
		c.add(name, c.res.proofs[name])
	}
	return by
}

// proofNames lists the proof files that a bound rests on.
func proofNames(by check.By) []string {
	names := slices.Clone(by.Proofs)
	if by.Proof != "" {
		names = append(names, by.Proof)
	}
	for _, p := range by.Parts {
		names = append(names, proofNames(p)...)
	}
	return names
}

func (c *certifier) interval(what check.What, iv *Interval) {
	if iv == nil {
		return
	}
	claim := check.Claim{What: string(what)}
	if iv.Upper >= 0 {
		name, text := string(what)+".hubs", hubLines(iv.Hubs)
		if what == check.ChiPrime {
			name, text = "chi_prime.colors", colorLines(iv.CellColors)
		}
		claim.Upper = &check.Upper{Value: iv.Upper, Witness: c.add(name, text)}
	}
	if iv.By.Method != "" {
		claim.Lower = &check.Bound{Value: iv.Lower, By: c.by(iv.By)}
	}
	if claim.Upper != nil || claim.Lower != nil {
		c.claims = append(c.claims, claim)
	}
	if z := iv.Size; z != nil && z.By.Method != "" {
		c.claims = append(c.claims, check.Claim{
			What: "size", Room: &check.Room{Hubs: limited(z.Hubs)},
			Upper: &check.Upper{Value: z.Upper, Witness: claim.Upper.Witness},
			Lower: &check.Bound{Value: z.Lower, By: z.By},
		})
	}
}

func (c *certifier) front(f *FrontResult) {
	if f == nil || len(f.Points) == 0 {
		return
	}
	whole := check.Claim{What: "front", Points: []check.Point{}, Corners: []check.Corner{}}
	var pieces []check.Claim
	for i, p := range f.Points {
		name := c.add(fmt.Sprintf("p%d.hubs", i), hubLines(p.Extension))
		whole.Points = append(whole.Points, check.Point{Hubs: p.Hubs, Colors: p.Colors, Witness: name})
		pieces = append(pieces, check.Claim{What: "feasible", Room: &check.Room{Hubs: limited(p.Hubs), Colors: limited(p.Colors), Witness: name}})
	}
	for _, k := range f.Corners {
		if k.By.Method == "" {
			continue
		}
		by := c.by(k.By)
		whole.Corners = append(whole.Corners, check.Corner{Hubs: limited(k.Hubs), Colors: limited(k.Colors), By: by})
		pieces = append(pieces, check.Claim{What: "infeasible", Room: &check.Room{Hubs: limited(k.Hubs), Colors: limited(k.Colors), By: &by}})
	}
	if f.Status == Optimal {
		pieces = []check.Claim{whole}
	}
	c.claims = append(c.claims, pieces...)
}

func (c *certifier) decision(d *Decision) {
	if d == nil || !d.Verified {
		return
	}
	room := &check.Room{Hubs: limited(d.Hubs), Colors: limited(d.Colors)}
	what := "feasible"
	if d.Answer == "yes" {
		room.Witness = c.add("decide.hubs", hubLines(d.Extension))
	} else {
		by := c.by(d.By)
		what, room.By = "infeasible", &by
	}
	c.claims = append(c.claims, check.Claim{What: what, Room: room})
}

// index claims the chromatic index of the extension that the hubs are.
func (c *certifier) index(iv *Interval) {
	if iv == nil || iv.Upper < 0 {
		return
	}
	claim := check.Claim{What: "index", Extension: c.add("extension.hubs", hubLines(withoutColors(iv.Hubs)))}
	claim.Upper = &check.Upper{Value: iv.Upper, Witness: c.add("index.hubs", hubLines(iv.Hubs))}
	if iv.By.Method != "" {
		claim.Lower = &check.Bound{Value: iv.Lower, By: c.by(iv.By)}
	}
	c.claims = append(c.claims, claim)
}

// limited is nil for Unbounded.
func limited(n int) *int {
	if n == Unbounded {
		return nil
	}
	return &n
}

// hubLines writes a .hubs file: a hub a line, COLOR | r r r | c c c.
func hubLines(hubs instances.Extension) []byte {
	var b []byte
	for _, h := range hubs {
		b = strconv.AppendInt(b, int64(h.Color), 10)
		for _, side := range [][]int32{h.Sources, h.Targets} {
			b = append(b, " |"...)
			for _, m := range side {
				b = append(b, ' ')
				b = strconv.AppendInt(b, int64(m), 10)
			}
		}
		b = append(b, '\n')
	}
	return b
}

// colorLines writes a .colors file: a colour a line, cells in canonical order.
func colorLines(colors []int32) []byte {
	var b bytes.Buffer
	for _, k := range colors {
		b.WriteString(strconv.Itoa(int(k)))
		b.WriteByte('\n')
	}
	return b.Bytes()
}
