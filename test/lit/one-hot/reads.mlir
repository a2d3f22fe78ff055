// RUN: lagrad-opt %s --lagrad-propagate-one-hot --canonicalize --cse --split-input-file | FileCheck %s

// What a one-hot tensor is multiplied by is computed where it is read: one exponential, of a reshaped argument.
// CHECK-LABEL: func.func @exponential(
// CHECK-SAME:    %[[V:.*]]: f64, %[[I:.*]]: index, %[[X:.*]]: tensor<3x6xf64>)
// CHECK-NOT:     linalg.generic
// CHECK:         tensor.extract_slice %[[X]][0, %[[I]]] [3, 1]
// CHECK:         linalg.generic {{.*}} ins({{.*}} : tensor<3xf64>
// CHECK:           math.exp
// CHECK-NOT:     tensor<3x6xf64>)
// CHECK:         return
func.func @exponential(%v: f64, %i: index, %x: tensor<3x6xf64>) -> tensor<3xf64> {
  %zeros = arith.constant dense<0.0> : tensor<6xf64>
  %three = arith.constant dense<0.0> : tensor<3xf64>
  %ct = tensor.insert %v into %zeros[%i] : tensor<6xf64>
  %e = tensor.empty() : tensor<3x6xf64>
  %exp = linalg.generic {indexing_maps = [affine_map<(p, q) -> (p, q)>, affine_map<(p, q) -> (p, q)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x6xf64>) outs(%e : tensor<3x6xf64>) {
  ^bb0(%a: f64, %o: f64):
    %b = math.exp %a : f64
    linalg.yield %b : f64
  } -> tensor<3x6xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(p, q) -> (p, q)>, affine_map<(p, q) -> (q)>, affine_map<(p, q) -> (p)>], iterator_types = ["parallel", "reduction"]}
      ins(%exp, %ct : tensor<3x6xf64>, tensor<6xf64>) outs(%three : tensor<3xf64>) {
  ^bb0(%a: f64, %c: f64, %o: f64):
    %b = arith.mulf %a, %c : f64
    %s = arith.addf %o, %b : f64
    linalg.yield %s : f64
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}

// -----

// A loop that writes rows, of which one column is read, writes that column only.
// CHECK-LABEL: func.func @rows(
// CHECK:         scf.for {{.*}} -> (tensor<5xf64>)
// CHECK-NOT:       linalg.generic
// CHECK:           tensor.insert %{{.*}} into %{{.*}} : tensor<5xf64>
func.func @rows(%v: f64, %i: index, %x: tensor<5x6xf64>) -> tensor<5xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zeros = arith.constant dense<0.0> : tensor<6xf64>
  %five = arith.constant dense<0.0> : tensor<5xf64>
  %ct = tensor.insert %v into %zeros[%i] : tensor<6xf64>
  %e = tensor.empty() : tensor<5x6xf64>
  %y = scf.for %p = %c0 to %c5 step %c1 iter_args(%a = %e) -> tensor<5x6xf64> {
    %row = tensor.extract_slice %x[%p, 0] [1, 6] [1, 1] : tensor<5x6xf64> to tensor<6xf64>
    %f = tensor.empty() : tensor<6xf64>
    %sine = linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]}
        ins(%row : tensor<6xf64>) outs(%f : tensor<6xf64>) {
    ^bb0(%s: f64, %o: f64):
      %t = math.sin %s : f64
      linalg.yield %t : f64
    } -> tensor<6xf64>
    %b = tensor.insert_slice %sine into %a[%p, 0] [1, 6] [1, 1] : tensor<6xf64> into tensor<5x6xf64>
    scf.yield %b : tensor<5x6xf64>
  }
  %r = linalg.generic {indexing_maps = [affine_map<(p, q) -> (p, q)>, affine_map<(p, q) -> (q)>, affine_map<(p, q) -> (p)>], iterator_types = ["parallel", "reduction"]}
      ins(%y, %ct : tensor<5x6xf64>, tensor<6xf64>) outs(%five : tensor<5xf64>) {
  ^bb0(%a: f64, %c: f64, %o: f64):
    %b = arith.mulf %a, %c : f64
    %s = arith.addf %o, %b : f64
    linalg.yield %s : f64
  } -> tensor<5xf64>
  return %r : tensor<5xf64>
}

// -----

// What is returned as well is computed whole.
// CHECK-LABEL: func.func @also_returned(
// CHECK:         linalg.generic {{.*}} ins(%{{.*}} : tensor<6xf64>)
// CHECK:           math.exp
func.func @also_returned(%v: f64, %i: index, %x: tensor<6xf64>) -> (tensor<6xf64>, tensor<6xf64>) {
  %zeros = arith.constant dense<0.0> : tensor<6xf64>
  %ct = tensor.insert %v into %zeros[%i] : tensor<6xf64>
  %e = tensor.empty() : tensor<6xf64>
  %exp = linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]}
      ins(%x : tensor<6xf64>) outs(%e : tensor<6xf64>) {
  ^bb0(%a: f64, %o: f64):
    %b = math.exp %a : f64
    linalg.yield %b : f64
  } -> tensor<6xf64>
  %r = arith.mulf %ct, %exp : tensor<6xf64>
  return %r, %exp : tensor<6xf64>, tensor<6xf64>
}

// -----

// What is read where %i is a trip of the loop only, is computed there only: elsewhere %i may be no index of %w.
// CHECK-LABEL: func.func @perhaps(
// CHECK-NOT:     tensor.extract
// CHECK-NOT:     math.exp
// CHECK:         scf.if
// CHECK:           tensor.extract %{{.*}}[%{{.*}}] : tensor<?xf64>
// CHECK:           math.exp {{.*}} : f64
func.func @perhaps(%v: f64, %i: index, %w: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %zeros = arith.constant dense<0.0> : tensor<6xf64>
  %ct = tensor.insert %v into %zeros[%i] : tensor<6xf64>
  %n = tensor.dim %w, %c0 : tensor<?xf64>
  %y = math.exp %w : tensor<?xf64>
  %r = scf.for %p = %c0 to %n step %c1 iter_args(%a = %zero) -> f64 {
    %g = tensor.extract %ct[%p] : tensor<6xf64>
    %h = tensor.extract %y[%p] : tensor<?xf64>
    %m = arith.mulf %g, %h : f64
    %t = arith.addf %a, %m : f64
    scf.yield %t : f64
  }
  return %r : f64
}
