package process

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// A directory that we made for a run has this prefix, and in this file the id
// of the process that made it.
const (
	dirPrefix = "hubcover-run-"
	dirOwner  = ".hubcover-owner"
)

// ownDir makes the directory of a run.
func ownDir() (string, error) {
	dir, err := os.MkdirTemp("", dirPrefix)
	if err != nil {
		return "", err
	}
	err = os.WriteFile(filepath.Join(dir, dirOwner), []byte(strconv.Itoa(os.Getpid())), 0o600)
	if err != nil {
		os.RemoveAll(dir)
		return "", err
	}
	return dir, nil
}

// madeBy reports whether the directory is one that ownDir made in that
// process. The supervisor is told a directory by name, and must neither run in
// nor remove any other, however it came to be started.
func madeBy(dir string, pid int) bool {
	if !filepath.IsAbs(dir) || !strings.HasPrefix(filepath.Base(dir), dirPrefix) {
		return false
	}
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() {
		return false
	}
	owner, err := os.ReadFile(filepath.Join(dir, dirOwner))
	return err == nil && string(owner) == strconv.Itoa(pid)
}

// Open opens a file that a program wrote; it has to be a regular one, because a
// link or a pipe may lead to anything and never end.
func Open(path string) (*os.File, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("no regular file")
	}
	return os.Open(path)
}

// ReadFile reads a file that a program wrote, of no more than so many bytes.
func ReadFile(path string, most int64) ([]byte, error) {
	file, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("a file of more than %d bytes", most)
	}
	return data, err
}
