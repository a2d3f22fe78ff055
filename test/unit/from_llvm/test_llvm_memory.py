"""Functions of the llvm dialect on memory: what they do once they are raised, and what is refused, and where."""

import ctypes

import numpy as np
import pytest
from llvm_functions import PIPELINE, ROW, raised, returned, run

import lagrad
from lagrad import pipelines
from lagrad.errors import Failure
from lagrad.from_llvm import layout
from lagrad.mlir import ir

STEPS = {  # a getelementptr, and the element that it leads to with %n = 2
    "%n": ("%q = llvm.getelementptr %p[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f64", 2),
    "backwards": ("%a = llvm.getelementptr %p[5] : (!llvm.ptr) -> !llvm.ptr, f64\n"
                  "%q = llvm.getelementptr %a[-2] : (!llvm.ptr) -> !llvm.ptr, f64", 3),
    "bytes": ("%q = llvm.getelementptr %p[24] : (!llvm.ptr) -> !llvm.ptr, i8", 3),
    "bytes that are a product": ("%e = llvm.mlir.constant(8 : i64) : i64\n%b = llvm.mul %n, %e : i64\n"
                                 "%q = llvm.getelementptr %p[%b] : (!llvm.ptr, i64) -> !llvm.ptr, i8", 2),
    "bytes that are shifted": ("%b = llvm.shl %n, %c3 : i64\n"
                               "%q = llvm.getelementptr %p[%b] : (!llvm.ptr, i64) -> !llvm.ptr, i8", 2),
    "a product of half elements": ("%e = llvm.mlir.constant(4 : i64) : i64\n%b = llvm.mul %n, %e : i64\n"
                                   "%q = llvm.getelementptr %p[%b] : (!llvm.ptr, i64) -> !llvm.ptr, i8", 1),
    "halves that meet": ("%a = llvm.getelementptr %p[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f64\n"
                         "%b = llvm.getelementptr %a[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f32\n"
                         "%q = llvm.getelementptr %b[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f32", 4),
    "constant halves": ("%b = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, f32\n"
                        "%q = llvm.getelementptr %b[3] : (!llvm.ptr) -> !llvm.ptr, f32", 2),
    "rows": ("%q = llvm.getelementptr %p[%n, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<3 x f64>", 7),
    "a column": ("%q = llvm.getelementptr %p[1, %n] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<3 x f64>", 5),
    "fields": ("%q = llvm.getelementptr %p[%n, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(f64, f64)>", 5),
    "an array in a struct": ("%q = llvm.getelementptr %p[1, 1, %n] : (!llvm.ptr, i64) -> !llvm.ptr, "
                             "!llvm.struct<(f64, array<3 x f64>)>", 7),
}  # fmt: skip


@pytest.mark.parametrize("name", STEPS)
def test_steps_of_pointers(name):
    step, element = STEPS[name]
    text = returned(f"{step}\n  %r = llvm.load %q : !llvm.ptr -> f64\n  llvm.return %r : f64")
    assert run(text, ROW, 2) == ROW[element]


def test_local_memory_whose_length_is_computed():
    text = returned("""
  %m = llvm.alloca %n x !llvm.array<2 x f64> : (i64) -> !llvm.ptr
  %q = llvm.getelementptr %m[%c2, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<2 x f64>
  %v = llvm.load %p : !llvm.ptr -> f64
  llvm.store %v, %q : f64, !llvm.ptr
  %s = llvm.getelementptr %m[5] : (!llvm.ptr) -> !llvm.ptr, f64
  %r = llvm.load %s : !llvm.ptr -> f64
  llvm.return %r : f64""")
    assert lagrad.compile(text, pipeline=PIPELINE, entry="f", check_bounds=True)(ROW, 3) == ROW[0]


