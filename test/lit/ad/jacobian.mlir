// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-opt %s --lagrad-differentiate='function=rosenbrock mode=value_and_grad result=vg' | FileCheck %s --check-prefix=VALUE
// RUN: lagrad-opt %s --lagrad-differentiate='function=layer mode=jacobian wrt=1 sweep=forward chunk=6 result=j' | FileCheck %s --check-prefix=OPTIONS
// RUN: lagrad-check %s

// VALUE:   func.func @vg(%{{.*}}: f64, %{{.*}}: f64) -> (f64, f64, f64)
// OPTIONS: func.func @j(%{{.*}}: tensor<5x30xf64>, %{{.*}}: tensor<30xf64>) -> tensor<5x30xf64>
// OPTIONS: tensor.insert_slice %{{.*}} : tensor<5x6xf64> into tensor<5x30xf64>

func.func @layer(%a: tensor<5x30xf64>, %x: tensor<30xf64>) -> tensor<5xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<5xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<5xf64>) -> tensor<5xf64>
  %s = math.exp %x : tensor<30xf64>
  %y = linalg.matvec ins(%a, %s : tensor<5x30xf64>, tensor<30xf64>) outs(%z : tensor<5xf64>) -> tensor<5xf64>
  return %y : tensor<5xf64>
}

// Five results and thirty arguments: rows, in reverse mode, two at a time. The last chunk goes back to be a whole one.
// What does not depend on the directions stands before the loop.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[A:.*]]: tensor<5x30xf64>, %[[X:.*]]: tensor<30xf64>) -> tensor<5x30xf64>
// CHECK:         math.exp
// CHECK:         scf.for %[[ROW:.*]] = %c0 to %c5 step %c2 iter_args(%[[J:.*]] = %{{.*}}) -> (tensor<5x30xf64>)
// CHECK-NOT:       math.exp
// CHECK:           %[[FIRST:.*]] = arith.minsi %[[ROW]], %c3
// CHECK:           tensor.insert_slice %{{.*}} into %[[J]][%[[FIRST]], 0] [2, 30] [1, 1] : tensor<2x30xf64> into tensor<5x30xf64>
func.func private @rows(tensor<5x30xf64>, tensor<30xf64>) -> tensor<5x30xf64>
    attributes {lagrad.jacobian = @layer, lagrad.wrt = [1], lagrad.chunk = 2}

// The same by columns: the directions are the last dimension.
// CHECK-LABEL: func.func @columns(
// CHECK:         scf.for %{{.*}} = %c0 to %c30 step %c10
// CHECK:           tensor.insert_slice %{{.*}} into %{{.*}}[0, %{{.*}}] [5, 10] [1, 1] : tensor<5x10xf64> into tensor<5x30xf64>
func.func private @columns(tensor<5x30xf64>, tensor<30xf64>) -> tensor<5x30xf64>
    attributes {lagrad.jacobian = @layer, lagrad.wrt = [1], lagrad.chunk = 10, lagrad.mode = "forward"}

// One array for each result and argument; the results of the function come first.
func.func @several(%x: tensor<2xf64>, %s: f64) -> (tensor<2xf64>, f64) {
  %all = tensor.splat %s : tensor<2xf64>
  %0 = arith.mulf %x, %all : tensor<2xf64>
  %1 = math.cos %s : f64
  return %0, %1 : tensor<2xf64>, f64
}
// CHECK-LABEL: func.func @blocks(
func.func private @blocks(tensor<2xf64>, f64) -> (tensor<2xf64>, f64, tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>, f64)
    attributes {lagrad.jacobian = @several, lagrad.with_primal}

func.func @rosenbrock(%x: f64, %y: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %hundred = arith.constant 100.0 : f64
  %0 = arith.subf %one, %x : f64
  %1 = arith.mulf %0, %0 : f64
  %2 = arith.mulf %x, %x : f64
  %3 = arith.subf %y, %2 : f64
  %4 = arith.mulf %3, %3 : f64
  %5 = arith.mulf %hundred, %4 : f64
  %6 = arith.addf %1, %5 : f64
  return %6 : f64
}
// A Hessian has an array for each pair of arguments; a product with it takes a direction after each of them.
// CHECK-LABEL: func.func @hessian(
// CHECK-LABEL: func.func @product(
// CHECK-NOT:     tensor
// CHECK-LABEL: func.func @value_and_gradient(
func.func private @hessian(f64, f64) -> (f64, f64, f64, f64) attributes {lagrad.hessian = @rosenbrock}
func.func private @product(f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.hvp = @rosenbrock}
func.func private @value_and_gradient(f64, f64) -> (f64, f64, f64) attributes {lagrad.value_and_grad = @rosenbrock}
