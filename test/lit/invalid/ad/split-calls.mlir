// RUN: not lagrad-opt %s --lagrad-differentiate 2>&1 | FileCheck %s

// What is wrong in the function is said together with what is wrong in its caller.

func.func @g(%x: f64) -> f64 attributes {no_inline} {
  // CHECK-DAG: split-calls.mlir:[[# @LINE + 1]]:8: error: cannot differentiate 'arith.bitcast'
  %a = arith.bitcast %x : f64 to i64
  %one = arith.constant 1 : i64
  %b = arith.xori %a, %one : i64
  %c = arith.bitcast %b : i64 to f64
  return %c : f64
}
func.func @f(%x: f64) -> f64 {
  %a = func.call @g(%x) : (f64) -> f64
  // CHECK-DAG: split-calls.mlir:[[# @LINE + 1]]:8: error: cannot differentiate 'arith.bitcast'
  %b = arith.bitcast %a : f64 to i64
  %one = arith.constant 1 : i64
  %d = arith.xori %b, %one : i64
  %c = arith.bitcast %d : i64 to f64
  return %c : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
