// RUN: lagrad-opt %s --lagrad-fuse-results --cse | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// A chain of values and tangents is one operation; what only the next one reads is no result any more.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[X:.*]]: tensor<4x3xf64>, %[[DX:.*]]: tensor<4x3xf64>)
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[DX]] : {{.*}}) outs(%{{.*}} : tensor<4x3xf64>) {
// CHECK:         ^bb0(%[[A:.*]]: f64, %[[DA:.*]]: f64, %{{.*}}: f64):
// CHECK:           %[[E:.*]] = math.exp %[[A]]
// CHECK:           %[[DE:.*]] = arith.mulf %[[DA]], %[[E]]
// CHECK:           %[[P:.*]] = arith.mulf %[[DE]], %[[E]]
// CHECK:           linalg.yield %[[P]]
// CHECK-NOT:     linalg.generic
// CHECK:         return %[[R]]
func.func @chain(%x: tensor<4x3xf64>, %dx: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %e = tensor.empty() : tensor<4x3xf64>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %dx : tensor<4x3xf64>, tensor<4x3xf64>) outs(%e, %e : tensor<4x3xf64>, tensor<4x3xf64>) {
  ^bb0(%a: f64, %da: f64, %o: f64, %p: f64):
    %1 = math.exp %a : f64
    %2 = arith.mulf %da, %1 : f64
    linalg.yield %1, %2 : f64, f64
  } -> (tensor<4x3xf64>, tensor<4x3xf64>)
  %3 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0#0, %0#1 : tensor<4x3xf64>, tensor<4x3xf64>) outs(%e : tensor<4x3xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %1 = arith.mulf %b, %a : f64
    linalg.yield %1 : f64
  } -> tensor<4x3xf64>
  return %3 : tensor<4x3xf64>
}

// What is read later too stays a result; a sum takes what only it reads.
// CHECK-LABEL: func.func @kept(
// CHECK:         %[[R:.*]]:2 = linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]}
// CHECK:           math.exp
// CHECK:           math.cos
// CHECK-NOT:     linalg.generic
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @kept(%x: tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<4x3xf64>) {
  %e = tensor.empty() : tensor<4x3xf64>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x3xf64>) outs(%e : tensor<4x3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %1 = math.exp %a : f64
    linalg.yield %1 : f64
  } -> tensor<4x3xf64>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x3xf64>) outs(%e : tensor<4x3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %1 = math.cos %a : f64
    linalg.yield %1 : f64
  } -> tensor<4x3xf64>
  return %0, %2 : tensor<4x3xf64>, tensor<4x3xf64>
}

// CHECK-LABEL: func.func @sum(
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]}
// CHECK:           math.exp
// CHECK:           math.sin
// CHECK:           arith.addf
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @sum(%x: tensor<4x3xf64>, %start: tensor<4xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4x3xf64>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x3xf64>) outs(%e, %e : tensor<4x3xf64>, tensor<4x3xf64>) {
  ^bb0(%a: f64, %o: f64, %p: f64):
    %1 = math.exp %a : f64
    %2 = math.sin %a : f64
    linalg.yield %1, %2 : f64, f64
  } -> (tensor<4x3xf64>, tensor<4x3xf64>)
  %3 = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%0#0, %0#1 : tensor<4x3xf64>, tensor<4x3xf64>) outs(%start : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %acc: f64):
    %1 = arith.mulf %a, %b : f64
    %2 = arith.addf %acc, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<4xf64>
  return %3 : tensor<4xf64>
}

