// RUN: lagrad-opt %s --pipeline='linalg-generalize-named-ops,lagrad-expand-quadratics,canonicalize,cse' | filecheck %s
// RUN: lagrad-opt %s --pipeline='linalg-generalize-named-ops,lagrad-expand-quadratics' --remarks 2>&1 >/dev/null | filecheck %s --check-prefix=SAID

// The squares of all rows of b x, for 200 points x of 5 components: the form is b^T b.

// SAID: quadratics.mlir:36:8: remark: these squares are computed as quadratic forms in the points

// CHECK-LABEL: func.func @f
// The points less their mean, of which nothing depends:
// CHECK:      %[[MEAN:.*]] = "lagrad.stop_gradient"
// CHECK:      %[[Z:.*]] = linalg.generic {{.*}} ins(%arg1, %[[MEAN]] : tensor<5x200xf64>, tensor<5xf64>)
// CHECK:        arith.subf
// What is squared at the mean:
// CHECK:      %[[SHIFT:.*]] = linalg.generic {{.*}} ins(%arg0, %[[MEAN]] : tensor<6x5xf64>, tensor<5xf64>)
// CHECK:      %[[SUMS:.*]] = linalg.generic {{.*}} ins(%arg0, %arg0 : tensor<6x5xf64>, tensor<6x5xf64>)
// Its upper triangle, with the others twice:
// CHECK:      %[[FORM:.*]] = linalg.generic {{.*}} ins(%[[SUMS]] : tensor<5x5xf64>)
// CHECK:        arith.select
// CHECK:      } -> tensor<5x5xf64, "utri">
// CHECK:      %[[LINE:.*]] = linalg.generic {{.*}} ins(%arg0, %[[SHIFT]] : tensor<6x5xf64>, tensor<6xf64>)
// CHECK:        arith.mulf %{{.*}}, %[[TWO:.*]] : f64
// CHECK:      %[[CONSTANT:.*]] = linalg.generic {{.*}} ins(%[[SHIFT]], %[[SHIFT]] : tensor<6xf64>, tensor<6xf64>)
// CHECK:      %[[SPREAD:.*]] = linalg.generic {{.*}} ins(%[[LINE]] : tensor<5xf64>)
// CHECK:      %[[Y:.*]] = linalg.generic {{.*}} ins(%[[FORM]], %[[Z]] : tensor<5x5xf64, "utri">, tensor<5x200xf64>) outs(%[[SPREAD]]
// CHECK:      %[[FIRST:.*]] = linalg.generic {{.*}} ins(%[[CONSTANT]] : tensor<f64>)
// CHECK:      %[[R:.*]] = linalg.generic {{.*}} ins(%[[Y]], %[[Z]] : tensor<5x200xf64>, tensor<5x200xf64>) outs(%[[FIRST]]
// CHECK-NOT:  tensor<6x200xf64>
// CHECK:      return %[[R]]

func.func @f(%b: tensor<6x5xf64>, %x: tensor<5x200xf64>, %w: tensor<200xf64>) -> tensor<200xf64> {
  %zero = arith.constant 0.0 : f64
  %no_y = tensor.empty() : tensor<6x200xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%no_y : tensor<6x200xf64>) -> tensor<6x200xf64>
  %y = linalg.matmul ins(%b, %x : tensor<6x5xf64>, tensor<5x200xf64>) outs(%zeros : tensor<6x200xf64>)
      -> tensor<6x200xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i, p) -> (i, p)>, affine_map<(i, p) -> (p)>],
                       iterator_types = ["reduction", "parallel"]}
      ins(%y : tensor<6x200xf64>) outs(%w : tensor<200xf64>) {
    ^bb0(%yi: f64, %out: f64):
      %square = arith.mulf %yi, %yi : f64
      %sum = arith.addf %out, %square : f64
      linalg.yield %sum : f64
  } -> tensor<200xf64>
  return %r : tensor<200xf64>
}
