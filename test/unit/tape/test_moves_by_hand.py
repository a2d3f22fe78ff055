"""What `lagrad-stream-tape` makes of copies between memory and scratchpads, on programs that are memory already."""

from __future__ import annotations

import re

import pytest

from lagrad import execute, pipelines

PROGRAM = """
func.func @f(%m: memref<64x8xf64>, %n: index, %at: memref<9xindex>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %layer = %c0 to %n step %c1 {{
    %pad = memref.alloc({sizes}) : {pad}
    %first = {first}
    %rows = memref.subview %m[%first, 0] [4, {width}] [1, 1] : memref<64x8xf64> to {rows}
    {copy}
  }} {attributes}
  return
}}
"""
DENSE, WIDE = "memref<4x8xf64, strided<[8, 1], offset: ?>>", "memref<4x5xf64, strided<[8, 1], offset: ?>>"
INTO = "memref.copy %rows, %pad : {rows} to {pad}"
OUT = "memref.copy %pad, %rows : {pad} to {rows}"
LAYER = "{lagrad.layer = 4 : i64}"


def streamed(
    copy: str = INTO, rows: str = DENSE, width: int = 8, sizes: str = "", pad: str | None = None,
    first: str = "arith.muli %layer, %c4 : index", attributes: str = LAYER, target: str = "cpu",
) -> str:  # fmt: skip
    pad = pad or f"memref<4x{width}xf64, 1>"
    parts = dict(rows=rows, width=width, sizes=sizes, pad=pad, first=first, attributes=attributes)
    module = execute.parse(PROGRAM.format(copy=copy.format(rows=rows, pad=pad), **parts))
    pipelines.run(module, pipelines.read(f"lagrad-stream-tape{{target={target}}}"))
    return str(module)


@pytest.mark.parametrize(
    "pad, sizes, is_on_stack",
    [
        ("memref<4x8xf64, 1>", "", True),
        (f"memref<{(1 << 18) // 64}x8xf64, 1>", "", True),
        (f"memref<{(1 << 18) // 64 + 1}x8xf64, 1>", "", False),
        ("memref<?x8xf64, 1>", "%n", False),
    ],
)
def test_small_scratchpads_are_on_the_stack(pad, sizes, is_on_stack):
    made = streamed(copy="", pad=pad, sizes=sizes)
    taken = "memref.alloca() {alignment = 64 : i64, lagrad.scratchpad}"
    assert (taken in made) is is_on_stack
    assert (made.count("memref.alloc(") == 1 and "{lagrad.scratchpad}" in made) is not is_on_stack
    assert ", 1>" not in made


@pytest.mark.parametrize("space, streams", [("1", True), ("2", False), ('"near"', False)])
def test_other_memory_spaces_are_left_alone(space, streams):
    made = streamed(copy="", pad=f"memref<4x8xf64, {space}>")
    assert ("memref.alloca" in made) is streams and (f"memref<4x8xf64, {space}>" in made) is not streams


@pytest.mark.parametrize("rows, width, loops", [(DENSE, 8, 1), (WIDE, 5, 2)])
@pytest.mark.parametrize("copy", [INTO, OUT])
def test_rows_that_lie_side_by_side_move_as_one(copy, rows, width, loops):
    made = streamed(copy, rows, width)
    assert "memref.copy" not in made and made.count("{lagrad.streamed}") == 2
    assert made.count("memref.collapse_shape") == (2 if loops == 1 else 0)
    of_prefetch = 2 if copy == INTO else 0  # one a dimension
    assert made.count("scf.for") == 1 + loops + of_prefetch


def test_the_next_rows_are_prefetched_line_by_line():
    made = streamed()
    (compared,) = re.findall(r"arith.cmpi slt, (%\w+), %arg1", made)
    one = re.search(rf"{compared} = arith.addi %arg3, (%\w+) : index", made)[1]
    assert f"{one} = arith.constant 1 : index" in made
    inside = made[made.index("scf.if") : made.index("memref.prefetch")]
    (step,) = re.findall(r"(%\w+) = arith.constant 8 : index", inside)
    assert inside.count("scf.for") == 2 and f"step {step}" in inside[inside.rindex("scf.for") :]
    assert "memref.prefetch" not in streamed(OUT)


def test_no_prefetch_where_the_next_rows_are_not_known():
    """Their place is in memory, which the layer may change, or in rows that are this layer's."""
    copy = f"%own = memref.subview %rows[0, 0] [4, 8] [1, 1] : {DENSE} to {DENSE}\n    {INTO.replace('%rows', '%own')}"
    assert "memref.prefetch" not in streamed(copy) and "memref.dma_start" not in streamed(copy, target="dma")
    made = streamed(first="memref.load %at[%layer] : memref<9xindex>")
    assert "memref.prefetch" not in made and "scf.if" not in made and made.count("{lagrad.streamed}") == 2


