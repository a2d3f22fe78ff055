// RUN: lagrad-opt %s --lagrad-slice-chains | FileCheck %s

#id = affine_map<(d, i, v) -> (d, i, v)>
#m = affine_map<(d, i, v, l) -> (i, l)>
#x = affine_map<(d, i, v, l) -> (d, l, v)>
#y = affine_map<(d, i, v, l) -> (d, i, v)>

// What is passed on is one slice of five, and the result is written slice by slice.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[X:.*]]: tensor<5x2x?xf64>, %[[R:.*]]: tensor<2x2xf64>, %[[AT:.*]]: tensor<?xindex>, %[[OUT:.*]]: tensor<5x?x2xf64>
// CHECK:         %[[LOOP:.*]] = scf.for %[[D:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[INTO:.*]] = %[[OUT]]) -> (tensor<5x?x2xf64>)
// CHECK-DAG:       %[[XD:.*]] = tensor.extract_slice %[[X]][%[[D]], 0, 0]
// CHECK:           %[[SIN:.*]] = linalg.generic {{.*}} ins(%[[XD]] : tensor<2x?xf64>)
// CHECK:           %[[FILL:.*]] = linalg.generic
// CHECK:           %[[TURNED:.*]] = linalg.generic {{.*}} ins(%[[R]], %[[SIN]] : tensor<2x2xf64>, tensor<2x?xf64>) outs(%[[FILL]] : tensor<2x?xf64>)
// CHECK:           %[[ROWS:.*]] = linalg.generic {{.*}} ins(%[[AT]] : tensor<?xindex>)
// CHECK:             %[[I:.*]] = linalg.index 1
// CHECK:             tensor.extract %[[TURNED]][%[[I]], %{{.*}}]
// CHECK:           %[[NEXT:.*]] = tensor.insert_slice %[[ROWS]] into %[[INTO]][%[[D]], 0, 0]
// CHECK:           scf.yield %[[NEXT]]
// CHECK:         return %[[LOOP]]
func.func @chain(%x: tensor<5x2x?xf64>, %r: tensor<2x2xf64>, %at: tensor<?xindex>, %out: tensor<5x?x2xf64>, %n: index) -> tensor<5x?x2xf64> {
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty(%n) : tensor<5x2x?xf64>
  %sin = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<5x2x?xf64>) outs(%empty : tensor<5x2x?xf64>) {
    ^bb0(%a: f64, %o: f64):
      %0 = math.sin %a : f64
      linalg.yield %0 : f64
  } -> tensor<5x2x?xf64>
  %zeros = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel"]} outs(%empty : tensor<5x2x?xf64>) {
    ^bb0(%o: f64):
      linalg.yield %zero : f64
  } -> tensor<5x2x?xf64>
  %turned = linalg.generic {indexing_maps = [#m, #x, #y], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%r, %sin : tensor<2x2xf64>, tensor<5x2x?xf64>) outs(%zeros : tensor<5x2x?xf64>) {
    ^bb0(%a: f64, %b: f64, %o: f64):
      %0 = arith.mulf %a, %b : f64
      %1 = arith.addf %o, %0 : f64
      linalg.yield %1 : f64
  } -> tensor<5x2x?xf64>
  %rows = linalg.generic {indexing_maps = [affine_map<(d, c, i) -> (c)>, affine_map<(d, c, i) -> (d, c, i)>],
                          iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%at : tensor<?xindex>) outs(%out : tensor<5x?x2xf64>) {
    ^bb0(%v: index, %o: f64):
      %d = linalg.index 0 : index
      %i = linalg.index 2 : index
      %0 = tensor.extract %turned[%d, %i, %v] : tensor<5x2x?xf64>
      linalg.yield %0 : f64
  } -> tensor<5x?x2xf64>
  return %rows : tensor<5x?x2xf64>
}

