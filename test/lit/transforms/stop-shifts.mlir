// RUN: lagrad-opt %s --lagrad-stop-shifts | FileCheck %s

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-DAG: #[[ALL:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d0)>

// A softmax by rows is the same whatever is subtracted from a row.
// CHECK-LABEL: func.func @softmax(
// CHECK:         linalg.generic {{.*}} attrs = {lagrad.inactive}
// CHECK:           arith.maximumf
// CHECK-NOT:     lagrad.inactive
func.func @softmax(%x: tensor<?x4xf64>, %out: tensor<?x4xf64>, %least: tensor<?xf64>, %rows: tensor<?xf64>) -> tensor<?x4xf64> {
  %m = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x4xf64>) outs(%least : tensor<?xf64>) {
  ^bb0(%a: f64, %o: f64):
    %v = arith.maximumf %o, %a : f64
    linalg.yield %v : f64
  } -> tensor<?xf64>
  %e = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<?x4xf64>, tensor<?xf64>) outs(%out : tensor<?x4xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %d = arith.subf %a, %b : f64
    %v = math.exp %d : f64
    linalg.yield %v : f64
  } -> tensor<?x4xf64>
  %zero = arith.constant 0.0 : f64
  %zeros = linalg.fill ins(%zero : f64) outs(%rows : tensor<?xf64>) -> tensor<?xf64>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%e : tensor<?x4xf64>) outs(%zeros : tensor<?xf64>) {
  ^bb0(%a: f64, %o: f64):
    %v = arith.addf %o, %a : f64
    linalg.yield %v : f64
  } -> tensor<?xf64>
  %p = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%e, %s : tensor<?x4xf64>, tensor<?xf64>) outs(%out : tensor<?x4xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %v = arith.divf %a, %b : f64
    linalg.yield %v : f64
  } -> tensor<?x4xf64>
  return %p : tensor<?x4xf64>
}

// What begins at a number that is not zero is no multiple of what is added to it; and exponentials are none of their rows'.
// CHECK-LABEL: func.func @others(
// CHECK-NOT:     lagrad.inactive
func.func @others(%x: tensor<?x4xf64>, %out: tensor<?x4xf64>, %least: tensor<?xf64>, %start: tensor<?xf64>) -> (tensor<?x4xf64>, tensor<?x4xf64>) {
  %m = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x4xf64>) outs(%least : tensor<?xf64>) {
  ^bb0(%a: f64, %o: f64):
    %v = arith.maximumf %o, %a : f64
    linalg.yield %v : f64
  } -> tensor<?xf64>
  %e = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<?x4xf64>, tensor<?xf64>) outs(%out : tensor<?x4xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %d = arith.subf %a, %b : f64
    %v = math.exp %d : f64
    linalg.yield %v : f64
  } -> tensor<?x4xf64>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%e : tensor<?x4xf64>) outs(%start : tensor<?xf64>) {
  ^bb0(%a: f64, %o: f64):
    %v = arith.addf %o, %a : f64
    linalg.yield %v : f64
  } -> tensor<?xf64>
  %p = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%e, %s : tensor<?x4xf64>, tensor<?xf64>) outs(%out : tensor<?x4xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %v = arith.divf %a, %b : f64
    linalg.yield %v : f64
  } -> tensor<?x4xf64>
  %relu = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x4xf64>) outs(%out : tensor<?x4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %zero = arith.constant 0.0 : f64
    %v = arith.maximumf %a, %zero : f64
    linalg.yield %v : f64
  } -> tensor<?x4xf64>
  return %p, %relu : tensor<?x4xf64>, tensor<?x4xf64>
}
