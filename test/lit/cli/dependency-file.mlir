// RUN: rm -rf "%t dir" && mkdir "%t dir" && echo "--irdl-file=%S/Inputs/toy.irdl --cse" > %t.rsp
// RUN: lagrad-opt %s @%t.rsp -o "%t dir/a$b.mlir" --dependency-file=%t.d && cat %t.d | FileCheck %s
// RUN: not lagrad-opt %s --dependency-file=%t.d 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: rm %t.d && not lagrad-opt %s --no-implicit-module -o %t.out --dependency-file=%t.d && test ! -e %t.d

// CHECK: {{.*}}tmp\ dir/a$$b.mlir: {{.*}}dependency-file.mlir {{.*}}toy.irdl {{.*}}tmp.rsp
// NONE: --dependency-file is about the file that -o names; add it
func.func @f(%x: f64) -> f64 {
  return %x : f64
}
