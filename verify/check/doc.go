// Package check is the checker: it believes or rejects what is claimed of a
// 0/1 relation, by definition alone, and shares no code with whatever found
// the claim. It imports only the standard library.
//
// A file a method: extension.go upper bounds, pairs.go the lower bounds that
// pairwise tests prove (L0 of the certificate levels), by.go how a lower bound
// says what it rests on. Facts F1.. are those of the mathematical notes.
package check
