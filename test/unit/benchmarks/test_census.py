"""No pass of the default pipeline is idle: docs/census.md has all of them, and says what each changes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.compiler import census
from benchmarks.workloads import chosen
from lagrad import execute, pipelines

AGAIN = "run: python -m benchmarks.compiler.census --write"
_ROW = re.compile(r"\| (\w+) \| `([\w-]+)` \| (\d+) \| (\d+) \| [\d.]+% \| (.*) \|")
_LIT = Path(__file__).parents[2] / "lit"


def listed() -> dict[census.Key, str]:
    """What the page says: for each stage and pass a program that it changes, or nothing."""
    text = census.PAGE.read_text().partition(census.BEGIN)[2].partition(census.END)[0]
    return {(row[1], row[2]): row[5].strip() for row in map(_ROW.fullmatch, text.splitlines()) if row}


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


def test_what_changes_nothing_has_a_test_of_its_own():
    """Which runs it, and looks at what it does."""
    changing = {name for (_, name), example in listed().items() if example}
    lines = [line for path in _LIT.rglob("*.mlir") for line in path.read_text().splitlines() if "RUN:" in line]
    run = set(re.findall(r"lagrad(?:-\w+)+", " ".join(lines)))
    assert {name for _, name in listed()} - changing <= run


def test_few_examples_are_enough():
    changed = {
        ("a", "p"): {"x", "y"},
        ("a", "q"): {"y"},
        ("b", "r"): {"y", "z"},
        ("b", "s"): set(),
        ("c", "t"): {"big"},
    }
    assert census.examples(changed, {"x", "y", "z"}) == {
        ("a", "p"): "y",
        ("a", "q"): "y",
        ("b", "r"): "y",
        ("c", "t"): "big",
    }


def test_a_pass_that_does_nothing_is_found(turns):
    """A program of scalars without loops: nothing to tile, and nothing to take memory for."""
    text = "func.func @f(%x: f64) -> f64 {\n  %y = arith.mulf %x, %x : f64\n  return %y : f64\n}"
    seen = census.count({"square": execute.parse(text)}, turns)
    assert seen.changed["signatures", "lagrad-add-destinations"] == {"square"}
    assert "lagrad-tile-columns" in seen.nowhere(turns) and "lagrad-add-destinations" not in seen.nowhere(turns)
    text = census.table(seen, turns, set(), {"square"})
    assert "| signatures | `lagrad-add-destinations` | 0 | 1 | " in text
    assert "| `lagrad-tile-columns` | run neighbouring `linalg.generic`s on buffers" in text


def test_every_pass_changes_its_example(turns):
    wanted = {key: program for key, program in listed().items() if program}
    benchmarks = {w.name: w for w in chosen("")}
    programs = {
        name: census.of_benchmark(benchmarks[name]) if name in benchmarks else census.of_test(name)
        for name in dict.fromkeys(wanted.values())
    }
    seen = census.count(programs, turns)
    idle = {key for key, program in wanted.items() if program not in seen.changed[key]}
    assert not idle, "they change nothing in their example any more: drop them, or " + AGAIN


@pytest.mark.long
def test_the_page_tells_idle_passes_from_others(turns):
    """Over all programs of the tests. How many are changed depends on the processor, for some passes."""
    seen = census.count(census.of_tests(), turns)
    rows = filter(None, map(_ROW.fullmatch, census.PAGE.read_text().splitlines()))
    counted = {(row[1], row[2]): int(row[4]) > 0 for row in rows}
    assert counted == {key: bool(seen.changed[key]) for key in counted}, AGAIN
