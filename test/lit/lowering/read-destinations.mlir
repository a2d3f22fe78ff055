// RUN: lagrad-opt %s --pipeline="lagrad-read-destinations,linalg-fuse-elementwise-ops,canonicalize,cse,lagrad-reuse-destinations" | FileCheck %s

// An accumulation is not fused as a function of its inputs into an operation with more points:
// what it overwrites is an input of the fused one.
// CHECK-LABEL: func.func @accumulate_then_broadcast
// CHECK-SAME:    %[[CT:.*]]: tensor<3xf64>, %[[ACC:.*]]: tensor<3xf64>, %[[X:.*]]: tensor<3x4xf64>
// CHECK:         linalg.generic
// CHECK-SAME:      ins(%[[CT]], %[[ACC]], %[[X]]
// CHECK:         ^bb0(%[[C:.*]]: f64, %[[A:.*]]: f64, %[[E:.*]]: f64, %{{.*}}: f64):
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[A]], %[[C]]
// CHECK-NEXT:      arith.mulf %[[E]], %[[S]]
func.func @accumulate_then_broadcast(%ct: tensor<3xf64>, %acc: tensor<3xf64>, %x: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%ct : tensor<3xf64>) outs(%acc : tensor<3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.addf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<3xf64>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<3xf64>) outs(%x : tensor<3x4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.mulf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<3x4xf64>
  return %1 : tensor<3x4xf64>
}

// A carried tensor is overwritten in place: it is the destination again.
// CHECK-LABEL: func.func @carried
// CHECK:         scf.for {{.*}} iter_args(%[[H:.*]] = %{{.*}})
// CHECK:           linalg.generic {{.*}} outs(%[[H]] : tensor<4xf64>)
func.func @carried(%x: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<4xf64> {
    %e = tensor.empty() : tensor<4xf64>
    %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%h : tensor<4xf64>) outs(%e : tensor<4xf64>) {
    ^bb0(%a: f64, %o: f64):
      %s = math.sin %a : f64
      linalg.yield %s : f64
    } -> tensor<4xf64>
    scf.yield %0 : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}
