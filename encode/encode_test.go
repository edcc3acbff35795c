package encode_test

import (
	"testing"

	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/encodetest"
)

func TestEncoders(t *testing.T) {
	for _, e := range encode.All {
		t.Run(e.Name, func(t *testing.T) { encodetest.Run(t, e) })
	}
}
