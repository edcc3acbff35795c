package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

// Exit codes. decide exits with answered for yes and no alike, and competition
// output has the codes of the competitions.
const (
	answered  = 0 // every question answered, proved and verified
	failed    = 1
	misused   = 2 // bad usage
	undecided = 3 // a limit came first or a bound is unproved; bounds are given
	disagreed = 4 // a check rejected something, or --expect is not met
)

// worse combines the codes of several instances: the first of 2, 4, 1, 3, 0
// that occurs.
func worse(a, b int) int {
	for _, code := range []int{misused, disagreed, failed, undecided} {
		if a == code || b == code {
			return code
		}
	}
	return answered
}

// exit is the error of a command that has said everything already.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// exitWith is nil for the code of success.
func exitWith(code int) error {
	if code == answered {
		return nil
	}
	return exit(code)
}

// usageError is the caller's mistake.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func misuse(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// report says what went wrong and turns it into an exit code.
func (a *app) report(cmd *cobra.Command, err error) int {
	var code exit
	var usage usageError
	switch {
	case err == nil:
		return answered
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &usage):
		a.talk.error(err)
		a.talk.line("run '%s --help' for how it is used", cmd.CommandPath())
		return misused
	}
	a.talk.error(err)
	if errors.Is(err, errInterrupted) || errors.Is(err, context.DeadlineExceeded) {
		return undecided
	}
	return failed
}
