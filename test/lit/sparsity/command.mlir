// RUN: lagrad-sparsity %s --picture | FileCheck %s --check-prefix=ALL
// RUN: lagrad-sparsity %s --entry=energy --hessian --strategy=networkx:smallest_last | FileCheck %s --check-prefix=ENERGY
// RUN: lagrad-sparsity %s --entry=gather --arg at=[1,1,0] --picture | FileCheck %s --check-prefix=THESE
// RUN: not lagrad-sparsity %s --entry=nothing 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not lagrad-sparsity %s --wrt=x 2>&1 | FileCheck %s --check-prefix=NO-NUMBER

// ALL:      @band: Jacobian with respect to [0], for all arguments: 5 x 5, 13 entries (52.0%)
// ALL-NEXT:   result 0 by argument 0: 13 entries
// ALL-NEXT:   directions: 3 forward (optimal), 3 reverse (optimal)
// ALL-NEXT:   xx...
// ALL-NEXT:   xxx..
// ALL-NEXT:   .xxx.
// ALL-NEXT:   ..xxx
// ALL-NEXT:   ...xx
func.func @band(%x: tensor<5xf64>) -> tensor<5xf64> {
  %zero = arith.constant 0.0 : f64
  %wide = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f64
  } : tensor<5xf64> to tensor<7xf64>
  %left = tensor.extract_slice %wide[0] [5] [1] : tensor<7xf64> to tensor<5xf64>
  %right = tensor.extract_slice %wide[2] [5] [1] : tensor<7xf64> to tensor<5xf64>
  %0 = arith.mulf %left, %x : tensor<5xf64>
  %1 = arith.mulf %right, %x : tensor<5xf64>
  %2 = arith.addf %0, %1 : tensor<5xf64>
  return %2 : tensor<5xf64>
}

// ENERGY:      @energy: Hessian with respect to [0], for all arguments: 5 x 5, 13 entries
// ENERGY:        directions: 3 (by columns; 3 if it were not symmetric)
func.func @energy(%x: tensor<5xf64>) -> f64 {
  %y = func.call @band(%x) : (tensor<5xf64>) -> tensor<5xf64>
  %zero = arith.constant dense<0.0> : tensor<f64>
  %sum = linalg.dot ins(%y, %x : tensor<5xf64>, tensor<5xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %result = tensor.extract %sum[] : tensor<f64>
  return %result : f64
}

// ALL:       @energy: Jacobian with respect to [0], for all arguments: 1 x 5, 5 entries (100.0%)
// ALL:       @gather: Jacobian with respect to [0], for all arguments: 3 x 2, 6 entries (100.0%)
// THESE:      @gather: Jacobian with respect to [0], for these arguments: 3 x 2, 3 entries (50.0%)
// THESE:        directions: 1 forward (optimal), 2 reverse (optimal)
// THESE-NEXT:   .x
// THESE-NEXT:   .x
// THESE-NEXT:   x.
func.func @gather(%x: tensor<2xf64>, %at: tensor<3xi32>) -> tensor<3xf64> {
  %y = tensor.generate {
  ^bb0(%i: index):
    %place = tensor.extract %at[%i] : tensor<3xi32>
    %index = arith.index_cast %place : i32 to index
    %e = tensor.extract %x[%index] : tensor<2xf64>
    tensor.yield %e : f64
  } : tensor<3xf64>
  return %y : tensor<3xf64>
}

// NOTHING: error: no function @nothing in this module
// NO-NUMBER: error: --wrt takes argument numbers, as in 0,2, not 'x'
