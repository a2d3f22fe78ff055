// RUN: lagrad-opt %s --lagrad-copy-yields | FileCheck %s
#id = affine_map<(i) -> (i)>
#reversed = affine_map<(i) -> (3 - i)>

// Nothing reads the carried tensor after its successor is made: it is made in its place.
// CHECK-LABEL: func.func @in_place(
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}})
// CHECK:           %[[NEW:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<4xf64>) outs(%[[A]] : tensor<4xf64>)
// CHECK:           scf.yield %[[NEW]]
func.func @in_place(%x: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<4xf64>) {
    %e = tensor.empty() : tensor<4xf64>
    %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%a : tensor<4xf64>) outs(%e : tensor<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %s = math.sin %in : f64
      linalg.yield %s : f64
    } -> tensor<4xf64>
    scf.yield %b : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}

// Elements that are read in another order would be overwritten: a copy at the end.
// CHECK-LABEL: func.func @reversed(
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}})
// CHECK:           %[[E:.*]] = tensor.empty
// CHECK:           %[[NEW:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<4xf64>) outs(%[[E]] : tensor<4xf64>)
// CHECK:           %[[COPY:.*]] = linalg.copy {{.*}}ins(%[[NEW]] : tensor<4xf64>) outs(%[[A]] : tensor<4xf64>)
// CHECK-NEXT:      scf.yield %[[COPY]]
func.func @reversed(%x: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<4xf64>) {
    %e = tensor.empty() : tensor<4xf64>
    %b = linalg.generic {indexing_maps = [#reversed, #id], iterator_types = ["parallel"]}
        ins(%a : tensor<4xf64>) outs(%e : tensor<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<4xf64>
    scf.yield %b : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}

// A swap reads both tensors before it overwrites either.
// CHECK-LABEL: func.func @swap(
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
// CHECK-DAG:       %[[OLD_B:.*]] = linalg.copy {{.*}}ins(%[[B]] : tensor<2xf64>) outs(%{{.*}} : tensor<2xf64>)
// CHECK-DAG:       %[[OLD_A:.*]] = linalg.copy {{.*}}ins(%[[A]] : tensor<2xf64>) outs(%{{.*}} : tensor<2xf64>)
// CHECK:           %[[NEW_A:.*]] = linalg.copy {{.*}}ins(%[[OLD_B]] : tensor<2xf64>) outs(%[[A]] : tensor<2xf64>)
// CHECK:           %[[NEW_B:.*]] = linalg.copy {{.*}}ins(%[[OLD_A]] : tensor<2xf64>) outs(%[[B]] : tensor<2xf64>)
// CHECK:           scf.yield %[[NEW_A]], %[[NEW_B]]
func.func @swap(%x: tensor<2xf64>, %y: tensor<2xf64>, %n: index) -> (tensor<2xf64>, tensor<2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<2xf64>, tensor<2xf64>) {
    scf.yield %b, %a : tensor<2xf64>, tensor<2xf64>
  }
  return %r#0, %r#1 : tensor<2xf64>, tensor<2xf64>
}

// A tensor that is updated already needs nothing.
// CHECK-LABEL: func.func @tape(
// CHECK-NOT:     linalg.copy
// CHECK:         return
func.func @tape(%t: tensor<?xf64>, %v: f64, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<?xf64>) {
    %b = tensor.insert %v into %a[%i] : tensor<?xf64>
    scf.yield %b : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// A product that adds to one of its factors works on a copy of it, which moves back at the end.
// CHECK-LABEL: func.func @read_while_written(
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}})
// CHECK:           %[[NEW:.*]] = linalg.matmul ins(%{{.*}}, %[[A]] : {{.*}}) outs(%[[A]] : {{.*}})
// CHECK:           %[[COPY:.*]] = linalg.copy {{.*}}ins(%[[NEW]] : tensor<2x2xf64>) outs(%[[A]] : tensor<2x2xf64>)
// CHECK:           scf.yield %[[COPY]]
func.func @read_while_written(%w: tensor<2x2xf64>, %x: tensor<2x2xf64>, %n: index) -> tensor<2x2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<2x2xf64>) {
    %b = linalg.matmul ins(%w, %a : tensor<2x2xf64>, tensor<2x2xf64>) outs(%a : tensor<2x2xf64>) -> tensor<2x2xf64>
    scf.yield %b : tensor<2x2xf64>
  }
  return %r : tensor<2x2xf64>
}

// A tensor that may change its size is left alone.
// CHECK-LABEL: func.func @other_size(
// CHECK-NOT:     linalg.copy
// CHECK:         return
func.func @other_size(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?xf64>) {
    scf.yield %y : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
