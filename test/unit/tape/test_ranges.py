"""How many bits an integer needs: enough for every value that it has, and fewer where operations say so."""

import pytest

from lagrad import pipelines
from lagrad.mlir import ir
from lagrad.tape.ranges import bits

PROGRAM = """
func.func @f(%flag: i1, %byte: i8, %long: i64, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c100 = arith.constant 100 : index
  %minus = arith.constant -1 : i64
  %seven = arith.constant 7 : i64
  scf.for %i = %c0 to %c100 step %c1 {{
    scf.for %j = %c0 to %n step %c1 {{
      {value}
      "test.use"(%v) : ({type}) -> ()
    }}
  }}
  return
}}
"""


@pytest.mark.parametrize(
    "value, type, expected",
    [
        ("%v = arith.cmpi eq, %n, %i : index", "i1", 1),
        ("%v = arith.addi %i, %c0 : index", "index", 64),
        ("%v = arith.maxsi %i, %c0 : index", "index", 64),
        ("%v = arith.remui %n, %c5 : index", "index", 3),
        ("%v = arith.remui %c5, %n : index", "index", 64),
        ("%v = arith.remsi %n, %c5 : index", "index", 64),
        ("%v = arith.minui %i, %n : index", "index", 7),
        ("%v = arith.minui %j, %n : index", "index", 64),
        ("%v = arith.minsi %i, %n : index", "index", 64),
        ("%v = arith.extui %byte : i8 to i64", "i64", 8),
        ("%v = arith.extsi %byte : i8 to i64", "i64", 64),
        ("%v = arith.andi %long, %seven : i64", "i64", 3),
        ("%v = arith.andi %long, %minus : i64", "i64", 64),
        ("%v = arith.select %flag, %i, %c5 : index", "index", 7),
        ("%v = arith.select %flag, %i, %n : index", "index", 64),
        ("%w = arith.index_castui %byte : i8 to index\n%v = arith.minui %w, %w : index", "index", 8),
        ("%w = arith.extui %byte : i8 to i64\n%v = arith.index_cast %w : i64 to index", "index", 8),
        ("%w = arith.index_cast %byte : i8 to index\n%v = arith.minui %w, %w : index", "index", 64),
        ("%v = arith.minui %i, %c0 : index", "index", 1),
        ("%v = arith.minui %c5, %c0 : index", "index", 1),
        ("%v = arith.minui %i, %c5 : index", "index", 3),
        ("%v = arith.select %flag, %minus, %seven : i64", "i64", 64),
        ("%v = arith.select %flag, %seven, %seven : i64", "i64", 3),
        ("%v = arith.select %flag, %c5, %c1 : index", "index", 3),
        ("%v = arith.remui %n, %c0 : index", "index", 64),
        ("%c8 = arith.constant 8 : index\n%v = arith.remui %n, %c8 : index", "index", 3),
        ("%w = arith.remui %n, %c1 : index\n%v = arith.minui %w, %w : index", "index", 1),
    ],
)
def test_bits(value, type, expected):
    with pipelines.new_context():
        module = ir.Module.parse(PROGRAM.format(value=value, type=type))
        found = []

        def see(op):
            if op.name == "test.use":
                found.append(bits(op.operands[0]))
            return ir.WalkResult.ADVANCE

        module.operation.walk(see)
        assert found == [expected]


COUNTERS = """
func.func @f() {{
  %lower = arith.constant {lower} : index
  %upper = arith.constant {upper} : index
  %step = arith.constant 1 : index
  %r = scf.for %i = %lower to %upper step %step iter_args(%a = %step) -> index {{
    {value}
    scf.yield %v : index
  }}
  return
}}
"""


def casts(count: int) -> str:
    """A counter as an i64 and an index again, many times."""
    lines, value = [], "%i"
    for n in range(count):
        lines += [f"%w{n} = arith.index_cast {value} : index to i64", f"%u{n} = arith.index_cast %w{n} : i64 to index"]
        value = f"%u{n}"
    return "\n".join([*lines, f"%v = arith.minui {value}, {value} : index"])


@pytest.mark.parametrize(
    "lower, upper, value, expected",
    [
        (0, 128, "%v = arith.minui %i, %i : index", 7),
        (0, 129, "%v = arith.minui %i, %i : index", 8),
        (5, 3, "%v = arith.minui %i, %i : index", 3),
        (-1, 9, "%v = arith.minui %i, %i : index", 64),
        (0, 9, "%v = arith.minui %a, %a : index", 64),
        (0, 128, "%b = arith.index_cast %i : index to i8\n%v = arith.index_cast %b : i8 to index", 7),
        (0, 129, "%b = arith.index_cast %i : index to i8\n%v = arith.index_cast %b : i8 to index", 64),
        (0, 128, casts(5), 7),
        (0, 128, casts(10), 64),
    ],
)
def test_bits_of_counters(lower, upper, value, expected):
    with pipelines.new_context():
        module = ir.Module.parse(COUNTERS.format(lower=lower, upper=upper, value=value))
        (function,) = module.body.operations
        loop = next(op for op in function.regions[0].blocks[0].operations if op.operation.name == "scf.for")
        *_, end = loop.regions[0].blocks[0].operations
        assert bits(end.operands[0]) == expected
