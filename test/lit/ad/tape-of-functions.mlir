// RUN: lagrad-opt %s --lagrad-differentiate=tape=functions | FileCheck %s
// RUN: lagrad-opt %s --lagrad-differentiate | FileCheck %s --check-prefix=AUTO
// RUN: lagrad-check %s --pipeline='canonicalize,lagrad-differentiate{tape=functions},lagrad-to-llvm'

// The iterations run one after another, so that no lanes of a vector compute the sine again: it is recorded, behind
// the carried value.
// CHECK-LABEL: func.func @dsteps(
// AUTO-LABEL:  func.func @dsteps(
// AUTO:         } {lagrad.tape = array<i64: 1>}
// AUTO:         math.sin
// AUTO:         return
// CHECK:         math.sin
// CHECK:         } {lagrad.tape = array<i64: 1, 2>}
// CHECK:         scf.for
// CHECK-NOT:     math.sin
// CHECK:         return
func.func @steps(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %sin = math.sin %p : f64
    %next = arith.mulf %sin, %sin : f64
    scf.yield %next : f64
  }
  return %r : f64
}
func.func private @dsteps(f64, index, f64) -> f64 attributes {lagrad.pullback = @steps}

// These iterations are independent. It is computed again, and the loop does not run before its adjoint.
// CHECK-LABEL: func.func @delements(
// CHECK-NOT:     lagrad.tape
// CHECK:         math.sin
// CHECK:         return
func.func @elements(%a: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?xf64>
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> f64 {
    %x = tensor.extract %a[%i] : tensor<?xf64>
    %sin = math.sin %x : f64
    %square = arith.mulf %sin, %sin : f64
    %more = arith.addf %sum, %square : f64
    scf.yield %more : f64
  }
  return %r : f64
}
func.func private @delements(tensor<?xf64>, f64) -> tensor<?xf64> attributes {lagrad.pullback = @elements}
