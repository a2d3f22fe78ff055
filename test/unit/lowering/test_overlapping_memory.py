"""Memref arguments may be one memory, partly or as a whole: whatever the options of the lowering, programs do what is
written, in order."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import numpy as np
import pytest
from programs_of_overlaps import CASES, TEXT

import lagrad
from lagrad.lowering import pipeline as lowering
from lagrad.lowering.facts.memory import Kind, are_apart, kind, may_meet, roots
from lagrad.mlir import ir
from lagrad.pipelines import new_context


def _with(**options: str) -> str:
    """The default with passes that have other options, or that are left out."""
    text = lowering.pipeline(inspect="true")
    for name, given in options.items():
        old = f"lagrad-{name.replace('_', '-')}"
        before, rest = text.split(old, 1)
        if rest.startswith("{"):
            rest = rest.split("}", 1)[1]
        text = f"{before}{old}{{{given}}}{rest}"
    return text


PIPELINES = {
    **{
        name: name
        for name in ("lagrad-to-llvm", "lagrad-to-llvm-strict", "lagrad-to-llvm-blas", "lagrad-to-llvm-counted")
    },
    **{
        f"{k}={v}": f"lagrad-to-llvm{{{k}={v}}}"
        for k, v in (
            ("math", "precise"),
            ("subnormals", "keep"),
            ("subnormals", "flush-all"),
            ("threads", "3"),
            ("inspect", "true"),
            ("processor", "x86-64-v2"),
            ("processor", "x86-64-v3"),
            ("processor", "x86-64-v4"),
        )
    },
    "strict, threads=2": "lagrad-to-llvm-strict{threads=2}",
    "threads for little work": lowering.pipeline(threads="2").replace(
        "distribute-loops{threads=2", "distribute-loops{work=1 threads=2"
    ),
    "width=4": _with(vectorize_map="width=4"),
    "width=8": _with(vectorize_map="width=8"),
    "no transposes, no agreement": _with(vectorize_map="width=4 transpose=false agree=false"),
    "no stack": _with(place_buffers="stack=0"),
    "no shared rooms": _with(hoist_buffers="share=false"),
    "small arrays are large": _with(fuse_sweeps="bytes=0", stream_results="bytes=0"),
    "loops are functions": _with(outline_loops="loops=1"),
    "parts are functions": _with(outline_parts="least=1 elements=1"),
    "columns": _with(tile_columns="most=100000 alone=100000", unroll_small="least=1"),
}


@functools.cache
def _compiled(pipeline: str):
    return lagrad.compile(TEXT, pipeline=PIPELINES[pipeline])


@pytest.mark.parametrize("pipeline", PIPELINES)
@pytest.mark.parametrize("case", CASES, ids=[f"{case.name}-{n}" for n, case in enumerate(CASES)])
def test_statements_run_in_order(case, pipeline):
    function = getattr(_compiled(pipeline), case.name)
    for starts in case.starts:
        whole = np.random.default_rng(0).normal(size=100)
        expected = whole.copy()
        function(*case.passed(whole, starts))
        case.twin(*case.passed(expected, starts))
        np.testing.assert_allclose(whole, expected, rtol=1e-12, atol=1e-14, err_msg=f"{starts}")


def test_upstream_agrees():
    """The twins say what upstream's plain lowering does, too."""
    plain = """one-shot-bufferize{bufferize-function-boundaries=1},lagrad-add-destinations,lagrad-convert-copies,
        convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,lower-affine,convert-math-to-libm,
        finalize-memref-to-llvm,convert-arith-to-llvm,convert-index-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,
        reconcile-unrealized-casts,lagrad-emit-c-interface"""
    compiled = lagrad.compile(TEXT, pipeline=plain)
    for case in CASES:
        for starts in case.starts:
            whole = np.random.default_rng(0).normal(size=100)
            expected = whole.copy()
            getattr(compiled, case.name)(*case.passed(whole, starts))
            case.twin(*case.passed(expected, starts))
            np.testing.assert_allclose(whole, expected, rtol=1e-12, atol=1e-14, err_msg=f"{case.name} {starts}")


# -- what is known of buffers ---------------------------------------------------------------

