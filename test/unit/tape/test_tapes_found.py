"""Which carried values of a loop are tapes: they begin empty, iterations only fill them, the rest only reads them."""

from __future__ import annotations

import pytest

from lagrad import execute
from lagrad.tape.tapes import tapes

T = "tensor<8x8xf64>"
PROGRAM = """
func.func @f(%x: tensor<8xf64>, %y: tensor<8x8xf64>, %n: index, %flag: i1) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty() : tensor<8x8xf64>
  %h = tensor.empty() : tensor<8xf64>
  {before}
  %0 = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = {start}) -> tensor<8x8xf64> {{
    {body}
    scf.yield %u : tensor<8x8xf64>
  }} {{lagrad.tape = array<i64: 0>}}
  {after}
  return
}}
"""
WRITE = "%u = tensor.insert_slice %x into %t[%i, 0] [1, 8] [1, 1] : tensor<8xf64> into tensor<8x8xf64>"
READ = "%r = tensor.extract %0[%n, %c1] : tensor<8x8xf64>"
ROW = "%s = tensor.extract_slice %0[%n, 0] [1, 8] [1, 1] : tensor<8x8xf64> to tensor<8xf64>"
PART = "%p = tensor.extract_slice %s[2] [4] [1] : tensor<8xf64> to tensor<4xf64>"
INNER = """%w = scf.for %j = %c0 to %c8 step %c1 iter_args(%q = %h) -> tensor<8xf64> {
      %v = tensor.extract %x[%j] : tensor<8xf64>
      %z = tensor.insert %v into %q[%j] : tensor<8xf64>
      scf.yield %z : tensor<8xf64>
    } {lagrad.tape = array<i64: 0>}
    """
NEST = INNER + WRITE.replace("%x into", "%w into")
FIRST = """%v = tensor.extract %x[%n] : tensor<8xf64>
  %a = tensor.insert %v into %e[%c0, %c1] : tensor<8x8xf64>
  %b = tensor.insert_slice %x into %a[1, 0] [1, 8] [1, 1] : tensor<8xf64> into tensor<8x8xf64>"""
FOUND = {  # what is in front, the start, the body, what comes behind: how many loops, insertions in front, and writes
    "rows": ("", "%e", WRITE, READ, (1, 0, 1)),
    "begun": (FIRST, "%b", WRITE, READ, (1, 2, 1)),
    "two rows": ("", "%e", WRITE.replace("%u", "%k") + "\n" + WRITE.replace("%t", "%k"), READ, (1, 0, 2)),
    "a nest": ("", "%e", NEST, READ, (2, 0, 1)),
    "a nest whose rows are used too": (
        "", "%e", NEST + "\n%k = tensor.extract %w[%c0] : tensor<8xf64>", READ, (1, 0, 1),
    ),
    "a nest, and a row more": (
        "", "%e", NEST.replace("%u", "%k") + "\n" + WRITE.replace("%t", "%k"), READ, (1, 0, 2),
    ),
    "a row that a loop fills once": (INNER, "%e", WRITE.replace("%x into", "%w into"), READ, (1, 0, 1)),
}  # fmt: skip
NONE = {
    "an array of the program's": ("", "%y", WRITE, READ),
    "numbers": ("%k = arith.constant dense<0.0> : tensor<8x8xf64>", "%k", WRITE, READ),
    "nothing is written": ("", "%e", "%u = arith.addf %t, %t : tensor<8x8xf64>", READ),
    "read by an iteration": ("", "%e", f"%k = tensor.extract %t[%c0, %c1] : {T}\n{WRITE}", READ),
    "put into another tensor": (
        "", "%e", f"%u = tensor.insert_slice %t into %y[0, 0] [8, 8] [1, 1] : {T} into {T}", READ,
    ),
    "written in a branch": (
        "", "%e", f"%u = scf.if %flag -> {T} {{ {WRITE.replace('%u', '%k')} scf.yield %k : {T} }} "
        f"else {{ scf.yield %t : {T} }}", READ,
    ),
    "never read": ("", "%e", WRITE, ""),
    "computed with": ("", "%e", WRITE, f"{READ}\n%k = arith.addf %0, %0 : {T}"),
}  # fmt: skip


def found(before: str, start: str, body: str, after: str):
    """A program, which has to outlive its parts, and its tapes."""
    module = execute.parse(PROGRAM.format(before=before, start=start, body=body, after=after))
    return module, [tape for tape in tapes(module.operation) if tape.outermost.type.rank == 2]


@pytest.mark.parametrize("name", FOUND)
def test_a_tape(name):
    *parts, expected = FOUND[name]
    module, (tape,) = found(*parts)
    assert (len(tape.levels), len(tape.outermost.before), len(tape.outermost.writes)) == expected
    assert tape.outermost.empty.name == "tensor.empty"


def test_what_is_put_in_front_is_in_order():
    module, (tape,) = found(FIRST, "%b", WRITE, READ)
    assert [op.name for op in tape.outermost.before] == ["tensor.insert", "tensor.insert_slice"]


@pytest.mark.parametrize("name", NONE)
def test_no_tape(name):
    assert found(*NONE[name])[1] == []


def test_tensors_that_say_more_of_their_elements():
    text = PROGRAM.replace("tensor<8x8xf64>", 'tensor<8x8xf64, "more">')
    text = text.format(before="", start="%e", body=WRITE, after=READ)
    encoded = WRITE.replace("tensor<8x8xf64>", 'tensor<8x8xf64, "more">')
    module = execute.parse(text.replace(WRITE, encoded).replace(READ, READ.replace(T, 'tensor<8x8xf64, "more">')))
    assert tapes(module.operation) == []


def test_each_of_two_that_change_places_is_none():
    module = execute.parse(f"""
func.func @f(%x: tensor<8xf64>, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : {T}
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %e, %s = %e) -> ({T}, {T}) {{
    {WRITE}
    {WRITE.replace("%u", "%v").replace("%t", "%s")}
    scf.yield %v, %u : {T}, {T}
  }} {{lagrad.tape = array<i64: 0, 1>}}
  {READ.replace("%0", "%0#0")}
  {READ.replace("%0", "%0#1").replace("%r", "%q")}
  return
}}""")
    assert tapes(module.operation) == []


@pytest.mark.parametrize(
    "after, readers",
    [
        (READ, ["tensor.extract"]),
        (f"{READ}\n%d = tensor.dim %0, %c0 : {T}", ["tensor.extract"]),
        (f"{ROW}\n%r = tensor.extract %s[%n] : tensor<8xf64>", ["tensor.extract"]),
        (f"{ROW}\n{PART}\n%r = arith.addf %p, %p : tensor<4xf64>", ["tensor.extract_slice"]),
        (f"{ROW}\n%q = tensor.extract %s[%n] : tensor<8xf64>\n%r = arith.addf %s, %s : tensor<8xf64>",
         ["tensor.extract_slice"]),
    ],
)  # fmt: skip
def test_what_reads_it(after, readers):
    module, (tape,) = found("", "%e", WRITE, after)
    assert [op.name for op in tape.readers()] == readers
