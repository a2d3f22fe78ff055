// RUN: lagrad-opt %s --pipeline='lagrad-differentiate,canonicalize,cse' | FileCheck %s

// The products are cheap to compute again, and so the adjoint does. It finds the largest again among these: what the
// other function found may be none of them, as code that is compiled twice may round in two ways.
// CHECK-LABEL: func.func private @most_augmented(
// CHECK:         arith.maximumf
// CHECK-LABEL: func.func private @most_adjoint(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf64>, %[[Y:.*]]: tensor<?xf64>, %[[CT:.*]]: f64)
// CHECK:         arith.mulf
// CHECK:         %[[MOST:.*]] = linalg.generic
// CHECK:           arith.maximumf
// CHECK:         arith.cmpf oeq
func.func private @most(%x: tensor<?xf64>, %y: tensor<?xf64>) -> f64 attributes {no_inline} {
  %low = arith.constant -1.0e+300 : f64
  %init = tensor.from_elements %low : tensor<f64>
  %m = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
                       iterator_types = ["reduction"]}
      ins(%x, %y : tensor<?xf64>, tensor<?xf64>) outs(%init : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %ab = arith.mulf %a, %b : f64
    %abb = arith.mulf %ab, %b : f64
    %s = arith.maximumf %abb, %o : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %r = tensor.extract %m[] : tensor<f64>
  return %r : f64
}
func.func @f(%x: tensor<?xf64>, %y: tensor<?xf64>) -> f64 {
  %r = func.call @most(%x, %y) : (tensor<?xf64>, tensor<?xf64>) -> f64
  return %r : f64
}
func.func private @df(tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) attributes {lagrad.gradient = @f}
