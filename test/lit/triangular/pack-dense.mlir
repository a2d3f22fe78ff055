// RUN: lagrad-opt %s --lagrad-pack-triangular | FileCheck %s
// RUN: lagrad-run %s --arg '[[1,0],[3,4]]' --arg 2 | FileCheck %s --check-prefix=SUM

// The elements are what they were; only the promise about them is gone.
// CHECK-NOT: "ltri"
// CHECK:     arith.constant dense<{{.*}}> : tensor<2x2xf64>
// CHECK-NOT: "ltri"
// SUM:       {{\[\[4. 0.\]}}
// SUM-NEXT:  {{ \[6. 7.\]\]}}
func.func @f(%x: tensor<?x2xf64, "ltri">, %n: index) -> tensor<?x2xf64, "ltri"> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant dense<[[1.5, 0.0], [1.5, 1.5]]> : tensor<2x2xf64, "ltri">
  %d = tensor.cast %k : tensor<2x2xf64, "ltri"> to tensor<?x2xf64, "ltri">
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?x2xf64, "ltri">) {
    %s = arith.addf %a, %d : tensor<?x2xf64, "ltri">
    scf.yield %s : tensor<?x2xf64, "ltri">
  }
  return %r : tensor<?x2xf64, "ltri">
}
