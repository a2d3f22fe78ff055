"""Memory of the heap that functions of the llvm dialect free, or let grow."""

import numpy as np
import pytest
from llvm_functions import ROW, raised, returned, run

import lagrad
from lagrad.errors import Failure

FREED = {"free": "", "_ZdlPv": "", "_ZdaPv": "", "_ZdlPvm": ", i64", "_ZdaPvm": ", i64"}  # what it takes beside memory


@pytest.mark.parametrize(
    "name, free", [*(("malloc", free) for free in FREED), ("calloc", "free"), ("_Znwm", "_ZdlPv"), ("_Znam", "_ZdaPv")]
)
def test_memory_of_the_heap(name, free):
    size, operands = ("i64, i64", "%n, %eight") if name == "calloc" else ("i64", "%bytes")
    also = FREED[free]
    text = f"llvm.func @{name}({size}) -> !llvm.ptr\nllvm.func @{free}(!llvm.ptr{also})\n" + returned(f"""
  %eight = llvm.mlir.constant(8 : i64) : i64
  %bytes = llvm.mul %n, %eight : i64
  %m = llvm.call @{name}({operands}) : ({size}) -> !llvm.ptr
  %last = llvm.getelementptr %m[%c2] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %v = llvm.load %p : !llvm.ptr -> f64
  {"" if name == "calloc" else "llvm.store %v, %m : f64, !llvm.ptr"}
  llvm.store %v, %last : f64, !llvm.ptr
  %a = llvm.load %last : !llvm.ptr -> f64
  %b = llvm.load %m : !llvm.ptr -> f64
  %r = llvm.fadd %a, %b : f64
  llvm.call @{free}(%m{", %bytes" if also else ""}) : (!llvm.ptr{also}) -> ()
  llvm.return %r : f64""")
    assert run(text, ROW, 3) == (10 if name == "calloc" else 20)
    assert name != "calloc" or "linalg.generic" in raised(text)  # fresh memory may be zero by chance


HEAP = """
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
"""


@pytest.mark.parametrize("other, is_known", [("%m", True), ("%o", False)])
def test_memory_is_freed_by_a_pointer_that_is_into_it_alone(other, is_known):
    text = HEAP + returned(f"""
  %eight = llvm.mlir.constant(8 : i64) : i64
  %m = llvm.call @malloc(%eight) : (i64) -> !llvm.ptr
  %o = llvm.call @malloc(%eight) : (i64) -> !llvm.ptr
  %v = llvm.load %p : !llvm.ptr -> f64
  llvm.store %v, %m : f64, !llvm.ptr
  llvm.store %v, %o : f64, !llvm.ptr
  %odd = llvm.icmp "eq" %n, %c1 : i64
  %q = llvm.select %odd, %m, {other} : i1, !llvm.ptr
  %r = llvm.load %q : !llvm.ptr -> f64
  llvm.call @free(%q) : (!llvm.ptr) -> ()
  llvm.return %r : f64""")
    if is_known:
        assert run(text, ROW, 1) == 10
        return
    with pytest.raises(Failure, match="which memory it frees is decided when the program runs"):
        lagrad.compile(text, pipeline="lagrad-raise-llvm{function=f},lagrad-to-llvm")


def grown(of, also="", then=""):
    declared = "llvm.func @malloc(i64) -> !llvm.ptr\nllvm.func @realloc(!llvm.ptr, i64) -> !llvm.ptr\n"
    return declared + returned(f"""
  %eight = llvm.mlir.constant(8 : i64) : i64
  %more = llvm.mlir.constant(24 : i64) : i64
  %null = llvm.mlir.zero : !llvm.ptr
  %v = llvm.load %p : !llvm.ptr -> f64
  %m = llvm.call @malloc(%eight) : (i64) -> !llvm.ptr
  llvm.store %v, %m : f64, !llvm.ptr
  {also}
  %g = llvm.call @realloc({of}, %more) : (!llvm.ptr, i64) -> !llvm.ptr
  {then}
  %last = llvm.getelementptr %g[%c2] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %v, %last : f64, !llvm.ptr
  %a = llvm.load %g : !llvm.ptr -> f64
  %b = llvm.load %last : !llvm.ptr -> f64
  %r = llvm.fmul %a, %b : f64
  llvm.return %r : f64""")


