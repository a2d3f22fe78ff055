// RUN: lagrad-opt %s --pipeline="lagrad-prepare-fusion,linalg-fuse-elementwise-ops,canonicalize,cse" | FileCheck %s
// RUN: lagrad-opt %s --lagrad-prepare-fusion --remarks 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: lagrad-opt %s --pipeline="lagrad-prepare-fusion{repeats=false},linalg-fuse-elementwise-ops,canonicalize,cse" \
// RUN:   | FileCheck %s --check-prefix=ONCE

#full = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

// The difference is computed by the sum of its squares, and by the product: nobody writes it.
// REMARK:        prepare-fusion-repeats.mlir:22:8: remark: is computed again by each of its 2 readers
// CHECK-LABEL: func.func @difference
// CHECK-SAME:    %[[X:.*]]: tensor<128x64xf64>, %[[MEAN:.*]]: tensor<128xf64>, %[[S:.*]]: tensor<128xf64>)
// CHECK:         linalg.generic {{.*}} ins(%[[X]], %[[MEAN]] : {{.*}}) outs(%[[S]] :
// CHECK:         linalg.generic {{.*}} ins(%[[X]], %[[MEAN]], %[[S]] :
// CHECK-NOT:     linalg.generic
// ONCE-LABEL:  func.func @difference
// ONCE-COUNT-3:  linalg.generic
func.func @difference(%x: tensor<128x64xf64>, %mean: tensor<128xf64>, %s: tensor<128xf64>)
    -> (tensor<128xf64>, tensor<128x64xf64>) {
  %e = tensor.empty() : tensor<128x64xf64>
  %d = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<128x64xf64>, tensor<128xf64>) outs(%e : tensor<128x64xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %r = arith.subf %a, %b : f64
    linalg.yield %r : f64
  } -> tensor<128x64xf64>
  %sum = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]}
      ins(%d : tensor<128x64xf64>) outs(%s : tensor<128xf64>) {
  ^bb0(%a: f64, %o: f64):
    %q = arith.mulf %a, %a : f64
    %r = arith.addf %o, %q : f64
    linalg.yield %r : f64
  } -> tensor<128xf64>
  %p = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]}
      ins(%d, %s : tensor<128x64xf64>, tensor<128xf64>) outs(%e : tensor<128x64xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %r = arith.mulf %a, %b : f64
    linalg.yield %r : f64
  } -> tensor<128x64xf64>
  return %sum, %p : tensor<128xf64>, tensor<128x64xf64>
}

// Where the largest of products is found again by its bits, both readers get the same ones.
// CHECK-LABEL: func.func @compared
// CHECK:         linalg.generic {{.*}} ["parallel", "parallel"]
// CHECK:           arith.mulf
// CHECK:         linalg.generic
// CHECK:           arith.maximumf
// CHECK:         linalg.generic
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      arith.cmpf oeq
func.func @compared(%x: tensor<128x64xf64>, %w: tensor<128xf64>, %s: tensor<128xf64>, %i: tensor<128x64xi1>)
    -> (tensor<128xf64>, tensor<128x64xi1>) {
  %e = tensor.empty() : tensor<128x64xf64>
  %d = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]}
      ins(%x, %w : tensor<128x64xf64>, tensor<128xf64>) outs(%e : tensor<128x64xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %r = arith.mulf %a, %b : f64
    linalg.yield %r : f64
  } -> tensor<128x64xf64>
  %most = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]}
      ins(%d : tensor<128x64xf64>) outs(%s : tensor<128xf64>) {
  ^bb0(%a: f64, %o: f64):
    %r = arith.maximumf %o, %a : f64
    linalg.yield %r : f64
  } -> tensor<128xf64>
  %p = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]}
      ins(%d, %most : tensor<128x64xf64>, tensor<128xf64>) outs(%i : tensor<128x64xi1>) {
  ^bb0(%a: f64, %b: f64, %o: i1):
    %r = arith.cmpf oeq, %a, %b : f64
    linalg.yield %r : i1
  } -> tensor<128x64xi1>
  return %most, %p : tensor<128xf64>, tensor<128x64xi1>
}

