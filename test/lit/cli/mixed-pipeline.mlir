// RUN: lagrad-opt %s -p 'builtin.module(lagrad-differentiate,func.func(canonicalize),cse)' | FileCheck %s
// RUN: lagrad-opt %s -p 'builtin.module(builtin.module(lagrad-differentiate,func.func(cse)),func.func(canonicalize))' | FileCheck %s --check-prefix=INNER
// RUN: lagrad-opt %s --lagrad-differentiate='function=f wrt=0' --cse | FileCheck %s --check-prefix=FLAG
// RUN: lagrad-opt %s -p 'func.func(cse),lagrad-differentiate{function=f wrt=0}' | FileCheck %s --check-prefix=FLAG
// RUN: lagrad-opt %s --lagrad-differentiate --mlir-print-ir-before=lagrad-differentiate --mlir-timing 2>&1 >%t | FileCheck %s --check-prefix=WATCH

// Our passes and upstream's stand side by side at any depth.
// CHECK-LABEL: func.func @f_gradient(
// CHECK:         arith.mulf
// CHECK-LABEL: func.func @inner_gradient(

// A nest of modules leaves the outer one alone.
// INNER-LABEL: func.func private @f_gradient(
// INNER-LABEL: func.func @inner_gradient(

// FLAG-LABEL:  func.func @f_gradient_0(

// WATCH:       IR Dump Before lagrad-differentiate
// WATCH:       func.func private @f_gradient
// WATCH:       Execution time report
// WATCH:       Differentiate

func.func @f(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
func.func private @f_gradient(f64) -> f64 attributes {lagrad.gradient = @f}

module {
  func.func @inner(%x: f64) -> f64 {
    %y = arith.mulf %x, %x : f64
    return %y : f64
  }
  func.func private @inner_gradient(f64) -> f64 attributes {lagrad.gradient = @inner}
}
