// RUN: lagrad-opt %s --pipeline='lagrad-differentiate,canonicalize,cse' | FileCheck %s

// An assertion holds for the derivative as it does for the primal, also where nothing else of the
// primal is computed. The adjoint sweep does not repeat it.

// CHECK-LABEL: func.func @top(
func.func @top(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %ok = arith.cmpf ogt, %x, %zero : f64
  cf.assert %ok, "positive"
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
// CHECK-LABEL: func.func @top_gradient(
// CHECK:         cf.assert %{{.*}}, "positive"
// CHECK-NOT:     cf.assert
func.func private @top_gradient(f64) -> f64 attributes {lagrad.gradient = @top}

// The loop stays for its assertion; what it adds up does not.
// CHECK-LABEL: func.func @loop(
func.func @loop(%x: tensor<8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  %s = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<8xf64>
    %ok = arith.cmpf ogt, %e, %zero : f64
    cf.assert %ok, "every one positive"
    %q = arith.mulf %e, %e : f64
    %t = arith.addf %s, %q : f64
    scf.yield %t : f64
  }
  return %s : f64
}
// CHECK-LABEL: func.func @loop_gradient(
// CHECK:         scf.for
// CHECK-NEXT:      tensor.extract
// CHECK-NEXT:      arith.cmpf
// CHECK-NEXT:      cf.assert %{{.*}}, "every one positive"
// CHECK-NEXT:    }
// CHECK-NOT:     cf.assert
func.func private @loop_gradient(tensor<8xf64>) -> tensor<8xf64> attributes {lagrad.gradient = @loop}

// CHECK-LABEL: func.func @body(
func.func @body(%x: tensor<4xf64>, %at: tensor<3xindex>) -> f64 {
  %c4 = arith.constant 4 : index
  %zero = arith.constant dense<0.0> : tensor<f64>
  %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%at : tensor<3xindex>) outs(%zero : tensor<f64>) {
  ^bb0(%k: index, %acc: f64):
    %ok = arith.cmpi ult, %k, %c4 : index
    cf.assert %ok, "inside"
    %e = tensor.extract %x[%k] : tensor<4xf64>
    %t = arith.addf %acc, %e : f64
    linalg.yield %t : f64
  } -> tensor<f64>
  %r = tensor.extract %s[] : tensor<f64>
  return %r : f64
}
// CHECK-LABEL: func.func @body_gradient(
// CHECK:         cf.assert %{{.*}}, "inside"
// CHECK-NOT:     cf.assert
func.func private @body_gradient(tensor<4xf64>, tensor<3xindex>) -> tensor<4xf64> attributes {lagrad.gradient = @body}
