package encodetest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/formats"
)

// Public reads the instance in a file of the public data, which are no part of
// the module: HUBCOVER_DATA names their folder, ../shared/data beside the
// module's root otherwise. The test is skipped where the file is absent.
func Public(t testing.TB, name string) *instances.Instance {
	t.Helper()
	dir := os.Getenv("HUBCOVER_DATA")
	if dir == "" {
		dir = filepath.Join(moduleRoot(t), "..", "shared", "data")
	}
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("public data: %v", err)
	}
	var all []*instances.Instance
	for inst, err := range formats.ReadFile(context.Background(), path, formats.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, inst)
	}
	if len(all) != 1 {
		t.Fatalf("%s: %d instances, one is expected", path, len(all))
	}
	return all[0]
}

// moduleRoot is the folder of go.mod; a test runs in that of its package.
func moduleRoot(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the working directory")
		}
	}
}
