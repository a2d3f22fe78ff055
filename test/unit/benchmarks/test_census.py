"""No pass of the default pipeline is idle: docs/census.md has all of them, and says what each changes."""

from __future__ import annotations

import re

import pytest

from benchmarks.compiler import census
from benchmarks.workloads import chosen
from lagrad import execute, pipelines

AGAIN = "run: python -m benchmarks.compiler.census --write"
# Some benchmarks, and some programs of the tests: each pass of the default pipeline changes one of them.
BENCHMARKS = ["gmm, quadratic", "hand, simple", "ba", "trmv, packed"]
PROGRAMS = """
    cf_loop_two_exits export_embedding_classifier export_scan for_inner_from_outer for_sizes_of_another
    for_unsigned gradient_descent if_gives_an_argument inactive_argument_tensor odd_bubble_sort odd_calls_settle_sizes
    odd_slices_in_body pad_in_loop recursive_in_loop scalar_clamp
    tensor_returns_argument vector_branches while_newton_bounded
""".split()
_ROW = re.compile(r"\| (\w+) \| `([\w-]+)` \| (\d+) \| (\d+) \| [\d.]+% \|")


def listed() -> dict[tuple[str, str], bool]:
    """What the page says: for each stage and pass whether it changes anything."""
    text = census.PAGE.read_text().partition(census.BEGIN)[2].partition(census.END)[0]
    return {(row[1], row[2]): row[3] != "0" or row[4] != "0" for row in map(_ROW.fullmatch, text.splitlines()) if row}


@pytest.fixture(scope="module")
def turns() -> list[census.Turn]:
    return census.default_turns()


def test_the_turns_are_the_default_pipeline(turns):
    def names(node) -> list[str]:
        inside = getattr(node, "body", ())
        return [name for inner in inside for name in names(inner)] if inside else [node.name]

    assert [turn.name for turn in turns] == names(pipelines.read(execute.PIPELINE))


def test_the_page_has_every_pass(turns):
    assert list(listed()) == census.rows(turns), AGAIN


def test_what_changes_nothing_says_what_it_is_for():
    changing = {name for (_, name), is_changing in listed().items() if is_changing}
    assert {name for _, name in listed()} - changing == census.NOWHERE.keys(), AGAIN


def test_a_pass_that_does_nothing_is_found(turns):
    """A program of scalars without loops: nothing to tile, and nothing to take memory for."""
    text = "func.func @f(%x: f64) -> f64 {\n  %y = arith.mulf %x, %x : f64\n  return %y : f64\n}"
    seen = census.count({"square": execute.parse(text)}, turns)
    assert seen.changed["signatures", "lagrad-add-destinations"] == {"square"}
    assert "lagrad-tile-columns" in seen.nowhere(turns) and "lagrad-add-destinations" not in seen.nowhere(turns)
    text = census.table(seen, turns, set(), {"square"})
    assert "| signatures | `lagrad-add-destinations` | 0 | 1 | " in text and "| `lagrad-tile-columns` | ? |" in text


def test_every_pass_changes_something(turns):
    workloads = {w.name: census.of_benchmark(w) for w in chosen("; ".join(BENCHMARKS))}
    seen = census.count(workloads | {name: census.of_test(name) for name in PROGRAMS}, turns)
    idle = set(seen.nowhere(turns)) - census.NOWHERE.keys()
    assert not idle, "they change none of these programs: drop them, or add a program that they change"


@pytest.mark.long
def test_the_page_tells_idle_passes_from_others(turns):
    """Over all programs of the tests. How many are changed depends on the processor, for some passes."""
    seen = census.count(census.of_tests(), turns)
    rows = filter(None, map(_ROW.fullmatch, census.PAGE.read_text().splitlines()))
    counted = {(row[1], row[2]): int(row[4]) > 0 for row in rows}
    assert counted == {key: bool(seen.changed[key]) for key in counted}, AGAIN
