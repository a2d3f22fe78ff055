"""What a loop reads of a tape: rows that follow its iterations, from which to which, and whether in each of them."""

from __future__ import annotations

import pytest

from lagrad import build, execute
from lagrad.lowering.walk import walk
from lagrad.mlir import ir
from lagrad.tape.reads import rows_read

TAPE, SLICE = "tensor<9x9x9xf64>", "tensor<?x9x9xf64>"
PROGRAM = """
func.func @f(%t: tensor<9x9x9xf64>, %n: index, %m: index, %flag: i1) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  {before}
  scf.for %i = %c0 to %c8 step %c1 {{
    {body}
  }}
  return
}}
"""
FIRST = f"%v = tensor.extract %t[%i, %c2, %n] : {TAPE}"
BEHIND = f"%s = tensor.extract_slice %t[1, 0, 0] [8, 9, 9] [1, 1, 1] : {TAPE} to tensor<8x9x9xf64>"
SECOND = "%w = tensor.extract %s[%i, %c1, %m] : tensor<8x9x9xf64>"
FURTHER = f"""{BEHIND}
  %u = tensor.extract_slice %s[2, 3, 0] [6, 1, 9] [1, 1, 1] : tensor<8x9x9xf64> to tensor<6x9xf64>"""
STRIDED = f"%s = tensor.extract_slice %t[0, 0, 0] [4, 9, 9] [2, 1, 1] : {TAPE} to tensor<4x9x9xf64>"


def row(offsets: str, sizes: str, type: str, strides: str = "1, 1, 1") -> str:
    taken = f"%r = tensor.extract_slice %t[{offsets}] [{sizes}] [{strides}] : {TAPE} to tensor<{type}xf64>"
    return f"{taken}\n    %y = arith.addf %r, %r : tensor<{type}xf64>"


CASES = {  # the dimension, the direction, and the offsets
    "up": ("", FIRST, (0, 1, 0, 0)),
    "down": ("", f"%j = arith.subi %n, %i : index\n%v = tensor.extract %t[%j, %c0, %c0] : {TAPE}", (0, -1, 0, 0)),
    "behind two": ("", f"%v = tensor.extract %t[%n, %c2, %i] : {TAPE}", (2, 1, 0, 0)),
    "the next one": (BEHIND, SECOND, (0, 1, 1, 1)),
    "two rows": (BEHIND, f"{FIRST}\n{SECOND}", (0, 1, 0, 1)),
    "slices of slices": (FURTHER, "%w = tensor.extract %u[%i, %m] : tensor<6x9xf64>", (0, 1, 3, 3)),
    "one row of two sides": (
        BEHIND, "%v = tensor.extract %s[%c1, %i, %c0] : tensor<8x9x9xf64>\n"
        f"%w = tensor.extract %t[%c2, %i, %c1] : {TAPE}", (1, 1, 0, 0),
    ),
    "whole rows": ("", row("%i, 0, 0", "1, 9, 9", "9x9"), (0, 1, 0, 0)),
    "rows of a row": ("", row("%n, %i, 0", "1, 1, 9", "9"), (1, 1, 0, 0)),
    "something else in front": (
        row("%n, 0, 0", "1, 9, 9", "9x9").partition("\n")[0], f"{FIRST}\n%y = arith.addf %r, %r : tensor<9x9xf64>",
        (0, 1, 0, 0),
    ),
    "nothing": ("", "", None),
    "always the same": ("", f"%v = tensor.extract %t[%n, %c2, %m] : {TAPE}", None),
    "every second one": ("", f"%j = arith.addi %i, %i : index\n%v = tensor.extract %t[%j, %c0, %c0] : {TAPE}", None),
    "unknown ones": ("", f"%j = arith.muli %i, %n : index\n%v = tensor.extract %t[%j, %c0, %c0] : {TAPE}", None),
    "unknown ones, and one": (
        "", "%k = arith.muli %i, %n : index\n%j = arith.addi %i, %k : index\n"
        f"%v = tensor.extract %t[%j, %c0, %c0] : {TAPE}", None,
    ),
    "the size too": ("", f"{FIRST}\n%d = tensor.dim %t, %n : {TAPE}", None),
    "several rows at once": ("", row("%i, 0, 0", "2, 9, 9", "2x9x9"), None),
    "two columns": ("", row("%i, 0, 0", "1, 9, 9", "9x9") + f"\n%v = tensor.extract %t[%n, %i, %c0] : {TAPE}", None),
    "rows of two rows": (
        "", f"%v = tensor.extract %t[%n, %i, %c0] : {TAPE}\n%w = tensor.extract %t[%m, %i, %c0] : {TAPE}", None,
    ),
    "up and down": (
        "", f"{FIRST}\n%j = arith.subi %n, %i : index\n%w = tensor.extract %t[%j, %c0, %c0] : {TAPE}", None,
    ),
    "a row of one row": ("", row("%n, %i, 0", "1, 1, 9", "1x1x9"), None),
    "a slice in front with strides": (STRIDED, "%v = tensor.extract %s[%i, %c0, %c0] : tensor<4x9x9xf64>", None),
    "a slice with strides": ("", row("%i, 0, 0", "1, 4, 9", "4x9", "1, 2, 1"), None),
}  # fmt: skip


