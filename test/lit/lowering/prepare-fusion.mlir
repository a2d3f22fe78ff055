// RUN: lagrad-opt %s --pipeline="lagrad-prepare-fusion,linalg-fuse-elementwise-ops,canonicalize,cse,lagrad-choose-destinations" | FileCheck %s

// CHECK-DAG:   #[[SAME:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG:   #[[SECOND:.*]] = affine_map<(d0, d1) -> (d1)>

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

// A loop overwrites what it carries by its next value, not by another that could stand there too.
// CHECK-LABEL: func.func @own_place
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
// CHECK:           linalg.generic {{.*}} outs(%[[A]], %[[B]] : tensor<4xf64>, tensor<4xf64>)
func.func @own_place(%x: tensor<4xf64>, %y: tensor<4xf64>, %n: index) -> (tensor<4xf64>, tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<4xf64>, tensor<4xf64>) {
    %e = tensor.empty() : tensor<4xf64>
    %0:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
        iterator_types = ["parallel"]} ins(%b, %a : tensor<4xf64>, tensor<4xf64>) outs(%e, %e : tensor<4xf64>, tensor<4xf64>) {
    ^bb0(%p: f64, %q: f64, %o: f64, %u: f64):
      %s = arith.addf %p, %q : f64
      %t = arith.mulf %p, %q : f64
      linalg.yield %s, %t : f64, f64
    } -> (tensor<4xf64>, tensor<4xf64>)
    scf.yield %0#0, %0#1 : tensor<4xf64>, tensor<4xf64>
  }
  return %r#0, %r#1 : tensor<4xf64>, tensor<4xf64>
}

// A view is no buffer of its own: what it is a view of is used later.
// CHECK-LABEL: func.func @view
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<4xf64>)
// CHECK-NOT:     outs(%extracted_slice
// CHECK:         return
func.func @view(%x: f64, %n: index) -> (tensor<4xf64>, tensor<8x4xf64>) {
  %m = tensor.splat %x : tensor<8x4xf64>
  %row = tensor.extract_slice %m[%n, 0] [1, 4] [1, 1] : tensor<8x4xf64> to tensor<4xf64>
  %e = tensor.empty() : tensor<4xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%row : tensor<4xf64>) outs(%e : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = math.sin %a : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0, %m : tensor<4xf64>, tensor<8x4xf64>
}

// What has read an input before need not be left alone.
// CHECK-LABEL: func.func @read_before
// CHECK:         %[[S:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<4x5xf64>) outs(%[[E:.*]] : tensor<4x5xf64>)
// CHECK:         %[[M:.*]] = linalg.generic {{.*}} ins(%[[S]] : tensor<4x5xf64>)
// CHECK:         linalg.generic {{.*}} ins(%[[S]], %[[M]] : tensor<4x5xf64>, tensor<5xf64>) outs(%[[S]] : tensor<4x5xf64>)
func.func @read_before(%x: tensor<4x5xf64>, %least: tensor<5xf64>) -> tensor<4x5xf64> {
  %e = tensor.empty() : tensor<4x5xf64>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x5xf64>) outs(%e : tensor<4x5xf64>) {
  ^bb0(%a: f64, %o: f64):
    %b = math.sin %a : f64
    linalg.yield %b : f64
  } -> tensor<4x5xf64>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%s : tensor<4x5xf64>) outs(%least : tensor<5xf64>) {
  ^bb0(%a: f64, %o: f64):
    %b = arith.maximumf %a, %o : f64
    linalg.yield %b : f64
  } -> tensor<5xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%s, %m : tensor<4x5xf64>, tensor<5xf64>) outs(%e : tensor<4x5xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %c = arith.subf %a, %b : f64
    linalg.yield %c : f64
  } -> tensor<4x5xf64>
  return %r : tensor<4x5xf64>
}

// What reads it afterwards needs it: the destination stays empty.
// CHECK-LABEL: func.func @read_after
// CHECK:         %[[S:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<4xf64>) outs(%{{.*}} : tensor<4xf64>)
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<4xf64>
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[S]] : tensor<4xf64>) outs(%[[E]] : tensor<4xf64>)
// CHECK:         linalg.generic {{.*}} ins(%[[S]] : tensor<4xf64>)
func.func @read_after(%x: tensor<4xf64>, %sum: tensor<f64>) -> (tensor<4xf64>, tensor<f64>) {
  %e = tensor.empty() : tensor<4xf64>
  %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf64>) outs(%e : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %b = math.sin %a : f64
    linalg.yield %b : f64
  } -> tensor<4xf64>
  %t = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%s : tensor<4xf64>) outs(%e : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %b = math.cos %a : f64
    linalg.yield %b : f64
  } -> tensor<4xf64>
  %u = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%s : tensor<4xf64>) outs(%sum : tensor<f64>) {
  ^bb0(%a: f64, %o: f64):
    %b = arith.addf %a, %o : f64
    linalg.yield %b : f64
  } -> tensor<f64>
  return %t, %u : tensor<4xf64>, tensor<f64>
}

// Where elements are written in another order than dimensions are numbered, dimensions change their numbers: bufferization asks for the
// identity to see that each element is read where it is written.
// CHECK-LABEL: func.func @turned
// CHECK:         %[[X:.*]] = linalg.matmul
// CHECK:         linalg.generic {indexing_maps = [#[[SECOND]], #[[SAME]], #[[SAME]]]{{.*}} ins(%{{.*}}, %[[X]] : {{.*}}) outs(%[[X]] :
func.func @turned(%r: tensor<4xf64>, %m: tensor<3x4xf64>, %a: tensor<3x2xf64>, %b: tensor<2x4xf64>) -> tensor<3x4xf64> {
  %e = tensor.empty() : tensor<3x4xf64>
  %x = linalg.matmul ins(%a, %b : tensor<3x2xf64>, tensor<2x4xf64>) outs(%m : tensor<3x4xf64>) -> tensor<3x4xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(j, i) -> (j)>, affine_map<(j, i) -> (i, j)>, affine_map<(j, i) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%r, %x : tensor<4xf64>, tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = arith.divf %q, %p : f64
    linalg.yield %s : f64
  } -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}

// What a loop has filled is overwritten as what an operation has, although two read it.
// CHECK-LABEL: func.func @filled
// CHECK:         %[[X:.*]] = scf.for
// CHECK:         linalg.generic {{.*}} ins(%[[X]] : tensor<4xf64>) outs(%{{.*}} : tensor<f64>)
// CHECK:         linalg.generic {{.*}} outs(%[[X]] : tensor<4xf64>)
func.func @filled(%x: tensor<4xf64>, %v: f64, %n: index) -> (tensor<f64>, tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<4xf64> {
    %u = tensor.insert %v into %h[%i] : tensor<4xf64>
    scf.yield %u : tensor<4xf64>
  }
  %none = tensor.empty() : tensor<f64>
  %zero = linalg.fill ins(%v : f64) outs(%none : tensor<f64>) -> tensor<f64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%r : tensor<4xf64>) outs(%zero : tensor<f64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.addf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %e = tensor.empty() : tensor<4xf64>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%r : tensor<4xf64>) outs(%e : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = math.exp %a : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0, %1 : tensor<f64>, tensor<4xf64>
}
