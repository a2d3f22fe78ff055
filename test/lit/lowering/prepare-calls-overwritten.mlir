// RUN: lagrad-run %s --entry=f --arg 3 --arg "[1,2,3,4]" | FileCheck %s

// What a call gives is in the memory of its operand, a part of %x2 that is overwritten next: it is read after that all the same.
// [5, 3] times [2, 5].
// CHECK:      result 0: f64
// CHECK-NEXT: 25.0

// RUN: lagrad-run %s --entry=before --arg 3 --arg "[1,2,3,4]" | FileCheck %s --check-prefix=BEFORE
// RUN: lagrad-run %s --entry=worked_on --arg 3 --arg "[1,2,3,4]" | FileCheck %s --check-prefix=WORKED
func.func @f(%n: index, %x: tensor<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2.0 : f64
  %x2 = tensor.insert %two into %x[%c0] : tensor<4xf64>
  %part = tensor.extract_slice %x2[1] [2] [1] : tensor<4xf64> to tensor<2xf64>
  %r = call @add(%n, %part) : (index, tensor<2xf64>) -> tensor<2xf64>
  %v0 = tensor.extract %r[%c0] : tensor<2xf64>
  %e2 = tensor.empty() : tensor<2xf64>
  %sevens = linalg.fill ins(%v0 : f64) outs(%e2 : tensor<2xf64>) -> tensor<2xf64>
  %y = tensor.insert_slice %sevens into %x2[1] [2] [1] : tensor<2xf64> into tensor<4xf64>
  %ys = tensor.extract_slice %y[0] [2] [1] : tensor<4xf64> to tensor<2xf64>
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %f0 = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %d = linalg.dot ins(%r, %ys : tensor<2xf64>, tensor<2xf64>) outs(%f0 : tensor<f64>) -> tensor<f64>
  %v = tensor.extract %d[] : tensor<f64>
  return %v : f64
}

// It is overwritten before the call, which is given a copy: [5, 3] times [2, 7].
// BEFORE:      result 0: f64
// BEFORE-NEXT: 31.0
func.func @before(%n: index, %x: tensor<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2.0 : f64
  %x2 = tensor.insert %two into %x[%c0] : tensor<4xf64>
  %part = tensor.extract_slice %x2[1] [2] [1] : tensor<4xf64> to tensor<2xf64>
  %sevens = arith.constant dense<7.0> : tensor<2xf64>
  %y = tensor.insert_slice %sevens into %x2[1] [2] [1] : tensor<2xf64> into tensor<4xf64>
  %r = call @add(%n, %part) : (index, tensor<2xf64>) -> tensor<2xf64>
  %ys = tensor.extract_slice %y[0] [2] [1] : tensor<4xf64> to tensor<2xf64>
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %f0 = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %d = linalg.dot ins(%r, %ys : tensor<2xf64>, tensor<2xf64>) outs(%f0 : tensor<f64>) -> tensor<f64>
  %v = tensor.extract %d[] : tensor<f64>
  return %v : f64
}

// What the call gives is worked on in place: [2, 3] times [2, 7].
// WORKED:      result 0: f64
// WORKED-NEXT: 25.0
func.func @worked_on(%n: index, %x: tensor<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2.0 : f64
  %x2 = tensor.insert %two into %x[%c0] : tensor<4xf64>
  %part = tensor.extract_slice %x2[1] [2] [1] : tensor<4xf64> to tensor<2xf64>
  %seven = arith.constant 7.0 : f64
  %e1 = tensor.empty() : tensor<2xf64>
  %sevens = linalg.fill ins(%seven : f64) outs(%e1 : tensor<2xf64>) -> tensor<2xf64>
  %y = tensor.insert_slice %sevens into %x2[1] [2] [1] : tensor<2xf64> into tensor<4xf64>
  %r = call @add(%n, %part) : (index, tensor<2xf64>) -> tensor<2xf64>
  %r1 = tensor.insert %two into %r[%c0] : tensor<2xf64>
  %ys = tensor.extract_slice %y[0] [2] [1] : tensor<4xf64> to tensor<2xf64>
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %f0 = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %d = linalg.dot ins(%r1, %ys : tensor<2xf64>, tensor<2xf64>) outs(%f0 : tensor<f64>) -> tensor<f64>
  %v = tensor.extract %d[] : tensor<f64>
  return %v : f64
}

func.func private @add(%n: index, %x: tensor<2xf64>) -> tensor<2xf64> attributes {no_inline, lagrad.updates = array<i64: 1, 0>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %p = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %p -> tensor<2xf64> {
    scf.yield %x : tensor<2xf64>
  } else {
    %m = arith.subi %n, %c1 : index
    %v = tensor.extract %x[%c0] : tensor<2xf64>
    %w = arith.addf %v, %one : f64
    %y = tensor.insert %w into %x[%c0] : tensor<2xf64>
    %s = func.call @add(%m, %y) : (index, tensor<2xf64>) -> tensor<2xf64>
    scf.yield %s : tensor<2xf64>
  }
  return %r : tensor<2xf64>
}
