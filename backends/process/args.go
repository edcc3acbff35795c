package process

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// placeholder is what stands for something in an argument.
var placeholder = regexp.MustCompile(`\{\w*\}`)

// Placeholders checks that the arguments of a program that a user describes have
// the placeholder that is needed ("": none), if there are any, and none that is
// not allowed. What says which arguments they are.
func Placeholders(what string, args, allowed []string, needed string) error {
	all := strings.Join(args, " ")
	for _, found := range placeholder.FindAllString(all, -1) {
		if !slices.Contains(allowed, found) {
			return fmt.Errorf("its %s have %s; only %v may stand there", what, found, allowed)
		}
	}
	if len(args) > 0 && !strings.Contains(all, needed) {
		return fmt.Errorf("its %s lack %s", what, needed)
	}
	return nil
}
