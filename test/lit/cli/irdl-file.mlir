// RUN: lagrad-opt %s --irdl-file=%S/Inputs/toy.irdl | FileCheck %s
// RUN: not lagrad-opt %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not lagrad-opt %s --irdl-file=%S/print-ir.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not lagrad-opt %s --irdl-file=%S/Inputs/toy.irdl --no-implicit-module 2>&1 | FileCheck %s --check-prefix=IMPLICIT
// RUN: echo 'module {}' | lagrad-opt --no-implicit-module - | FileCheck %s --check-prefix=MODULE

// CHECK:    "toy.twice"(%{{.*}}) : (f64) -> f64
// UNKNOWN:  error: unregistered operation 'toy.twice'
// NONE:     print-ir.mlir' defines no dialect: it has no 'irdl.dialect'
// IMPLICIT: is not one operation 'builtin.module', and --no-implicit-module adds none
// MODULE:   module {
func.func @f(%x: f64) -> f64 {
  %0 = "toy.twice"(%x) : (f64) -> f64
  return %0 : f64
}
