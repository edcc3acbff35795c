package pb_test

import (
	"fmt"
	"os"

	"github.com/hubcover/hubcover/encode/pb"
)

func Example() {
	f := pb.New()
	x := f.Block("x", 2, 3)
	f.Document(x, "pigeon i is in hole j", "i", "j")
	f.Clause(x.At(0, 0), x.At(0, 1), x.At(0, 2))
	f.AtLeast(2, pb.Term{Coef: 1, Lit: -x.At(0, 0)}, pb.Term{Coef: 2, Lit: x.At(1, 1)})
	if err := pb.WriteOPB(os.Stdout, f); err != nil {
		fmt.Println(err)
	}
	// Output:
	// * #variable= 6 #constraint= 2
	// * x[i,j] = variable 1+i*3+j, i<2, j<3: pigeon i is in hole j
	//  +1 x1 +1 x2 +1 x3 >= 1 ;
	//  +1 ~x1 +2 x5 >= 2 ;
}
