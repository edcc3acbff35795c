// Package schema ships the JSON Schemas of what the program writes.
package schema

import _ "embed"

// Result describes result records, hubcover.result/1.
//
//go:embed result-1.schema.json
var Result string

// Law describes law files, hubcover.law/1.
//
//go:embed law-1.schema.json
var Law string
