"""Pullbacks of pullbacks of functions on memory whose loops keep snapshots: as without marks, and they keep as little.

Each also leaves buffers and shadows as the other one does.
"""

import counted_heap
import numpy as np
import pytest

import lagrad
from lagrad import pipelines
from lagrad.mlir import ir
from lagrad.transforms.second_pullbacks import rewrite_second_pullbacks

SIZE, KEPT = 6, "{lagrad.snapshots = 3}"
PROGRAM = """
func.func @f(%x: memref<SIZExf64>, %a: f64, %y: memref<SIZExf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.constant SIZE : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %size step %c1 {
      %v = memref.load %x[%j] : memref<SIZExf64>
      %w = memref.load %y[%j] : memref<SIZExf64>
      %p = arith.mulf %v, %a : f64
      %s = math.sin %p : f64
      %t = arith.addf %s, %w : f64
      memref.store %t, %x[%j] : memref<SIZExf64>
    }
  } MARK
  %r = memref.load %x[%c1] : memref<SIZExf64>
  %e = math.exp %r : f64
  return %e : f64
}
"""
X, Y = "memref<SIZExf64>", "memref<SIZExf64>"
# The first pullback, and of it: what the second one gives, its wrt, and what it takes beside the first one's arguments.
REQUESTS = {
    "all": (
        f"({X}, f64, {Y}, index, f64, {X}, {Y}) -> f64", "lagrad.pullback = @f, lagrad.wrt = [0, 1, 2]",
        "(f64, f64)", [0, 1, 2, 4, 5, 6], f"f64, {X}, {Y}, {X}, {Y}",
    ),
    "with values": (
        f"({X}, f64, {Y}, index, f64, {X}, {Y}) -> (f64, f64)",
        "lagrad.pullback = @f, lagrad.with_primal, lagrad.wrt = [0, 1, 2]",
        "(f64, f64, f64, f64)", [0, 1, 2, 4, 5, 6], f"f64, f64, {X}, {Y}, {X}, {Y}",
    ),
    "gradient": (
        f"({X}, f64, {Y}, index, {X}, {Y}) -> ()", "lagrad.gradient = @f, lagrad.wrt = [0, 2]",
        "f64", [1, 2, 4, 5], f"{Y}, {X}, {Y}",
    ),
    "one buffer": (
        f"({X}, f64, {Y}, index, f64, {X}) -> f64", "lagrad.pullback = @f, lagrad.wrt = [1, 0]",
        "()", [5, 0], f"f64, {X}, {X}",
    ),
    "values": (
        f"({X}, f64, {Y}, index, f64) -> f64", "lagrad.pullback = @f, lagrad.wrt = [1]",
        "(f64, f64)", [4, 1], "f64",
    ),
}  # fmt: skip


def text(name: str, mark: str, size: int = SIZE) -> str:
    first, attributes, given, wrt, more = REQUESTS[name]
    with_primal = ", lagrad.with_primal" * (name == "with values")
    second = f"{first.partition(' -> ')[0][:-1]}, {more}) -> {given}"
    requests = f"""
        func.func private @first{first} attributes {{{attributes}}}
        func.func private @second{second} attributes {{lagrad.pullback = @first, lagrad.wrt = {wrt}{with_primal}}}
    """
    return (PROGRAM + requests).replace("MARK", mark).replace("SIZE", str(size))


def rewritten(text: str) -> list[str]:
    """The functions that are made of the requests of a program."""
    with pipelines.new_context():
        return rewrite_second_pullbacks(ir.Module.parse(text).operation)


def called(program, name: str, size: int, steps: int) -> list:
    """What the second pullback gives, and what it leaves in memory."""
    takes = REQUESTS[name][0].partition(" -> ")[0][1:-1].split(", ") + REQUESTS[name][4].split(", ")
    rng = np.random.default_rng(5)
    kinds = {"index": lambda: steps, "f64": lambda: rng.uniform(0.2, 0.9)}
    given = [kinds.get(type, lambda: rng.uniform(-1, 1, size))() for type in takes]
    found = program.second(*given)
    found = [] if found is None else [*found] if isinstance(found, (list, tuple)) else [found]
    return [*found, *(v for v in given if isinstance(v, np.ndarray))]


def same(found: list, expected: list) -> None:
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-12)


QUICK = ("with values", "one buffer")
OTHERS = [pytest.param(name, marks=pytest.mark.long) for name in REQUESTS if name not in QUICK]


@pytest.mark.parametrize("name", [*QUICK, *OTHERS])
def test_numbers_and_what_is_left_in_memory(name):
    marked, plain = lagrad.compile(text(name, KEPT)), lagrad.compile(text(name, ""))
    assert rewritten(text(name, KEPT)) and not rewritten(text(name, ""))
    for steps in (0, 1, 3, 7):
        same(called(marked, name, SIZE, steps), called(plain, name, SIZE, steps))


def test_no_tape_is_kept():
    size, steps, found = 1000, 200, {}
    for mark in (KEPT, ""):
        program, heap = counted_heap.compile(text("all", mark, size))
        found[mark] = called(program, "all", size, steps), heap.most
    same(found[KEPT][0], found[""][0])
    assert found[""][1] > 2 * steps * 8 * size
    assert found[KEPT][1] < 60 * 8 * size


def test_a_shadow_without_one_has_the_pullback_record():
    """Where nothing depends on what one of the shadows becomes, there is no memory for its tangent."""
    assert rewritten(text("gradient", KEPT))
    first, attributes, given, _, _ = REQUESTS["gradient"]
    takes = first.partition(" -> ")[0][:-1]
    requests = f"""
        func.func private @first{first} attributes {{{attributes}}}
        func.func private @second{takes}, {Y}, {X}) -> {given}
            attributes {{lagrad.pullback = @first, lagrad.wrt = [1, 2, 4]}}
    """
    assert rewritten((PROGRAM + requests).replace("MARK", KEPT).replace("SIZE", "6")) == []
