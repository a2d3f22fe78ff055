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
