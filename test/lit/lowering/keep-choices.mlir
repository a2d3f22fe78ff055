// RUN: lagrad-opt %s --lagrad-keep-choices | FileCheck %s

// A choice between arguments, whose sizes may differ.
// CHECK-LABEL: func.func @arguments(
// CHECK:         "lagrad.either"(%{{.*}}) : (i1, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
func.func @arguments(%p: i1, %a: tensor<?xf64>, %b: tensor<?xf64>) -> tensor<?xf64> {
  %r = arith.select %p, %a, %b : tensor<?xf64>
  return %r : tensor<?xf64>
}

// Of one size for certain: a select of elements may be fused.
// CHECK-LABEL: func.func @alike(
// CHECK:         arith.select %{{.*}} : tensor<?xf64>
func.func @alike(%p: i1, %a: tensor<?xf64>) -> tensor<?xf64> {
  %b = math.exp %a : tensor<?xf64>
  %r = arith.select %p, %a, %b : tensor<?xf64>
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @static(
// CHECK:         arith.select %{{.*}} : tensor<4xf64>
func.func @static(%p: i1, %a: tensor<4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
  %r = arith.select %p, %a, %b : tensor<4xf64>
  return %r : tensor<4xf64>
}

// Each element has its own condition.
// CHECK-LABEL: func.func @elements(
// CHECK:         arith.select %{{.*}} : tensor<?xi1>, tensor<?xf64>
func.func @elements(%p: tensor<?xi1>, %a: tensor<?xf64>, %b: tensor<?xf64>) -> tensor<?xf64> {
  %r = arith.select %p, %a, %b : tensor<?xi1>, tensor<?xf64>
  return %r : tensor<?xf64>
}

// Two tensors made with one size.
// CHECK-LABEL: func.func @made(
// CHECK:         arith.select %{{.*}} : tensor<?xf64>
// CHECK:         "lagrad.either"
func.func @made(%p: i1, %n: index, %m: index, %x: f64) -> (tensor<?xf64>, tensor<?xf64>) {
  %e = tensor.empty(%n) : tensor<?xf64>
  %a = linalg.fill ins(%x : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %b = tensor.insert %x into %e[%m] : tensor<?xf64>
  %r = arith.select %p, %a, %b : tensor<?xf64>
  %f = tensor.empty(%m) : tensor<?xf64>
  %s = arith.select %p, %a, %f : tensor<?xf64>
  return %r, %s : tensor<?xf64>, tensor<?xf64>
}
