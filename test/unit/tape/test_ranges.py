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