def test_a_local_variable_of_several_types():
    text = returned("""
  %m = llvm.alloca %c1 x !llvm.struct<(f64, i64)> : (i64) -> !llvm.ptr
  %second = llvm.getelementptr %m[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f64, i64)>
  %v = llvm.load %p : !llvm.ptr -> f64
  llvm.store %v, %m : f64, !llvm.ptr
  llvm.store %n, %second : i64, !llvm.ptr
  %a = llvm.load %m : !llvm.ptr -> f64
  %k = llvm.load %second : !llvm.ptr -> i64
  %b = llvm.sitofp %k : i64 to f64
  %r = llvm.fmul %a, %b : f64
  llvm.return %r : f64""")
    assert run(text, ROW, 3) == 30


BULK = """
  %to = llvm.getelementptr %p[TO] : (!llvm.ptr) -> !llvm.ptr, f64
  %from = llvm.getelementptr %p[FROM] : (!llvm.ptr) -> !llvm.ptr, f64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %bytes = llvm.mul %n, %eight : i64
  "llvm.intr.NAME"(%to, %from, %bytes) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %r = llvm.load %p : !llvm.ptr -> f64
  llvm.return %r : f64"""


@pytest.mark.parametrize("name, to, source", [("memcpy", 6, 0), ("memmove", 1, 0), ("memmove", 0, 1)])
def test_copies(name, to, source):
    row, wanted = ROW.copy(), ROW.copy()
    wanted[to : to + 4] = ROW[source : source + 4]
    run(returned(BULK.replace("NAME", name).replace("TO", str(to)).replace("FROM", str(source))), row, 4)
    assert list(row) == list(wanted)


def test_bytes_are_set():
    text = returned("""
  %q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, f64
  %zero = llvm.mlir.constant(0 : i8) : i8
  %bytes = llvm.mlir.constant(16 : i64) : i64
  "llvm.intr.memset"(%q, %zero, %bytes) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  %r = llvm.load %p : !llvm.ptr -> f64
  llvm.return %r : f64""")
    row = ROW.copy()
    run(text, row, 0)
    assert list(row) == [10, 0, 0, *ROW[3:]]
    text = returned(
        """
  %seven = llvm.mlir.constant(7 : i8) : i8
  "llvm.intr.memset"(%p, %seven, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  %r = llvm.load %p : !llvm.ptr -> i8
  llvm.return %r : i8""",
        gives="i8",
    )
    bytes = np.zeros(4, np.int8)
    assert run(text, bytes, 3) == 7 and list(bytes) == [7, 7, 7, 0]


MOVED = """
  %q = llvm.getelementptr %p[2] : (!llvm.ptr) -> !llvm.ptr, FLOAT
  %bits = llvm.load %q {alignment = 4 : i64} : !llvm.ptr -> i64
  llvm.store %bits, %p {alignment = 4 : i64} : i64, !llvm.ptr
  %s = llvm.getelementptr %p[4] : (!llvm.ptr) -> !llvm.ptr, FLOAT
  %zeros = llvm.mlir.constant(dense<0> : vector<2xi64>) : vector<2xi64>
  llvm.store %zeros, %s {alignment = 4 : i64} : vector<2xi64>, !llvm.ptr
  llvm.store %c0, %q {alignment = 4 : i64} : i64, !llvm.ptr
"""
READ = """
  %b = llvm.load %q : !llvm.ptr -> FLOAT
  %r = llvm.load %p : !llvm.ptr -> FLOAT
  %t = llvm.fadd %b, %r : FLOAT
  llvm.return %t : FLOAT"""
AS_FLOAT = "  %r = llvm.bitcast %bits : i64 to f64\n  llvm.return %r : f64"


