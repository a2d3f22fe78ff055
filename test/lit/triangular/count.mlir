// RUN: lagrad-run %s --entry=product --arg '[[0,0,0],[1,0,0],[2,3,0]]' --arg '[1,2,3]' --arg '[1,1,1]' --count=flops | FileCheck %s
// RUN: not lagrad-run %s --entry=product --arg '[[0,1,0],[1,0,0],[2,3,0]]' 2>&1 | FileCheck %s --check-prefix=OUTSIDE

// Three elements below the diagonal of three rows: three products and three sums.
// CHECK:      result 0: tensor<?xf64>
// CHECK-NEXT: [1. 2. 9.]
// CHECK-NEXT: executed: 3 products, 3 sums,
// OUTSIDE:    error: %l is "spltri", and has elements where that says zero
func.func @product(%l: tensor<?x?xf64, "spltri">, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = linalg.matvec ins(%l, %x : tensor<?x?xf64, "spltri">, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
