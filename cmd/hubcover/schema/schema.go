// Package schema ships the JSON Schemas of what the program writes.
package schema

import _ "embed"

// Result describes result records, hubcover.result/1.
//
//go:embed result-1.schema.json
var Result string
