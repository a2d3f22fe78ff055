"""A call that the system has no memory for ends with a MemoryError, wherever it happens, and nothing is left
allocated."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys

import numpy as np
import pytest
from counted_heap import compile
from test_memory_in_loops import ALTERNATES, KEPT, all_of

import lagrad
from lagrad import emit, execute

# A tape, longer than the stack is used for, of a loop that is in a loop.
TAPE = """
func.func @f(%x: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> tensor<?xf64> {
    %q = scf.for %j = %c0 to %c1 step %c1 iter_args(%q = %p) -> tensor<?xf64> {
      %next = arith.mulf %q, %q : tensor<?xf64>
      scf.yield %next : tensor<?xf64>
    }
    scf.yield %q : tensor<?xf64>
  }
  %r = tensor.extract %p[%c0] : tensor<?xf64>
  return %r : f64
}
func.func private @df(tensor<?xf64>, index) -> tensor<?xf64> attributes {lagrad.gradient = @f}
"""

# One side of a branch takes memory, the other one calls a function that does.
BRANCHES = """
func.func @f(%x: tensor<?xf64>, %c: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %r = scf.if %c -> (f64) {
    %e = math.tanh %x : tensor<?xf64>
    %s = func.call @sum(%e) : (tensor<?xf64>) -> f64
    %m = arith.mulf %e, %x : tensor<?xf64>
    %t = func.call @sum(%m) : (tensor<?xf64>) -> f64
    %p = arith.mulf %s, %t : f64
    scf.yield %p : f64
  } else {
    %s = func.call @sum(%x) : (tensor<?xf64>) -> f64
    scf.yield %s : f64
  }
  return %r : f64
}
func.func private @sum(%x: tensor<?xf64>) -> f64 attributes {no_inline} {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<?xf64> {
    %a = tensor.extract %y[%i] : tensor<?xf64>
    %b = arith.mulf %a, %a : f64
    %next = tensor.insert %b into %y[%i] : tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %k = arith.subi %n, %i : index
    %j = arith.subi %k, %c1 : index
    %a = tensor.extract %y[%j] : tensor<?xf64>
    %b = arith.mulf %a, %s : f64
    %t = arith.addf %b, %a : f64
    scf.yield %t : f64
  }
  return %s : f64
}
func.func private @df(tensor<?xf64>, i1) -> tensor<?xf64> attributes {lagrad.gradient = @f}
"""

LARGE = np.linspace(0.1, 0.3, 40_000)  # longer than the stack is used for
CASES = {
    "tape": (TAPE, [("f", (LARGE, 3)), ("df", (LARGE, 3))]),
    "branches": (BRANCHES, [("df", (LARGE, True)), ("df", (LARGE, False)), ("f", (LARGE, True))]),
    "kept": (KEPT, [("f", (np.full(5, 0.6), 4)), ("df", (np.full(5, 0.6), 4))]),
    "alternates": (
        ALTERNATES,
        [("df", (np.full(5, 0.6), 6, 1.0, np.ones(8))), ("forward", (np.full(5, 0.6), np.ones(5), 6))],
    ),
}


PLAIN, THREADS = "lagrad-to-llvm", "lagrad-to-llvm-blas{threads=2 check-bounds=true}"
LOWERINGS = (PLAIN, THREADS, "lagrad-to-llvm-strict", "lagrad-to-llvm{subnormals=flush-all}")
# The cases that take longest have two threads in the long tests alone, and the longest one is there only.
IS_SHORT = {(case, lowering): lowering == PLAIN and case != "alternates" or lowering == THREADS and case not in
            ("alternates", "kept") for case in CASES for lowering in LOWERINGS}  # fmt: skip


@pytest.mark.parametrize("case, lowering", [
    pytest.param(*each, marks=[] if is_short else pytest.mark.long) for each, is_short in IS_SHORT.items()
])  # fmt: skip
def test_whichever_allocation_fails_nothing_is_left(case, lowering):
    text, calls = CASES[case]
    program, heap = compile(text, f"lagrad-default,{lowering}")
    failures = 0
    for name, arguments in calls:
        arguments = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
        if case == "alternates" and name == "df":
            arguments[3] = np.ones_like(program.f(*arguments[:2])[1])
        before = heap.taken
        expected = all_of(program[name], *arguments)
        for allocation in range(min(heap.taken - before, 20)):
            heap.fail_at(allocation)
            with pytest.raises(MemoryError, match=f"out of memory: @{name} asked for [0-9]+ bytes"):
                program[name](*arguments)
            heap.fail_at(-1)
            assert heap.taken == heap.freed
            failures += 1
        for found, wanted in zip(all_of(program[name], *arguments), expected, strict=True):
            np.testing.assert_array_equal(found, wanted)
    assert failures > 1


@pytest.mark.parametrize("n, size", [
    (1 << 40, r"\d+ bytes"), ((1 << 61) // 8, "more bytes than there can be"),
    ((1 << 62) + 7, "more bytes than there can be"),
])  # fmt: skip
def test_absurd_sizes(n, size):
    program = lagrad.compile(TAPE)
    with pytest.raises(MemoryError, match=f"out of memory: @df asked for {size}"):
        program.df(np.ones(8), n)
    assert program.df(np.full(2, 0.5), 1)[0] == 1.0


def test_a_negative_size_is_no_small_one():
    program = lagrad.compile(
        """
    func.func @f(%n: index, %x: f64) -> f64 {
      %c0 = arith.constant 0 : index
      %t = tensor.splat %x[%n, %n] : tensor<?x?xf64>
      %u = tensor.insert %x into %t[%c0, %c0] : tensor<?x?xf64>
      %v = tensor.extract %u[%c0, %n] : tensor<?x?xf64>
      return %v : f64
    }""",
        pipeline="lagrad-to-llvm-strict",
    )
    with pytest.raises(MemoryError):
        program(-(1 << 33), 1.0)


def test_in_the_way_that_converts_arguments_too():
    """Arrays that are not contiguous, or numbers of another type, take the careful way into the code."""
    program = lagrad.compile(TAPE)
    with pytest.raises(MemoryError, match="@df asked for 70368744177664 bytes"):
        program.df(np.ones(16)[::2], 1 << 40)


# What the passes do not make today: a function that threads run takes memory, and 40 blocks are in use at once.
_HEAD = """
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @calloc(i64, i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
llvm.func @GOMP_parallel(!llvm.ptr, !llvm.ptr, i32, i32)
llvm.func @qsort(!llvm.ptr, i64, i64, !llvm.ptr)
"""


def _lowered(body: str) -> str:
    """A function of the C interface, of a number and an array for a number."""
    return f"""module {{ {_HEAD}
    llvm.func @f(%n: i64, %out: !llvm.ptr, %aligned: !llvm.ptr, %offset: i64)
        attributes {{lagrad.interface = (i64) -> i64}} {{
      {body}
    }}"""


_FINISH = "lagrad-report-failures,lagrad-emit-c-interface"


def _blocks(count: int) -> str:
    takes = "\n".join(f"%m{k} = llvm.call @malloc(%n) : (i64) -> !llvm.ptr" for k in range(count))
    order = [*range(0, count, 2), *range(1, count, 2)]
    gives = "\n".join(f"llvm.call @free(%m{k}) : (!llvm.ptr) -> ()" for k in order)
    return (
        _lowered(f"""
      %one = llvm.mlir.constant(1 : i64) : i64
      %foreign = llvm.call @calloc(%one, %n) : (i64, i64) -> !llvm.ptr
      llvm.call @free(%foreign) : (!llvm.ptr) -> ()
      {takes}
      {gives}
      llvm.store %n, %aligned : i64, !llvm.ptr
      llvm.return""")
        + "}"
    )


def test_many_blocks_at_once():
    program, heap = compile(_blocks(40), _FINISH)
    assert program(8) == 8
    lists = heap.taken - 40  # the list of blocks that has grown on the heap: from 16 to 32, from 32 to 64
    assert lists == 2
    begun = heap.freed - heap.taken  # blocks that were not taken by malloc
    for allocation in range(42):
        heap.fail_at(allocation)
        with pytest.raises(MemoryError, match="@f asked for 8 bytes"):
            program(8)
        heap.fail_at(-1)
        assert heap.freed - heap.taken == begun + allocation + 1
    assert program(8) == 8


TEAM = (
    _lowered("""
      %two = llvm.mlir.constant(2 : i32) : i32
      %none = llvm.mlir.constant(0 : i32) : i32
      %one = llvm.mlir.constant(1 : i64) : i64
      %data = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
      llvm.store %n, %data : i64, !llvm.ptr
      %kept = llvm.call @malloc(%one) : (i64) -> !llvm.ptr
      %team = llvm.mlir.addressof @team : !llvm.ptr
      llvm.call @GOMP_parallel(%team, %data, %two, %none) : (!llvm.ptr, !llvm.ptr, i32, i32) -> ()
      llvm.call @free(%kept) : (!llvm.ptr) -> ()
      llvm.store %n, %aligned : i64, !llvm.ptr
      llvm.return""")
    + """
    llvm.func @team(%data: !llvm.ptr) attributes {sym_visibility = "private"} {
      %n = llvm.load %data : !llvm.ptr -> i64
      %one = llvm.mlir.constant(1 : i64) : i64
      %first = llvm.call @malloc(%one) : (i64) -> !llvm.ptr
      %second = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
      llvm.call @free(%second) : (!llvm.ptr) -> ()
      llvm.call @free(%first) : (!llvm.ptr) -> ()
      llvm.return
    }
  }"""
)


def test_in_a_team_of_threads():
    program, heap = compile(TEAM, _FINISH)
    assert program(64) == 64 and heap.taken == heap.freed == 5
    with pytest.raises(MemoryError, match=f"@f asked for {1 << 55} bytes"):
        program(1 << 55)
    assert program(64) == 64


CALLED_BACK = (
    _lowered("""
      %two = llvm.mlir.constant(2 : i64) : i64
      %four = llvm.mlir.constant(4 : i64) : i64
      %data = llvm.alloca %two x i64 : (i64) -> !llvm.ptr
      %last = llvm.getelementptr %data[1] : (!llvm.ptr) -> !llvm.ptr, i64
      llvm.store %n, %data : i64, !llvm.ptr
      llvm.store %n, %last : i64, !llvm.ptr
      %kept = llvm.call @malloc(%four) : (i64) -> !llvm.ptr
      %compare = llvm.mlir.addressof @compare : !llvm.ptr
      llvm.call @qsort(%data, %two, %four, %compare) : (!llvm.ptr, i64, i64, !llvm.ptr) -> ()
      llvm.call @free(%kept) : (!llvm.ptr) -> ()
      llvm.store %n, %aligned : i64, !llvm.ptr
      llvm.return""")
    + """
    llvm.func @compare(%a: !llvm.ptr, %b: !llvm.ptr) -> i32 attributes {sym_visibility = "private"} {
      %zero = llvm.mlir.constant(0 : i32) : i32
      %narrow = llvm.load %a : !llvm.ptr -> i32
      %wide = llvm.zext %narrow : i32 to i64
      %twenty = llvm.mlir.constant(30 : i64) : i64
      %bytes = llvm.shl %wide, %twenty : i64
      %memory = llvm.call @malloc(%bytes) : (i64) -> !llvm.ptr
      llvm.call @free(%memory) : (!llvm.ptr) -> ()
      llvm.return %zero : i32
    }
  }"""
)


def test_in_a_function_that_the_c_library_calls():
    program, heap = compile(CALLED_BACK, _FINISH)
    assert program(0) == 0
    with pytest.raises(MemoryError, match="@f asked for"):
        program(1 << 30)
    assert heap.taken == heap.freed
    assert program(0) == 0


def test_lagrad_run_ends_with_a_message(tmp_path):
    (tmp_path / "f.mlir").write_text(TAPE)
    limit = 6 << 30

    def allow_little():
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    command = [
        sys.executable,
        "-m",
        "lagrad_cli.run",
        "f.mlir",
        "--entry=df",
        "--arg",
        "x=0.5",
        "--arg",
        f"n={limit // 32}",
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, preexec_fn=allow_little, timeout=120)
    assert (done.returncode, done.stderr) == (1, f"error: out of memory: @df asked for {limit} bytes\n")


CALLER = r"""
#include <stdio.h>
#include <string.h>
#include "first.h"
#include "second.h"

int main(void) {
    double x[4] = {0.5, 0.5, 0.5, 0.5}, dx[4];
    char text[200];
    int64_t status = df(x, 4, 1, dx);
    if (status != 0 || dx[0] != 1.0) return 1;
    status = df(x, 4, (int64_t)1 << 45, dx);
    if (status != (int64_t)32 << 45) return 2;
    strcpy(text, lagrad_message(status));
    puts(text);
    status = checked(1);
    if (status != 0) return 3;
    int64_t one = checked(0), other = checked(0);
    if (one >= 0 || other >= 0 || one == other) return 4;
    puts(lagrad_message(one));
    puts(lagrad_message(other));
    return df(x, 4, 1, dx) != 0;
}
"""

CHECKED = """
func.func @checked(%c: i1) {
  cf.assert %c, "100% \\22sure\\22"
  return
}
"""


def test_a_c_program_asks_for_the_status(tmp_path):
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if not compiler:
        pytest.skip("there is no C compiler; set CC")
    for name, text in (("first", TAPE), ("second", CHECKED)):
        (tmp_path / f"{name}.o").write_bytes(emit.emit(execute.parse(text), "obj"))
        (tmp_path / f"{name}.h").write_text(emit.emit(execute.parse(text), "header", name))
    (tmp_path / "main.c").write_text(CALLER)
    command = [compiler, "-Wall", "-Werror", "-std=c11", "-o", "main", "main.c", "first.o", "second.o", "-lm"]
    subprocess.run(command, check=True, cwd=tmp_path)
    done = subprocess.run([tmp_path / "main"], capture_output=True, text=True)
    assert done.returncode == 0
    failed = '<program>:3:3: assertion failed: 100% "sure"'
    assert done.stdout.splitlines() == [f"out of memory: {32 << 45} bytes were asked for", failed, failed]


def test_threads_fail_each_for_itself():
    """Four Python threads, whose calls run at once, fail or succeed by their own arguments."""
    from concurrent.futures import ThreadPoolExecutor

    program = lagrad.compile(TAPE)

    def call(n):
        try:
            return float(program.df(np.full(4, 0.5), n)[0])
        except MemoryError as problem:
            return str(problem)

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(call, [1, 1 << 40, 1, 1 << 41] * 50))
    wanted = [
        1.0,
        f"out of memory: @df asked for {32 << 40} bytes",
        1.0,
        f"out of memory: @df asked for {32 << 41} bytes",
    ]
    assert found == wanted * 50


def test_a_function_that_takes_no_memory_has_no_record():
    text = emit.emit(execute.parse("func.func @f(%x: f64) -> f64 {\n return %x : f64\n}"), "llvmir")
    assert "lagrad.call" not in text


def test_a_buffer_of_fixed_size_beyond_all_memory():
    """As the tape of a loop to the largest number of an index, in which torch-mlir writes `while`."""
    f = lagrad.compile("""
func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %most = arith.constant 9223372036854775807 : index
  %r = scf.for %i = %c0 to %most step %c1 iter_args(%a = %x) -> f64 {
    %b = math.sin %a : f64
    scf.yield %b : f64
  }
  return %r : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
""").df
    with pytest.raises(MemoryError):
        f(1.0)