// Nothing becomes a part of a product of matrices; the other reader reads what that one needs as an array.
// CHECK-LABEL: func.func @product
// CHECK:         %[[D:.*]] = linalg.generic {{.*}} ["parallel", "parallel"]
// CHECK:           arith.subf
// CHECK:         linalg.generic {{.*}} ins(%[[D]], %
// CHECK:         linalg.generic {{.*}} ins(%[[D]] :
func.func @product(%x: tensor<128x64xf64>, %y: tensor<128x64xf64>, %v: tensor<64xf64>, %s: tensor<128xf64>)
    -> (tensor<128xf64>, tensor<128x64xf64>) {
  %e = tensor.empty() : tensor<128x64xf64>
  %d = linalg.generic {indexing_maps = [#full, #full, #full], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<128x64xf64>, tensor<128x64xf64>) outs(%e : tensor<128x64xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %r = arith.subf %a, %b : f64
    linalg.yield %r : f64
  } -> tensor<128x64xf64>
  %u = linalg.generic {indexing_maps = [#full, #column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%d, %v : tensor<128x64xf64>, tensor<64xf64>) outs(%s : tensor<128xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %q = arith.mulf %a, %b : f64
    %r = arith.addf %o, %q : f64
    linalg.yield %r : f64
  } -> tensor<128xf64>
  %p = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<128x64xf64>) outs(%e : tensor<128x64xf64>) {
  ^bb0(%a: f64, %o: f64):
    %r = arith.mulf %a, %a : f64
    linalg.yield %r : f64
  } -> tensor<128x64xf64>
  return %u, %p : tensor<128xf64>, tensor<128x64xf64>
}

// An exponential is computed once.
// CHECK-LABEL: func.func @exponential
// CHECK-COUNT-1: math.exp
// CHECK-NOT:     math.exp
func.func @exponential(%x: tensor<8192xf64>) -> (tensor<8192xf64>, tensor<8192xf64>) {
  %e = tensor.empty() : tensor<8192xf64>
  %c = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<8192xf64>) outs(%e : tensor<8192xf64>) {
  ^bb0(%a: f64, %o: f64):
    %r = math.exp %a : f64
    linalg.yield %r : f64
  } -> tensor<8192xf64>
  %p, %q = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                           iterator_types = ["parallel"]}
      ins(%c : tensor<8192xf64>) outs(%e, %e : tensor<8192xf64>, tensor<8192xf64>) {
  ^bb0(%a: f64, %o: f64, %o2: f64):
    %r = arith.mulf %a, %a : f64
    %s = arith.negf %a : f64
    linalg.yield %r, %s : f64, f64
  } -> (tensor<8192xf64>, tensor<8192xf64>)
  return %p, %q : tensor<8192xf64>, tensor<8192xf64>
}

