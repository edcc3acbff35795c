package check

import (
	"archive/tar"
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

// Archives that are no certificate file, each with what is said of it.
func TestArchiveMalformed(t *testing.T) {
	d, rel := k3(t)
	names, files := d.members(t)
	good := pack(t, names, files, nil)
	rename := func(from, to string) []byte {
		n, f := slices.Clone(names), maps.Clone(files)
		f[to] = f[from]
		n[slices.Index(n, from)] = to
		return pack(t, n, f, nil)
	}
	header := func(change func(h *tar.Header)) []byte { return pack(t, names, files, change) }
	at := func(i int, b byte) []byte { x := bytes.Clone(good); x[i] = b; return x }
	swapped := slices.Clone(names)
	swapped[0], swapped[1] = swapped[1], swapped[0]
	twice := slices.Insert(slices.Clone(names), 1, names[0])
	less := slices.DeleteFunc(slices.Clone(names), func(s string) bool { return s == "p1.hubs" })
	more := maps.Clone(files)
	more["zz.hubs"] = ""
	other := maps.Clone(files)
	other["p1.hubs"] = threeHubs
	listed := maps.Clone(files)
	listed["cert.json"] = strings.Replace(files["cert.json"], `"files":{`, `"files":{"cert.json":"",`, 1)
	for _, c := range []struct {
		name, want string
		file       []byte
	}{
		{"empty", "ends early, at byte 0", nil},
		{"no tar", "not a USTAR header", bytes.Repeat([]byte("text"), 1000)},
		{"cut in a header", "ends early", good[:1224]},
		{"cut in a member", "longer than the tar file", good[:512+3]},
		{"no end", "ends early", good[:len(good)-1024]},
		{"half an end", "ends early", good[:len(good)-512]},
		{"bytes behind", "has bytes between or after", append(bytes.Clone(good), "more"...)},
		{"no members", "no member \"cert.json\"", make([]byte, 1024)},
		{"parent directory", "letters, digits", rename("b.hubs", "../b.hubs")},
		{"absolute path", "letters, digits", rename("b.hubs", "/b.hubs")},
		{"directory", "letters, digits", rename("b.hubs", "a/b.hubs")},
		{"hidden", "letters, digits", rename("b.hubs", ".b.hubs")},
		{"backslash", "letters, digits", rename("b.hubs", "a\\b.hubs")},
		{"long name", "the name has a directory", rename("b.hubs", "a/"+strings.Repeat("b", 99))},
		{"long directory", "the name has a directory", rename("b.hubs", strings.Repeat("a", 90)+"/"+strings.Repeat("b", 90))},
		{"link", "only regular files", header(func(h *tar.Header) {
			if h.Name == "b.hubs" {
				h.Typeflag, h.Linkname, h.Size = tar.TypeSymlink, "cert.json", 0
			}
		})},
		{"hard link", "only regular files", header(func(h *tar.Header) {
			if h.Name == "b.hubs" {
				h.Typeflag, h.Linkname, h.Size = tar.TypeLink, "cert.json", 0
			}
		})},
		{"time", "modification time", header(func(h *tar.Header) { h.ModTime = time.Unix(1, 0) })},
		{"pax", "letters, digits", header(func(h *tar.Header) { h.Format, h.ModTime = tar.FormatPAX, time.Unix(0, 5) })},
		{"gnu", "not a USTAR header", header(func(h *tar.Header) { h.Format = tar.FormatGNU })},
		{"order", "not in ascending order", pack(t, swapped, files, nil)},
		{"twice", "not in ascending order", pack(t, twice, files, nil)},
		{"member missing", "cert.json lists", pack(t, less, files, nil)},
		{"member unlisted", "zz.hubs is not listed", pack(t, slices.Concat(names, []string{"zz.hubs"}), more, nil)},
		{"member renamed", "is not listed", rename("b.hubs", "a.hubs")},
		{"other bytes", "p1.hubs has another SHA-256", pack(t, names, other, nil)},
		{"cert.json listed", "cert.json lists", pack(t, names, listed, nil)},
		{"checksum", "wrong header checksum", at(100, '7')},
		{"size not octal", "size is no octal number", at(124, 0x80)},
		{"padding", "has bytes between", at(512+len(files["b.hubs"]), 'x')},
	} {
		if c.name == "size not octal" { // needs a checksum that fits
			sum := int64(8 * ' ')
			for i, x := range c.file[:512] {
				if i < 148 || i >= 156 {
					sum += int64(x)
				}
			}
			copy(c.file[148:], []byte{'0' + byte(sum>>15&7), '0' + byte(sum>>12&7), '0' + byte(sum>>9&7), '0' + byte(sum>>6&7), '0' + byte(sum>>3&7), '0' + byte(sum&7), 0, ' '})
		}
		found := certify(t, Checker{}, c.file, rel)
		if len(found) != 1 || found[0].Status != Malformed || !strings.Contains(found[0].Why, c.want) {
			t.Errorf("%s: %v, want %s", c.name, found, c.want)
		}
	}
	if found := certify(t, Checker{Limits: Limits{Memory: 3200}}, good, rel); found[0].Status != OverLimit {
		t.Errorf("little memory: %v", found)
	}
	if _, err := (Checker{}).Certificate(disk{}, "absent.tar", rel); err == nil {
		t.Error("an absent file was read")
	}
}

// cert.json that is no certificate.
func TestCertificateJSON(t *testing.T) {
	for text, want := range map[string]string{
		`{"format":"hubcert/1","claims":[{"what":"b"}],"extra":1}`: "",
		``:   "cert.json:",
		`[]`: "cert.json:",
		`{"format":"hubcert/1","claims":[{"what":"b"}]}{}`: "cert.json:",
		`{"format":"hubcert/1"}`:                           "no claims",
		`{}`:                                               "format \"\"",
		`{"format":"hubcert/1","claims":[{"what":"b","lower":{"value":"3"}}]}`:                            "cert.json:",
		`{"format":"hubcert/1","claims":[{"what":"b","lower":{"value":1e30}}]}`:                           "cert.json:",
		`{"format":"hubcert/1","claims":[{"what":"b","lower":{"value":3,"by":{"cells":[[0]]}}}]}`:         "[row,column]",
		`{"format":"hubcert/1","claims":[{"what":"b","lower":{"value":3,"by":{"rows":[-3]}}}]}`:           "negative",
		`{"format":"hubcert/1","claims":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`: "cert.json:",
	} {
		_, err := parseCertificate([]byte(text))
		if want == "" && err != nil || want != "" && (err == nil || finding("", "", err).Status != Malformed || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.60s: %v, want %s", text, err, want)
		}
	}
}

func FuzzCertificate(f *testing.F) {
	d, rel := k3(f)
	f.Add(d.pack(f))
	// No certificate says truly that K_3 needs no hub, or more than it needs.
	d.cert.Claims[0].Lower.Value = 4
	f.Add(d.pack(f))
	f.Fuzz(func(t *testing.T, file []byte) {
		for _, x := range certify(t, Checker{Limits: Limits{Memory: 1 << 24, Clauses: 10_000, Cubes: 1000, Bicliques: 1000}}, file, rel) {
			if x.Status == Verified && (strings.HasPrefix(x.Claim, "b >= 4") || strings.HasPrefix(x.Claim, "b <= 2")) {
				t.Fatal(x)
			}
		}
	})
}

// Claims as JSON on top of files that are always the same.
func FuzzClaims(f *testing.F) {
	d, rel := k3(f)
	for _, c := range d.cert.Claims {
		b, err := jsonOf(c)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	_, files := d.members(f)
	all := &archive{bytes.NewReader(nil), map[string]member{}}
	k := Checker{Open: memory(files), Limits: Limits{Memory: 1 << 24, Clauses: 10_000, Cubes: 1000, Bicliques: 1000, Proof: 1 << 20}.withDefaults()}
	f.Fuzz(func(t *testing.T, text []byte) {
		cert, err := parseCertificate(slices.Concat([]byte(`{"format":"hubcert/1","claims":[`), text, []byte(`]}`)))
		if err != nil {
			return
		}
		for _, c := range cert.Claims {
			j := &judge{k: k, rel: rel, files: all}
			j.claim(c)
			for _, x := range j.out {
				if x.Status == Verified && c.Lower != nil && (c.What == "b" && c.Lower.Value > 3 || c.What == "chi" && c.Lower.Value > 2) {
					t.Fatal(x)
				}
			}
		}
	})
}
