"""docs/conventions.md says what the rules do: each row of its tables is computed."""

import math

import pytest
from documents import ROOT
from expressions import arguments, module

import lagrad

PAGE = (ROOT / "docs" / "conventions.md").read_text()


def rows() -> list[tuple[str, str, float, str]]:
    """(expression, point, cotangent, gradients) for each promise of the tables."""
    found = []
    for line in PAGE.splitlines():
        if line.startswith("| `"):
            expression, at, gradient, *strong = (cell.strip() for cell in line.strip("|").split("|"))
            found.append((expression.strip("`"), at, 1.0, gradient))
            found += [(expression.strip("`"), at, 0.0, cell) for cell in strong]
    return found


ROWS = rows()


@pytest.fixture(scope="module")
def program():
    expressions = dict.fromkeys(row[0] for row in ROWS)
    symbols = {expression: f"f{n}" for n, expression in enumerate(expressions)}
    compiled = lagrad.compile("".join(module(e, symbol) for e, symbol in symbols.items()))
    return {expression: compiled[f"{symbol}_pullback"] for expression, symbol in symbols.items()}


@pytest.mark.parametrize("expression, at, cotangent, gradient", ROWS)
def test_row(program, expression, at, cotangent, gradient):
    point = {name.strip(): float(value) for name, value in (part.split("=") for part in at.split(","))}
    got = program[expression](*(point[name] for name in arguments(expression)), cotangent)
    got = got if isinstance(got, tuple) else (got,)
    expected = [float(value) for value in gradient.split(",")]
    assert len(got) == len(expected)
    for value, wanted in zip(got, expected):
        assert value == wanted or math.isnan(value) and math.isnan(wanted), got


def test_every_singular_rule_is_in_a_table():
    """Rules that guard against an infinite partial are those whose row has a column for cotangent 0."""
    promised = {row[0].partition("(")[0] for row in ROWS if row[2] == 0.0}
    source = (ROOT / "passes" / "lagrad" / "rules" / "math.py").read_text()
    guarded = {
        line.partition("(\"math.")[2].partition("(")[0]
        for line in source.splitlines()
        if line.startswith("partials(") and "strong(" in line
    }
    assert len(guarded) >= 10 and guarded <= promised