@pytest.mark.parametrize("of, then", [("%m", ""), ("%null", "llvm.store %v, %g : f64, !llvm.ptr")])
def test_memory_grows(of, then):
    text = grown(of, then=then)
    assert run(text, ROW, 3) == 100
    df = "func.func private @df(memref<?xf64>, i64, memref<?xf64>) attributes {lagrad.gradient = @f, lagrad.wrt = [0]}"
    shadow = np.zeros_like(ROW)
    lagrad.compile(text + df).df(ROW.copy(), 3, shadow)
    assert shadow[0] == 20 and not shadow[1:].any()


GROWN_IN_A_BRANCH = """llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @realloc(!llvm.ptr, i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
""" + returned("""
  %eight = llvm.mlir.constant(8 : i64) : i64
  %m = llvm.call @malloc(%eight) : (i64) -> !llvm.ptr
  %v = llvm.load %p : !llvm.ptr -> f64
  llvm.store %v, %m : f64, !llvm.ptr
  %grows = llvm.icmp "sgt" %n, %c2 : i64
  llvm.cond_br %grows, ^grow, ^on(%m, %c0 : !llvm.ptr, i64)
^grow:
  %bytes = llvm.mul %n, %eight : i64
  %g = llvm.call @realloc(%m, %bytes) : (!llvm.ptr, i64) -> !llvm.ptr
  %k = llvm.sub %n, %c1 : i64
  %last = llvm.getelementptr %g[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %v, %last : f64, !llvm.ptr
  %a = llvm.load %g : !llvm.ptr -> f64
  %b = llvm.load %last : !llvm.ptr -> f64
  %ab = llvm.fmul %a, %b : f64
  llvm.call @free(%g) : (!llvm.ptr) -> ()
  llvm.return %ab : f64
^on(%q: !llvm.ptr, %at: i64):
  %r = llvm.load %q : !llvm.ptr -> f64
  llvm.call @free(%q) : (!llvm.ptr) -> ()
  llvm.return %r : f64""")


@pytest.mark.parametrize("size, slope", [(1, 1.0), (3, 20.0), (5, 20.0)])
def test_memory_grows_in_a_branch(size, slope):
    df = "func.func private @df(memref<?xf64>, i64, memref<?xf64>) attributes {lagrad.gradient = @f, lagrad.wrt = [0]}"
    shadow = np.zeros_like(ROW)
    lagrad.compile(GROWN_IN_A_BRANCH + df).df(ROW.copy(), size, shadow)
    assert shadow[0] == slope and not shadow[1:].any()


def test_memory_that_grew_in_a_branch_is_freed_there():
    """Behind it, which of two buffers is freed is decided when the program runs."""
    goes_on = GROWN_IN_A_BRANCH.replace(
        "llvm.call @free(%g) : (!llvm.ptr) -> ()\n  llvm.return %ab : f64", "llvm.br ^on(%g, %k : !llvm.ptr, i64)"
    )
    with pytest.raises(Failure, match="which memory it frees is decided when the program runs"):
        lagrad.compile(goes_on, pipeline="lagrad-raise-llvm{function=f},lagrad-to-llvm")


def test_memory_that_grows_holds_what_it_held():
    """Nothing reads or writes it once it has grown."""
    text = grown("%m", then="llvm.return %v : f64")
    assert run(text[: text.index("llvm.return") + 22] + "}\n", ROW, 3) == 10


def test_memory_that_grows_is_known():
    other = """%o = llvm.call @malloc(%eight) : (i64) -> !llvm.ptr
  %odd = llvm.icmp "eq" %n, %c1 : i64
  %q = llvm.select %odd, %m, %o : i1, !llvm.ptr"""
    with pytest.raises(Failure, match="which memory it frees is decided when the program runs"):
        lagrad.compile(grown("%q", also=other), pipeline="lagrad-raise-llvm{function=f},lagrad-to-llvm")
