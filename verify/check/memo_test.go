package check

import (
	"encoding/json"
	"io"
	"reflect"
	"testing"
)

// TestMemo: a proof is opened once, wherever its bound comes again; what was
// rejected, and what differs in anything, is judged anew.
func TestMemo(t *testing.T) {
	rel, err := ReadInstance([]byte("10\n01\n"), "", -1)
	if err != nil {
		t.Fatal(err)
	}
	by := By{Method: "lrup", Formula: "cover", N: 1, Proof: "good.lrup"}
	f, _, err := Checker{}.run(rel).generate(by, nil)
	if err != nil {
		t.Fatal(err)
	}
	proof, _, _ := proveAll(f, nil)
	files := memory(map[string]string{"good.lrup": proof, "bad.lrup": proof[:len(proof)/2]})
	opened := 0
	k := Checker{Memo: &Memo{}, Open: func(name string) (io.ReadCloser, error) {
		opened++
		return files(name)
	}}
	sum := By{Method: "parts", Rule: "max", Parts: []By{by, by}}
	for i, b := range []By{by, by, sum} {
		first, err := k.Lower(rel, B, b)
		if err != nil || first.Bound != 2 || opened != 1 {
			t.Errorf("%d: %+v, %v, opened %d times", i, first, err, opened)
		}
	}
	if _, err := k.Refute(rel, 1, Unbounded, by); err != nil || opened != 1 {
		t.Errorf("refuted: %v, opened %d times", err, opened)
	}
	if v, err := k.Lower(rel, Chi, by); err == nil {
		t.Errorf("a bound for b bounds chi by %+v", v)
	}
	bad := by
	bad.Proof = "bad.lrup"
	for range 2 {
		if v, err := k.Lower(rel, B, bad); err == nil {
			t.Errorf("bad proof: %+v", v)
		}
	}
	if opened != 3 {
		t.Errorf("opened %d times, expected one and twice the bad one", opened)
	}
}

// TestMemoSeesEveryField: two bounds that differ anywhere differ as text.
func TestMemoSeesEveryField(t *testing.T) {
	seen := map[string]string{}
	note := func(name string, by By) {
		text, err := json.Marshal(by)
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := seen[string(text)]; ok {
			t.Errorf("%s looks like %s: %s", name, other, text)
		}
		seen[string(text)] = name
	}
	note("none", By{})
	for i := range reflect.TypeFor[By]().NumField() {
		var by By
		f := reflect.ValueOf(&by).Elem().Field(i)
		switch f.Kind() {
		case reflect.String:
			f.SetString("x")
		case reflect.Int, reflect.Int64:
			f.SetInt(1)
		case reflect.Slice:
			f.Set(reflect.MakeSlice(f.Type(), 1, 1))
		case reflect.Pointer:
			f.Set(reflect.New(f.Type().Elem()))
		default:
			t.Fatalf("field %d is a %s", i, f.Kind())
		}
		note(reflect.TypeFor[By]().Field(i).Name, by)
	}
}