def test_bits_are_moved_and_cleared():
    body = MOVED.replace("alignment = 4", "alignment = 8")
    for rest in (READ, AS_FLOAT):
        row = ROW.copy()
        assert run(returned((body + rest).replace("FLOAT", "f64")), row, 0) == 12
        assert list(row) == [12, 11, 0, 13, 0, 0, *ROW[6:]]
    row = ROW.astype(np.float32)
    assert run(returned((MOVED + READ).replace("FLOAT", "f32"), gives="f32"), row, 0) == 12
    assert list(row) == [12, 13, 0, 0, 0, 0, 0, 0, *ROW[8:]]
    moved = "  %b = llvm.load %p : !llvm.ptr -> i64\n  llvm.store %b, %q : i64, !llvm.ptr\n" + LOAD
    other = np.zeros(1)
    assert run(returned(moved, takes="%p: !llvm.ptr, %q: !llvm.ptr"), ROW, other) == 10
    assert other[0] == 10
    numbers = np.arange(10, 22)
    assert run(returned(body.replace("FLOAT", "i64") + "  llvm.return %c1 : i64", gives="i64"), numbers, 0) == 1
    assert list(numbers) == [12, 11, 0, 13, 0, 0, *range(16, 22)]


def test_pointers_are_compared_chosen_and_passed_on():
    text = returned("""
  %end = llvm.getelementptr %p[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %zero = llvm.mlir.constant(0.0 : f64) : f64
  llvm.br ^loop(%p, %zero : !llvm.ptr, f64)
^loop(%q: !llvm.ptr, %s: f64):
  %done = llvm.icmp "eq" %q, %end : !llvm.ptr
  llvm.cond_br %done, ^out, ^body
^body:
  %v = llvm.load %q : !llvm.ptr -> f64
  %t = llvm.fadd %s, %v : f64
  %next = llvm.getelementptr %q[1] : (!llvm.ptr) -> !llvm.ptr, f64
  llvm.br ^loop(%next, %t : !llvm.ptr, f64)
^out:
  %null = llvm.mlir.zero : !llvm.ptr
  %is = llvm.icmp "ne" %p, %null : !llvm.ptr
  %other = llvm.getelementptr %p[4] : (!llvm.ptr) -> !llvm.ptr, f64
  %chosen = llvm.select %is, %other, %p : i1, !llvm.ptr
  %frozen = llvm.freeze %chosen : !llvm.ptr
  %same = llvm.icmp "eq" %frozen, %p : !llvm.ptr
  %behind = llvm.select %same, %p, %frozen : i1, !llvm.ptr
  %last = llvm.load %behind : !llvm.ptr -> f64
  %r = llvm.fsub %s, %last : f64
  llvm.return %r : f64""")
    assert run(text, ROW, 4) == sum(ROW[:4]) - ROW[4]


def test_a_pointer_that_walks_to_before_its_memory():
    text = returned("""
  %zero = llvm.mlir.constant(0.0 : f64) : f64
  %end = llvm.getelementptr %p[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.br ^loop(%end, %zero : !llvm.ptr, f64)
^loop(%before: !llvm.ptr, %s: f64):
  %q = llvm.getelementptr %before[-1] : (!llvm.ptr) -> !llvm.ptr, f64
  %is = llvm.icmp "uge" %q, %p : !llvm.ptr
  llvm.cond_br %is, ^body, ^out
^body:
  %v = llvm.load %q : !llvm.ptr -> f64
  %t = llvm.fadd %s, %v : f64
  llvm.br ^loop(%q, %t : !llvm.ptr, f64)
^out:
  llvm.return %s : f64""")
    assert run(text, ROW, 4) == sum(ROW[:4])


def test_a_switch_with_values_for_its_targets():
    text = returned("""
  %a = llvm.mlir.constant(1.0 : f64) : f64
  %v = llvm.load %p : !llvm.ptr -> f64
  llvm.switch %n : i64, ^out(%a, %c1 : f64, i64) [ 4: ^out(%v, %c2 : f64, i64), 7: ^seven ]
^seven:
  llvm.return %a : f64
^out(%x: f64, %k: i64):
  %f = llvm.sitofp %k : i64 to f64
  %r = llvm.fmul %x, %f : f64
  llvm.return %r : f64""")
    assert [run(text, ROW, k) for k in (4, 7, 5)] == [20, 1, 1]


