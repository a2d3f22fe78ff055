// RUN: lagrad-opt %s --lagrad-skip-columns --canonicalize --cse | FileCheck %s

#a = affine_map<(i, v, k) -> (i, k)>
#x = affine_map<(i, v, k) -> (k, v)>
#y = affine_map<(i, v, k) -> (i, v)>
#id = affine_map<(i, v) -> (i, v)>
#c = affine_map<(c, i) -> (c)>
#ci = affine_map<(c, i) -> (c, i)>

// Columns that are read are marked and counted; where that pays they are numbered, and `sin` and the product run over them.
// What is large is chosen from a smaller part of all.
// CHECK-LABEL: func.func @few(
// CHECK-SAME:    %[[A:.*]]: tensor<3x4xf64>, %[[X:.*]]: tensor<4x?xf64>, %[[AT:.*]]: tensor<?xi32>
// CHECK:         %[[ALL:.*]] = tensor.dim %[[X]]
// CHECK:         %[[FEW:.*]] = arith.cmpi sle
// CHECK:         %[[NO_MORE:.*]] = arith.select %[[FEW]], %[[ALL]], %c0
// CHECK:         tensor.empty(%[[NO_MORE]]) : tensor<?xi8>
// CHECK:         %[[MARKS:.*]] = scf.for
// CHECK:           tensor.extract %[[AT]][
// CHECK:           tensor.insert %c1_i8 into
// CHECK:         %[[CHOSEN:.*]] = scf.for {{.*}} -> (index)
// CHECK:           tensor.extract %[[MARKS]]
// CHECK:         %[[BYTES:.*]] = arith.muli %[[CHOSEN]], %c32
// CHECK:         %[[LARGE:.*]] = arith.cmpi sgt, %[[BYTES]], %c65536
// CHECK:         arith.select %[[LARGE]], %c25, %c75
// CHECK:         %[[PAYS:.*]] = arith.andi %[[FEW]]
// CHECK:         %[[SOME:.*]] = arith.select %[[PAYS]], %[[CHOSEN]], %c0
// CHECK:         %[[COUNT:.*]] = arith.select %[[PAYS]], %[[CHOSEN]], %[[ALL]]
// CHECK:         %[[END:.*]] = arith.select %[[PAYS]], %[[ALL]], %c0
// CHECK:         %[[NUMBERED:.*]]:3 = scf.for {{.*}} = %c0 to %[[END]]
// CHECK:           tensor.extract %[[MARKS]]
// CHECK:         %[[ROOM:.*]] = tensor.empty(%[[SOME]]) : tensor<4x?xf64>
// CHECK:         %[[TAKEN:.*]] = linalg.generic {{.*}} outs(%[[ROOM]]
// CHECK:           tensor.extract %[[NUMBERED]]#2
// CHECK:           tensor.extract %[[X]]
// CHECK:         %[[XU:.*]] = arith.select %[[PAYS]], %[[TAKEN]], %[[X]] : tensor<4x?xf64>
// CHECK:         %[[WIDE:.*]] = tensor.empty(%[[COUNT]]) : tensor<4x?xf64>
// CHECK:         %[[SIN:.*]] = linalg.generic {{.*}} ins(%[[XU]] : tensor<4x?xf64>) outs(%[[WIDE]]
// CHECK:         %[[Y:.*]] = linalg.generic {{.*}} ins(%[[A]], %[[SIN]] :
// CHECK:         linalg.generic
// CHECK:           %[[PLACE:.*]] = arith.index_cast
// CHECK:           %[[ASKED:.*]] = arith.select %[[PAYS]], %[[PLACE]], %c0
// CHECK:           %[[NUMBER:.*]] = tensor.extract %[[NUMBERED]]#1[%[[ASKED]]]
// CHECK:           %[[NOW:.*]] = arith.index_cast %[[NUMBER]]
// CHECK:           %[[COLUMN:.*]] = arith.select %[[PAYS]], %[[NOW]], %[[PLACE]]
// CHECK:           tensor.extract %[[Y]][%{{.*}}, %[[COLUMN]]]
func.func @few(%a: tensor<3x4xf64>, %x: tensor<4x?xf64>, %at: tensor<?xi32>) -> tensor<?x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %v = tensor.dim %x, %c1 : tensor<4x?xf64>
  %n = tensor.dim %at, %c0 : tensor<?xi32>
  %e4 = tensor.empty(%v) : tensor<4x?xf64>
  %sin = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x?xf64>) outs(%e4 : tensor<4x?xf64>) {
    ^bb0(%p: f64, %o: f64):
      %0 = math.sin %p : f64
      linalg.yield %0 : f64
  } -> tensor<4x?xf64>
  %e3 = tensor.empty(%v) : tensor<3x?xf64>
  %zeros = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e3 : tensor<3x?xf64>) {
    ^bb0(%o: f64):
      linalg.yield %zero : f64
  } -> tensor<3x?xf64>
  %y = linalg.generic {indexing_maps = [#a, #x, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %sin : tensor<3x4xf64>, tensor<4x?xf64>) outs(%zeros : tensor<3x?xf64>) {
    ^bb0(%p: f64, %q: f64, %o: f64):
      %0 = arith.mulf %p, %q : f64
      %1 = arith.addf %o, %0 : f64
      linalg.yield %1 : f64
  } -> tensor<3x?xf64>
  %empty = tensor.empty(%n) : tensor<?x3xf64>
  %z = linalg.generic {indexing_maps = [#c, #ci], iterator_types = ["parallel", "parallel"]} ins(%at : tensor<?xi32>) outs(%empty : tensor<?x3xf64>) {
    ^bb0(%p: i32, %o: f64):
      %i = linalg.index 1 : index
      %q = arith.index_cast %p : i32 to index
      %0 = tensor.extract %y[%i, %q] : tensor<3x?xf64>
      linalg.yield %0 : f64
  } -> tensor<?x3xf64>
  return %z : tensor<?x3xf64>
}

// All columns are needed: somebody else wants them, each depends on its number, or no data say which.
// CHECK-LABEL: func.func @all(
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @all(%a: tensor<3x4xf64>, %x: tensor<4x?xf64>, %at: tensor<?xi32>, %empty: tensor<?x3xf64>, %zeros: tensor<3x?xf64>)
    -> (tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<3x?xf64>) {
  %wanted = linalg.generic {indexing_maps = [#a, #x, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %x : tensor<3x4xf64>, tensor<4x?xf64>) outs(%zeros : tensor<3x?xf64>) {
    ^bb0(%p: f64, %q: f64, %o: f64):
      %0 = arith.mulf %p, %q : f64
      %1 = arith.addf %o, %0 : f64
      linalg.yield %1 : f64
  } -> tensor<3x?xf64>
  %numbered = linalg.generic {indexing_maps = [#a, #x, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %x : tensor<3x4xf64>, tensor<4x?xf64>) outs(%zeros : tensor<3x?xf64>) {
    ^bb0(%p: f64, %q: f64, %o: f64):
      %v = linalg.index 1 : index
      %w = arith.index_cast %v : index to i64
      %r = arith.sitofp %w : i64 to f64
      %0 = arith.mulf %p, %r : f64
      %1 = arith.addf %o, %0 : f64
      linalg.yield %1 : f64
  } -> tensor<3x?xf64>
  %in_order = linalg.generic {indexing_maps = [#a, #x, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %x : tensor<3x4xf64>, tensor<4x?xf64>) outs(%zeros : tensor<3x?xf64>) {
    ^bb0(%p: f64, %q: f64, %o: f64):
      %0 = arith.subf %p, %q : f64
      %1 = arith.addf %o, %0 : f64
      linalg.yield %1 : f64
  } -> tensor<3x?xf64>
  %z0 = linalg.generic {indexing_maps = [#c, #ci], iterator_types = ["parallel", "parallel"]} ins(%at : tensor<?xi32>) outs(%empty : tensor<?x3xf64>) {
    ^bb0(%p: i32, %o: f64):
      %i = linalg.index 1 : index
      %q = arith.index_cast %p : i32 to index
      %0 = tensor.extract %wanted[%i, %q] : tensor<3x?xf64>
      linalg.yield %0 : f64
  } -> tensor<?x3xf64>
  %z1 = linalg.generic {indexing_maps = [#c, #ci], iterator_types = ["parallel", "parallel"]} ins(%at : tensor<?xi32>) outs(%empty : tensor<?x3xf64>) {
    ^bb0(%p: i32, %o: f64):
      %i = linalg.index 1 : index
      %q = arith.index_cast %p : i32 to index
      %0 = tensor.extract %numbered[%i, %q] : tensor<3x?xf64>
      linalg.yield %0 : f64
  } -> tensor<?x3xf64>
  %z2 = linalg.generic {indexing_maps = [#ci], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<?x3xf64>) {
    ^bb0(%o: f64):
      %c = linalg.index 0 : index
      %i = linalg.index 1 : index
      %0 = tensor.extract %in_order[%i, %c] : tensor<3x?xf64>
      linalg.yield %0 : f64
  } -> tensor<?x3xf64>
  return %z0, %z1, %z2, %wanted : tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<3x?xf64>
}

// Where the gather's other dimension may be empty, its indices may be anything.
// CHECK-LABEL: func.func @perhaps_none(
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @perhaps_none(%a: tensor<?x4xf64>, %x: tensor<4x?xf64>, %at: tensor<?xi32>, %empty: tensor<?x?xf64>, %zeros: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %y = linalg.generic {indexing_maps = [#a, #x, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %x : tensor<?x4xf64>, tensor<4x?xf64>) outs(%zeros : tensor<?x?xf64>) {
    ^bb0(%p: f64, %q: f64, %o: f64):
      %0 = arith.mulf %p, %q : f64
      %1 = arith.addf %o, %0 : f64
      linalg.yield %1 : f64
  } -> tensor<?x?xf64>
  %z = linalg.generic {indexing_maps = [#c, #ci], iterator_types = ["parallel", "parallel"]} ins(%at : tensor<?xi32>) outs(%empty : tensor<?x?xf64>) {
    ^bb0(%p: i32, %o: f64):
      %i = linalg.index 1 : index
      %q = arith.index_cast %p : i32 to index
      %0 = tensor.extract %y[%i, %q] : tensor<?x?xf64>
      linalg.yield %0 : f64
  } -> tensor<?x?xf64>
  return %z : tensor<?x?xf64>
}

// Two tensors that are not computed from each other, read at the same places: one look at these, one gather of `x`.
// CHECK-LABEL: func.func @two(
// CHECK-COUNT-3: scf.for
// CHECK-NOT:     scf.for
// CHECK:         arith.select {{.*}} : tensor<4x?xf64>
// CHECK-NOT:     arith.select {{.*}} : tensor<4x?xf64>
// CHECK:         return
func.func @two(%a: tensor<3x4xf64>, %b: tensor<3x4xf64>, %x: tensor<4x?xf64>, %at: tensor<?xi32>, %n: index) -> (tensor<?x3xf64>, tensor<?x3xf64>) {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %v = tensor.dim %x, %c1 : tensor<4x?xf64>
  %e3 = tensor.empty(%v) : tensor<3x?xf64>
  %f3 = tensor.empty(%v) : tensor<3x?xf64>
  %zeros = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e3 : tensor<3x?xf64>) {
    ^bb0(%o: f64):
      linalg.yield %zero : f64
  } -> tensor<3x?xf64>
  %y = linalg.generic {indexing_maps = [#a, #x, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %x : tensor<3x4xf64>, tensor<4x?xf64>) outs(%zeros : tensor<3x?xf64>) {
    ^bb0(%p: f64, %q: f64, %o: f64):
      %0 = arith.mulf %p, %q : f64
      %1 = arith.addf %o, %0 : f64
      linalg.yield %1 : f64
  } -> tensor<3x?xf64>
  %more = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%f3 : tensor<3x?xf64>) {
    ^bb0(%o: f64):
      linalg.yield %zero : f64
  } -> tensor<3x?xf64>
  %w = linalg.generic {indexing_maps = [#a, #x, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%b, %x : tensor<3x4xf64>, tensor<4x?xf64>) outs(%more : tensor<3x?xf64>) {
    ^bb0(%p: f64, %q: f64, %o: f64):
      %0 = arith.mulf %p, %q : f64
      %1 = arith.addf %o, %0 : f64
      linalg.yield %1 : f64
  } -> tensor<3x?xf64>
  %empty = tensor.empty(%n) : tensor<?x3xf64>
  %z = linalg.generic {indexing_maps = [#c, #ci], iterator_types = ["parallel", "parallel"]} ins(%at : tensor<?xi32>) outs(%empty : tensor<?x3xf64>) {
    ^bb0(%p: i32, %o: f64):
      %i = linalg.index 1 : index
      %q = arith.index_cast %p : i32 to index
      %0 = tensor.extract %y[%i, %q] : tensor<3x?xf64>
      linalg.yield %0 : f64
  } -> tensor<?x3xf64>
  %z2 = linalg.generic {indexing_maps = [#c, #ci], iterator_types = ["parallel", "parallel"]} ins(%at : tensor<?xi32>) outs(%empty : tensor<?x3xf64>) {
    ^bb0(%p: i32, %o: f64):
      %i = linalg.index 1 : index
      %q = arith.index_cast %p : i32 to index
      %0 = tensor.extract %w[%i, %q] : tensor<3x?xf64>
      linalg.yield %0 : f64
  } -> tensor<?x3xf64>
  return %z, %z2 : tensor<?x3xf64>, tensor<?x3xf64>
}
