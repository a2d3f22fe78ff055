"""Pullbacks of pullbacks of functions on memory whose loops keep snapshots: as without marks, and they keep as little.

Each also leaves buffers and shadows as the other one does.
"""

import re
import warnings

import counted_heap
import numpy as np
import pytest

import lagrad

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
X, Y, MANY = "memref<SIZExf64>", "memref<SIZExf64>", "memref<3xSIZExf64>"
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
    "gradient, one shadow": (
        f"({X}, f64, {Y}, index, {X}, {Y}) -> ()", "lagrad.gradient = @f, lagrad.wrt = [0, 2]",
        "f64", [1, 2, 4], f"{Y}, {X}",
    ),
    "product": (
        f"({X}, {X}, f64, {Y}, {Y}, index, {X}, {Y}) -> ()", "lagrad.hvp = @f, lagrad.wrt = [0, 2]",
        "f64", [0, 2, 3, 4, 6, 7], f"{X}, {Y}, {Y}, {X}, {Y}",
    ),
    "products": (
        f"({X}, {MANY}, f64, {Y}, index, {MANY}) -> ()", "lagrad.hvp = @f, lagrad.wrt = [0], lagrad.vectors = 3",
        "f64", [0, 1, 2, 5], f"{X}, {MANY}, {MANY}",
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


def compiled(text: str):
    """A program, none of whose loops with snapshots records all states."""
    with warnings.catch_warnings():
        warnings.filterwarnings("error", message=".*does not hold.*")
        return lagrad.compile(text)


def called(program, name: str, size: int, steps: int) -> list:
    """What the second pullback gives, and what it leaves in memory."""
    takes = REQUESTS[name][0].partition(" -> ")[0][1:-1].split(", ") + REQUESTS[name][4].split(", ")
    rng = np.random.default_rng(5)
    kinds = {"index": lambda: steps, "f64": lambda: rng.uniform(0.2, 0.9), MANY: lambda: rng.uniform(-1, 1, (3, size))}
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
    marked, plain = compiled(text(name, KEPT)), lagrad.compile(text(name, ""))
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


# Functions that call a gradient in a loop, products with a Hessian of which a part of a buffer takes one, and others.
CALLERS = {
    "descent": """
func.func private @df(X, f64, X, index, X, X) -> f64 attributes {lagrad.gradient = @f, lagrad.wrt = [0, 1, 2]}
func.func @caller(%x: X, %a: f64, %y: X, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %dx = memref.alloc() : X
  %dy = memref.alloc() : X
  %end = scf.for %k = %c0 to %c2 step %c1 iter_args(%b = %a) -> f64 {
    linalg.fill ins(%zero : f64) outs(%dx : X)
    linalg.fill ins(%b : f64) outs(%dy : X)
    %db = func.call @df(%x, %b, %y, %n, %dx, %dy) : (X, f64, X, index, X, X) -> f64
    memref.copy %dx, %y : X to X
    %s = math.sin %db : f64
    scf.yield %s : f64
  }
  %e = memref.load %dy[%c1] : X
  %p = arith.mulf %e, %end : f64
  return %p : f64
}""",
    "products": """
func.func private @products(X, MANY, f64, X, index, MANY)
    attributes {lagrad.hvp = @f, lagrad.vectors = 3, lagrad.wrt = [0]}
func.func @caller(%x: X, %a: f64, %y: X, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %moves = memref.alloc() : MANY
  %found = memref.alloc() : MANY
  linalg.fill ins(%a : f64) outs(%moves : MANY)
  linalg.fill ins(%a : f64) outs(%found : MANY)
  %row = memref.subview %moves[1, 0] [1, SIZE] [1, 1] : MANY to memref<SIZExf64, strided<[1], offset: SIZE>>
  memref.copy %y, %row : X to memref<SIZExf64, strided<[1], offset: SIZE>>
  func.call @products(%x, %moves, %a, %y, %n, %found) : (X, MANY, f64, X, index, MANY) -> ()
  %d = memref.load %found[%c1, %c1] : MANY
  %e = memref.load %found[%c2, %c1] : MANY
  %p = arith.mulf %d, %e : f64
  return %p : f64
}""",
    "Hessian and Jacobian": """
func.func private @hessian(X, f64, X, index) -> f64 attributes {lagrad.hessian = @f, lagrad.wrt = [1]}
func.func private @rows(X, f64, X, index) -> tensor<SIZExf64>
    attributes {lagrad.jacobian = @f, lagrad.wrt = [2], lagrad.mode = "reverse"}
func.func @caller(%x: X, %a: f64, %y: X, %n: index) -> f64 {
  %c1 = arith.constant 1 : index
  %d = func.call @hessian(%x, %a, %y, %n) : (X, f64, X, index) -> f64
  %row = func.call @rows(%x, %a, %y, %n) : (X, f64, X, index) -> tensor<SIZExf64>
  %e = tensor.extract %row[%c1] : tensor<SIZExf64>
  %p = arith.mulf %d, %e : f64
  return %p : f64
}""",
}
OF_CALLER = """func.func private @pulled(X, f64, X, index, f64, X, X) -> f64
    attributes {lagrad.pullback = @caller, lagrad.wrt = [0, 1, 2]}"""


@pytest.mark.parametrize("name", CALLERS)
def test_callers(name):
    size, found = 500, {}
    for mark in (KEPT, ""):
        whole = f"{PROGRAM}{CALLERS[name]}\n{OF_CALLER}".replace("MARK", mark)
        whole = re.sub(r"\bX\b", X, whole.replace("MANY", MANY)).replace("SIZE", str(size))
        program, heap = counted_heap.compile(whole)
        found[mark] = []
        for steps in (0, 1, 5, 100):
            x, y, dx, dy = np.random.default_rng(steps).uniform(-1, 1, (4, size))
            found[mark] += [program.pulled(x, 0.02, y, steps, 0.3, dx, dy), x, y, dx, dy]
        found[mark].append(heap.most)
    same(found[KEPT][:-1], found[""][:-1])
    assert found[""][-1] > 2 * 100 * 8 * size
    assert found[KEPT][-1] < 60 * 8 * size
