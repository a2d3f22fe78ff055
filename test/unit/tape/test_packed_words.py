"""What `lagrad-pack-tape` puts into a word comes out of it: fields of several bits, in the middle and at the end."""

import numpy as np

import lagrad
from lagrad import execute, pipelines

PROGRAM = """
func.func @f(%n: index) -> (tensor<16xindex>, tensor<16xi1>, tensor<16xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c31 = arith.constant 31 : i64
  %c16 = arith.constant 16 : index
  %e = tensor.empty() : tensor<16xindex>
  %g = tensor.empty() : tensor<16xi1>
  %h = tensor.empty() : tensor<16xi64>
  %0:3 = scf.for %i = %c0 to %c16 step %c1 iter_args(%p = %e, %q = %g, %r = %h)
      -> (tensor<16xindex>, tensor<16xi1>, tensor<16xi64>) {
    %at = arith.addi %i, %n : index
    %side = arith.remui %at, %c5 : index
    %odd = arith.index_cast %at : index to i1
    %wide = arith.index_cast %at : index to i64
    %low = arith.andi %wide, %c31 : i64
    %1 = tensor.insert %side into %p[%i] : tensor<16xindex>
    %2 = tensor.insert %odd into %q[%i] : tensor<16xi1>
    %3 = tensor.insert %low into %r[%i] : tensor<16xi64>
    scf.yield %1, %2, %3 : tensor<16xindex>, tensor<16xi1>, tensor<16xi64>
  } {lagrad.tape = array<i64: 0, 1, 2>}
  %a = arith.constant dense<0> : tensor<16xindex>
  %b = arith.constant dense<false> : tensor<16xi1>
  %c = arith.constant dense<0> : tensor<16xi64>
  %4:3 = scf.for %i = %c0 to %c16 step %c1 iter_args(%p = %a, %q = %b, %r = %c)
      -> (tensor<16xindex>, tensor<16xi1>, tensor<16xi64>) {
    %side = tensor.extract %0#0[%i] : tensor<16xindex>
    %odd = tensor.extract %0#1[%i] : tensor<16xi1>
    %low = tensor.extract %0#2[%i] : tensor<16xi64>
    %1 = tensor.insert %side into %p[%i] : tensor<16xindex>
    %2 = tensor.insert %odd into %q[%i] : tensor<16xi1>
    %3 = tensor.insert %low into %r[%i] : tensor<16xi64>
    scf.yield %1, %2, %3 : tensor<16xindex>, tensor<16xi1>, tensor<16xi64>
  }
  return %4#0, %4#1, %4#2 : tensor<16xindex>, tensor<16xi1>, tensor<16xi64>
}
"""


def test_fields_come_out_as_they_went_in():
    module = execute.parse(PROGRAM)
    pipelines.run(module, pipelines.read("lagrad-pack-tape,canonicalize,cse"))
    assert "tensor.empty() : tensor<16xi16>" in str(module)  # three bits, one, and five
    packed = lagrad.compile(PROGRAM, pipeline="lagrad-pack-tape,lagrad-to-llvm-strict", entry="f")
    for n in range(5):
        side, odd, low = packed.f(n)
        at = np.arange(16) + n
        np.testing.assert_array_equal(side, at % 5)
        np.testing.assert_array_equal(odd, at % 2 == 1)
        np.testing.assert_array_equal(low, at % 32)
