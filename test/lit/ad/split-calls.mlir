// RUN: lagrad-opt %s --split-input-file --pipeline='lagrad-differentiate,canonicalize,cse' | FileCheck %s

// A function that is not inlined becomes one that also returns what its adjoint reads, and the
// adjoint. Nothing of it is computed twice, and one pair serves both calls.

func.func @g(%x: f64, %y: f64, %n: index) -> f64 attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> f64 {
    %s = math.sin %h : f64
    %t = arith.mulf %s, %y : f64
    scf.yield %t : f64
  }
  %e = math.exp %h : f64
  return %e : f64
}
func.func @f(%x: f64, %y: f64, %n: index) -> f64 {
  %a = func.call @g(%x, %y, %n) : (f64, f64, index) -> f64
  %b = func.call @g(%a, %y, %n) : (f64, f64, index) -> f64
  return %b : f64
}
// CHECK-LABEL: func.func @df(
// CHECK-SAME:      %[[X:.*]]: f64, %[[Y:.*]]: f64, %[[N:.*]]: index)
// CHECK-NEXT:    %[[ONE:.*]] = arith.constant 1.0
// CHECK-NEXT:    %[[A:.*]]:2 = call @g_augmented(%[[X]], %[[Y]], %[[N]])
// CHECK-NEXT:    %[[B:.*]]:2 = call @g_augmented(%[[A]]#0, %[[Y]], %[[N]])
// CHECK-NEXT:    %[[GB:.*]]:2 = call @g_adjoint(%[[Y]], %[[N]], %[[B]]#1, %[[B]]#0, %[[ONE]])
// CHECK-NEXT:    %[[GA:.*]]:2 = call @g_adjoint(%[[Y]], %[[N]], %[[A]]#1, %[[A]]#0, %[[GB]]#0)
// CHECK-NEXT:    %[[GY:.*]] = arith.addf %[[GA]]#1, %[[GB]]#1
// CHECK-NEXT:    return %[[GA]]#0, %[[GY]]
func.func private @df(f64, f64, index) -> (f64, f64) attributes {lagrad.gradient = @f}

// CHECK-LABEL: func.func private @g_augmented(
// CHECK-SAME:    -> (f64, tensor<?xf64>) attributes {no_inline}
// CHECK:         math.exp
// CHECK-LABEL: func.func private @g_adjoint(
// CHECK-NOT:     math.exp
// CHECK:         return

// -----

// In a loop the residuals of each call are a row.

func.func @g(%x: f64) -> f64 attributes {no_inline} {
  %a = math.exp %x : f64
  %b = math.sin %a : f64
  return %b : f64
}
func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %h = scf.for %i = %c0 to %c5 step %c1 iter_args(%h = %x) -> f64 {
    %t = func.call @g(%h) : (f64) -> f64
    scf.yield %t : f64
  }
  return %h : f64
}
// CHECK-LABEL: func.func @df(
// CHECK:         scf.for
// CHECK:           call @g_augmented
// CHECK:           tensor.insert
// CHECK:         scf.for
// CHECK-NOT:       call @g_augmented
// CHECK:           call @g_adjoint
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