def test_copies_in_other_loops_stay_copies():
    assert "memref.copy" in streamed(attributes="")


@pytest.mark.parametrize(
    "given, started",
    [
        ({}, 2),
        ({"copy": OUT}, 1),
        ({"first": "memref.load %at[%layer] : memref<9xindex>"}, 0),
        ({"copy": f"{INTO}\n    {OUT}"}, 0),
        ({"attributes": ""}, 0),
        ({"pad": "memref<?x8xf64, 1>", "sizes": "%n"}, 0),
        ({"copy": INTO.replace("%pad", "%part").replace("{pad}", "memref<4x8xf64, strided<[8, 1], offset: 8>, 1>"),
          "pad": "memref<5x8xf64, 1>", "part": 1}, 0),
        ({"copy": INTO.replace("%pad", "%part").replace("{pad}", "memref<4x8xf64, strided<[8, 1]>, 1>"),
          "pad": "memref<5x8xf64, 1>", "part": 0}, 2),
    ],
)  # fmt: skip
def test_what_dma_moves(given, started):
    """One copy a layer, whose rows are known for each layer, from the first row of the scratchpad on."""
    given = dict(given)
    if (part := given.pop("part", None)) is not None:
        of = "strided<[8, 1], offset: 8>" if part else "strided<[8, 1]>"
        view = f"%part = memref.subview %pad[{part}, 0] [4, 8] [1, 1] : memref<5x8xf64, 1> to memref<4x8xf64, {of}, 1>"
        given["copy"] = f"{view}\n    {given['copy']}"
    made = streamed(target="dma", **given)
    assert made.count("memref.dma_start") == started
    assert ("memref.copy" in made) is (started == 0 and bool(given.get("copy", INTO)))


# A row of many, with its first `layer + 1` numbers, of which the scratchpad has room for one.
ONE_OF_MANY = """
func.func @f(%m: memref<?x?xf64>, %row: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %layer = %c0 to %c2 step %c1 {
    %pad = memref.alloc() : memref<1xf64, 1>
    %next = arith.addi %layer, %c1 : index
    %count = arith.minui %next, %c1 : index
    %there = memref.subview %m[%row, %layer] [1, %count] [1, 1]
      : memref<?x?xf64> to memref<?xf64, strided<[1], offset: ?>>
    %here = memref.subview %pad[0] [%count] [1] : memref<1xf64, 1> to memref<?xf64, strided<[1]>, 1>
    memref.copy %there, %here : memref<?xf64, strided<[1], offset: ?>> to memref<?xf64, strided<[1]>, 1>
  } {lagrad.layer = 1 : i64}
  return
}
"""


@pytest.mark.parametrize("target", ["dma", "cpu"])
def test_views_of_other_layers_drop_no_dimension(target):
    """The first layer has a constant 1 of rows: of a view of one row and one number, nobody knows which was dropped."""
    module = execute.parse(ONE_OF_MANY)
    pipelines.run(module, pipelines.read(f"lagrad-stream-tape{{target={target}}}"))
    made = str(module)
    assert "to memref<1x?xf64, strided<[?, 1], offset: ?>>" in made
    assert made.count("to memref<?xf64, strided<[1], offset: ?>>") == 1  # that of the program
    pipelines.run(module, pipelines.read("canonicalize"))


INSIDE = "scf.for %i = %c0 to %c4 step %c1 {{ %v = memref.load %pad[%i, %c0] : memref<4x8xf64, 1> }}"


@pytest.mark.parametrize(
    "lines, order",
    [
        ([INSIDE, OUT], ["memref.load", "gpu.barrier", "memref.dma_start"]),
        ([INTO, INSIDE], ["memref.dma_start", "memref.dma_start", "memref.load", "gpu.barrier"]),
        ([INTO, OUT, INSIDE], ["memref.copy", "gpu.barrier", "memref.copy", "memref.load"]),
    ],
)
def test_a_barrier_behind_what_a_layer_computes(lines, order):
    """In front of the move of what it has written, and at its end where it only reads."""
    made = streamed("\n    ".join(lines), target="dma")
    told = r"memref\.(?:load|dma_start|copy)|gpu\.barrier"
    assert re.findall(told, made) == order


def test_no_barrier_without_dma():
    assert "gpu.barrier" not in streamed(f"{INTO}\n    {INSIDE}")
    assert "gpu.barrier" not in streamed(attributes="", target="dma")