def test_lanes_of_vectors():
    text = returned("""
  %one = llvm.mlir.constant(1 : i32) : i32
  %v = llvm.load %p {alignment = 8 : i64} : !llvm.ptr -> vector<4xf64>
  %w = llvm.shufflevector %v, %v [3, 2, 5, 4] : vector<4xf64>
  %x = llvm.extractelement %w[%one : i32] : vector<4xf64>
  %y = llvm.insertelement %x, %w[%n : i64] : vector<4xf64>
  llvm.store %y, %p {alignment = 8 : i64} : vector<4xf64>, !llvm.ptr
  %r = llvm.extractelement %y[%n : i64] : vector<4xf64>
  llvm.return %r : f64""")
    row = ROW.copy()
    assert run(text, row, 3) == 12 and list(row[:5]) == [13, 12, 11, 12, 14]


def test_constant_arrays():
    text = """
llvm.mlir.global internal constant @table(dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>)
  : !llvm.array<2 x array<2 x f64>>
llvm.mlir.global internal constant @nothing() {addr_space = 0 : i32} : !llvm.array<3 x f64> {
  %0 = llvm.mlir.zero : !llvm.array<3 x f64>
  llvm.return %0 : !llvm.array<3 x f64>
}
""" + returned(
        """
  %t = llvm.mlir.addressof @table : !llvm.ptr
  %z = llvm.mlir.addressof @nothing : !llvm.ptr
  %q = llvm.getelementptr %t[0, %n, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<2 x array<2 x f64>>
  %y = llvm.getelementptr %z[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %a = llvm.load %q : !llvm.ptr -> f64
  %b = llvm.load %y : !llvm.ptr -> f64
  %r = llvm.fadd %a, %b : f64
  llvm.return %r : f64""",
        takes="%n: i64",
    )
    assert [run(text, k) for k in (0, 1)] == [2, 4]


RECURSIVE = """
llvm.func internal @sum(%p: !llvm.ptr, %n: i64) -> f64 {
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c2 = llvm.mlir.constant(2 : i64) : i64
  %one = llvm.icmp "eq" %n, %c1 : i64
  llvm.cond_br %one, ^leaf, ^more
^leaf:
  %v = llvm.load %p : !llvm.ptr -> f64
  %w = llvm.fmul %v, %v : f64
  llvm.store %w, %p : f64, !llvm.ptr
  llvm.return %v : f64
^more:
  %h = llvm.sdiv %n, %c2 : i64
  %k = llvm.sub %n, %h : i64
  %q = llvm.getelementptr %p[%h] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %a = llvm.call @sum(%p, %h) : (!llvm.ptr, i64) -> f64
  %b = llvm.call @sum(%q, %k) : (!llvm.ptr, i64) -> f64
  %r = llvm.fmul %a, %b : f64
  llvm.return %r : f64
}
llvm.func @f(%p: !llvm.ptr, %n: i64) -> f64 {
  %r = llvm.call @sum(%p, %n) : (!llvm.ptr, i64) -> f64
  llvm.return %r : f64
}
func.func private @pull(memref<?xf64>, i64, f64, memref<?xf64>) attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
"""


def test_a_function_that_calls_itself_with_halves_of_memory():
    x, seeds = np.array([0.5, 1.5, -0.7, 1.1, 0.8]), np.linspace(1, 2, 5)
    memory, shadow = x.copy(), seeds.copy()
    lagrad.compile(RECURSIVE, entry="pull")(memory, 5, 1.0, shadow)
    np.testing.assert_allclose(shadow, np.prod(x) / x + seeds * 2 * x, rtol=1e-13)
    np.testing.assert_allclose(memory, x * x)


def test_pointers_into_one_buffer_are_subtracted():
    text = returned(
        """
  %a = llvm.getelementptr %p[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %q = llvm.getelementptr %a[4] : (!llvm.ptr) -> !llvm.ptr, f32
  %from = llvm.ptrtoint %p : !llvm.ptr to i64
  %to = llvm.ptrtoint %q : !llvm.ptr to i64
  %bytes = llvm.sub %from, %to : i64
  %v = llvm.load %q : !llvm.ptr -> f64
  llvm.store %v, %p : f64, !llvm.ptr
  llvm.return %bytes : i64""",
        gives="i64",
    )
    row = ROW.copy()
    assert run(text, row, 3) == -40 and row[0] == ROW[5]


