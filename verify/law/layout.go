package law

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// layout lists the keys of the objects of a law file, by the keys that lead to
// them.
var layout = map[string][]string{
	"":            {"schema", "nodes", "manifold", "points", "r0", "rho", "kernel", "fibre", "colors", "field", "instance", "parameters"},
	".colors":     {"codes", "margin", "sources", "targets"},
	".field":      {"kind", "v"},
	".instance":   {"sha256", "as"},
	".parameters": {"law", "identity_key", "edges"},
}

// checkLayout is strict where decoding is not: in every object each of its keys
// has to stand once and no other, null only among labels, and nothing may follow.
func checkLayout(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	if err := walk(dec, ""); err != nil {
		return fmt.Errorf("line %d: %w", 1+bytes.Count(data[:dec.InputOffset()], []byte("\n")), err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("something follows the law")
	}
	return nil
}

func walk(dec *json.Decoder, path string) error {
	token, err := dec.Token()
	if err != nil {
		return err
	}
	switch token {
	case nil:
		if path != ".colors.sources" && path != ".colors.targets" {
			return fmt.Errorf("%s is null", path[1:])
		}
	case json.Delim('['):
		for dec.More() {
			if err := walk(dec, path); err != nil {
				return err
			}
		}
		_, err = dec.Token()
	case json.Delim('{'):
		err = walkObject(dec, path)
	}
	return err
}

func walkObject(dec *json.Decoder, path string) error {
	var seen []string
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return err
		}
		key, _ := token.(string)
		switch {
		case slices.Contains(seen, key):
			return fmt.Errorf("%q stands twice", key)
		case !slices.Contains(layout[path], key):
			return fmt.Errorf("there is no key %q in %s", key, within(path))
		}
		seen = append(seen, key)
		if err := walk(dec, path+"."+key); err != nil {
			return err
		}
	}
	for _, key := range layout[path] {
		if !slices.Contains(seen, key) {
			return fmt.Errorf("%q is missing in %s", key, within(path))
		}
	}
	_, err := dec.Token()
	return err
}

func within(path string) string {
	if path == "" {
		return "a law"
	}
	return path[1:]
}
