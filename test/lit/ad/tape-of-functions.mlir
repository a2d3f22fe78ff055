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

// What lanes compute is not: the inner loop, and a tensor.
// CHECK-LABEL: func.func @dinner(
// CHECK:         } {lagrad.tape = array<i64: 1>}
// CHECK-NOT:     lagrad.tape
// CHECK:         math.sin
// CHECK:         return
func.func @inner(%x: f64, %t: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %t, %c0 : tensor<?xf64>
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%sum = %zero) -> f64 {
      %u = tensor.extract %t[%j] : tensor<?xf64>
      %pu = arith.mulf %p, %u : f64
      %sin = math.sin %pu : f64
      %square = arith.mulf %sin, %sin : f64
      %more = arith.addf %sum, %square : f64
      scf.yield %more : f64
    }
    scf.yield %s : f64
  }
  return %r : f64
}
func.func private @dinner(f64, tensor<?xf64>, f64) -> (f64, tensor<?xf64>) attributes {lagrad.pullback = @inner}

// CHECK-LABEL: func.func @dwhole(
// CHECK:         } {lagrad.tape = array<i64: 1>}
// CHECK:         math.sin
// CHECK:         return
func.func @whole(%x: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> tensor<4xf64> {
    %sin = math.sin %p : tensor<4xf64>
    %next = arith.mulf %sin, %sin : tensor<4xf64>
    scf.yield %next : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}
func.func private @dwhole(tensor<4xf64>, index, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pullback = @whole}

// Nor is what is no function: twenty sums are computed again.
// CHECK-LABEL: func.func @dsums(
// CHECK:         } {lagrad.tape = array<i64: 1>}
// CHECK-COUNT-20: arith.addf
// CHECK:         return
func.func @sums(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %a1 = arith.addf %p, %y : f64
    %a2 = arith.addf %a1, %y : f64
    %a3 = arith.addf %a2, %y : f64
    %a4 = arith.addf %a3, %y : f64
    %a5 = arith.addf %a4, %y : f64
    %a6 = arith.addf %a5, %y : f64
    %a7 = arith.addf %a6, %y : f64
    %a8 = arith.addf %a7, %y : f64
    %a9 = arith.addf %a8, %y : f64
    %a10 = arith.addf %a9, %y : f64
    %a11 = arith.addf %a10, %y : f64
    %a12 = arith.addf %a11, %y : f64
    %a13 = arith.addf %a12, %y : f64
    %a14 = arith.addf %a13, %y : f64
    %a15 = arith.addf %a14, %y : f64
    %a16 = arith.addf %a15, %y : f64
    %a17 = arith.addf %a16, %y : f64
    %a18 = arith.addf %a17, %y : f64
    %a19 = arith.addf %a18, %y : f64
    %a20 = arith.addf %a19, %y : f64
    %pa = arith.mulf %p, %a20 : f64
    scf.yield %pa : f64
  }
  return %r : f64
}
func.func private @dsums(f64, f64, index, f64) -> (f64, f64) attributes {lagrad.pullback = @sums}
