// RUN: lagrad-opt %s --lagrad-differentiate=memory-budget=100000000 --remarks -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PLENTY
// RUN: lagrad-opt %s --lagrad-differentiate=memory-budget=100000 --remarks -o %t.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SOME
// RUN: FileCheck %s --input-file %t.mlir
// RUN: lagrad-opt %s --lagrad-differentiate=memory-budget=20000 --remarks -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LITTLE

// PLENTY: memory-budget.mlir:{{[0-9]+}}:1: remark: @df keeps 841600 bytes at most, of the 100000000 it may

// A state and where it is take 816 bytes, the tape of the inner loop 40,000, %factor 800, and %p as much.
// SOME: remark: @df would keep 841600 bytes, of the 100000 it may: with snapshots it keeps 99536 bytes at most
// SOME: :8: remark: @df keeps 71 states of 816 bytes of this loop, whose tapes would take 800000 bytes, and computes
// SOME-SAME: each iteration again 1.93 times on average

// CHECK-LABEL: func.func @df(
// CHECK:       {lagrad.rewind}
// CHECK:       {lagrad.snapshots = 71 : i64}

// LITTLE: remark: @df would keep 841600 bytes, of the 20000 it may: with snapshots it keeps 19552 bytes at most
// LITTLE: :8: remark: @df keeps 16 states of 816 bytes of this loop
// LITTLE: :10: remark: @df keeps 6 states of 816 bytes of this loop, whose tapes would take 40000 bytes
func.func @f(%a: f64, %x: tensor<100xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000 : index
  %m = arith.constant 50 : index
  %factor = tensor.splat %a : tensor<100xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<100xf64> {
    %q = scf.for %j = %c0 to %m step %c1 iter_args(%u = %s) -> tensor<100xf64> {
      %p = arith.mulf %u, %factor : tensor<100xf64>
      %v = math.sin %p : tensor<100xf64>
      scf.yield %v : tensor<100xf64>
    }
    scf.yield %q : tensor<100xf64>
  }
  %e = tensor.extract %r[%c0] : tensor<100xf64>
  return %e : f64
}
func.func private @df(f64, tensor<100xf64>) -> (f64, tensor<100xf64>) attributes {lagrad.gradient = @f}
