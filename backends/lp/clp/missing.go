//go:build !cgo || !clp

package clp

import "github.com/hubcover/hubcover/encode/packing"

func version() (string, error) { return "", errMissing }

// New is a program that nothing is known of.
func New([]float64) packing.LP { return none{} }

// NewRebuilt is a program that nothing is known of.
func NewRebuilt([]float64) packing.LP { return none{} }

type none struct{}

func (none) Add(packing.Row) {}

func (none) Solve(*packing.Budget) (x, worth []float64) { return nil, nil }
