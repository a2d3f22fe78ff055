"""Large temporaries are kept for the next call: it takes none, and touches no page for the first time."""

from __future__ import annotations

import ctypes
import gc
import resource
import shutil
import subprocess
import threading

import numpy as np
import pytest
from counted_heap import compile
from test_out_of_memory import TAPE
from test_place_buffers import PROGRAM as PRODUCTS

import lagrad
from lagrad import emit, execute
from lagrad.lowering.machine.native import Loaded

N = 40_000  # of eight bytes: more than the stack has room for
needs_c = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")


def given(n: int = N) -> np.ndarray:
    return np.linspace(0.1, 0.3, n)


def test_the_second_call_takes_nothing():
    program, heap = compile(TAPE)
    first = program.df(given(), 3)
    taken = heap.taken
    assert taken > 0
    for _ in range(3):
        assert np.array_equal(program.df(given(), 3), first)
    assert heap.taken == taken
    assert heap.freed == taken  # which releases what is kept


def test_there_is_room_for_many_temporaries():
    program, heap = compile(PRODUCTS)
    x = np.random.default_rng(0).uniform(-1, 1, (400, 400)) / 20
    first = program.f(x)
    taken = heap.taken
    assert taken > 1
    for one, other in zip(program.f(x), first):
        assert np.array_equal(one, other)
    assert heap.taken == taken


def test_no_page_is_touched_for_the_first_time():
    program = lagrad.compile(TAPE)
    x, out = given(2_000_000), np.empty(2_000_000)  # a tape of 48 MB: the C library gives back whatever is that large
    for _ in range(2):
        program.df(x, 3, out=out)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(5):
        program.df(x, 3, out=out)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before < 50  # a tape has thousands of pages


