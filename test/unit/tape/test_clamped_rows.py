"""Of the rows of a layer, those that the tape has: no view of memory is of less than no rows, or begins outside."""

import functools
import itertools

import lagrad
from lagrad import pipelines
from lagrad.mlir import ir
from lagrad.tape.index_scratchpad import _clamped

PROGRAM = """
func.func @f(%first: index, %count: index, %rows: index) -> (index, index, index) {
  return %first, %count, %rows : index, index, index
}
"""


@functools.cache
def clamped():
    """`_clamped` as a function of numbers."""
    with pipelines.new_context():
        module = ir.Module.parse(PROGRAM)
        block = module.body.operations[0].regions[0].blocks[0]
        (end,) = block.operations
        with ir.Location.unknown(), ir.InsertionPoint(end):
            for number, value in enumerate(_clamped(*block.arguments)):
                end.operands[number] = value
        return lagrad.compile(str(module), pipeline="lagrad-to-llvm-strict", entry="f").f


def test_rows_of_a_layer_that_the_tape_has():
    for first, count, rows in itertools.product(range(-9, 10), range(5), range(6)):
        there, place, taken = map(int, clamped()(first, count, rows))
        assert 0 <= there <= there + taken <= rows and 0 <= place <= place + taken <= count
        assert set(range(there, there + taken)) == set(range(first, first + count)) & set(range(rows))
        assert taken == 0 or there - first == place
