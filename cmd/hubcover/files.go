package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// output has write fill the file, or standard output for "" and "-". A file
// is put in place only once it is complete: after an error nothing is there
// that was not there before. The end of ctx is such an error.
func (a *app) output(ctx context.Context, path string, fill func(io.Writer) error) error {
	write := func(w io.Writer) error { return fill(&whileOn{ctx, w}) }
	if path == "" || path == "-" {
		w := bufio.NewWriter(a.out)
		if err := write(w); err != nil {
			return err
		}
		return w.Flush()
	}
	return replaceFile(path, write)
}

// whileOn writes until its context ends.
type whileOn struct {
	ctx context.Context
	w   io.Writer
}

func (o *whileOn) Write(p []byte) (int, error) {
	if o.ctx.Err() != nil {
		return 0, context.Cause(o.ctx)
	}
	return o.w.Write(p)
}

func writeFile(path string, content []byte) error {
	return replaceFile(path, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

func replaceFile(path string, write func(io.Writer) error) (err error) {
	if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() {
		return writeThrough(path, write) // a pipe or a device is no file to replace
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	w := bufio.NewWriter(f)
	if err := write(w); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := f.Chmod(fileMode(path)); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return os.Rename(f.Name(), path)
}

func writeThrough(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	if err := write(w); err != nil {
		f.Close()
		return err
	}
	if err := w.Flush(); err != nil {
		f.Close()
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return f.Close()
}

// fileMode is the mode of the file that is replaced, 0644 for a new one.
func fileMode(path string) os.FileMode {
	if st, err := os.Stat(path); err == nil {
		return st.Mode().Perm()
	}
	return 0o644
}
