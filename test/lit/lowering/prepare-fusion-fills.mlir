// RUN: lagrad-opt %s -p "lagrad-prepare-fusion,canonicalize,cse" | FileCheck %s
// RUN: lagrad-opt %s --lagrad-prepare-fusion --remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY

#id = affine_map<(i) -> (i)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#id2 = affine_map<(i, j) -> (i, j)>

// A product with ones is a sum, of a part of them too.
// CHECK-LABEL: func.func @sums(
// CHECK-SAME:    %[[A:.*]]: tensor<?x?xf64>, %[[Y:.*]]: tensor<?xf64>
// CHECK:         linalg.generic {{.*}} ins(%[[A]] : tensor<?x?xf64>) outs(%[[Y]] :
// CHECK-NEXT:    ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[OUT]], %[[IN]]
// CHECK-NEXT:      linalg.yield %[[S]]
// WHY:           :24:8: remark: reads a number in the place of a tensor filled with it
func.func @sums(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %one = arith.constant 1.0 : f64
  %c1 = arith.constant 1 : index
  %more = arith.addi %n, %c1 : index
  %empty = tensor.empty(%more) : tensor<?xf64>
  %ones = linalg.fill ins(%one : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %part = tensor.extract_slice %ones[1] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %r = linalg.generic {indexing_maps = [#id2, #column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %part : tensor<?x?xf64>, tensor<?xf64>) outs(%y : tensor<?xf64>) {
    ^bb0(%x: f64, %o: f64, %s: f64):
      %p = arith.mulf %x, %o : f64
      %q = arith.addf %s, %p : f64
      linalg.yield %q : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// A product of matrices stays one, and what is filled with something that is known only when the program runs is read.
// CHECK-LABEL: func.func @product(
// CHECK:         linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<?x?xf64>, tensor<?x?xf64>)
func.func @product(%a: tensor<?x?xf64>, %y: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> {
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty(%n, %n) : tensor<?x?xf64>
  %ones = linalg.fill ins(%one : f64) outs(%empty : tensor<?x?xf64>) -> tensor<?x?xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %ones : tensor<?x?xf64>, tensor<?x?xf64>) outs(%y : tensor<?x?xf64>) {
    ^bb0(%x: f64, %o: f64, %s: f64):
      %p = arith.mulf %x, %o : f64
      %q = arith.addf %s, %p : f64
      linalg.yield %q : f64
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// CHECK-LABEL: func.func @unknown(
// CHECK:         linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<?xf64>, tensor<?xf64>)
func.func @unknown(%a: tensor<?xf64>, %number: f64, %n: index) -> tensor<?xf64> {
  %empty = tensor.empty(%n) : tensor<?xf64>
  %all = linalg.fill ins(%number : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %all : tensor<?xf64>, tensor<?xf64>) outs(%empty : tensor<?xf64>) {
    ^bb0(%x: f64, %o: f64, %s: f64):
      %p = arith.mulf %x, %o : f64
      linalg.yield %p : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// A constant of a tensor's size, or a broadcast of one as front ends export it, is the number too.
// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf64>, %[[E:.*]]: tensor<?xf64>
// CHECK-DAG:     %[[HUNDRED:.*]] = arith.constant 1.000000e+02 : f64
// CHECK:         linalg.generic {{.*}} ins(%[[X]] : tensor<?xf64>) outs(%[[E]] : tensor<?xf64>)
// CHECK:           arith.mulf %{{.*}}, %[[HUNDRED]]
func.func @broadcast(%x: tensor<?xf64>, %e: tensor<?xf64>) -> tensor<?xf64> {
  %hundred = arith.constant dense<100.0> : tensor<f64>
  %all = linalg.generic {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%hundred : tensor<f64>) outs(%e : tensor<?xf64>) {
  ^bb0(%a: f64, %old: f64):
    linalg.yield %a : f64
  } -> tensor<?xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x, %all : tensor<?xf64>, tensor<?xf64>) outs(%e : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %1 = arith.mulf %a, %b : f64
    linalg.yield %1 : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// A broadcast of what is not a constant, and one that adds to what is there, are no number.
// CHECK-LABEL: func.func @no_number(
// CHECK:         linalg.generic
// CHECK:         linalg.generic
// CHECK:         linalg.generic {{.*}} ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
func.func @no_number(%x: tensor<?xf64>, %s: tensor<f64>, %e: tensor<?xf64>) -> tensor<?xf64> {
  %one = arith.constant dense<1.0> : tensor<f64>
  %all = linalg.generic {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%s : tensor<f64>) outs(%e : tensor<?xf64>) {
  ^bb0(%a: f64, %old: f64):
    linalg.yield %a : f64
  } -> tensor<?xf64>
  %more = linalg.generic {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%one : tensor<f64>) outs(%e : tensor<?xf64>) {
  ^bb0(%a: f64, %old: f64):
    %1 = arith.addf %a, %old : f64
    linalg.yield %1 : f64
  } -> tensor<?xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x, %all, %more : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) outs(%e : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64, %old: f64):
    %1 = arith.mulf %a, %b : f64
    %2 = arith.mulf %1, %c : f64
    linalg.yield %2 : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}