# -- what is refused -------------------------------------------------------------------------

LOAD = "  %r = llvm.load %p : !llvm.ptr -> f64\n  llvm.return %r : f64"
REFUSED = {  # body -> what is said, and of which line of the body
    "  %q = llvm.load %p : !llvm.ptr -> !llvm.ptr\n  %r = llvm.load %q : !llvm.ptr -> f64\n  llvm.return %r : f64": (
        "memory holds pointers", 1),
    "  %r = llvm.load volatile %p : !llvm.ptr -> f64\n  llvm.return %r : f64": ("it is volatile or atomic", 1),
    "  %r = llvm.load %p atomic monotonic {alignment = 8 : i64} : !llvm.ptr -> f64\n  llvm.return %r : f64": (
        "it is volatile or atomic", 1),
    "  %r = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> f64\n  llvm.return %r : f64": (
        "it may be between two elements of memory", 1),
    "  %a = llvm.load %p : !llvm.ptr -> f64\n  %b = llvm.load %p : !llvm.ptr -> f32\n"
    "  %c = llvm.fpext %b : f32 to f64\n  %r = llvm.fadd %a, %c : f64\n  llvm.return %r : f64": (
        "memory is read or written as f32 here and as f64 elsewhere", 2),
    "  %a = llvm.alloca %c1 x !llvm.array<3 x i8> : (i64) -> !llvm.ptr\n"
    "  llvm.store %c1, %a : i64, !llvm.ptr\n  llvm.call @look(%a) : (!llvm.ptr) -> ()\n" + LOAD: (
        "its 3 bytes hold no whole number of i64", 1),
    "  %z = llvm.mlir.zero : !llvm.ptr\n  %r = llvm.load %z : !llvm.ptr -> f64\n  llvm.return %r : f64": (
        "cannot raise null to a memref", 1),
    "  %q = llvm.inttoptr %n : i64 to !llvm.ptr\n  %r = llvm.load %q : !llvm.ptr -> f64\n  llvm.return %r : f64": (
        "cannot raise 'llvm.inttoptr' to memrefs: there is no rule for it", 1),
    "  llvm.call @look(%p) : (!llvm.ptr) -> ()\n" + LOAD: ("@look takes or gives memory", 1),
    "  %r = llvm.call %p() : !llvm.ptr, () -> f64\n  llvm.return %r : f64": ("it calls by a pointer", 1),
    "  %e = llvm.mlir.constant(1 : i8) : i8\n  %v = llvm.load %p : !llvm.ptr -> f64\n"
    '  "llvm.intr.memset"(%p, %e, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()\n  llvm.return %v : f64': (
        "bytes other than zero are no f64", 3),
    "  %q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, f64\n"
    '  "llvm.intr.memcpy"(%q, %p, %c3) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()\n' + LOAD: (
        "3 bytes are no whole number of f64", 2),
    "  %g = llvm.mlir.addressof @counter : !llvm.ptr\n  %r = llvm.load %g : !llvm.ptr -> f64\n  llvm.return %r : f64": (
        "@counter is no constant array of numbers; pass it as an argument", 1),
    "  %g = llvm.mlir.addressof @pair : !llvm.ptr\n  %r = llvm.load %g : !llvm.ptr -> f64\n  llvm.return %r : f64": (
        "@pair is no constant array of numbers", 1),
    "  %m = llvm.alloca %n x f64 : (i64) -> !llvm.ptr\n  %is = llvm.icmp \"eq\" %p, %m : !llvm.ptr\n"
    "  %f = llvm.uitofp %is : i1 to f64\n  llvm.store %f, %m : f64, !llvm.ptr\n" + LOAD: (
        "it compares pointers into different memory", 2),
    '  %z = llvm.mlir.zero : !llvm.ptr\n  %is = llvm.icmp "ult" %p, %z : !llvm.ptr\n'
    "  %f = llvm.uitofp %is : i1 to f64\n  llvm.store %f, %p : f64, !llvm.ptr\n" + LOAD: (
        "it orders null", 2),
    "  %m = llvm.alloca %n x f64 : (i64) -> !llvm.ptr\n  %a = llvm.ptrtoint %m : !llvm.ptr to i64\n"
    "  %b = llvm.ptrtoint %p : !llvm.ptr to i64\n  %d = llvm.sub %a, %b : i64\n  %f = llvm.sitofp %d : i64 to f64\n"
    "  llvm.store %f, %m : f64, !llvm.ptr\n" + LOAD: ("in the difference of two pointers into one buffer", 2),
    "  %a = llvm.ptrtoint %p : !llvm.ptr to i64\n  %f = llvm.sitofp %a : i64 to f64\n"
    "  llvm.store %f, %p : f64, !llvm.ptr\n" + LOAD: ("an address has a meaning only in the difference", 1),
    "  %q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, f32\n  %b = llvm.load %q : !llvm.ptr -> f32\n"
    "  %m = llvm.alloca %n x f64 : (i64) -> !llvm.ptr\n  %v = llvm.load %m : !llvm.ptr -> f64\n"
    "  %c = llvm.icmp \"eq\" %n, %c1 : i64\n  %s = llvm.select %c, %m, %p : i1, !llvm.ptr\n"
    "  llvm.store %v, %s : f64, !llvm.ptr\n  %r = llvm.fpext %b : f32 to f64\n  llvm.return %r : f64": (
        "memory is read or written as f32 here and as f64 elsewhere", 2),
    "  %g = llvm.mlir.addressof @table : !llvm.ptr\n  %v = llvm.load %g : !llvm.ptr -> i64\n"
    "  %r = llvm.sitofp %v : i64 to f64\n  llvm.return %r : f64": ("@table holds f64, and is memory of i64 here", 1),
    "  %a = llvm.load %p : !llvm.ptr -> f32\n  %b = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> i64\n"
    "  %c = llvm.bitcast %b : i64 to f64\n  %d = llvm.fpext %a : f32 to f64\n  %r = llvm.fadd %c, %d : f64\n"
    "  llvm.return %r : f64": ("it takes f64 out of memory of vector<2xf32>", 3),
    "  %z = llvm.mlir.constant(0 : i32) : i32\n  llvm.store %z, %p : i32, !llvm.ptr\n" + LOAD: (
        "a value of type i32 is no whole number of f64", 2),
    "  %z = llvm.mlir.constant(0 : i24) : i24\n  llvm.store %z, %p : i24, !llvm.ptr\n" + LOAD: (
        "as f64 here and as i24 elsewhere", 3),
}  # fmt: skip


