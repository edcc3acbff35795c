package lookahead_test

import (
	"testing"

	"github.com/hubcover/hubcover/backends/backendtest"
	"github.com/hubcover/hubcover/backends/lookahead"
)

func TestLookahead(t *testing.T) { backendtest.Run(t, lookahead.New()) }
