// RUN: lagrad-opt %s --lagrad-propagate-one-hot --canonicalize --cse | FileCheck %s

// What LAGrad's chapter on adjoint sparsity shows, as programs that run: test/unit/one_hot/test_listings.py compares them with
// NumPy and counts their products; docs/adjoint-sparsity.md says what differs from the pseudo-code.

#both   = affine_map<(d0, d1) -> (d0, d1)>
#first  = affine_map<(d0, d1) -> (d0)>
#second = affine_map<(d0, d1) -> (d1)>

// Figure 4.3, left. A tensor of one nonzero row times a vector along the rows: the loop over d1 is left.
// CHECK-LABEL: func.func @figure_4_3_row(
// CHECK-SAME:    %[[ROW:.*]]: tensor<5xf64>, %[[I:.*]]: index, %[[W:.*]]: tensor<4xf64>)
// CHECK:         %[[E:.*]] = tensor.extract %[[W]][%[[I]]] : tensor<4xf64>
// CHECK:         %[[NEW:.*]] = linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%[[E]], %[[ROW]] : f64, tensor<5xf64>)
// CHECK:         tensor.insert_slice %[[NEW]] into %{{.*}}[%[[I]], 0] [1, 5]
func.func @figure_4_3_row(%row: tensor<5xf64>, %i: index, %w: tensor<4xf64>) -> tensor<4x5xf64> {
  %zeros = arith.constant dense<0.0> : tensor<4x5xf64>
  %x = tensor.insert_slice %row into %zeros[%i, 0] [1, 5] [1, 1] : tensor<5xf64> into tensor<4x5xf64>
  %r = linalg.generic {indexing_maps = [#first, #both, #both], iterator_types = ["parallel", "parallel"]}
      ins(%w, %x : tensor<4xf64>, tensor<4x5xf64>) outs(%zeros : tensor<4x5xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %b, %a : f64
    %s = arith.addf %p, %o : f64
    linalg.yield %s : f64
  } -> tensor<4x5xf64>
  return %r : tensor<4x5xf64>
}

// Figure 4.3, right. The sum over the first dimension of a one-hot tensor is one-hot, and no loop is left.
// CHECK-LABEL: func.func @figure_4_3_sum(
// CHECK-SAME:    %[[V:.*]]: f64, %{{.*}}: index, %[[J:.*]]: index)
// CHECK-NOT:     linalg.generic
// CHECK:         tensor.insert %[[V]] into %{{.*}}[%[[J]]] : tensor<5xf64>
func.func @figure_4_3_sum(%v: f64, %i: index, %j: index) -> tensor<5xf64> {
  %zeros = arith.constant dense<0.0> : tensor<4x5xf64>
  %none = arith.constant dense<0.0> : tensor<5xf64>
  %x = tensor.insert %v into %zeros[%i, %j] : tensor<4x5xf64>
  %r = linalg.generic {indexing_maps = [#both, #second], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<4x5xf64>) outs(%none : tensor<5xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.addf %a, %o : f64
    linalg.yield %s : f64
  } -> tensor<5xf64>
  return %r : tensor<5xf64>
}

// Figure 4.4. The left factor has one nonzero column, over which the product sums: m * n * k becomes m * n, though the
// result is dense.
// CHECK-LABEL: func.func @figure_4_4(
// CHECK-SAME:    %[[COLUMN:.*]]: tensor<4xf64>, %[[K:.*]]: index, %[[B:.*]]: tensor<6x5xf64>)
// CHECK:         %[[ROW:.*]] = tensor.extract_slice %[[B]][%[[K]], 0] [1, 5]
// CHECK:         linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]} ins(%[[COLUMN]], %[[ROW]] : tensor<4xf64>, tensor<5xf64>)
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @figure_4_4(%column: tensor<4xf64>, %k: index, %b: tensor<6x5xf64>) -> tensor<4x5xf64> {
  %zeros = arith.constant dense<0.0> : tensor<4x6xf64>
  %none = arith.constant dense<0.0> : tensor<4x5xf64>
  %a = tensor.insert_slice %column into %zeros[0, %k] [4, 1] [1, 1] : tensor<4xf64> into tensor<4x6xf64>
  %r = linalg.matmul ins(%a, %b : tensor<4x6xf64>, tensor<6x5xf64>) outs(%none : tensor<4x5xf64>) -> tensor<4x5xf64>
  return %r : tensor<4x5xf64>
}

// Listing 4.4. A nest of loops over elements that is a product of tensors: its maps are (d0, d1) -> (d0, d1), (d1), (d0, d1).
// CHECK-LABEL: func.func @listing_4_4(
// CHECK-SAME:    %[[V:.*]]: f64, %[[I:.*]]: index, %[[J:.*]]: index, %[[W:.*]]: tensor<3xf64>)
// CHECK-NOT:     scf.for
// CHECK:         %[[E:.*]] = tensor.extract %[[W]][%[[J]]]
// CHECK:         %[[P:.*]] = arith.mulf %[[V]], %[[E]]
// CHECK:         tensor.insert %[[P]] into %{{.*}}[%[[I]], %[[J]]]
func.func @listing_4_4(%v: f64, %i: index, %j: index, %w: tensor<3xf64>) -> tensor<6x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %zeros = arith.constant dense<0.0> : tensor<6x3xf64>
  %x = tensor.insert %v into %zeros[%i, %j] : tensor<6x3xf64>
  %r = scf.for %d0 = %c0 to %c6 step %c1 iter_args(%outer = %zeros) -> tensor<6x3xf64> {
    %s = scf.for %d1 = %c0 to %c3 step %c1 iter_args(%inner = %outer) -> tensor<6x3xf64> {
      %a = tensor.extract %x[%d0, %d1] : tensor<6x3xf64>
      %b = tensor.extract %w[%d1] : tensor<3xf64>
      %p = arith.mulf %a, %b : f64
      %o = tensor.extract %inner[%d0, %d1] : tensor<6x3xf64>
      %q = arith.addf %o, %p : f64
      %next = tensor.insert %q into %inner[%d0, %d1] : tensor<6x3xf64>
      scf.yield %next : tensor<6x3xf64>
    }
    scf.yield %s : tensor<6x3xf64>
  }
  return %r : tensor<6x3xf64>
}

// Listing 4.5. The adjoint of the errors of Hand, backwards: an element of the cotangent is taken and a zero put in its
// place, and it is taken from what the vertex of the point has. That is an index which is data: the map of the
// result is (d0, d1) -> (unknown, d1). Points may share a vertex: what they add accumulates.
// CHECK-LABEL: func.func @listing_4_5(
// CHECK-SAME:    %[[V:.*]]: f64, %[[I:.*]]: index, %[[J:.*]]: index, %[[AT:.*]]: tensor<6xi32>)
// CHECK-NOT:     scf.for
// CHECK:         %[[VERTEX:.*]] = tensor.extract %[[AT]][%[[I]]]
// CHECK:         %[[K:.*]] = arith.index_cast %[[VERTEX]]
// CHECK:         %[[MINUS:.*]] = arith.negf %[[V]]
// CHECK:         tensor.insert %[[MINUS]] into %{{.*}}[%[[K]], %[[J]]] : tensor<9x3xf64>
func.func @listing_4_5(%v: f64, %i: index, %j: index, %at: tensor<6xi32>) -> tensor<9x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f64
  %zeros = arith.constant dense<0.0> : tensor<6x3xf64>
  %none = arith.constant dense<0.0> : tensor<9x3xf64>
  %ct = tensor.insert %v into %zeros[%i, %j] : tensor<6x3xf64>
  %r:2 = scf.for %d0 = %c0 to %c6 step %c1 iter_args(%ct0 = %ct, %out0 = %none) -> (tensor<6x3xf64>, tensor<9x3xf64>) {
    %less = arith.subi %c6, %d0 : index
    %p = arith.subi %less, %c1 : index
    %s:2 = scf.for %d1 = %c0 to %c3 step %c1 iter_args(%ct1 = %ct0, %out1 = %out0) -> (tensor<6x3xf64>, tensor<9x3xf64>) {
      %q = arith.subi %c2, %d1 : index
      %vertex = tensor.extract %at[%p] : tensor<6xi32>
      %k = arith.index_cast %vertex : i32 to index
      %e = tensor.extract %ct1[%p, %q] : tensor<6x3xf64>
      %taken = tensor.insert %zero into %ct1[%p, %q] : tensor<6x3xf64>
      %minus = arith.negf %e : f64
      %o = tensor.extract %out1[%k, %q] : tensor<9x3xf64>
      %sum = arith.addf %o, %minus : f64
      %next = tensor.insert %sum into %out1[%k, %q] : tensor<9x3xf64>
      scf.yield %taken, %next : tensor<6x3xf64>, tensor<9x3xf64>
    }
    scf.yield %s#0, %s#1 : tensor<6x3xf64>, tensor<9x3xf64>
  }
  return %r#1 : tensor<9x3xf64>
}

// The same with `insert` alone, as pseudo-code has it, overwrites what the vertex has: where two points have one vertex, a
// later trip puts a zero where the element was. So the loop over points stays; that over coordinates is one trip.
// CHECK-LABEL: func.func @listing_4_5_overwriting(
// CHECK:         scf.for {{.*}} -> (tensor<9xf64>)
// CHECK-NOT:       scf.for
// CHECK:         return
func.func @listing_4_5_overwriting(%v: f64, %i: index, %j: index, %at: tensor<6xi32>) -> tensor<9x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %zeros = arith.constant dense<0.0> : tensor<6x3xf64>
  %none = arith.constant dense<0.0> : tensor<9x3xf64>
  %ct = tensor.insert %v into %zeros[%i, %j] : tensor<6x3xf64>
  %r = scf.for %p = %c0 to %c6 step %c1 iter_args(%out0 = %none) -> tensor<9x3xf64> {
    %s = scf.for %q = %c0 to %c3 step %c1 iter_args(%out1 = %out0) -> tensor<9x3xf64> {
      %vertex = tensor.extract %at[%p] : tensor<6xi32>
      %k = arith.index_cast %vertex : i32 to index
      %e = tensor.extract %ct[%p, %q] : tensor<6x3xf64>
      %minus = arith.negf %e : f64
      %next = tensor.insert %minus into %out1[%k, %q] : tensor<9x3xf64>
      scf.yield %next : tensor<9x3xf64>
    }
    scf.yield %s : tensor<9x3xf64>
  }
  return %r : tensor<9x3xf64>
}

