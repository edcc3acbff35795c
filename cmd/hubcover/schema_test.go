package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/cmd/hubcover/schema"
)

// validator checks JSON values against a JSON Schema, as far as ours use it.
// It is stricter in one point: a key that the schema does not describe is an
// error, so that nothing is written that is not documented.
type validator struct {
	root     map[string]any
	patterns map[string]*regexp.Regexp
}

func newValidator(text string) *validator {
	v := &validator{patterns: map[string]*regexp.Regexp{}}
	if err := json.Unmarshal([]byte(text), &v.root); err != nil {
		panic(err)
	}
	return v
}

// keywords that are understood; others would pass unnoticed.
var keywords = map[string]bool{
	"$schema": true, "$defs": true, "title": true, "description": true, "$ref": true, "type": true, "enum": true, "required": true,
	"properties": true, "items": true, "minItems": true, "maxItems": true, "minimum": true, "pattern": true, "oneOf": true,
}

func (v *validator) check(s map[string]any, value any, at string, strict bool) error {
	for k := range s {
		if !keywords[k] {
			return fmt.Errorf("schema: keyword %q is not understood", k)
		}
	}
	if ref, ok := s["$ref"].(string); ok {
		name, _ := strings.CutPrefix(ref, "#/$defs/")
		def, ok := v.root["$defs"].(map[string]any)[name].(map[string]any)
		if !ok {
			return fmt.Errorf("schema: no definition %q", ref)
		}
		if err := v.check(def, value, at, strict); err != nil {
			return err
		}
	}
	if t, ok := s["type"]; ok && !hasType(value, t) {
		return fmt.Errorf("%s: %v is not of type %v", at, value, t)
	}
	if enum, ok := s["enum"].([]any); ok && !contains(enum, value) {
		return fmt.Errorf("%s: %v is none of %v", at, value, enum)
	}
	if least, ok := s["minimum"].(float64); ok {
		if x, isNumber := value.(float64); isNumber && x < least {
			return fmt.Errorf("%s: %v is below %v", at, x, least)
		}
	}
	if pattern, ok := s["pattern"].(string); ok {
		if v.patterns[pattern] == nil {
			v.patterns[pattern] = regexp.MustCompile(pattern)
		}
		if text, isText := value.(string); isText && !v.patterns[pattern].MatchString(text) {
			return fmt.Errorf("%s: %q does not match %s", at, text, pattern)
		}
	}
	if err := v.object(s, value, at, strict); err != nil {
		return err
	}
	if err := v.array(s, value, at, strict); err != nil {
		return err
	}
	if options, ok := s["oneOf"].([]any); ok {
		matched := 0
		for _, o := range options {
			if v.check(o.(map[string]any), value, at, false) == nil {
				matched++
			}
		}
		if matched != 1 {
			return fmt.Errorf("%s: %d alternatives match, expected one", at, matched)
		}
	}
	return nil
}

func (v *validator) object(s map[string]any, value any, at string, strict bool) error {
	object, ok := value.(map[string]any)
	if !ok {
		return nil
	}
	required, _ := s["required"].([]any)
	for _, k := range required {
		if _, ok := object[k.(string)]; !ok {
			return fmt.Errorf("%s: lacks %v", at, k)
		}
	}
	properties, _ := s["properties"].(map[string]any)
	for k, x := range object {
		p, described := properties[k].(map[string]any)
		switch {
		case described:
			if err := v.check(p, x, at+"."+k, strict); err != nil {
				return err
			}
		case strict && properties != nil:
			return fmt.Errorf("%s: key %q is not in the schema", at, k)
		}
	}
	return nil
}

