package linear

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/hubcover/hubcover/backends"
)

// findModule finds an npm package where node would from our working directory
// (a program runs in a directory of its own): in node_modules there and above,
// in the directories of NODE_PATH, in the user's and in the global ones.
func findModule(name, node string) (dir, version string, err error) {
	for _, place := range modulePlaces(node) {
		dir := filepath.Join(place, name)
		text, err := os.ReadFile(filepath.Join(dir, "package.json"))
		if err != nil {
			continue
		}
		var about struct{ Version string }
		if err := json.Unmarshal(text, &about); err != nil || about.Version == "" {
			about.Version = "unknown version"
		}
		return dir, about.Version, nil
	}
	return "", "", fmt.Errorf("npm package %s: %w", name, backends.ErrMissing)
}

func modulePlaces(node string) []string {
	var places []string
	if dir, err := os.Getwd(); err == nil {
		for {
			places = append(places, filepath.Join(dir, "node_modules"))
			above := filepath.Dir(dir)
			if above == dir {
				break
			}
			dir = above
		}
	}
	for _, dir := range filepath.SplitList(os.Getenv("NODE_PATH")) {
		if abs, err := filepath.Abs(dir); err == nil && dir != "" {
			places = append(places, abs)
		}
	}
	if home, err := os.UserHomeDir(); err == nil {
		places = append(places, filepath.Join(home, ".node_modules"), filepath.Join(home, ".node_libraries"))
	}
	if file, err := filepath.EvalSymlinks(node); err == nil {
		node = file
	}
	prefix := filepath.Dir(filepath.Dir(node))
	return append(places, filepath.Join(prefix, "lib", "node_modules"), filepath.Join(prefix, "lib", "node"),
		"/usr/local/lib/node_modules", "/usr/share/nodejs")
}
