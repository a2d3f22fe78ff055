"""Rows of a tape that nothing changes may stay in a scratchpad; others are copied to memory first."""

import pytest

from lagrad import execute
from lagrad.lowering.walk import walk
from lagrad.tape.reads import is_read_only

PROGRAM = """
#same = affine_map<(d0) -> (d0)>
func.func @f(%tape: tensor<9x4xf64>, %other: tensor<4xf64>, %matrix: tensor<9x4xf64>, %at: index, %flag: i1) {{
  %row = tensor.extract_slice %tape[%at, 0] [1, 4] [1, 1] : tensor<9x4xf64> to tensor<4xf64>
  {use}
  return
}}
func.func private @g(tensor<4xf64>)
"""
DOUBLED = """linalg.generic {{indexing_maps = [#same, #same], iterator_types = ["parallel"]}}
    ins({} : tensor<4xf64>) outs({} : tensor<4xf64>) {{
  ^bb0(%in: f64, %out: f64):
    %s = arith.addf %in, %in : f64
    linalg.yield %s : f64
  }} -> tensor<4xf64>"""
PART = "%part = tensor.extract_slice %row[1] [2] [1] : tensor<4xf64> to tensor<2xf64>\n  "


@pytest.mark.parametrize(
    "use, expected",
    [
        ("%v = tensor.extract %row[%at] : tensor<4xf64>", True),
        ("%v = arith.addf %row, %other : tensor<4xf64>", True),
        (f"%v = {DOUBLED.format('%row', '%other')}", True),
        (f"%v = {DOUBLED.format('%other', '%row')}", False),
        ("%v = tensor.insert_slice %row into %matrix[0, 0] [1, 4] [1, 1] : tensor<4xf64> into tensor<9x4xf64>", True),
        ("%v = tensor.insert_slice %other into %row[0] [4] [1] : tensor<4xf64> into tensor<4xf64>", False),
        (f"{PART}%v = arith.addf %part, %part : tensor<2xf64>", True),
        (f"{PART}%z = arith.constant 0.0 : f64\n  %v = tensor.insert %z into %part[%at] : tensor<2xf64>", False),
        ("%v = arith.select %flag, %row, %other : tensor<4xf64>", False),
        ("%v = scf.if %flag -> tensor<4xf64> {\n scf.yield %row : tensor<4xf64> } else {"
         "\n scf.yield %other : tensor<4xf64> }", False),
        ("func.call @g(%row) : (tensor<4xf64>) -> ()", False),
    ],
)  # fmt: skip
def test_what_only_reads_a_row(use, expected):
    module = execute.parse(PROGRAM.format(use=use))
    row = next(op for op in walk(module.operation) if op.name == "tensor.extract_slice")
    assert is_read_only(row.results[0]) is expected
