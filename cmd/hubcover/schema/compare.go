package schema

import _ "embed"

// Compare describes what compare writes, hubcover.compare/1.
//
//go:embed compare-1.schema.json
var Compare string
