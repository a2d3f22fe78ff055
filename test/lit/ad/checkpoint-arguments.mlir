// What the adjoint of a piece takes, and how a piece decides that runs twice.
// RUN: lagrad-opt %s --lagrad-differentiate --split-input-file | FileCheck %s

// The adjoint reads %x, and neither %a nor %n, which live no longer than the piece.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[A:.*]]: tensor<3xf64>, %[[X:.*]]: tensor<3xf64>, %[[N:.*]]: index)
// CHECK:         call @f_piece_adjoint(%[[X]], %{{[0-9a-z_]+}}) : (tensor<3xf64>, tensor<3xf64>)
func.func @f(%a: tensor<3xf64>, %x: tensor<3xf64>, %n: index) -> f64 {
  %y = scf.execute_region -> tensor<3xf64> {
    %sine = math.sin %x : tensor<3xf64>
    %power = math.exp %sine : tensor<3xf64>
    %sum = arith.addf %power, %a : tensor<3xf64>
    %e = tensor.extract %a[%n] : tensor<3xf64>
    vector.print %e : f64
    scf.yield %sum : tensor<3xf64>
  } {lagrad.checkpoint}
  %c0 = arith.constant 0 : index
  %r = tensor.extract %y[%c0] : tensor<3xf64>
  return %r : f64
}
func.func private @df(tensor<3xf64>, tensor<3xf64>, index) -> (tensor<3xf64>, tensor<3xf64>)
    attributes {lagrad.gradient = @f}

// -----

// It decides the same both times: its arithmetic keeps its order.
// CHECK-LABEL: func.func private @g_piece_augmented(
// CHECK:         arith.mulf {{.*}} {lagrad.exact}
// CHECK:         arith.cmpf
// CHECK-LABEL: func.func private @g_piece_adjoint(
// CHECK:         arith.mulf {{.*}} {lagrad.exact}
// CHECK:         arith.cmpf
func.func @g(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %y = scf.execute_region -> f64 {
    %square = arith.mulf %x, %x : f64
    %is_large = arith.cmpf ogt, %square, %one : f64
    %r = scf.if %is_large -> f64 {
      %s = math.sin %x : f64
      scf.yield %s : f64
    } else {
      %p = arith.mulf %square, %x : f64
      scf.yield %p : f64
    }
    scf.yield %r : f64
  } {lagrad.checkpoint}
  %z = math.exp %y : f64
  return %z : f64
}
func.func private @dg(f64) -> f64 attributes {lagrad.gradient = @g}
