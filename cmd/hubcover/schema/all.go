package schema

import _ "embed"

// Plugin describes the messages between the program and a plugin,
// hubcover.plugin/1.
//
//go:embed plugin-1.schema.json
var Plugin string

// Backends describes what backends --json writes, hubcover.backends/1.
//
//go:embed backends-1.schema.json
var Backends string

// Schema is a JSON Schema with the name that config schema knows it by.
type Schema struct{ Name, Text string }

// All lists them, result records first.
var All = []Schema{
	{"result", Result},
	{"law", Law},
	{"compare", Compare},
	{"study", Study},
	{"backends", Backends},
	{"plugin", Plugin},
}
