// RUN: lagrad-opt %s --pipeline='lagrad-differentiate{tape=record},canonicalize,cse' \
// RUN:   | FileCheck %s --check-prefix=RECORD
// RUN: lagrad-opt %s --pipeline='lagrad-differentiate{tape=recompute},canonicalize,cse' \
// RUN:   | FileCheck %s --check-prefix=AGAIN
// RUN: lagrad-opt %s --pipeline='lagrad-differentiate{tape=min-memory},canonicalize,cse' \
// RUN:   | FileCheck %s --check-prefix=LEAST
// RUN: lagrad-opt %s --pipeline='lagrad-differentiate,canonicalize,cse' | FileCheck %s --check-prefix=AUTO
// RUN: not lagrad-opt %s --pipeline='lagrad-differentiate{tape=most}' 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: option 'tape' of 'lagrad-differentiate' is auto, functions, record, recompute, min-memory or everything, not
// WRONG-SAME: 'most'

// The adjoint reads the vector, its norm and their product. The norm is eight bytes where the
// vector is 800, but the vector cannot be had from it.
func.func @f(%x: tensor<100xf64>, %w: tensor<100xf64>) -> tensor<100xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant dense<0.0> : tensor<f64>
  %empty = tensor.empty() : tensor<100xf64>
  %h = scf.for %i = %c0 to %c9 step %c1 iter_args(%h = %x) -> tensor<100xf64> {
    %n = linalg.dot ins(%h, %w : tensor<100xf64>, tensor<100xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
    %s = tensor.extract %n[] : tensor<f64>
    %e = math.exp %s : f64
    %t = linalg.map ins(%w : tensor<100xf64>) outs(%empty : tensor<100xf64>) (%v: f64, %o: f64) {
      %p = arith.mulf %v, %e : f64
      linalg.yield %p : f64
    }
    scf.yield %t : tensor<100xf64>
  }
  return %h : tensor<100xf64>
}
func.func private @df(tensor<100xf64>, tensor<100xf64>, tensor<100xf64>) -> tensor<100xf64>
    attributes {lagrad.pullback = @f, lagrad.wrt = [0]}

// With respect to %x the adjoint reads the exponential alone.
// RECORD-LABEL: func.func @df(
// RECORD:         scf.for {{.*}} -> (tensor<100xf64>, tensor<9xf64>) {
// RECORD:         scf.for
// RECORD-NOT:     math.exp
// AGAIN-LABEL:  func.func @df(
// AGAIN:          scf.for {{.*}} -> (tensor<100xf64>, tensor<9x100xf64>) {
// AGAIN:          scf.for
// AGAIN:            math.exp
// LEAST-LABEL:  func.func @df(
// LEAST:          scf.for {{.*}} -> (tensor<100xf64>, tensor<9xf64>) {
// AUTO-LABEL:   func.func @df(
// AUTO:           scf.for {{.*}} -> (tensor<100xf64>, tensor<9xf64>) {
