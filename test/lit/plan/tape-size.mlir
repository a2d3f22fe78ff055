// How many tapes, and whether the primal loop is left.
// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

// All that the adjoint reads can be had from the element: no tape, and the loop runs backwards only.
func.func @sum_of_squared_sines(%x: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %sin = math.sin %e : f64
    %square = arith.mulf %sin, %sin : f64
    %next = arith.addf %sum, %square : f64
    scf.yield %next : f64
  }
  return %0 : f64
}
// CHECK-LABEL: func.func @no_tape(
// CHECK-SAME:      %[[X:.*]]: tensor<?xf64>
// CHECK-NOT:     scf.for {{.*}} -> (f64
// CHECK:         scf.for {{.*}} iter_args(%[[BAR:.*]] = %{{.*}}) -> (tensor<?xf64>) {
// CHECK:           %[[E:.*]] = tensor.extract %[[X]]
// CHECK-DAG:       math.sin %[[E]]
// CHECK-DAG:       math.cos %[[E]]
// CHECK:           tensor.insert %{{.*}} into %[[BAR]]
// CHECK-NOT:     lagrad.tape
// CHECK-NOT:     scf.for
// CHECK:         return
func.func private @no_tape(tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.gradient = @sum_of_squared_sines}

// The adjoint of a product in a loop needs both factors. One is overwritten: one tape.
func.func @products(%x: tensor<?xf64>, %start: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%r = %start) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %product = arith.mulf %r, %e : f64
    %square = arith.mulf %product, %product : f64
    %next = arith.addf %square, %e : f64
    scf.yield %next : f64
  }
  return %0 : f64
}
// CHECK-LABEL: func.func @one_tape(
// CHECK-SAME:      %[[X:.*]]: tensor<?xf64>, %[[START:.*]]: f64)
// CHECK:         %[[TAPE:.*]] = tensor.empty({{.*}}) : tensor<?xf64>
// CHECK:         %[[FILLED:.*]]:2 = scf.for %[[I:.*]] = {{.*}} iter_args(%[[R:.*]] = %[[START]], %[[T:.*]] = %[[TAPE]]) -> (f64, tensor<?xf64>) {
// CHECK:           tensor.insert %[[R]] into %[[T]][%[[I]]]
// CHECK-NOT:       tensor.insert
// CHECK:         } {lagrad.tape = array<i64: 1>}
// CHECK:         scf.for
// CHECK:           %[[OLD:.*]] = tensor.extract %[[FILLED]]#1
// CHECK:           %[[E:.*]] = tensor.extract %[[X]]
// CHECK:           arith.mulf %[[OLD]], %[[E]]
// CHECK-NOT:     scf.for
// CHECK:         return
func.func private @one_tape(tensor<?xf64>, f64) -> (tensor<?xf64>, f64) attributes {lagrad.gradient = @products}