_KNOWN = """
memref.global "private" constant @table : memref<8xf64> = dense<1.0>
memref.global "private" @state : memref<8xf64> = uninitialized
memref.global "private" @other : memref<8xf64> = uninitialized
func.func private @make(memref<8xf64>) -> memref<8xf64>
func.func private @first(%a: memref<8xf64>, %b: memref<8xf64>) -> memref<8xf64> {
  return %a : memref<8xf64>
}
func.func private @keeper(%a: memref<8xf64>, %m: memref<memref<8xf64>>) {
  memref.store %a, %m[] : memref<memref<8xf64>>
  return
}
func.func @f(%tensor: memref<8xf64> {lagrad.restrict}, %a: memref<8xf64>, %b: memref<8xf64>, %i: index, %c: i1,
    %cell: memref<memref<8xf64>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %table = memref.get_global @table : memref<8xf64>
  %state = memref.get_global @state : memref<8xf64>
  %same = memref.get_global @state : memref<8xf64>
  %other = memref.get_global @other : memref<8xf64>
  %own = memref.alloc() : memref<8xf64>
  %mine = memref.alloca() : memref<8xf64>
  %escaped = memref.alloc() : memref<8xf64>
  %stored = memref.alloc() : memref<8xf64>
  memref.store %stored, %cell[] : memref<memref<8xf64>>
  %loaded = memref.load %cell[] : memref<memref<8xf64>>
  %made = func.call @make(%escaped) : (memref<8xf64>) -> memref<8xf64>
  %passed = memref.alloc() : memref<8xf64>
  %read = memref.alloc() : memref<8xf64>
  %back = func.call @first(%passed, %read) : (memref<8xf64>, memref<8xf64>) -> memref<8xf64>
  %kept = memref.alloc() : memref<8xf64>
  func.call @keeper(%kept, %cell) : (memref<8xf64>, memref<memref<8xf64>>) -> ()
  %one = arith.select %c, %own, %a : memref<8xf64>
  %branch = scf.if %c -> memref<8xf64> {
    scf.yield %mine : memref<8xf64>
  } else {
    scf.yield %one : memref<8xf64>
  }
  %loop = scf.for %k = %c0 to %i step %c1 iter_args(%x = %own) -> memref<8xf64> {
    scf.yield %tensor : memref<8xf64>
  }
  %next = arith.addi %i, %c1 : index
  %low = memref.subview %a[0] [4] [1] : memref<8xf64> to memref<4xf64, strided<[1]>>
  %high = memref.subview %a[4] [4] [1] : memref<8xf64> to memref<4xf64, strided<[1], offset: 4>>
  %middle = memref.subview %a[2] [4] [1] : memref<8xf64> to memref<4xf64, strided<[1], offset: 2>>
  %at = memref.subview %a[%i] [1] [1] : memref<8xf64> to memref<1xf64, strided<[1], offset: ?>>
  %behind = memref.subview %a[%next] [%i] [1] : memref<8xf64> to memref<?xf64, strided<[1], offset: ?>>
  %part = memref.subview %low[0] [2] [1] : memref<4xf64, strided<[1]>> to memref<2xf64, strided<[1]>>
  %evens = memref.subview %a[0] [3] [2] : memref<8xf64> to memref<3xf64, strided<[2]>>
  %again = memref.reinterpret_cast %low to offset: [0], sizes: [8], strides: [1]
      : memref<4xf64, strided<[1]>> to memref<8xf64, strided<[1]>>
  return
}
"""

_APART = """own mine, own a, own tensor, own state, tensor a, tensor state, state other, table made, table a, own made,
    own loaded, branch b no, branch tensor, branch other no, loop a, loop mine, loop made no, low high,
    part high, at behind, evens high no"""
_MAYBE = """a b, state same, state a, a made, escaped made, stored loaded, passed back, kept loaded, one own, one a,
    one b, branch mine, branch a, loop tensor, loop own, read back, low middle, at low, again high, again b, evens
    middle, tensor made"""


@pytest.fixture(scope="module")
def known() -> Iterator[dict[str, ir.Value]]:
    """The values of @f by name."""
    with new_context():
        module = ir.Module.parse(_KNOWN)
        block = list(module.body.operations)[-1].regions[0].blocks[0]
        names = ["tensor", "a", "b", None, None, "cell"]
        values = {name: argument for name, argument in zip(names, block.arguments) if name}
        text = [line.strip() for line in _KNOWN.split("func.func @f")[1].splitlines()[2:]]
        lines = [line for line in text if not line.startswith(("}", "scf.yield", ":"))]
        for view, line in zip(block.operations, lines, strict=False):
            if line.startswith("%"):
                values[line.split(" ")[0][1:]] = view.operation.results[0]
        yield values


@pytest.mark.parametrize("pair", [pair.split() for pair in _APART.split(",")], ids=" ".join)
def test_apart(known, pair):
    x, y = known[pair[0]], known[pair[1]]
    expected = pair[2:] != ["no"]
    assert are_apart(x, y) == are_apart(y, x) == expected


@pytest.mark.parametrize("pair", [pair.split() for pair in _MAYBE.split(",")], ids=" ".join)
def test_not_apart(known, pair):
    x, y = known[pair[0]], known[pair[1]]
    assert not are_apart(x, y) and not are_apart(y, x)


def test_kinds(known):
    expected = {
        "own": Kind.FRESH,
        "table": Kind.CONSTANT,
        "state": Kind.GLOBAL,
        "tensor": Kind.ALONE,
        "a": Kind.ARGUMENT,
        "made": Kind.UNKNOWN,
    }
    assert {name: kind(known[name]) for name in expected} == expected
    assert roots(known["branch"]) == {known[name] for name in ("mine", "own", "a")}
    assert all(may_meet(a, b) == may_meet(b, a) for a in Kind for b in Kind)
