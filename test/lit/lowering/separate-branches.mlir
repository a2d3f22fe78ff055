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

// The result is as long as %x in one branch only, so %e cannot be computed where the result goes: a copy can.
// CHECK-LABEL: func.func @of_another_size(
// CHECK:         %[[E:.*]] = math.exp
// CHECK:         scf.if
// CHECK:           %[[COPY:.*]] = linalg.generic {{.*}} ins(%[[E]]
// CHECK:           scf.yield %[[COPY]]
// CHECK:         } else {
// CHECK:           %[[S:.*]] = math.sin
// CHECK-NEXT:      scf.yield %[[S]]
func.func @of_another_size(%x: tensor<?xf64>, %y: tensor<?xf64>, %c: i1) -> tensor<?xf64> {
  %e = math.exp %x : tensor<?xf64>
  %r = scf.if %c -> tensor<?xf64> {
    scf.yield %e : tensor<?xf64>
  } else {
    %s = math.sin %y : tensor<?xf64>
    scf.yield %s : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// The slice has the size of %e where the branch with it runs; that of @fits is %e's wherever it is.
// CHECK-LABEL: func.func @put_into(
// CHECK:         scf.if
// CHECK:           %[[PART:.*]] = tensor.extract_slice %{{.*}}[0] [%{{.*}}] [1]
// CHECK:           %[[COPY:.*]] = linalg.generic {{.*}} outs(%[[PART]]
// CHECK:           tensor.insert_slice %[[COPY]]
func.func @put_into(%x: tensor<?xf64>, %into: tensor<?xf64>, %n: index, %c: i1) -> tensor<?xf64> {
  %e = math.exp %x : tensor<?xf64>
  %r = scf.if %c -> tensor<?xf64> {
    %a = tensor.insert_slice %e into %into[0] [%n] [1] : tensor<?xf64> into tensor<?xf64>
    scf.yield %a : tensor<?xf64>
  } else {
    scf.yield %into : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
// CHECK-LABEL: func.func @fits(
// CHECK-NOT:     linalg
// CHECK:         return
func.func @fits(%x: tensor<?xf64>, %into: tensor<?xf64>, %c: i1) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %e = math.exp %x : tensor<?xf64>
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %r = scf.if %c -> tensor<?xf64> {
    %a = tensor.insert_slice %e into %into[0] [%n] [1] : tensor<?xf64> into tensor<?xf64>
    scf.yield %a : tensor<?xf64>
  } else {
    scf.yield %into : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// What an inner branch copies, the outer one does not copy again. A number everywhere is written again.
// CHECK-LABEL: func.func @nested(
// CHECK:         scf.if
// CHECK:         } else {
// CHECK-NOT:       linalg.generic
// CHECK:           scf.if
// CHECK:           } else {
// CHECK:             linalg.generic
// CHECK-NOT:       linalg.generic
// CHECK:         return
func.func @nested(%x: tensor<?xf64>, %y: tensor<?xf64>, %c: i1, %d: i1) -> tensor<?xf64> {
  %e = math.exp %x : tensor<?xf64>
  %r = scf.if %c -> tensor<?xf64> {
    %s = math.sin %y : tensor<?xf64>
    scf.yield %s : tensor<?xf64>
  } else {
    %t = scf.if %d -> tensor<?xf64> {
      %s = math.cos %y : tensor<?xf64>
      scf.yield %s : tensor<?xf64>
    } else {
      scf.yield %e : tensor<?xf64>
    }
    scf.yield %t : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @exchanged_zeros(
// CHECK:         } else {
// CHECK:           %[[E:.*]] = tensor.empty()
// CHECK-NEXT:      %[[AGAIN:.*]] = linalg.fill {{.*}}outs(%[[E]]
// CHECK:           scf.yield %[[AGAIN]],
func.func @exchanged_zeros(%x: tensor<4xf64>, %c: i1) -> (tensor<4xf64>, tensor<4xf64>) {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %r:2 = scf.if %c -> (tensor<4xf64>, tensor<4xf64>) {
    %s = math.sin %x : tensor<4xf64>
    scf.yield %s, %z : tensor<4xf64>, tensor<4xf64>
  } else {
    %t = math.cos %x : tensor<4xf64>
    scf.yield %z, %t : tensor<4xf64>, tensor<4xf64>
  }
  return %r#0, %r#1 : tensor<4xf64>, tensor<4xf64>
}
