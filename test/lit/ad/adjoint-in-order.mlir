// RUN: lagrad-opt %s --lagrad-differentiate --canonicalize --cse | FileCheck %s

// A loop that only adds up has its adjoint in the order of the loop, which is that of memory.
// CHECK-LABEL: func.func @dsums(
// CHECK-NOT:     arith.subi
// CHECK:         scf.for %[[I:.*]] = %{{.*}} iter_args
// CHECK:           tensor.extract %arg0[%[[I]]]
// CHECK:         return
func.func @sums(%a: tensor<?xf64>, %w: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?xf64>
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> f64 {
    %x = tensor.extract %a[%i] : tensor<?xf64>
    %wx = arith.mulf %w, %x : f64
    %e = math.exp %wx : f64
    %more = arith.subf %sum, %e : f64
    scf.yield %more : f64
  }
  return %r : f64
}
func.func private @dsums(tensor<?xf64>, f64) -> f64 attributes {lagrad.gradient = @sums, lagrad.wrt = [1]}

// One that carries a state has it backwards.
// CHECK-LABEL: func.func @dstate(
// CHECK:         scf.for
// CHECK:         scf.for
// CHECK:           arith.subi
// CHECK:         return
func.func @state(%a: tensor<?xf64>, %w: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?xf64>
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %w) -> f64 {
    %x = tensor.extract %a[%i] : tensor<?xf64>
    %wx = arith.mulf %s, %x : f64
    %e = math.exp %wx : f64
    scf.yield %e : f64
  }
  return %r : f64
}
func.func private @dstate(tensor<?xf64>, f64) -> f64 attributes {lagrad.gradient = @state, lagrad.wrt = [1]}

// Nor has the sum inside: it begins with the elements that were read last.
// CHECK-LABEL: func.func @dinner(
// CHECK:         scf.for
// CHECK:         scf.for
// CHECK:           arith.subi
// CHECK:           scf.for
// CHECK:             arith.subi
// CHECK:         return
func.func @inner(%a: tensor<?xf64>, %w: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?xf64>
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %w) -> f64 {
    %t = scf.for %j = %c0 to %n step %c1 iter_args(%sum = %zero) -> f64 {
      %x = tensor.extract %a[%j] : tensor<?xf64>
      %wx = arith.mulf %s, %x : f64
      %e = math.exp %wx : f64
      %more = arith.addf %sum, %e : f64
      scf.yield %more : f64
    }
    scf.yield %t : f64
  }
  return %r : f64
}
func.func private @dinner(tensor<?xf64>, f64) -> f64 attributes {lagrad.gradient = @inner, lagrad.wrt = [1]}
