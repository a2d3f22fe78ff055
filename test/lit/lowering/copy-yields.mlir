// RUN: lagrad-opt %s --allow-unregistered-dialect --lagrad-copy-yields | FileCheck %s
#id = affine_map<(i) -> (i)>
#both = affine_map<(i, j) -> (i, j)>
#reversed = affine_map<(i) -> (3 - i)>

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

// A swap keeps one of the two while it is overwritten.
// CHECK-LABEL: func.func @swap(
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
// CHECK:           %[[OLD_A:.*]] = linalg.copy {{.*}}ins(%[[A]] : tensor<2xf64>) outs(%{{.*}} : tensor<2xf64>)
// CHECK:           %[[NEW_A:.*]] = linalg.copy {{.*}}ins(%[[B]] : tensor<2xf64>) outs(%[[A]] : tensor<2xf64>)
// CHECK:           %[[NEW_B:.*]] = linalg.copy {{.*}}ins(%[[OLD_A]] : tensor<2xf64>) outs(%[[B]] : tensor<2xf64>)
// CHECK-NOT:       linalg.copy
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

// A product that adds to one of its factors reads a copy of it.
// CHECK-LABEL: func.func @read_while_written(
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}})
// CHECK:           %[[OLD:.*]] = linalg.copy {{.*}}ins(%[[A]] : tensor<2x2xf64>) outs(%{{.*}} : tensor<2x2xf64>)
// CHECK:           %[[NEW:.*]] = linalg.matmul ins(%{{.*}}, %[[OLD]] : {{.*}}) outs(%[[A]] : {{.*}})
// CHECK-NEXT:      scf.yield %[[NEW]]
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

// Of a tensor that is overwritten, only the part that is read later is saved.
// CHECK-LABEL: func.func @row_read_later(
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[S:.*]] = %{{.*}})
// CHECK:           %[[ROW:.*]] = tensor.extract_slice %[[A]]
// CHECK:           %[[OLD:.*]] = linalg.copy {{.*}}ins(%[[ROW]] : tensor<4xf64>)
// CHECK:           linalg.generic {{.*}} outs(%[[A]] : tensor<8x4xf64>)
// CHECK:           linalg.generic {{.*}} ins(%[[OLD]] : tensor<4xf64>) outs(%[[S]] : tensor<4xf64>)
// CHECK-NOT:       linalg.copy
// CHECK:           scf.yield
func.func @row_read_later(%x: tensor<8x4xf64>, %y: tensor<4xf64>, %n: index) -> (tensor<8x4xf64>, tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %s = %y) -> (tensor<8x4xf64>, tensor<4xf64>) {
    %b = linalg.generic {indexing_maps = [#both], iterator_types = ["parallel", "parallel"]} outs(%a : tensor<8x4xf64>) {
    ^bb0(%out: f64):
      %v = math.sin %out : f64
      linalg.yield %v : f64
    } -> tensor<8x4xf64>
    %row = tensor.extract_slice %a[%i, 0] [1, 4] [1, 1] : tensor<8x4xf64> to tensor<4xf64>
    %w = tensor.extract %b[%c0, %c0] : tensor<8x4xf64>
    %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%row : tensor<4xf64>) outs(%s : tensor<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %v = arith.mulf %in, %w : f64
      linalg.yield %v : f64
    } -> tensor<4xf64>
    scf.yield %b, %t : tensor<8x4xf64>, tensor<4xf64>
  }
  return %r#0, %r#1 : tensor<8x4xf64>, tensor<4xf64>
}

// Both regions of a while loop pass on what they carry.
// CHECK-LABEL: func.func @while(
// CHECK:         scf.while (%[[A:.*]] = %{{.*}})
// CHECK:           %[[M:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<4xf64>)
// CHECK:           %[[B:.*]] = linalg.copy {{.*}}ins(%[[M]] : tensor<4xf64>) outs(%[[A]] : tensor<4xf64>)
// CHECK:           scf.condition(%{{.*}}) %[[B]]
// CHECK:         ^bb0(%[[C:.*]]: tensor<4xf64>):
// CHECK:           %[[N:.*]] = linalg.generic {{.*}} ins(%[[C]] : tensor<4xf64>)
// CHECK:           %[[D:.*]] = linalg.copy {{.*}}ins(%[[N]] : tensor<4xf64>) outs(%[[C]] : tensor<4xf64>)
// CHECK:           scf.yield %[[D]]
func.func @while(%x: tensor<4xf64>, %limit: f64) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %r = scf.while (%a = %x) : (tensor<4xf64>) -> tensor<4xf64> {
    %e = tensor.empty() : tensor<4xf64>
    %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%a : tensor<4xf64>) outs(%e : tensor<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %s = math.exp %in : f64
      linalg.yield %s : f64
    } -> tensor<4xf64>
    %v = tensor.extract %b[%c0] : tensor<4xf64>
    %c = arith.cmpf olt, %v, %limit : f64
    scf.condition(%c) %b : tensor<4xf64>
  } do {
  ^bb0(%a: tensor<4xf64>):
    %e = tensor.empty() : tensor<4xf64>
    %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%a : tensor<4xf64>) outs(%e : tensor<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %s = math.sqrt %in : f64
      linalg.yield %s : f64
    } -> tensor<4xf64>
    scf.yield %b : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}

