package check

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"testing"
	"testing/fstest"
)

func TestOpenArchive(t *testing.T) {
	d, _ := k3(t)
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	io.WriteString(w, d.files["chi.lrup"])
	w.Close()
	d.files["chi.lrup.gz"], d.files["bad.lrup.gz"], d.files["bad.hubs"] = z.String(), "no gzip", "1 | 0\n"
	file := d.pack(t)
	files := fstest.MapFS{"c.tar": {Data: file}, "cut.tar": {Data: file[:len(file)-1024]}}
	a, err := Checker{}.OpenArchive(files, "c.tar")
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Certificate.Claims) != len(d.cert.Claims) {
		t.Errorf("%d claims", len(a.Certificate.Claims))
	}
	for _, name := range []string{"chi.lrup", "chi.lrup.gz"} {
		r, err := a.Proof(name)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(r); err != nil || string(text) != d.files["chi.lrup"] {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	if hubs, err := a.Hubs("b.hubs"); err != nil || len(hubs) != 3 {
		t.Errorf("%v, %v", hubs, err)
	}
	_, noProof := a.Proof("none.lrup.gz")
	_, badProof := a.Proof("bad.lrup.gz")
	_, noHubs := a.Hubs("none.hubs")
	_, badHubs := a.Hubs("bad.hubs")
	_, cut := Checker{}.OpenArchive(files, "cut.tar")
	for i, err := range []error{noProof, badProof, noHubs, badHubs, cut} {
		if !errors.Is(err, ErrMalformed) {
			t.Errorf("%d: %v", i, err)
		}
	}
	if _, err := (Checker{}).OpenArchive(files, "none.tar"); err == nil {
		t.Error("an absent file was opened")
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}

// The identity of size 3: cells of one hub clash, so only 0 1 2 is left.
func TestCubesAreVisited(t *testing.T) {
	got := ""
	by := By{Method: "cubes", Formula: "cover", N: 3, Depth: 3}
	err := Checker{}.Cubes(matrix(t, "100", "010", "001"), by, func(s []int, clash bool) error {
		got += fmt.Sprint(s, clash, " ")
		return nil
	})
	if want := "[0] false [0 0] true [0 1] false [0 1 0] true [0 1 1] true [0 1 2] false "; err != nil || got != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}

// The digest is that of the canonical cell list, optional cells marked.
func TestDigest(t *testing.T) {
	rel := matrix(t, "1?0", "001")
	sum := sha256.Sum256([]byte("2 3 3\n0 0\n0 1 ?\n1 2\n"))
	if got := Digest(rel); got != hex.EncodeToString(sum[:]) {
		t.Error(got)
	}
}