@pytest.mark.parametrize("body", REFUSED, ids=[said for said, _ in REFUSED.values()])
def test_what_is_refused_and_where(body):
    said, line = REFUSED[body]
    around = "llvm.func @look(!llvm.ptr)\nllvm.mlir.global external @counter(1.0 : f64) : f64\n"
    around += "llvm.mlir.global internal constant @pair() : !llvm.struct<(f64, i64)> {\n"
    around += "%z = llvm.mlir.zero : !llvm.struct<(f64, i64)>\nllvm.return %z : !llvm.struct<(f64, i64)>\n}\n"
    around += "llvm.mlir.global internal constant @table(dense<1.0> : tensor<2xf64>) : !llvm.array<2 x f64>\n"
    text = around + returned(body)
    with pytest.raises(Failure) as refused:
        lagrad.compile(text, pipeline="lagrad-raise-llvm{function=f},lagrad-to-llvm")
    message = str(refused.value)
    where = text[: text.index(body)].count("\n") + line
    assert said in message and f"<program>:{where}:" in message, message


def test_a_pointer_that_is_returned_is_refused_to_those_outside():
    text = returned("  llvm.return %p : !llvm.ptr", takes="%p: !llvm.ptr", gives="!llvm.ptr")
    with pytest.raises(Failure, match="does not say how many elements are behind it"):
        lagrad.compile(text, pipeline="lagrad-raise-llvm{function=f},lagrad-to-llvm")


