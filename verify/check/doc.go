// Package check is the checker: it believes or rejects what is claimed of a
// 0/1 relation, by definition alone, and shares no code with whatever found
// the claim. It imports only the standard library.
//
// Read it in this order:
//
//	extension.go   upper bounds: a hub extension, held against the relation
//	by.go          how a lower bound says what it rests on
//	lower.go       lower bounds: which method proves a bound for which number
//	pairs.go       L0: fooling sets, Sperner families, skew pairs, a degree
//	weights.go     L1: weights over the maximal bicliques (bicliques.go, flow.go)
//	refute.go      L2, L3: a formula, generated here (cover.go, chi.go, front.go,
//	               index.go), is refuted by a proof that is replayed (lrup.go)
//	tree.go        all ways to choose columns, closed one by one (treecolumns.go,
//	               treebins.go)
//	parts.go       bounds of groups of cells, combined
//	certificate.go a file of claims (archive.go, witness.go, claims.go)
//	matrix.go      the instance, read from a file (read.go)
//
// A claim fails in one of three ways that are never mixed up: the file cannot
// be read (ErrMalformed), a cap ended the check (ErrLimit), or the claim is
// not proved by what was given, which is every other error: rejected.
//
// Facts F1.. are those of the mathematical notes.
package check
