"""Who calls themselves, against a search from each function."""

from __future__ import annotations

import random

import pytest

from lagrad import execute
from lagrad.analysis.call_graph import recursive


def module_of(graph: dict[int, list[int]]) -> str:
    def function(n: int, called: list[int]) -> str:
        calls = "".join(f"  func.call @f{other}() : () -> ()\n" for other in called)
        return f"func.func private @f{n}() {{\n{calls}  return\n}}\n"

    return "".join(function(n, called) for n, called in graph.items())


def reached(graph: dict[int, list[int]], start: int) -> set[int]:
    """By at least one call."""
    found: set[int] = set()
    while more := {other for here in (found or {start}) for other in graph[here]} - found:
        found |= more
    return found


@pytest.mark.parametrize("seed", range(30))
def test_random_calls(seed):
    rng = random.Random(seed)
    count = rng.randint(1, 9)
    graph = {n: rng.sample(range(count), rng.randint(0, min(count, 2))) for n in range(count)}
    module = execute.parse(module_of(graph))
    below = {0, *reached(graph, 0)}
    with module.context:
        found = recursive(module.operation, "f0")
    assert len(found) == len(set(found))
    assert set(found) == {f"f{n}" for n in below if n in reached(graph, n)}


def test_callers_of_a_recursion_are_not_recursive():
    module = execute.parse(module_of({0: [1], 1: [2, 4], 2: [3], 3: [2], 4: []}))
    with module.context:
        assert recursive(module.operation, "f0") == ["f2", "f3"]
        assert recursive(module.operation, "f4") == []