// Two results with a reader each are part of these; with no other reader, of one operation.
// CHECK-LABEL: func.func @two_results
// CHECK-SAME:    %[[X:.*]]: tensor<128x64xf64>, %[[Y:.*]]: tensor<128x64xf64>, %{{.*}}: tensor<128xf64>,
// CHECK-DAG:     linalg.generic {{.*}} ["parallel", "reduction"]} ins(%[[X]], %[[Y]] :
// CHECK-DAG:     linalg.generic {{.*}} ["reduction", "parallel"]} ins(%[[Y]] :
// CHECK-NOT:     ["parallel", "parallel"]
func.func @two_results(%x: tensor<128x64xf64>, %y: tensor<128x64xf64>, %s: tensor<128xf64>, %t: tensor<64xf64>)
    -> (tensor<128xf64>, tensor<64xf64>) {
  %e = tensor.empty() : tensor<128x64xf64>
  %d, %n = linalg.generic {indexing_maps = [#full, #full, #full, #full], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<128x64xf64>, tensor<128x64xf64>) outs(%e, %e : tensor<128x64xf64>, tensor<128x64xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64, %p: f64):
    %r = arith.mulf %a, %b : f64
    %q = math.absf %b : f64
    linalg.yield %r, %q : f64, f64
  } -> (tensor<128x64xf64>, tensor<128x64xf64>)
  %u = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]}
      ins(%d : tensor<128x64xf64>) outs(%s : tensor<128xf64>) {
  ^bb0(%a: f64, %o: f64):
    %r = arith.addf %o, %a : f64
    linalg.yield %r : f64
  } -> tensor<128xf64>
  %v = linalg.generic {indexing_maps = [#full, #column], iterator_types = ["reduction", "parallel"]}
      ins(%n : tensor<128x64xf64>) outs(%t : tensor<64xf64>) {
  ^bb0(%a: f64, %o: f64):
    %r = arith.addf %o, %a : f64
    linalg.yield %r : f64
  } -> tensor<64xf64>
  return %u, %v : tensor<128xf64>, tensor<64xf64>
}

// What is overwritten in between is read before: a later reader would need a copy of all of it.
// CHECK-LABEL: func.func @overwritten
// CHECK-COUNT-3: linalg.generic
func.func @overwritten(%x: tensor<8192xf64>, %s: tensor<f64>, %v: f64, %i: index)
    -> (tensor<f64>, tensor<8192xf64>, tensor<8192xf64>) {
  %e = tensor.empty() : tensor<8192xf64>
  %d = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<8192xf64>) outs(%e : tensor<8192xf64>) {
  ^bb0(%a: f64, %o: f64):
    %r = arith.negf %a : f64
    linalg.yield %r : f64
  } -> tensor<8192xf64>
  %y = tensor.insert %v into %x[%i] : tensor<8192xf64>
  %u = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%d : tensor<8192xf64>) outs(%s : tensor<f64>) {
  ^bb0(%a: f64, %o: f64):
    %r = arith.addf %o, %a : f64
    linalg.yield %r : f64
  } -> tensor<f64>
  %p = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%d : tensor<8192xf64>) outs(%e : tensor<8192xf64>) {
  ^bb0(%a: f64, %o: f64):
    %r = arith.mulf %a, %a : f64
    linalg.yield %r : f64
  } -> tensor<8192xf64>
  return %u, %y, %p : tensor<f64>, tensor<8192xf64>, tensor<8192xf64>
}

// Rows of ten are a vector and a rest, 640 times: the difference is written, as one row of 6,400.
// CHECK-LABEL: func.func @short_rows
// CHECK-COUNT-3:  linalg.generic
func.func @short_rows(%x: tensor<640x10xf64>, %mean: tensor<640xf64>, %s: tensor<640xf64>)
    -> (tensor<640xf64>, tensor<640x10xf64>) {
  %e = tensor.empty() : tensor<640x10xf64>
  %d = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<640x10xf64>, tensor<640xf64>) outs(%e : tensor<640x10xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %r = arith.subf %a, %b : f64
    linalg.yield %r : f64
  } -> tensor<640x10xf64>
  %sum = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]}
      ins(%d : tensor<640x10xf64>) outs(%s : tensor<640xf64>) {
  ^bb0(%a: f64, %o: f64):
    %q = arith.mulf %a, %a : f64
    %r = arith.addf %o, %q : f64
    linalg.yield %r : f64
  } -> tensor<640xf64>
  %p = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]}
      ins(%d, %s : tensor<640x10xf64>, tensor<640xf64>) outs(%e : tensor<640x10xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %r = arith.mulf %a, %b : f64
    linalg.yield %r : f64
  } -> tensor<640x10xf64>
  return %sum, %p : tensor<640xf64>, tensor<640x10xf64>
}
