// RUN: lagrad-opt %s --lagrad-separate-branches | FileCheck %s

// %y is the second result of one branch: the other passes on a copy of it, made before what else it computes.
// CHECK-LABEL: func.func @exchanged(
// CHECK:         %[[Y:.*]] = math.exp
// CHECK:         scf.if
// CHECK:           %[[S:.*]] = math.sin
// CHECK-NEXT:      scf.yield %[[S]], %[[Y]]
// CHECK:         } else {
// CHECK-NEXT:      %[[E:.*]] = tensor.empty()
// CHECK-NEXT:      %[[COPY:.*]] = linalg.copy {{.*}}ins(%[[Y]] {{.*}}outs(%[[E]]
// CHECK:           %[[T:.*]] = math.cos
// CHECK-NEXT:      scf.yield %[[COPY]], %[[T]]
func.func @exchanged(%x: tensor<3xf64>, %c: i1) -> (tensor<3xf64>, tensor<3xf64>) {
  %y = math.exp %x : tensor<3xf64>
  %r:2 = scf.if %c -> (tensor<3xf64>, tensor<3xf64>) {
    %s = math.sin %x : tensor<3xf64>
    scf.yield %s, %y : tensor<3xf64>, tensor<3xf64>
  } else {
    %t = math.cos %x : tensor<3xf64>
    scf.yield %y, %t : tensor<3xf64>, tensor<3xf64>
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

// The same result in both branches, and arguments, which nothing is computed into.
// CHECK-LABEL: func.func @stays(
// CHECK-NOT:     linalg.copy
// CHECK:         return
func.func @stays(%x: tensor<3xf64>, %z: tensor<3xf64>, %c: i1) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
  %y = math.exp %x : tensor<3xf64>
  %r:3 = scf.if %c -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
    scf.yield %y, %x, %z : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
  } else {
    %t = math.absf %y : tensor<3xf64>
    scf.yield %y, %z, %x : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
  }
  return %r#0, %r#1, %r#2 : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
}
