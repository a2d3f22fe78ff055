// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

// What rounding decides is decided once. %d says which branch is taken, and the branch computes with it: computed
// again, it might be negative where the primal's was not. So it is recorded, cheap as it is.
func.func @guarded_root(%x: tensor<?xf64>, %y: tensor<?xf64>, %start: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %start) -> f64 {
    %a = tensor.extract %x[%i] : tensor<?xf64>
    %b = tensor.extract %y[%i] : tensor<?xf64>
    %u = arith.mulf %a, %a : f64
    %d = arith.subf %u, %b : f64
    %positive = arith.cmpf ogt, %d, %zero : f64
    %s = scf.if %positive -> f64 {
      %root = math.sqrt %d : f64
      scf.yield %root : f64
    } else {
      scf.yield %a : f64
    }
    %sine = math.sin %sum : f64
    %next = arith.addf %sine, %s : f64
    scf.yield %next : f64
  }
  return %r : f64
}
// CHECK-LABEL: func.func @guarded(
// CHECK:         %[[TAPES:.*]]:3 = scf.for
// CHECK:         scf.for
// CHECK:           %[[D:.*]] = tensor.extract %[[TAPES]]#2
// CHECK:           arith.cmpf ogt, %[[D]],
// CHECK:           math.sqrt %[[D]]
func.func private @guarded(tensor<?xf64>, tensor<?xf64>, f64) -> (tensor<?xf64>, tensor<?xf64>, f64)
    attributes {lagrad.gradient = @guarded_root}

// A comparison of elements, as they are, rounds nothing: it is made again.
func.func @larger_elements(%x: tensor<?xf64>, %y: tensor<?xf64>, %start: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %start) -> f64 {
    %a = tensor.extract %x[%i] : tensor<?xf64>
    %b = tensor.extract %y[%i] : tensor<?xf64>
    %less = arith.cmpf olt, %a, %b : f64
    %s = arith.select %less, %a, %b : f64
    %sine = math.sin %sum : f64
    %next = arith.addf %sine, %s : f64
    scf.yield %next : f64
  }
  return %r : f64
}
// CHECK-LABEL: func.func @larger(
// CHECK:         %[[SUMS:.*]]:2 = scf.for
// CHECK:         scf.for
// CHECK:           tensor.extract %[[SUMS]]#1
// CHECK:           arith.cmpf olt
func.func private @larger(tensor<?xf64>, tensor<?xf64>, f64) -> (tensor<?xf64>, tensor<?xf64>, f64)
    attributes {lagrad.gradient = @larger_elements}

// The elements are computed again, so their maximum is, too: none of them might equal the one that the primal found.
func.func @sum_of_maxima(%a: tensor<8xf64>, %b: tensor<?x8xf64>, %start: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %lowest = arith.constant dense<0xFFF0000000000000> : tensor<f64>
  %n = tensor.dim %b, %c0 : tensor<?x8xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %start) -> f64 {
    %row = tensor.extract_slice %b[%i, 0] [1, 8] [1, 1] : tensor<?x8xf64> to tensor<8xf64>
    %v = arith.mulf %a, %row : tensor<8xf64>
    %max = linalg.reduce {arith.maximumf} ins(%v : tensor<8xf64>) outs(%lowest : tensor<f64>) dimensions = [0]
    %m = tensor.extract %max[] : tensor<f64>
    %sine = math.sin %sum : f64
    %next = arith.addf %sine, %m : f64
    scf.yield %next : f64
  }
  return %r : f64
}
// CHECK-LABEL: func.func @maxima(
// CHECK:         scf.for
// CHECK:           arith.maximumf
// CHECK:         scf.for
// CHECK:           %[[V:.*]] = linalg.generic
// CHECK:             arith.mulf
// CHECK:           %[[MAX:.*]] = linalg.generic {{.*}} ins(%[[V]] :
// CHECK:             arith.maximumf
// CHECK:           linalg.generic {{.*}} ins(%[[V]], %[[MAX]] :
// CHECK:             arith.cmpf oeq
func.func private @maxima(tensor<8xf64>, tensor<?x8xf64>, f64) -> (tensor<8xf64>, tensor<?x8xf64>, f64)
    attributes {lagrad.gradient = @sum_of_maxima}
