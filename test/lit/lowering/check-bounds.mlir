// RUN: lagrad-opt %s --lagrad-check-bounds | FileCheck %s

// What uses an index uses the one that the check passes on, so it stays behind the check. The texts are an attribute of the declaration.
// CHECK:       func.func private @lagrad.check(i1, index, index, index, index) -> index attributes {lagrad.pure, lagrad.sites = [
// CHECK-SAME:    "{{.*}}check-bounds.mlir:15:8: index %lld is out of bounds: dimension 0 has the size %lld ('tensor.extract')",
// CHECK-SAME:    "{{.*}}:16:8: the size %lld of dimension 0 is negative ('tensor.extract_slice')",
// CHECK-SAME:    "{{.*}}:16:8: index %lld is out of bounds: dimension 0 has the size %lld ('tensor.extract_slice')"]}
// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf64>, %[[I:.*]]: index, %[[N:.*]]: index
// CHECK:         %[[SIZE:.*]] = tensor.dim %[[X]]
// CHECK:         %[[HOLDS:.*]] = arith.cmpi ult, %[[I]], %[[SIZE]]
// CHECK:         %[[J:.*]] = call @lagrad.check(%[[HOLDS]], %{{.*}}, %[[I]], %[[SIZE]], %[[I]])
// CHECK:         tensor.extract %[[X]][%[[J]]]
func.func @f(%x: tensor<?xf64>, %i: index, %n: index) -> (f64, tensor<?xf64>) {
  %a = tensor.extract %x[%i] : tensor<?xf64>
  %y = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  return %a, %y : f64, tensor<?xf64>
}
// CHECK:         %[[FIRST:.*]] = call @lagrad.check(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %c0{{.*}})
// CHECK:         tensor.extract_slice %[[X]][%[[FIRST]]] [%[[N]]] [1]

// What loops and constants prove is not checked; nor are sizes of operands that come from one place.
// CHECK-LABEL: func.func @proven(
// CHECK-NOT:     call @lagrad.check
// CHECK:         return
func.func @proven(%x: tensor<?x4xf64>) -> (f64, tensor<?x4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?x4xf64>
  %e = tensor.empty(%n) : tensor<?x4xf64>
  %y = linalg.fill ins(%zero : f64) outs(%e : tensor<?x4xf64>) -> tensor<?x4xf64>
  %z = arith.addf %x, %y : tensor<?x4xf64>
  %row = tensor.empty() : tensor<4xf64>
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %zero) -> f64 {
    %a = tensor.extract %row[%i] : tensor<4xf64>
    %t = arith.addf %s, %a : f64
    scf.yield %t : f64
  }
  return %s, %z : f64, tensor<?x4xf64>
}
