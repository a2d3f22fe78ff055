// RUN: lagrad-opt %s --lagrad-differentiate | FileCheck %s
// RUN: lagrad-check %s

// What decides inside of a branch is computed by both sweeps, and marked in both; what only adds up is not.
// CHECK-LABEL: func.func @back(
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK:             %[[S:.*]] = arith.mulf %{{.*}}, %{{.*}} {lagrad.exact} : f64
// CHECK:             %[[D:.*]] = arith.subf %[[S]], %{{.*}} {lagrad.exact} : f64
// CHECK:             arith.cmpf ogt, %[[D]]
// CHECK-NOT:         lagrad.exact
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK:             %[[T:.*]] = arith.mulf %{{.*}}, %{{.*}} {lagrad.exact} : f64
// CHECK:             %[[E:.*]] = arith.subf %[[T]], %{{.*}} {lagrad.exact} : f64
// CHECK:             arith.cmpf ogt, %[[E]]
func.func @f(%x: tensor<8xf64>, %w: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%sum = %zero) -> f64 {
    %a = tensor.extract %x[%i] : tensor<8xf64>
    %p = arith.cmpf ogt, %a, %zero : f64
    %s = scf.if %p -> f64 {
      %b = arith.mulf %a, %a : f64
      %d = arith.subf %b, %w : f64
      %q = arith.cmpf ogt, %d, %zero : f64
      %t = scf.if %q -> f64 {
        %u = arith.mulf %a, %w : f64
        %v = arith.mulf %u, %b : f64
        scf.yield %v : f64
      } else {
        %u = math.sin %a : f64
        scf.yield %u : f64
      }
      scf.yield %t : f64
    } else {
      scf.yield %a : f64
    }
    %next = arith.addf %sum, %s : f64
    scf.yield %next : f64
  }
  return %r : f64
}
func.func private @back(tensor<8xf64>, f64) -> (f64, tensor<8xf64>) attributes {lagrad.gradient = @f, lagrad.wrt = [0], lagrad.with_primal}