func (v *validator) array(s map[string]any, value any, at string, strict bool) error {
	list, ok := value.([]any)
	if !ok {
		return nil
	}
	if n, ok := s["minItems"].(float64); ok && len(list) < int(n) {
		return fmt.Errorf("%s: %d items, at least %v expected", at, len(list), n)
	}
	if n, ok := s["maxItems"].(float64); ok && len(list) > int(n) {
		return fmt.Errorf("%s: %d items, at most %v expected", at, len(list), n)
	}
	items, ok := s["items"].(map[string]any)
	for i, x := range list {
		if ok {
			if err := v.check(items, x, fmt.Sprintf("%s[%d]", at, i), strict); err != nil {
				return err
			}
		}
	}
	return nil
}

func hasType(value any, t any) bool {
	if list, ok := t.([]any); ok {
		for _, one := range list {
			if hasType(value, one) {
				return true
			}
		}
		return false
	}
	switch x := value.(type) {
	case nil:
		return t == "null"
	case bool:
		return t == "boolean"
	case string:
		return t == "string"
	case float64:
		return t == "number" || (t == "integer" && x == float64(int64(x)))
	case []any:
		return t == "array"
	}
	return t == "object"
}

func contains(list []any, value any) bool {
	for _, x := range list {
		if reflect.DeepEqual(x, value) {
			return true
		}
	}
	return false
}

// record holds one line against the schema of results.
func (v *validator) record(line []byte) error {
	var value any
	if err := json.Unmarshal(line, &value); err != nil {
		return err
	}
	return v.check(v.root, value, "record", true)
}

func TestSchemaRejects(t *testing.T) {
	const good = `{"schema":"hubcover.result/1","instance":{"name":"a","source":"b","index":0},"error":{"message":"m","file":"f","line":1,"column":0}}`
	if err := newValidator(schema.Result).record([]byte(good)); err != nil {
		t.Error(err)
	}
	for _, change := range [][2]string{
		{`"hubcover.result/1"`, `"hubcover.result/2"`},
		{`"index":0`, `"index":-1`},
		{`"index":0`, `"index":0.5`},
		{`"index":0`, `"index":0,"shade":1`},
		{`"name":"a",`, ``},
		{`"message":"m"`, `"message":null`},
		{`,"error":{"message":"m","file":"f","line":1,"column":0}`, ``},
		{`,"error"`, `,"results":{"b":{}},"rejected":[],"error"`},
	} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if err := newValidator(schema.Result).record([]byte(bad)); err == nil {
			t.Errorf("%s passes", bad)
		}
	}
}

// The schema of studies is not so wide that anything passes.
func TestStudySchemaRejects(t *testing.T) {
	const good = `{"schema":"hubcover.study/1","family":"random-hub","seed":1,"samples_asked":1,"questions":["b"],"fibre":2,"direction":8,"time_limit_s":0,"complete":true,"levels":[0,1],` +
		`"points":[{"nodes":2,"hubs":1,"p":0.5,"samples":1,"quantiles":{"b":{"samples":1,"open":1,"low":[0,0],"high":[1,null]}}}],` +
		`"samples":[{"nodes":2,"hubs":1,"p":0.5,"sample":0,"seed":7,"edges":1,"planted":{"hubs":1,"parameters":4},"b":{"lower":0,"upper":-1,"stop":"time limit","found":-1,"hubs":0,"again":0,"parameters":0},"identity_key":4,"seconds":0.1}]}`
	if err := newValidator(schema.Study).record([]byte(good)); err != nil {
		t.Error(err)
	}
	for _, change := range [][2]string{
		{`study/1`, `study/2`},
		{`"complete":true,`, ``},
		{`"questions":["b"]`, `"questions":["front"]`},
		{`{"b":{"samples"`, `{"c":{"samples"`},
		{`"low":[0,0]`, `"low":[0,null]`},
		{`"upper":-1`, `"upper":-2`},
		{`"upper":-1`, `"upper":null`},
		{`"stop":"time limit"`, `"stop":"tired"`},
		{`"planted":{"hubs":1,`, `"planted":{`},
	} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if err := newValidator(schema.Study).record([]byte(bad)); err == nil || bad == good {
			t.Errorf("%s passes", bad)
		}
	}
}
