// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: f64, %y: f64, %n: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (f64, f64) {
    scf.yield %b, %a : f64, f64
  }
  return %0#0, %0#1 : f64, f64
}

// Carried values that change places have adjoints that change places.
// CHECK-LABEL: func.func @df(
// CHECK:         %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
// CHECK-NEXT:      scf.yield %[[B]], %[[A]]
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func private @df(f64, f64, index, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @f}
