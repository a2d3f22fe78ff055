"""docs/conventions.md says what the rules do: each row of its tables is computed."""

import cmath
import math
import re

import pytest
from documents import ROOT
from expressions import arguments, module

import lagrad

PAGE = (ROOT / "docs" / "conventions.md").read_text()


def rows() -> list[tuple[str, str, float, str]]:
    """(expression, point, cotangent, gradients) for each promise of the tables."""
    found = []
    for line in PAGE.splitlines():
        if line.startswith("| `") and not line.startswith("| `complex."):
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
        line.partition('("math.')[2].partition("(")[0]
        for line in source.splitlines()
        if line.startswith("partials(") and "strong(" in line
    }
    assert len(guarded) >= 10 and guarded <= promised


def complex_rows() -> list[tuple[str, list[str], list[complex], complex, str]]:
    """(operation, operands, point, cotangent, gradients) for each promise about complex functions."""
    found = []
    row = r"^\| `(complex\.\w+)\((.*?)\)` \| (.*?) \| (.*?) \| (.*?) \|$"
    for op, names, at, *gradients in re.findall(row, PAGE, re.M):
        point = {name.strip(): complex(value) for name, value in (part.split("=") for part in at.split(","))}
        operands = names.split(", ")
        found += [(op, operands, [point[n] for n in operands], ct, text) for ct, text in zip((1 + 0j, 0j), gradients)]
    return found


COMPLEX_ROWS = complex_rows()


@pytest.fixture(scope="module")
def complex_functions():
    """The pullbacks of the operations of these rows, by name; an operand `n` is an integer."""
    text = ""
    for op, operands in {op: operands for op, operands, *_ in COMPLEX_ROWS}.items():
        types = ["i32" if name == "n" else "complex<f64>" for name in operands]
        result = "f64" if op in ("complex.abs", "complex.angle") else "complex<f64>"
        wrt = [n for n, t in enumerate(types) if t != "i32"]
        symbol = op.replace(".", "_")
        text += f"""
            func.func @{symbol}({", ".join(f"%{x}: {t}" for x, t in zip(operands, types))}) -> {result} {{
              %r = "{op}"({", ".join(f"%{x}" for x in operands)}) : ({", ".join(types)}) -> {result}
              return %r : {result}
            }}
            func.func private @{symbol}_pullback({", ".join([*types, result])}) -> ({", ".join(types[n] for n in wrt)})
                attributes {{lagrad.pullback = @{symbol}, lagrad.wrt = {wrt}}}
        """
    return lagrad.compile(text)


@pytest.mark.parametrize("op, operands, point, cotangent, gradient", COMPLEX_ROWS)
def test_row_of_complex_numbers(complex_functions, op, operands, point, cotangent, gradient):
    given = [int(value.real) if name == "n" else value for name, value in zip(operands, point)]
    is_real = op in ("complex.abs", "complex.angle")
    got = complex_functions[f"{op.replace('.', '_')}_pullback"](*given, cotangent.real if is_real else cotangent)
    got = got if isinstance(got, tuple) else (got,)
    for value, wanted in zip(got, gradient.split(", "), strict=True):
        assert not cmath.isfinite(value) if wanted == "infinite" else value == complex(wanted), got


def test_complex_rows_are_found():
    assert len(COMPLEX_ROWS) == 2 * sum(line.startswith("| `complex.") for line in PAGE.splitlines()) > 20
