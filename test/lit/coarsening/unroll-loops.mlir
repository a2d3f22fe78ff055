// Short loops over scalars and elements are written out; what they contain, first.
// RUN: lagrad-opt %s --lagrad-unroll-loops --canonicalize | FileCheck %s
// RUN: lagrad-opt %s --lagrad-unroll-loops=iterations=1 | FileCheck %s --check-prefix=NONE
// RUN: lagrad-opt %s --lagrad-unroll-loops=functions=5 | FileCheck %s --check-prefix=FUNCTIONS
// RUN: lagrad-check %s --pipeline=lagrad-coarsened,lagrad-to-llvm

// The outer loop has as many iterations as the tensor has rows: that stays.
// CHECK-LABEL: func.func @dots(
// CHECK:         scf.for
// CHECK-COUNT-2:   arith.addf
// CHECK-NOT:     scf.for
// CHECK:         return
// NONE-LABEL: func.func @dots(
// NONE-COUNT-2: scf.for
func.func @dots(%a: tensor<?x2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %a, %c0 : tensor<?x2xf64>
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%all = %zero) -> f64 {
    %s = scf.for %j = %c0 to %c2 step %c1 iter_args(%sum = %all) -> f64 {
      %x = tensor.extract %a[%i, %j] : tensor<?x2xf64>
      %xx = arith.mulf %x, %x : f64
      %more = arith.addf %sum, %xx : f64
      scf.yield %more : f64
    }
    scf.yield %s : f64
  }
  return %r : f64
}
func.func private @gradient(tensor<?x2xf64>) -> tensor<?x2xf64> attributes {lagrad.gradient = @dots}

// Both loops of a nest go. Counters are numbers, from the lower bound in steps.
// CHECK-LABEL: func.func @nest(
// CHECK-SAME:    %[[X:.*]]: f64
// CHECK-DAG:     %[[C3:.*]] = arith.constant 3.000000e+00
// CHECK-DAG:     %[[C5:.*]] = arith.constant 5.000000e+00
// CHECK:         %[[A:.*]] = arith.mulf %[[X]], %[[C3]]
// CHECK-NEXT:    %[[B:.*]] = arith.mulf %[[A]], %[[C3]]
// CHECK-NEXT:    %[[C:.*]] = arith.mulf %[[B]], %[[C5]]
// CHECK-NEXT:    %[[D:.*]] = arith.mulf %[[C]], %[[C5]]
// CHECK-NEXT:    return %[[D]]
func.func @nest(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %r = scf.for %i = %c3 to %c6 step %c2 iter_args(%all = %x) -> f64 {
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f64
    %s = scf.for %j = %c0 to %c2 step %c1 iter_args(%product = %all) -> f64 {
      %more = arith.mulf %product, %f : f64
      scf.yield %more : f64
    }
    scf.yield %s : f64
  }
  return %r : f64
}

// The iterations of the first loop can run at once, in the lanes of a vector. Those of the second would leave many
// lanes empty.
// CHECK-LABEL: func.func @waves(
// CHECK:         scf.for
// CHECK-NOT:     scf.for
// CHECK-COUNT-4: math.sin
// CHECK:         return
// FUNCTIONS-LABEL: func.func @waves(
// FUNCTIONS-NOT: scf.for
// FUNCTIONS:     return
func.func @waves(%a: tensor<5xf64>) -> tensor<5xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%all = %a) -> tensor<5xf64> {
    %x = tensor.extract %a[%i] : tensor<5xf64>
    %s = math.sin %x : f64
    %more = tensor.insert %s into %all[%i] : tensor<5xf64>
    scf.yield %more : tensor<5xf64>
  }
  %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%all = %r) -> tensor<5xf64> {
    %x = tensor.extract %r[%i] : tensor<5xf64>
    %s = math.sin %x : f64
    %more = tensor.insert %s into %all[%i] : tensor<5xf64>
    scf.yield %more : tensor<5xf64>
  }
  return %t : tensor<5xf64>
}

// Neither are loops that the program says something about, that are long, or that work on whole tensors.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-3: scf.for
// CHECK:         return
func.func @others(%x: f64, %a: tensor<3xf64>) -> (f64, f64, tensor<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %said = scf.for %i = %c0 to %c2 step %c1 iter_args(%p = %x) -> f64 {
    %more = arith.mulf %p, %x : f64
    scf.yield %more : f64
  } {lagrad.snapshots = 1}
  %long = scf.for %i = %c0 to %c9 step %c1 iter_args(%p = %x) -> f64 {
    %more = arith.mulf %p, %x : f64
    scf.yield %more : f64
  }
  %whole = scf.for %i = %c0 to %c2 step %c1 iter_args(%p = %a) -> tensor<3xf64> {
    %more = arith.mulf %p, %a : tensor<3xf64>
    scf.yield %more : tensor<3xf64>
  }
  return %said, %long, %whole : f64, f64, tensor<3xf64>
}
