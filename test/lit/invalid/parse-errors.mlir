// RUN: not lagrad-opt %s --split-input-file 2>&1 | FileCheck %s --strict-whitespace
// RUN: not lagrad-opt - --split-input-file < %s 2>&1 | FileCheck %s --check-prefix=STDIN

// STDIN: <stdin>:10:{{[0-9]+}}: error: use of undeclared SSA value name

//      CHECK:parse-errors.mlir:10:23: error: use of undeclared SSA value name
// CHECK-NEXT:    %y = arith.mulf %x, %z : f64
// CHECK-NEXT:                        ^
func.func @undeclared(%x: f64) -> f64 {
  %y = arith.mulf %x, %z : f64
  return %y : f64
}

// -----

// A tab counts as one character, and so does a letter of several bytes.
//      CHECK:parse-errors.mlir:21:{{[0-9]+}}: error: {{.*}}
// CHECK-NEXT:    "func.return"(%z) {"é"} : (f64) -> () // é
// CHECK-NEXT:                  ^
func.func @letters(%x: f64) -> f64 {
	"func.return"(%z) {"é"} : (f64) -> () // é
}

// -----

//      CHECK:parse-errors.mlir:31:3: error: type of return operand 0 ('f64') doesn't match
// CHECK-NEXT:    return %x : f64
// CHECK-NEXT:    ^
// CHECK-NEXT:parse-errors.mlir:31:3: note: see current operation: "func.return"(%arg0)
func.func @types(%x: f64) -> f32 {
  return %x : f64
}

// -----

// A line that is too long for a screen is cut around the place.
//      CHECK:parse-errors.mlir:41:{{[0-9]+}}: error: use of undeclared
// CHECK-NEXT:    ...{{.*}}%undeclared{{.*}}...
// CHECK-NEXT:                                                         ^
func.func @long(%a_very_long_name_of_an_argument: f64) -> f64 {
  %another_very_long_name_of_a_value = arith.mulf %a_very_long_name_of_an_argument, %undeclared : f64 loc("a name of a location that makes it longer")
  return %another_very_long_name_of_a_value : f64
}

// -----

// CHECK: parse-errors.mlir:48:{{[0-9]+}}: error: {{.*}}
func.func @truncated(%x: f64
