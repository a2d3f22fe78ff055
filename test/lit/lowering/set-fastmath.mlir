// RUN: lagrad-opt %s --lagrad-set-fastmath | FileCheck %s
// RUN: lagrad-opt %s --lagrad-set-fastmath='flags=contract' | FileCheck %s --check-prefix=CONTRACT

// Sums may be reordered; comparisons, and so NaNs and infinities, are as they were.
// CHECK-LABEL: func.func @f(
// CHECK:         arith.addf %{{.*}}, %{{.*}} fastmath<reassoc,contract>
// CHECK:         arith.mulf %{{.*}}, %{{.*}} fastmath<reassoc,nsz,contract>
// CHECK:         arith.cmpf olt, %{{.*}}, %{{.*}} : f64
// CHECK:         arith.addf %{{.*}}, %{{.*}} fastmath<reassoc,contract>
// CONTRACT:      arith.addf %{{.*}}, %{{.*}} fastmath<contract>
// CONTRACT:      arith.mulf %{{.*}}, %{{.*}} fastmath<nsz,contract>
func.func @f(%x: f64, %m: tensor<4xf64>) -> (i1, tensor<4xf64>) {
  %0 = arith.addf %x, %x : f64
  %1 = arith.mulf %0, %x fastmath<nsz> : f64
  %2 = arith.cmpf olt, %1, %x : f64
  %3 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%m : tensor<4xf64>) {
  ^bb0(%o: f64):
    %4 = arith.addf %o, %o : f64
    linalg.yield %4 : f64
  } -> tensor<4xf64>
  return %2, %3 : i1, tensor<4xf64>
}

// A quotient stays where it is: behind the product, as in `(a * x) / y` for `(a / y) * x`, it would be in the loop over x.
// CHECK-LABEL: func.func @quotient(
// CHECK:         arith.divf %{{.*}}, %{{.*}} fastmath<contract>
// CHECK:         arith.mulf %{{.*}}, %{{.*}} fastmath<reassoc,contract>
func.func @quotient(%x: f64, %y: f64) -> f64 {
  %0 = arith.divf %x, %y : f64
  %1 = arith.mulf %0, %x : f64
  return %1 : f64
}

// What another place computes too, to the same bits, keeps its order; what is beside it does not.
// CHECK-LABEL: func.func @exact(
// CHECK-NEXT:    %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}} {lagrad.exact} : f64
// CHECK-NEXT:    arith.addf %[[P]], %{{.*}} fastmath<reassoc,contract> : f64
func.func @exact(%x: f64, %y: f64) -> f64 {
  %0 = arith.mulf %x, %y {lagrad.exact} : f64
  %1 = arith.addf %0, %x : f64
  return %1 : f64
}
