// RUN: lagrad-opt %s --lagrad-infer-triangular | FileCheck %s
// RUN: lagrad-opt %s --lagrad-infer-triangular='packed=true' --lagrad-to-llvm -o /dev/null

#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#both = affine_map<(i, j) -> (i, j)>

// Factors of covariances, built by loops: the diagonal, and what is below it column by column.
// CHECK-LABEL: func.func @factors(
// CHECK:         linalg.fill {{.*}} -> tensor<?x?xf64, "ltri">
// CHECK:         scf.for {{.*}} -> (tensor<?x?xf64, "ltri">)
// CHECK:           scf.for {{.*}} -> (tensor<?x?xf64, "ltri">)
// CHECK:         linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<?x?xf64, "ltri">, tensor<?xf64>)
func.func @factors(%d: index, %diagonal: tensor<?xf64>, %below: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%d, %d) : tensor<?x?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
  %q = scf.for %j = %c0 to %d step %c1 iter_args(%columns = %zeros) -> (tensor<?x?xf64>) {
    %p = tensor.extract %diagonal[%j] : tensor<?xf64>
    %exp = math.exp %p : f64
    %with = tensor.insert %exp into %columns[%j, %j] : tensor<?x?xf64>
    %after = arith.addi %j, %c1 : index
    %column = scf.for %i = %after to %d step %c1 iter_args(%part = %with) -> (tensor<?x?xf64>) {
      %b = tensor.extract %below[%i, %j] : tensor<?x?xf64>
      %next = tensor.insert %b into %part[%i, %j] : tensor<?x?xf64>
      scf.yield %next : tensor<?x?xf64>
    }
    scf.yield %column : tensor<?x?xf64>
  }
  %r = linalg.matvec ins(%q, %x : tensor<?x?xf64>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Attention that looks back only: the weights are masked, and so is what is made of them.
// CHECK-LABEL: func.func @attention(
// CHECK:         %[[W:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<6x6xf64, "ltri">)
// CHECK:         %[[N:.*]] = linalg.generic {{.*}} ins(%[[W]], %{{.*}} : tensor<6x6xf64, "ltri">, tensor<6xf64>) outs(%{{.*}} : tensor<6x6xf64, "ltri">)
// CHECK:         linalg.generic {{.*}} ins(%[[N]], %{{.*}} : tensor<6x6xf64, "ltri">, tensor<6x3xf64>)
func.func @attention(%scores: tensor<6x6xf64>, %sums: tensor<6xf64>, %values: tensor<6x3xf64>, %out: tensor<6x3xf64>) -> tensor<6x3xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<6x6xf64>
  %w = linalg.generic {indexing_maps = [#both, #both], iterator_types = ["parallel", "parallel"]}
      ins(%scores : tensor<6x6xf64>) outs(%e : tensor<6x6xf64>) {
    ^bb0(%s: f64, %o: f64):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %past = arith.cmpi ule, %j, %i : index
      %exp = math.exp %s : f64
      %kept = arith.select %past, %exp, %zero : f64
      linalg.yield %kept : f64
  } -> tensor<6x6xf64>
  %n = linalg.generic {indexing_maps = [#both, #row, #both], iterator_types = ["parallel", "parallel"]}
      ins(%w, %sums : tensor<6x6xf64>, tensor<6xf64>) outs(%e : tensor<6x6xf64>) {
    ^bb0(%p: f64, %s: f64, %o: f64):
      %0 = arith.divf %p, %s : f64
      linalg.yield %0 : f64
  } -> tensor<6x6xf64>
  %r = linalg.matmul ins(%n, %values : tensor<6x6xf64>, tensor<6x3xf64>) outs(%out : tensor<6x3xf64>) -> tensor<6x3xf64>
  return %r : tensor<6x3xf64>
}

// One element above the diagonal, and nothing is known.
// CHECK-LABEL: func.func @above(
// CHECK-NOT:     tri"
// CHECK:         return
func.func @above(%x: f64, %i: index, %j: index) -> tensor<3x3xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<3x3xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%e : tensor<3x3xf64>) -> tensor<3x3xf64>
  %one = tensor.insert %x into %zeros[%i, %i] : tensor<3x3xf64>
  %two = tensor.insert %x into %one[%i, %j] : tensor<3x3xf64>
  return %two : tensor<3x3xf64>
}