// Two loops beside each other in a third, and scalar work between them, are more than LAGrad's nests may have; a trip of
// zeros changes nothing here either.
// CHECK-LABEL: func.func @beside(
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @beside(%v: f64, %i: index, %j: index, %w: tensor<6xf64>) -> (tensor<6x3xf64>, tensor<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %zeros = arith.constant dense<0.0> : tensor<6x3xf64>
  %none = arith.constant dense<0.0> : tensor<3xf64>
  %x = tensor.insert %v into %zeros[%i, %j] : tensor<6x3xf64>
  %r:2 = scf.for %d0 = %c0 to %c6 step %c1 iter_args(%a0 = %zeros, %b0 = %none) -> (tensor<6x3xf64>, tensor<3xf64>) {
    %e = tensor.extract %w[%d0] : tensor<6xf64>
    %f = math.exp %e : f64
    %s = scf.for %d1 = %c0 to %c3 step %c1 iter_args(%a1 = %a0) -> tensor<6x3xf64> {
      %p = tensor.extract %x[%d0, %d1] : tensor<6x3xf64>
      %q = arith.mulf %p, %f : f64
      %next = tensor.insert %q into %a1[%d0, %d1] : tensor<6x3xf64>
      scf.yield %next : tensor<6x3xf64>
    }
    %t = scf.for %d1 = %c0 to %c3 step %c1 iter_args(%b1 = %b0) -> tensor<3xf64> {
      %p = tensor.extract %x[%d0, %d1] : tensor<6x3xf64>
      %o = tensor.extract %b1[%d1] : tensor<3xf64>
      %q = arith.addf %o, %p : f64
      %next = tensor.insert %q into %b1[%d1] : tensor<3xf64>
      scf.yield %next : tensor<3xf64>
    }
    scf.yield %s, %t : tensor<6x3xf64>, tensor<3xf64>
  }
  return %r#0, %r#1 : tensor<6x3xf64>, tensor<3xf64>
}
