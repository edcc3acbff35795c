package main

import (
	"bufio"
	"context"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/backends"
)

// runRecord says how this run goes, for the records.
func (a *app) runRecord(ctx context.Context, list []backends.Backend) hubcover.Run {
	run := hubcover.Run{
		Tool:      "hubcover " + version(),
		Go:        runtime.Version(),
		Argv:      append([]string{"hubcover"}, a.args...),
		Seed:      a.config.Seed,
		TimeLimit: time.Duration(a.config.TimeLimit).Seconds(),
		MemLimit:  int64(a.config.MemLimit),
		Host:      hubcover.RunHost{CPU: cpuModel(), Cores: runtime.NumCPU()},
		Backends:  []hubcover.RunBackend{},
		Start:     time.Now().UTC().Format(time.RFC3339),
	}
	for _, b := range list {
		if version, err := b.Probe(ctx); err == nil {
			run.Backends = append(run.Backends, hubcover.RunBackend{Name: b.Name, Version: version})
		}
	}
	return run
}

// cpuModel is what Linux calls the processor; elsewhere its architecture.
func cpuModel() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		if key, value, ok := strings.Cut(in.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