// A number everywhere is written again, not read from elsewhere; of a tensor that holds nothing the carried one will do. What a
// trip writes %out of is no number.
// CHECK-LABEL: func.func @filled(
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}, %[[C:.*]] = %{{.*}})
// CHECK-DAG:       %[[ZERO:.*]] = linalg.fill ins(%{{.*}}) outs(%[[A]] : tensor<4xf64>)
// CHECK-DAG:       %[[COPY:.*]] = linalg.copy {{.*}}ins(%{{.*}}) outs(%[[C]] : tensor<4xf64>)
// CHECK:           scf.yield %[[ZERO]], %[[B]], %[[COPY]]
func.func @filled(%x: tensor<4xf64>, %y: tensor<4xf64>, %n: index) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %u = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%y : tensor<4xf64>) {
  ^bb0(%out: f64):
    linalg.yield %out : f64
  } -> tensor<4xf64>
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x, %c = %x) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) {
    "test.use"(%a, %b, %c) : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> ()
    scf.yield %z, %e, %u : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>
  }
  return %r#0, %r#1, %r#2 : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>
}

// Where sizes may change nothing is written in place. One tensor at two places is two, since the next trip may overwrite one of them;
// also where a choice or a part of it is the other.
// CHECK-LABEL: func.func @one_tensor_twice(
// CHECK:         scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}}, %[[Y:.*]] = %{{.*}})
// CHECK:           %[[WRITTEN:.*]] = tensor.insert %{{.*}} into %[[Y]]
// CHECK:           %[[COPY:.*]] = linalg.copy {{.*}}ins(%[[WRITTEN]] : {{.*}}) outs(%[[NEW:.*]] : {{.*}})
// CHECK:           scf.yield %[[COPY]], %[[WRITTEN]]
func.func @one_tensor_twice(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index, %f: f64) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<?xf64>, tensor<?xf64>) {
    %w = tensor.insert %f into %b[%i] : tensor<?xf64>
    scf.yield %w, %w : tensor<?xf64>, tensor<?xf64>
  }
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}
// CHECK-LABEL: func.func @one_of_two_and_one(
// CHECK:           %[[CHOSEN:.*]] = arith.select
// CHECK:           %[[COPY:.*]] = linalg.copy {{.*}}ins(%[[CHOSEN]] :
// CHECK:           scf.yield %[[COPY]], %
func.func @one_of_two_and_one(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index, %f: f64, %c: i1) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<?xf64>, tensor<?xf64>) {
    %w = tensor.insert %f into %b[%i] : tensor<?xf64>
    %s = arith.select %c, %w, %a : tensor<?xf64>
    scf.yield %s, %w : tensor<?xf64>, tensor<?xf64>
  }
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}
// Two tensors are two already.
// CHECK-LABEL: func.func @a_new_one(
// CHECK-NOT:       linalg.copy
// CHECK:           scf.yield
func.func @a_new_one(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index, %f: f64) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<?xf64>, tensor<?xf64>) {
    %w = tensor.insert %f into %b[%i] : tensor<?xf64>
    %new = tensor.empty(%i) : tensor<?xf64>
    %v = linalg.fill ins(%f : f64) outs(%new : tensor<?xf64>) -> tensor<?xf64>
    scf.yield %v, %w : tensor<?xf64>, tensor<?xf64>
  }
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}

// A loop whose two regions carry different things: what one of them passes on twice is copied once, as the other one may
// overwrite either.
// CHECK-LABEL: func.func @twice(
// CHECK:         do {
// CHECK:           %[[SIN:.*]] = linalg.generic
// CHECK:           %[[COPY:.*]] = linalg.copy {{.*}}ins(%[[SIN]] : tensor<4xf64>)
// CHECK:           scf.yield %[[COPY]], %[[SIN]], %{{.*}} : tensor<4xf64>, tensor<4xf64>, index
func.func @twice(%x: tensor<4xf64>, %y: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%a = %x, %b = %y, %i = %c0) : (tensor<4xf64>, tensor<4xf64>, index) -> (tensor<4xf64>, index) {
    %go = arith.cmpi ult, %i, %n : index
    %next = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<4xf64>, tensor<4xf64>) outs(%b : tensor<4xf64>) {
    ^bb0(%in: f64, %other: f64, %out: f64):
      %s = arith.addf %in, %other : f64
      linalg.yield %s : f64
    } -> tensor<4xf64>
    %sum = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%next : tensor<4xf64>) outs(%a : tensor<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %s = arith.mulf %in, %out : f64
      linalg.yield %s : f64
    } -> tensor<4xf64>
    scf.condition(%go) %sum, %i : tensor<4xf64>, index
  } do {
  ^bb0(%a: tensor<4xf64>, %i: index):
    %e = tensor.empty() : tensor<4xf64>
    %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%a : tensor<4xf64>) outs(%e : tensor<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %s = math.sin %in : f64
      linalg.yield %s : f64
    } -> tensor<4xf64>
    %j = arith.addi %i, %c1 : index
    scf.yield %b, %b, %j : tensor<4xf64>, tensor<4xf64>, index
  }
  return %r#0 : tensor<4xf64>
}
