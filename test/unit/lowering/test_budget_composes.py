"""A budget of memory with marks, kept calls, triangles, threads, memory, and to order two, against JAX."""

import counted_heap
import pytest
from test_compositions import NONE, PIECE, REPLAY, SNAPSHOTS, check, text
from test_snapshot_states import MEMORY, on_memory

import lagrad
from lagrad.errors import Failure


def pipeline(budget: int, trips: int) -> str:
    budgeted = f"lagrad-differentiate{{memory-budget={budget} trips={trips}}}"
    return f"lagrad-protect-derivatives,inline,canonicalize,{budgeted},lagrad-schedule-snapshots,lagrad-to-llvm"


MARKS = [(NONE, NONE, NONE), (NONE, REPLAY, NONE), (SNAPSHOTS, NONE, NONE), (NONE, SNAPSHOTS, PIECE)]


@pytest.mark.parametrize("budget", [3000, 100_000])
@pytest.mark.parametrize("outer, inner, call", MARKS)
def test_gradients(outer, inner, call, budget):
    functions = lagrad.compile(text(outer, inner, call, False), pipeline=pipeline(budget, 20), threads=2)
    for n, m in ((5, 3), (1, 4), (0, 2)):
        check(functions, n, m, False)


@pytest.mark.parametrize("budget", [5000, pytest.param(100_000, marks=pytest.mark.long)])
def test_second_order(budget):
    functions = lagrad.compile(text(NONE, NONE, NONE, True), pipeline=pipeline(budget, 20))
    for n, m in ((5, 3), (0, 2)):
        check(functions, n, m, True)


@pytest.mark.parametrize("budget", [20_000, 10**9])
def test_states_that_are_memory(budget):
    program = lagrad.compile(MEMORY.replace("MARK", ""), pipeline=pipeline(budget, 100))
    for n in (0, 1, 20):
        on_memory(program, n)


def test_a_budget_that_is_too_small_says_the_least():
    for program in (MEMORY.replace("MARK", ""), text(NONE, NONE, NONE, False)):
        with pytest.raises(Failure, match="the least is ") as told:
            lagrad.compile(program, pipeline=pipeline(1, 100))
        least = int(str(told.value).split("the least is ")[1].split()[0])
        counted_heap.compile(program, pipeline(least, 100))
        with pytest.raises(Failure, match=f"the least is {least}"):
            lagrad.compile(program, pipeline=pipeline(least - 1, 100))
