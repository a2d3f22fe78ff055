// Every derivative has an entry in the report: also of functions that are called and not inlined, those
// made on the way to another, and those that are a call.
// RUN: lagrad-opt %s --lagrad-differentiate --remarks --verify-diagnostics --report=%t.json -o %t
// RUN: FileCheck %s < %t.json

// CHECK:      "request": "push",
// CHECK-NEXT: "kind": "pushforward",
// CHECK-NEXT: "primal": "f",
// CHECK-NEXT: "wrt": [
// CHECK-NEXT:   0
// CHECK-NEXT: ],
// CHECK-NEXT: "operations_differentiated": 3,
// CHECK-NEXT: "values_active": 5
// CHECK:      "request": "gradient.sines",
// CHECK-NEXT: "kind": "call",
// CHECK-NEXT: "primal": "sines",
// CHECK:      "bytes_recorded": 40,
// CHECK:      "request": "gradient",
// CHECK:      "request": "many",
// CHECK:      "request": "own",
// CHECK-NEXT: "kind": "pullback",
// CHECK-NEXT: "primal": "custom",
// CHECK:      "calls": "custom_pullback"
func.func @sines(%x: f64) -> f64 attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  // expected-remark @below {{@gradient.sines records 1 value an iteration of this loop: 8 bytes}}
  %p = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %x) -> f64 {
    %s = math.sin %a : f64
    scf.yield %s : f64
  }
  return %p : f64
}
func.func @f(%x: f64) -> f64 {
  // expected-remark @below {{@gradient.sines differentiates 2 operations, records 1 value, computes 0 again, and leaves out 0 of 1 loop}}
  %0 = func.call @sines(%x) : (f64) -> f64
  %1 = arith.mulf %0, %x : f64
  return %1 : f64
}
// expected-remark @below {{@push differentiates 3 operations}}
func.func private @push(f64, f64) -> f64 attributes {lagrad.pushforward = @f}
// expected-remark @below {{@gradient differentiates 2 operations}}
func.func private @gradient(f64) -> f64 attributes {lagrad.gradient = @f}
// expected-remark @below {{@many differentiates 1 operation}}
func.func private @many(f64, tensor<3xf64>) -> tensor<3xf64> attributes {lagrad.pullback = @g, lagrad.vectors = 3}
func.func @g(%x: f64) -> f64 {
  %0 = math.exp %x : f64
  return %0 : f64
}
func.func private @custom(f64) -> f64 attributes {lagrad.custom_pullback = @custom_pullback}
func.func private @custom_pullback(f64, f64) -> f64
// expected-remark @below {{@own calls @custom_pullback}}
func.func private @own(f64, f64) -> f64 attributes {lagrad.pullback = @custom}
