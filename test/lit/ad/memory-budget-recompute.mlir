// RUN: lagrad-opt %s --lagrad-differentiate='tape=record memory-budget=34000' --remarks -o %t.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s --input-file %t.mlir
// RUN: lagrad-opt %s --lagrad-differentiate='tape=record memory-budget=1000000' --remarks -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MORE
// RUN: not lagrad-opt %s --lagrad-differentiate='tape=record memory-budget=1' 2>&1 | FileCheck %s --check-prefix=LEAST

// An iteration keeps 32,000 bytes for its own adjoint, and a state would take 8,016 bytes. What the adjoint reads
// follows from a number.
// SAID: :1: remark: @df would keep 3200000 bytes, of the 34000 it may: it computes again all that costs memory, as
// SAID-SAME: with tape=min-memory
// With room for all states snapshots cost less; without, that is the least there can be.
// MORE: remark: @df would keep 3200000 bytes, of the 1000000 it may: with snapshots it keeps
// LEAST: within a memory-budget of 1 byte: the least is 32800
// CHECK-LABEL: func.func @df(
// CHECK-NOT:   lagrad.rewind
// CHECK:       tensor<100xf64>
// CHECK:       {lagrad.tape = array<i64: 1>}
// CHECK:       scf.for
// CHECK:         math.tanh
func.func @f(%x: tensor<1000xf64>, %c: tensor<1000xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 100 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<1000xf64> {
    %e = tensor.extract %s[%c0] : tensor<1000xf64>
    %all = tensor.splat %e : tensor<1000xf64>
    %p = arith.mulf %all, %c : tensor<1000xf64>
    %sine = math.sin %p : tensor<1000xf64>
    %power = math.exp %sine : tensor<1000xf64>
    %v = math.tanh %power : tensor<1000xf64>
    %t = arith.addf %s, %v : tensor<1000xf64>
    scf.yield %t : tensor<1000xf64>
  }
  %y = tensor.extract %r[%c1] : tensor<1000xf64>
  return %y : f64
}
func.func private @df(tensor<1000xf64>, tensor<1000xf64>) -> (tensor<1000xf64>, tensor<1000xf64>)
    attributes {lagrad.gradient = @f}