def parsed(before: str, body: str) -> tuple[ir.Module, ir.Value, ir.Operation]:
    """A program, which has to outlive its parts; the tape, and the loop."""
    module = execute.parse(PROGRAM.format(before=before, body=body))
    loop = next(op for op in walk(module.operation) if op.name == "scf.for")
    return module, module.body.operations[0].regions[0].blocks[0].arguments[0], loop


@pytest.mark.parametrize("name", CASES)
def test_rows(name):
    before, body, expected = CASES[name]
    module, tape, loop = parsed(before, body)
    rows = rows_read(tape, loop)
    assert (rows and (rows.dimension, rows.direction, *rows.offsets)) == expected


INNER = "scf.for %k = {} to {} step %c1 {{ {} }}"


@pytest.mark.parametrize(
    "body, expected",
    [
        (f"{FIRST}\n{SECOND}", True),
        (f"{FIRST}\nscf.if %flag {{ {SECOND} }}", False),
        (f"scf.if %flag {{ {FIRST} }}\n{SECOND}", False),
        (f"{FIRST}\n{SECOND}\nscf.if %flag {{ %z = tensor.extract %s[%i, %c2, %m] : tensor<8x9x9xf64> }}", True),
        (INNER.format("%c1", "%c2", f"{FIRST}\n{SECOND}"), True),
        (INNER.format("%c1", "%c1", f"{FIRST}\n{SECOND}"), False),
        (INNER.format("%c0", "%n", f"{FIRST}\n{SECOND}"), False),
        (INNER.format("%n", "%c8", f"{FIRST}\n{SECOND}"), False),
    ],
)
def test_whether_each_iteration_reads_the_first_and_the_last(body, expected):
    module, tape, loop = parsed(BEHIND, body)
    rows = rows_read(tape, loop)
    assert rows.offsets == (0, 1) and rows.is_certain(loop) is expected


def test_where_rows_are_in_another_iteration():
    """An index of some values and a number, for a counter of 5: its additions and subtractions are computed again."""
    body = "%j = arith.subi %n, %i : index\n%w = tensor.extract %s[%j, %c1, %m] : tensor<8x9x9xf64>"
    module, tape, loop = parsed(BEHIND, body)
    (read,) = rows_read(tape, loop).reads
    with loop.location, ir.InsertionPoint(loop):
        five = build.index(5)
        at = read.place[0].at_iteration(loop, five).emit()
    added, number = at.owner.operands
    assert at.owner.name == "arith.addi" and build.constant_of(number) == 1
    assert added.owner.name == "arith.subi" and added.owner.operands[1] == five
