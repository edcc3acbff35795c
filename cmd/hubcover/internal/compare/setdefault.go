package compare

// defaultSet has what backends and forms differ on. Each line was chosen by
// measuring: with a limit of 20 s some entries take between a tenth of a second
// and the limit, others are ten times faster or do not get there, and the whole
// path of solve proves every answer within seconds. Refuting without symmetry
// is what clauses suffer from in b, weak linear relaxations what set covers do;
// chi is for clauses alone.
const defaultSet = `
b petersen : 10
b polygon-slack n=9 : 6
b polygon-slack n={10,11} : 7
b random-digraph n=10 p=0.4 seed=2 : 10
b random-digraph n=10 p=0.5 seed=1 : 9
b random-digraph n=11 p={0.6,0.7} seed=1 : 8
b random-digraph n=12 p=0.3 seed=2 : 11
b random-digraph n=12 p=0.7 seed={1,2} : 9
b random-digraph n=14 p=0.7 seed=1 : 9
b random-digraph n={15,16} p=0.5 seed=1 : 13
b random-digraph n=15 p=0.7 seed=1 : 11
b random-digraph n=16 p=0.7 seed=1 : 10
b random-hub nodes=16 hubs=8 p=0.3 seed=1 : 8
chi crown n={10,12,13} : 4
chi intersection k=4 : 4
chi polygon-slack n=10 : 4
chi random-digraph n=12 p=0.8 seed=1 : 4
chi random-digraph n={14,16} p=0.5 seed=1 : 4
chi random-digraph n=20 p=0.3 seed=1 : 4
chi random-hub nodes=20 hubs={8,10} p=0.25 seed=1 : 4
front random-digraph n=9 p=0.6 seed=1 : (7,3)
front random-hub nodes=14 hubs=6 p=0.3 seed=1 : (6,5) (7,4)
`
