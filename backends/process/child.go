package process

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Role is something that this binary does when it is started as its own child.
type Role struct {
	Name string
	Run  func() int // the exit status
}

// A child is told its role by its arguments and, so that nobody's arguments
// turn a program into a child by accident, by its environment too.
const (
	childArg = "hubcover-child"
	childEnv = "HUBCOVER_CHILD"
	// supervisorRole is the one role that every program has.
	supervisorRole = "supervise"
)

// installed notes what Child was called with. It is the package's only state,
// because "was the hook called?" is a question about the whole process.
var installed struct {
	supervisor bool
	roles      []string
}

// Child must be the first thing in main, and in TestMain where tests run
// programs. In a process that was started as a child it plays the role and
// never returns; in any other it notes that children can be started and
// returns at once.
func Child(roles ...Role) {
	if len(os.Args) < 3 || os.Args[1] != childArg || os.Getenv(childEnv) != os.Args[2] {
		installed.supervisor = canSupervise
		for _, r := range roles {
			installed.roles = append(installed.roles, r.Name)
		}
		return
	}
	name := os.Args[2]
	os.Unsetenv(childEnv)
	if name == supervisorRole && canSupervise {
		// Not os.Exit, which sleeps for a second under the race detector.
		syscall.Exit(supervise(os.Args[3:]))
	}
	for _, r := range roles {
		if r.Name == name {
			os.Exit(r.Run())
		}
	}
	fmt.Fprintf(os.Stderr, "this program has no child role %q\n", name)
	os.Exit(2)
}

// errNoHook explains why there are no children of our own.
var errNoHook = errors.New("this program does not call hubcover.Child() first thing in main, so it cannot be started as its own child")

// Ready says whether Self can start the role in this process.
func Ready(role string) error {
	for _, r := range installed.roles {
		if r == role {
			return nil
		}
	}
	return errNoHook
}