def test_what_is_kept_has_a_bound():
    """It is not a block for each size that there ever was."""
    largest, alone = compile(TAPE)
    largest.df(given(10 * N), 3)
    program, heap = compile(TAPE)
    for n in (*range(N, 10 * N, N // 2), 10 * N, 3 * N, N, 20, N, 3 * N):
        x = given(n)
        expected = np.zeros(n)
        expected[0] = 8 * x[0] ** 7
        np.testing.assert_allclose(program.df(x, 3), expected)
    assert heap.held < 3 * alone.held
    assert heap.taken == heap.freed


def test_threads_share_it():
    program, heap = compile(TAPE)
    expected, wrong = program.df(given(), 3), []

    def call(n: int) -> None:
        for _ in range(30):
            x = given(N + 1000 * n)
            found = program.df(x, 3)
            if found[0] != expected[0] or found[1:].any():
                wrong.append(n)

    threads = [threading.Thread(target=call, args=[n]) for n in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert not wrong and heap.taken == heap.freed


def test_memory_goes_with_the_program(monkeypatch):
    program = lagrad.compile(TAPE)
    released, release, code = [], Loaded.release, id(program._loaded)
    monkeypatch.setattr(Loaded, "release", lambda self: released.append(id(self)) or release(self))
    program.df(given(), 3)
    program.release_memory()
    assert released == [code]
    function = program.df
    del program
    gc.collect()
    assert released.count(code) == 1  # the function is still there
    function(given(), 3)
    del function
    gc.collect()
    assert released.count(code) == 2


MAIN = """
#include <stdio.h>
#include <stdlib.h>
#include "one.h"
#include "two.h"
enum { N = 100000 };
int main(void) {
    double *x = malloc(N * sizeof *x), *dx = malloc(N * sizeof *dx);
    for (int i = 0; i < N; i++) x[i] = 0.5;
    for (int k = 0; k < 3; k++) {
        if (df(x, N, 3, dx) || dg(x, N, 3, dx)) return 1;
        printf("%g\\n", dx[0]);
        lagrad_release();
        lagrad_release();
    }
    free(x);
    free(dx);
    return 0;
}
"""


@needs_c
def test_objects_share_it_and_c_can_release_it(tmp_path):
    for name, text in (("one", TAPE), ("two", TAPE.replace("@f", "@g").replace("@df", "@dg"))):
        lowered = emit.lower(execute.parse(text))
        (tmp_path / f"{name}.o").write_bytes(emit.object_code(lowered))
        (tmp_path / f"{name}.h").write_text(emit.emit(execute.parse(text), "header", name_hint=name))
    (tmp_path / "main.c").write_text(MAIN)
    command = ["cc", "-Wall", "-Werror", "-fsanitize=address", "main.c", "one.o", "two.o", "-lm", "-o", "main"]
    subprocess.run(command, cwd=tmp_path, check=True)
    said = subprocess.run(["./main"], cwd=tmp_path, capture_output=True, text=True)
    assert said.stderr == ""
    assert said.stdout == "0.0625\n" * 3


# Vectors of given sizes, each of which has sines of the one before, from the second on.
SIZES = [f"%n{k}" for k in range(1, 7)]
CHAIN = (
    f"func.func @f(%v0: tensor<?xf64>, {', '.join(f'{n}: index' for n in SIZES)}) -> tensor<?xf64> {{\n"
    "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n"
    "  %n0 = tensor.dim %v0, %c0 : tensor<?xf64>\n"
    + "".join(
        f"""
  %e{k} = tensor.empty(%n{k}) : tensor<?xf64>
  %v{k} = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}}
      outs(%e{k} : tensor<?xf64>) {{
    ^bb0(%out: f64):
      %i = linalg.index 0 : index
      %next = arith.addi %i, %c1 : index
      %j = arith.remui %next, %n{k - 1} : index
      %x = tensor.extract %v{k - 1}[%j] : tensor<?xf64>
      %y = math.sin %x : f64
      linalg.yield %y : f64
  }} -> tensor<?xf64>"""
        for k in range(1, 7)
    )
    + "\n  return %v6 : tensor<?xf64>\n}"
)


def call_chain(program, sizes: list[int]) -> None:
    x = expected = np.random.default_rng(0).normal(size=N)
    for before, n in zip([N, *sizes], sizes):
        expected = np.sin(expected[(np.arange(n) + 1) % before])
    np.testing.assert_allclose(program.f(x, *sizes), expected, rtol=1e-13)


@pytest.mark.parametrize("sizes", [[N, 3 * N] * 2 + [N, 5], [9 * N, N] * 2 + [9 * N, 5], [N, 2 * N, N, 2 * N, 5, 7]])
def test_temporaries_of_many_sizes_come_to_rest(sizes):
    """Few are in use at once, and there are no more than these."""
    program, heap = compile(CHAIN)
    for _ in range(3):
        call_chain(program, sizes)
    taken = heap.taken
    for _ in range(5):
        call_chain(program, sizes)
    assert heap.taken == taken
    assert heap.held < 8.5 * max(a + b for a, b in zip(sizes, sizes[1:]))
    assert heap.taken == heap.freed and heap.held == 0


def test_what_was_much_is_forgotten():
    program, heap = compile(CHAIN)
    call_chain(program, [100 * N, 5, 100 * N, 5, 100 * N, 5])
    most = heap.held
    for n in range(200):
        call_chain(program, [N + 400 * n, 5, 3 * N + 900 * n, 5, 2 * N + 700 * n, 5])
    needed = 8.5 * (3 * N + 900 * 200)
    assert heap.held < 2 * needed < most / 5
    for n in range(3):
        call_chain(program, [N, 3 * N, N, 3 * N, N, 5])
    taken = heap.taken
    call_chain(program, [N, 3 * N, N, 3 * N, N, 5])
    assert heap.taken == taken


LENDING = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <malloc.h>
#include "chain.h"
enum { N = 40000, LAST = 70000 };
int main(void) {
    static double x[N], expected[LAST], y[LAST];
    for (int i = 0; i < N; i++) x[i] = 0.001 * i;
    f(x, N, 3 * N, 9 * N, 20, 5 * N, 30, LAST, expected);
    lagrad_release();
    int64_t bytes = 0, needed;
    f_with_memory(x, N, 3 * N, 9 * N, 20, 5 * N, 30, LAST, y, NULL, &bytes);
    printf("%d\\n", memcmp(y, expected, sizeof y));
    needed = bytes;
    lagrad_release();
    for (int lost = 0; lost < 64; lost += 9) {
        char *memory = malloc(needed + 64);
        size_t before = mallinfo2().uordblks + mallinfo2().hblkhd, after;
        memset(y, 0, sizeof y);
        bytes = needed;
        f_with_memory(x, N, 3 * N, 9 * N, 20, 5 * N, 30, LAST, y, memory + lost, &bytes);
        after = mallinfo2().uordblks + mallinfo2().hblkhd;
        printf("%d %d %d\\n", memcmp(y, expected, sizeof y), bytes == needed, after == before);
        free(memory);
    }
    bytes = needed / 2;
    char *half = malloc(bytes);
    f_with_memory(x, N, 3 * N, 9 * N, 20, 5 * N, 30, LAST, y, half, &bytes);
    printf("%d %d\\n", memcmp(y, expected, sizeof y), bytes == needed);
    free(half);
    lagrad_release();
    printf("%d\\n", (int)(needed / (8 * N)));
    return 0;
}
"""


@needs_c
@pytest.mark.parametrize("checks", [[], ["-fsanitize=address"]])
def test_a_caller_may_lend_memory(tmp_path, checks):
    """With what a first call says it needs a call takes nothing, wherever the memory begins."""
    lowering = "lagrad-default,lagrad-to-llvm{memory=lend}"
    lowered = emit.lower(execute.parse(CHAIN), lowering)
    module = execute.parse(CHAIN)
    emit._run(module.operation, lowering)
    (tmp_path / "chain.o").write_bytes(emit.object_code(lowered))
    (tmp_path / "chain.h").write_text(emit.emit(module, "header", name_hint="chain"))
    (tmp_path / "main.c").write_text(LENDING)
    command = ["cc", "-Wall", "-Werror", *checks, "main.c", "chain.o", "-lm", "-o", "main"]
    subprocess.run(command, cwd=tmp_path, check=True)
    done = subprocess.run(["./main"], cwd=tmp_path, capture_output=True, text=True)
    assert done.stderr == ""
    first, *inner, half, last = done.stdout.splitlines()
    assert first == "0" and half == "0 1"
    assert inner == ["0 1 1" if not checks else inner[0]] * 8
    assert int(last) == 12  # the vectors of 3 N and 9 N numbers are in use at once


@pytest.mark.parametrize("given_bytes", [-5, 0, 1 << 20, 1 << 23])
def test_lent_memory_is_used_as_far_as_it_goes(given_bytes):
    """By the function itself, without C: what finds no room is elsewhere, and what is needed is told."""
    lowered = emit.lower(execute.parse(CHAIN), "lagrad-default,lagrad-to-llvm{memory=lend}")
    loaded = Loaded(emit.object_code(lowered), ["f", "f_with_memory"])
    pointer, number = ctypes.c_void_p, ctypes.c_int64
    plain = ctypes.CFUNCTYPE(number, pointer, *[number] * 7, pointer)(loaded.addresses["f"])
    lent = ctypes.CFUNCTYPE(number, pointer, *[number] * 7, *[pointer] * 3)(loaded.addresses["f_with_memory"])
    sizes = [3 * N, 9 * N, 20, 5 * N, 30, 700]
    x, expected, y = np.linspace(0, 1, N), np.empty(sizes[-1]), np.empty(sizes[-1])
    assert plain(x.ctypes.data, N, *sizes, expected.ctypes.data) == 0
    memory, bytes = np.zeros(max(given_bytes, 0) // 8), number(given_bytes)
    assert lent(x.ctypes.data, N, *sizes, y.ctypes.data, memory.ctypes.data, ctypes.byref(bytes)) == 0
    assert np.array_equal(y, expected)
    assert 12 * 8 * N < bytes.value < 12 * 8 * N + 1000  # two vectors are in use at once
    assert memory.any() == (given_bytes > 0)