// Somebody else reads what is passed on: it is needed whole.
// CHECK-LABEL: func.func @read_twice(
// CHECK-NOT:     scf.for
func.func @read_twice(%x: tensor<5x?xf64>, %out: tensor<5x?xf64>) -> (tensor<5x?xf64>, tensor<5x?xf64>) {
  %sin = linalg.generic {indexing_maps = [affine_map<(d, v) -> (d, v)>, affine_map<(d, v) -> (d, v)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x?xf64>) outs(%out : tensor<5x?xf64>) {
    ^bb0(%a: f64, %o: f64):
      %0 = math.sin %a : f64
      linalg.yield %0 : f64
  } -> tensor<5x?xf64>
  %cos = linalg.generic {indexing_maps = [affine_map<(d, v) -> (d, v)>, affine_map<(d, v) -> (d, v)>], iterator_types = ["parallel", "parallel"]}
      ins(%sin : tensor<5x?xf64>) outs(%out : tensor<5x?xf64>) {
    ^bb0(%a: f64, %o: f64):
      %0 = math.cos %a : f64
      linalg.yield %0 : f64
  } -> tensor<5x?xf64>
  return %sin, %cos : tensor<5x?xf64>, tensor<5x?xf64>
}

// The reader needs all slices: it adds them up, or runs through them in another order.
// CHECK-LABEL: func.func @across(
// CHECK-NOT:     scf.for
func.func @across(%x: tensor<5x?xf64>, %y: tensor<5x5xf64>, %out: tensor<5x?xf64>) -> tensor<5x?xf64> {
  %sin = linalg.generic {indexing_maps = [affine_map<(d, v) -> (d, v)>, affine_map<(d, v) -> (d, v)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x?xf64>) outs(%out : tensor<5x?xf64>) {
    ^bb0(%a: f64, %o: f64):
      %0 = math.sin %a : f64
      linalg.yield %0 : f64
  } -> tensor<5x?xf64>
  %sums = linalg.generic {indexing_maps = [affine_map<(d, v, e) -> (d, e)>, affine_map<(d, v, e) -> (e, v)>, affine_map<(d, v, e) -> (d, v)>],
                          iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%y, %sin : tensor<5x5xf64>, tensor<5x?xf64>) outs(%out : tensor<5x?xf64>) {
    ^bb0(%a: f64, %b: f64, %o: f64):
      %0 = arith.mulf %a, %b : f64
      %1 = arith.addf %o, %0 : f64
      linalg.yield %1 : f64
  } -> tensor<5x?xf64>
  return %sums : tensor<5x?xf64>
}

// A product with a large matrix is faster for all rows at once.
// CHECK-LABEL: func.func @with_large_matrix(
// CHECK-NOT:     scf.for
func.func @with_large_matrix(%x: tensor<5x?xf64>, %y: tensor<?x?xf64>, %out: tensor<5x?xf64>, %n: index) -> tensor<5x?xf64> {
  %empty = tensor.empty(%n) : tensor<5x?xf64>
  %sin = linalg.generic {indexing_maps = [affine_map<(d, v) -> (d, v)>, affine_map<(d, v) -> (d, v)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x?xf64>) outs(%empty : tensor<5x?xf64>) {
    ^bb0(%a: f64, %o: f64):
      %0 = math.sin %a : f64
      linalg.yield %0 : f64
  } -> tensor<5x?xf64>
  %sums = linalg.generic {indexing_maps = [affine_map<(d, v, e) -> (d, e)>, affine_map<(d, v, e) -> (e, v)>, affine_map<(d, v, e) -> (d, v)>],
                          iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%sin, %y : tensor<5x?xf64>, tensor<?x?xf64>) outs(%out : tensor<5x?xf64>) {
    ^bb0(%a: f64, %b: f64, %o: f64):
      %0 = arith.mulf %a, %b : f64
      %1 = arith.addf %o, %0 : f64
      linalg.yield %1 : f64
  } -> tensor<5x?xf64>
  return %sums : tensor<5x?xf64>
}

// A small tensor stays in a cache as it is.
// CHECK-LABEL: func.func @small(
// CHECK-NOT:     scf.for
func.func @small(%x: tensor<5x8xf64>, %out: tensor<5x8xf64>) -> tensor<5x8xf64> {
  %empty = tensor.empty() : tensor<5x8xf64>
  %sin = linalg.generic {indexing_maps = [affine_map<(d, v) -> (d, v)>, affine_map<(d, v) -> (d, v)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x8xf64>) outs(%empty : tensor<5x8xf64>) {
    ^bb0(%a: f64, %o: f64):
      %0 = math.sin %a : f64
      linalg.yield %0 : f64
  } -> tensor<5x8xf64>
  %cos = linalg.generic {indexing_maps = [affine_map<(d, v) -> (d, v)>, affine_map<(d, v) -> (d, v)>], iterator_types = ["parallel", "parallel"]}
      ins(%sin : tensor<5x8xf64>) outs(%out : tensor<5x8xf64>) {
    ^bb0(%a: f64, %o: f64):
      %0 = math.cos %a : f64
      linalg.yield %0 : f64
  } -> tensor<5x8xf64>
  return %cos : tensor<5x8xf64>
}
