package schema

import _ "embed"

// Study describes what study writes as JSON, hubcover.study/1.
//
//go:embed study-1.schema.json
var Study string
