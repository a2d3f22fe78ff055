"""Programs that the tests of lagrad-explain explain."""

from lagrad import pipelines
from lagrad.explain import explain
from lagrad.explain.sources import Text
from lagrad_cli import source

LOOP = """\
func.func @f(%x: tensor<8xf64>, %y: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %s = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %y) -> f64 {
    %e = tensor.extract %x[%i] : tensor<8xf64>
    %p = arith.mulf %a, %e : f64
    %t = math.sin %p : f64
    scf.yield %t : f64
  }
  return %s : f64
}
func.func private @df(tensor<8xf64>, f64) -> tensor<8xf64> attributes {lagrad.gradient = @f, lagrad.wrt = [0]}
"""

ZERO = """\
func.func @f(%x: f64, %y: f64, %z: f64, %unused: f64) -> f64 {
  %two = arith.constant 2.0 : f64
  %whole = math.floor %x : f64
  %1 = arith.mulf %whole, %y : f64
  %less = arith.cmpf olt, %z, %two : f64
  %2 = arith.select %less, %1, %y : f64
  return %2 : f64
}
func.func private @df(f64, f64, f64, f64) -> (f64, f64, f64, f64) attributes {lagrad.gradient = @f}
"""

CALLS = """\
func.func private @twice(%x: tensor<64xf64>) -> tensor<64xf64> {
  %sine = math.sin %x : tensor<64xf64>
  %more = math.exp %sine : tensor<64xf64>
  return %more : tensor<64xf64>
}
func.func private @through(%x: tensor<64xf64>, %k: f64) -> (f64, tensor<64xf64>) {
  %inner = func.call @twice(%x) : (tensor<64xf64>) -> tensor<64xf64>
  return %k, %inner : f64, tensor<64xf64>
}
func.func @f(%x: tensor<64xf64>, %k: f64) -> f64 {
  %other, %two = func.call @through(%x, %k) : (tensor<64xf64>, f64) -> (f64, tensor<64xf64>)
  %sum = func.call @dot(%two) : (tensor<64xf64>) -> f64
  %result = arith.mulf %sum, %other : f64
  return %result : f64
}
func.func private @dot(%x: tensor<64xf64>) -> f64 {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %dot = linalg.dot ins(%x, %x : tensor<64xf64>, tensor<64xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %element = tensor.extract %dot[] : tensor<f64>
  return %element : f64
}
func.func private @df(tensor<64xf64>, f64) -> tensor<64xf64> attributes {lagrad.gradient = @f, lagrad.wrt = [0]}
"""

STRAIGHT = """\
func.func @f(%A: tensor<64x64xf64>, %x: tensor<64xf64>) -> f64 {
  %zeros = arith.constant dense<0.0> : tensor<64xf64>
  %y = linalg.matvec ins(%A, %x : tensor<64x64xf64>, tensor<64xf64>) outs(%zeros : tensor<64xf64>) -> tensor<64xf64>
  %e = math.exp %y : tensor<64xf64>
  %z = linalg.matvec ins(%A, %e : tensor<64x64xf64>, tensor<64xf64>) outs(%zeros : tensor<64xf64>) -> tensor<64xf64>
  %zero = arith.constant dense<0.0> : tensor<f64>
  %dot = linalg.dot ins(%z, %z : tensor<64xf64>, tensor<64xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %result = tensor.extract %dot[] : tensor<f64>
  return %result : f64
}
func.func private @df(tensor<64x64xf64>, tensor<64xf64>) -> tensor<64xf64>
    attributes {lagrad.gradient = @f, lagrad.wrt = [1]}
"""

MEMORY = """\
func.func @square(%x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xf64>
    %w = arith.mulf %v, %v : f64
    memref.store %w, %y[%i] : memref<?xf64>
  }
  return
}
func.func private @pullback(memref<?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>)
    attributes {lagrad.pullback = @square, lagrad.wrt = [0, 1]}
"""

REFUSED = """\
func.func private @other(f64) -> f64
func.func @f(%x: f64) -> f64 {
  %0 = arith.mulf %x, %x : f64
  %1 = func.call @other(%0) : (f64) -> f64
  return %1 : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
"""


def explained(text: str, **options) -> dict:
    """The data of the page of a program, without the lowering unless it is asked for."""
    program = source.Source("f.mlir", text)
    module = source.parse(program, pipelines.new_context())
    return explain(module, Text(program.name, text.rstrip().split("\n")), **{"lowering": "", **options}).data