// Two chains meet.
// CHECK-LABEL: func.func @meet(
// CHECK:         linalg.generic
// CHECK:           math.cos
// CHECK:           math.exp
// CHECK:           math.sin
// CHECK:           arith.mulf
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @meet(%x: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %e = tensor.empty() : tensor<4x3xf64>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x3xf64>) outs(%e : tensor<4x3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %1 = math.cos %a : f64
    linalg.yield %1 : f64
  } -> tensor<4x3xf64>
  %a1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x3xf64>) outs(%e : tensor<4x3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %1 = math.exp %a : f64
    linalg.yield %1 : f64
  } -> tensor<4x3xf64>
  %a2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a1 : tensor<4x3xf64>) outs(%e : tensor<4x3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %1 = math.sin %a : f64
    linalg.yield %1 : f64
  } -> tensor<4x3xf64>
  %c = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a2, %b : tensor<4x3xf64>, tensor<4x3xf64>) outs(%e : tensor<4x3xf64>) {
  ^bb0(%a: f64, %q: f64, %o: f64):
    %1 = arith.mulf %a, %q : f64
    linalg.yield %1 : f64
  } -> tensor<4x3xf64>
  return %c : tensor<4x3xf64>
}

// A reader that waited until its input has been overwritten would need a copy of it.
// CHECK-LABEL: func.func @overwritten(
// CHECK-COUNT-2: linalg.generic
// CHECK:         return
func.func @overwritten(%x: tensor<3x3xf64>, %s: f64) -> (tensor<3x3xf64>, tensor<3x3xf64>) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<3x3xf64>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x3xf64>) outs(%e, %e : tensor<3x3xf64>, tensor<3x3xf64>) {
  ^bb0(%a: f64, %o: f64, %p: f64):
    %1 = math.exp %a : f64
    %2 = math.sin %a : f64
    linalg.yield %1, %2 : f64, f64
  } -> (tensor<3x3xf64>, tensor<3x3xf64>)
  %y = tensor.insert %s into %x[%c0, %c0] : tensor<3x3xf64>
  %3 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0#0, %0#1 : tensor<3x3xf64>, tensor<3x3xf64>) outs(%e : tensor<3x3xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %1 = arith.mulf %a, %b : f64
    linalg.yield %1 : f64
  } -> tensor<3x3xf64>
  return %y, %3 : tensor<3x3xf64>, tensor<3x3xf64>
}

// Not fused: a transposed reader, a reader that overwrites the result, and one that something else reads before.
// CHECK-LABEL: func.func @apart(
// CHECK-COUNT-4: linalg.generic
// CHECK:         return
func.func @apart(%x: tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3x3xf64>, f64) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<3x3xf64>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x3xf64>) outs(%e, %e : tensor<3x3xf64>, tensor<3x3xf64>) {
  ^bb0(%a: f64, %o: f64, %p: f64):
    %1 = math.exp %a : f64
    %2 = math.sin %a : f64
    linalg.yield %1, %2 : f64, f64
  } -> (tensor<3x3xf64>, tensor<3x3xf64>)
  %3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0#0 : tensor<3x3xf64>) outs(%0#1 : tensor<3x3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %1 = arith.addf %a, %o : f64
    linalg.yield %1 : f64
  } -> tensor<3x3xf64>
  %4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x3xf64>) outs(%e : tensor<3x3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %1 = math.cos %a : f64
    linalg.yield %1 : f64
  } -> tensor<3x3xf64>
  %first = tensor.extract %4[%c0, %c0] : tensor<3x3xf64>
  %5 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%4 : tensor<3x3xf64>) outs(%e : tensor<3x3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %1 = arith.mulf %a, %first : f64
    linalg.yield %1 : f64
  } -> tensor<3x3xf64>
  return %3, %5, %first : tensor<3x3xf64>, tensor<3x3xf64>, f64
}

// A sum over what an operation without inputs makes: only what is read between them says how far it goes.
// CHECK-LABEL: func.func @sum_of_indices(
// CHECK-COUNT-2: linalg.generic
func.func @sum_of_indices(%zero: tensor<f64>) -> tensor<f64> {
  %e = tensor.empty() : tensor<4xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<4xf64>) {
  ^bb0(%o: f64):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f64
    linalg.yield %f : f64
  } -> tensor<4xf64>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%0 : tensor<4xf64>) outs(%zero : tensor<f64>) {
  ^bb0(%a: f64, %sum: f64):
    %2 = arith.addf %sum, %a : f64
    linalg.yield %2 : f64
  } -> tensor<f64>
  return %1 : tensor<f64>
}
