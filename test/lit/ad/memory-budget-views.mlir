// RUN: lagrad-opt %s --lagrad-differentiate=memory-budget=10000000 --remarks -o /dev/null 2>&1 | FileCheck %s

// A part of 80 bytes is on the tape; what it is a part of is not kept.
// CHECK: @df keeps 4000 bytes at most, of the 10000000 it may
func.func @f(%x: tensor<1000xf64>, %w: tensor<10xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 50 : index
  %r, %q = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x, %a = %w) -> (tensor<1000xf64>, tensor<10xf64>) {
    %whole = math.sin %s : tensor<1000xf64>
    %part = tensor.extract_slice %whole[0] [10] [1] : tensor<1000xf64> to tensor<10xf64>
    %p = arith.mulf %part, %a : tensor<10xf64>
    scf.yield %whole, %p : tensor<1000xf64>, tensor<10xf64>
  }
  %e = tensor.extract %q[%c0] : tensor<10xf64>
  return %e : f64
}
func.func private @df(tensor<1000xf64>, tensor<10xf64>) -> tensor<10xf64>
    attributes {lagrad.gradient = @f, lagrad.wrt = [1]}
