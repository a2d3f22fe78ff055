// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %1 = arith.mulf %p, %y : f64
    %2 = math.sin %1 : f64
    scf.yield %2 : f64
  }
  return %0 : f64
}

// The carried value, which the loop overwrites and the product rule reads, is recorded in one
// tensor with an element a trip; the product before the sine is recomputed from it.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[X:.*]]: f64, %[[Y:.*]]: f64, %[[N:.*]]: index, %[[CT:.*]]: f64)
// CHECK:         %[[TRIPS:.*]] = arith.maxsi %[[N]], %{{.*}}
// CHECK:         %[[TAPE:.*]] = tensor.empty(%[[TRIPS]]) : tensor<?xf64>
// CHECK:         %[[FILLED:.*]]:2 = scf.for %[[I:.*]] = {{.*}} iter_args(%[[P:.*]] = %[[X]], %[[T:.*]] = %[[TAPE]]) -> (f64, tensor<?xf64>) {
// CHECK:           tensor.insert %[[P]] into %[[T]][%[[I]]]
// CHECK:         } {lagrad.tape = array<i64: 1>}
// CHECK:         scf.for %[[J:.*]] = {{.*}} to %[[TRIPS]] {{.*}} iter_args(%{{.*}} = %[[CT]],
// CHECK:           %[[LAST:.*]] = arith.subi %[[TRIPS]], %{{.*}}
// CHECK:           %[[AT:.*]] = arith.subi %[[LAST]], %[[J]]
// CHECK:           %[[READ:.*]] = tensor.extract %[[FILLED]]#1[%[[AT]]]
// CHECK:           %[[PRODUCT:.*]] = arith.mulf %[[READ]], %[[Y]]
// CHECK:           math.cos %[[PRODUCT]]
func.func private @df(f64, f64, index, f64) -> (f64, f64) attributes {lagrad.pullback = @f}
