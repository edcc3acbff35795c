package plugin

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Serve is a plugin's side of the conversation: the hello, and where it is
// asked, the answer that solve gives. Its error is for standard error and an
// exit status that is not 0.
//
//	func main() {
//		hello := plugin.Hello{Name: "mysat", Version: "1", Formats: []string{"constraints"}, Abilities: []string{"clauses"}}
//		if err := plugin.Serve(os.Stdin, os.Stdout, hello, solve); err != nil {
//			log.Fatal(err)
//		}
//	}
func Serve(in io.Reader, out io.Writer, hello Hello, solve func(Request) (Reply, error)) error {
	lines, say := json.NewDecoder(bufio.NewReader(in)), json.NewEncoder(out)
	var m Message
	if err := lines.Decode(&m); err != nil {
		return fmt.Errorf("reading the hello: %w", err)
	}
	if m.Hello == nil || m.Hello.Protocol != Version {
		err := fmt.Errorf("the caller does not speak %s", Version)
		return errors.Join(err, say.Encode(Message{Error: &Failure{err.Error()}}))
	}
	hello.Protocol = Version
	if err := say.Encode(Message{Hello: &hello}); err != nil {
		return err
	}
	m = Message{}
	switch err := lines.Decode(&m); {
	case errors.Is(err, io.EOF): // the hello was all
		return nil
	case err != nil:
		return fmt.Errorf("reading the request: %w", err)
	case m.Solve == nil:
		return errors.New("the request asks for nothing that this plugin knows")
	}
	reply, err := solve(*m.Solve)
	if err != nil {
		return errors.Join(err, say.Encode(Message{Error: &Failure{err.Error()}}))
	}
	return say.Encode(Message{Answer: &reply})
}
