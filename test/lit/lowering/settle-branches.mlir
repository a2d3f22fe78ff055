// RUN: lagrad-opt %s --lagrad-settle-branches | FileCheck %s
// RUN: lagrad-check %s

// Both sides have four elements, so the branch does; inner branches are looked at first.
func.func @f(%x: tensor<4xf64>, %c: i1, %d: i1) -> tensor<?xf64> {
  %r = scf.if %c -> tensor<?xf64> {
    %s = math.sin %x : tensor<4xf64>
    %q = scf.if %d -> tensor<?xf64> {
      %a = tensor.cast %s : tensor<4xf64> to tensor<?xf64>
      scf.yield %a : tensor<?xf64>
    } else {
      %b = tensor.cast %x : tensor<4xf64> to tensor<?xf64>
      scf.yield %b : tensor<?xf64>
    }
    scf.yield %q : tensor<?xf64>
  } else {
    %b = tensor.cast %x : tensor<4xf64> to tensor<?xf64>
    scf.yield %b : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
// CHECK-LABEL: func.func @f(
// CHECK:         %[[R:.*]] = scf.if %{{.*}} -> (tensor<4xf64>) {
// CHECK:           %[[Q:.*]] = scf.if %{{.*}} -> (tensor<4xf64>) {
// CHECK:           scf.yield %[[Q]] : tensor<4xf64>
// CHECK:         %[[CAST:.*]] = tensor.cast %[[R]] : tensor<4xf64> to tensor<?xf64>
// CHECK:         return %[[CAST]]

// Here they have not.
func.func @g(%x: tensor<4xf64>, %y: tensor<3xf64>, %c: i1) -> tensor<?xf64> {
  %r = scf.if %c -> tensor<?xf64> {
    %a = tensor.cast %x : tensor<4xf64> to tensor<?xf64>
    scf.yield %a : tensor<?xf64>
  } else {
    %b = tensor.cast %y : tensor<3xf64> to tensor<?xf64>
    scf.yield %b : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
// CHECK-LABEL: func.func @g(
// CHECK:         scf.if %{{.*}} -> (tensor<?xf64>) {
// CHECK-NOT:     to tensor<4xf64>

func.func private @df(tensor<4xf64>, i1, i1) -> tensor<4xf64> attributes {lagrad.gradient = @f}