# -- how types lie in memory -----------------------------------------------------------------

_C = {
    "i8": ctypes.c_int8, "i16": ctypes.c_int16, "i32": ctypes.c_int32, "i64": ctypes.c_int64, "f32": ctypes.c_float,
    "f64": ctypes.c_double, "ptr": ctypes.c_void_p, "i1": ctypes.c_bool,
}  # fmt: skip


@pytest.mark.parametrize(
    "fields", ["i8 i32 i8", "f64 i8", "i8 i16 i64 i1", "f32 f64 f32", "ptr i8 ptr", "i8", "i16 i8"]
)
@pytest.mark.parametrize("packed", [False, True])
def test_structs_are_as_ctypes_lays_them_out(fields, packed):
    names = fields.split()
    own = {"_fields_": [(f"f{k}", _C[name]) for k, name in enumerate(names)]} | ({"_pack_": 1} if packed else {})
    struct = type("Struct", (ctypes.Structure,), own)
    inside = ", ".join(names)
    with pipelines.new_context():
        text = f"packed ({inside})" if packed else f"({inside})"
        mine = ir.Type.parse(f"!llvm.struct<{text}>")
        assert layout.size(mine) == ctypes.sizeof(struct) and layout.alignment(mine) == ctypes.alignment(struct)
        for k in range(len(names)):
            assert layout.sum_of_fields(mine, k) == getattr(struct, f"f{k}").offset
        array = ir.Type.parse(f"!llvm.array<3 x struct<{text}>>")
        assert layout.size(array) == ctypes.sizeof(struct * 3)
        assert layout.size(ir.Type.parse("vector<4xf32>")) == 16
        with pytest.raises(ValueError):
            layout.size(ir.Type.parse("vector<[4]xf32>"))


# -- what the raised program says ------------------------------------------------------------


def test_memory_that_is_only_cleared_has_the_type_that_addresses_are_computed_with():
    text = returned("""
  %m = llvm.alloca %c3 x !llvm.struct<(f64, f64)> : (i64) -> !llvm.ptr
  %q = llvm.getelementptr %m[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %zero = llvm.mlir.constant(0 : i8) : i8
  %bytes = llvm.mlir.constant(16 : i64) : i64
  "llvm.intr.memset"(%q, %zero, %bytes) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  %r = llvm.load %p : !llvm.ptr -> f64
  llvm.return %r : f64""")
    found = raised(text)
    assert "memref.alloca() : memref<6xf64>" in found
    assert "to memref<?xf64, strided<[1], offset: ?>>" in found and "xi8" not in found


def test_a_function_that_cannot_be_raised_stays_as_it_is():
    """Nothing is left of what was raised before it was found: memory of two types, a volatile load."""
    text = returned("""
  %m = llvm.alloca %n x !llvm.struct<(f64, i64)> : (i64) -> !llvm.ptr
  %q = llvm.getelementptr %m[1, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f64, i64)>
  %v = llvm.load %p : !llvm.ptr -> f64
  llvm.store %v, %m : f64, !llvm.ptr
  llvm.store %n, %q : i64, !llvm.ptr
  llvm.return %v : f64""")
    for each in (text, returned("%v = llvm.load volatile %p : !llvm.ptr -> f64\nllvm.return %v : f64")):
        assert "llvm.func @f" in (found := raised(each)) and "func.func" not in found


def test_memory_that_is_read_through_a_frozen_pointer_alone():
    text = returned("""
  %q = llvm.freeze %p : !llvm.ptr
  %r = llvm.load %q : !llvm.ptr -> f64
  llvm.return %r : f64""")
    assert run(text, ROW, 0) == 10
