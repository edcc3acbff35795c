package families

import "strings"

// Unknown is the error about a family, or a parameter of one, that is not there.
type Unknown struct {
	Message string   // what is not there
	Name    string   // as it was asked for
	Choices []string // the names that there are
}

// Error gives the message and what to choose among. Errors that wrap an Unknown
// end in it.
func (e *Unknown) Error() string {
	return e.Message + "; choose among " + strings.Join(e.Choices, ", ")
}
