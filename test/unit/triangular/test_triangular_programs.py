"""Programs on triangular tensors against the same programs on full ones: values, both modes, second order."""

from __future__ import annotations

import re

import numpy as np
import pytest
from triangular_programs import HEADER, PROGRAMS

import lagrad

ORDER = 5
KINDS = [s + p + side + "tri" for side in "lu" for s in ("", "s") for p in ("", "p")]


def text(name: str, encoding: str | None, order: int | str) -> str:
    """A program with one encoding (None: without any) and one order ("?": any)."""
    program = PROGRAMS[name]
    other = encoding and encoding.translate(str.maketrans("lu", "ul"))
    dynamic = order == "?"
    program = program.replace("$E", f', "{encoding}"' if encoding else "").replace(
        "$T", f', "{other}"' if other else ""
    )
    program = program.replace("$dn$dcn", "%n, %n" if dynamic else "").replace("$dn", "%n" if dynamic else "")
    program = program.replace("$sn", "%n" if dynamic else str(order)).replace("$n", str(order))
    return HEADER + program


def types_of(program: str) -> tuple[list[str], list[str]]:
    arguments, results = re.search(r"func.func @f\((.*?)\) -> (.*?) \{\n", program).groups()
    arguments, results = (re.findall(r"tensor<[^>]*>|f64", side) for side in (arguments, results))
    return arguments, results


def requests(program: str) -> str:
    inputs, results = types_of(program)
    plain = ", ".join
    pairs = [t for own in inputs for t in (own, own)]
    doubled = [t for own in [*inputs, *results] for t in (own, own)]
    return f"""
func.func private @reverse({plain([*inputs, *results])}) -> ({plain(inputs)}) attributes {{lagrad.pullback = @f}}
func.func private @forward({plain(pairs)}) -> ({plain(results)}) attributes {{lagrad.pushforward = @f}}
func.func private @second({plain(doubled)}) -> ({plain(inputs)}) attributes {{lagrad.pushforward = @reverse}}
"""


def holds(kind: str, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    gap = int(kind.startswith("s"))
    return rows - columns >= gap if "l" in kind[:-3] else columns - rows >= gap


def kept(kind: str, full: np.ndarray) -> np.ndarray:
    rows, columns = np.indices(full.shape[-2:])
    return np.where(holds(kind, rows, columns), full, 0.0)


def stored(kind: str | None, full: np.ndarray) -> np.ndarray:
    """What is passed for an array: for a packed one, column after column of its nonzero half."""
    if kind is None or "p" not in kind:
        return full
    rows, columns = np.indices(full.shape[-2:])
    columns_first = np.swapaxes(full, -1, -2)
    return columns_first[..., holds(kind, rows, columns).T]


def kind_of(type: str) -> str | None:
    found = re.search(r'"(\w+)"', type)
    return found and found[1]


def arrays(types: list[str], seed: int, order: int = ORDER) -> list[np.ndarray]:
    """Values of types, zero where they say so, not packed."""
    random, values = np.random.default_rng(seed), []
    for type in types:
        sizes = re.findall(r"(\d+|\?)x", type)
        full = np.array(random.uniform(0.5, 1.5, [order if n == "?" else int(n) for n in sizes]))
        values.append(kept(kind_of(type), full) if kind_of(type) else full)
    return values


def listed(result) -> list[np.ndarray]:
    return [np.asarray(r) for r in (result if isinstance(result, tuple) else (result,))]


_dense: dict = {}


def dense_results(name: str, function: str, values: list[np.ndarray]) -> list[np.ndarray]:
    if name not in _dense:
        program = text(name, None, ORDER)
        _dense[name] = lagrad.compile(program + requests(program))
    return listed(_dense[name][function](*values))


def assert_same(found: np.ndarray, wanted: np.ndarray) -> None:
    assert found.shape == wanted.shape
    assert np.max(np.abs(found - wanted), initial=0.0) <= 1e-12 * max(1.0, np.max(np.abs(wanted), initial=0.0))


# Of each kind one order, known or not, so that both meet all that a kind can be.
CASES = [
    (name, kind, (ORDER, "?")[n in (0, 3, 5, 6)])
    for name in PROGRAMS
    if name != "masked"
    for n, kind in enumerate(KINDS)
]


# In the short run each kind meets half of the programs, and each program half of the kinds.
SHORT = [case for case in CASES if (list(PROGRAMS).index(case[0]) + KINDS.index(case[1])) % 2]


@pytest.mark.parametrize("name, kind, order", SHORT, ids=lambda v: str(v))
def test_as_dense(name, kind, order):
    check_as_dense(name, kind, order)


@pytest.mark.long
@pytest.mark.parametrize("name, kind, order", [case for case in CASES if case not in SHORT], ids=lambda v: str(v))
def test_others_as_dense(name, kind, order):
    check_as_dense(name, kind, order)


def check_as_dense(name, kind, order):
    program = text(name, kind, order)
    compiled = lagrad.compile(program + requests(program))
    inputs, results = types_of(program)
    x, ct, dx, dct = (arrays(types, seed) for seed, types in enumerate((inputs, results, inputs, results)))
    pairs = [v for pair in zip(x, dx) for v in pair]
    doubled = [v for pair in zip(x + ct, dx + dct) for v in pair]
    calls = {
        "f": (x, inputs, results),
        "reverse": (x + ct, inputs + results, inputs),
        "forward": (pairs, [t for t in inputs for _ in range(2)], results),
        "second": (doubled, [t for t in inputs + results for _ in range(2)], inputs),
    }
    for function, (values, taken, given) in calls.items():
        wanted = dense_results(name, function, values)
        found = listed(compiled[function](*(stored(kind_of(t), v) for t, v in zip(taken, values))))
        for type, one, other in zip(given, found, wanted, strict=True):
            kind_given = kind_of(type)
            other = kept(kind_given, other) if kind_given else other
            assert_same(one, stored(kind_given, other))


@pytest.mark.parametrize("kind, order", [(kind, (ORDER, "?")[n % 2]) for n, kind in enumerate(KINDS)])
def test_pack_keeps_a_half(kind, order):
    program = text("masked", kind, order)
    compiled = lagrad.compile(program + requests(program))
    (a, x), (ct, ct_m) = arrays(types_of(program)[0], 0), arrays(types_of(program)[1], 1)
    y, m = compiled.f(a, x)
    half = kept(kind, np.sin(a))
    assert_same(y, half @ x)
    assert_same(m, stored(kind, half))
    a_bar, x_bar = compiled.reverse(a, x, ct, stored(kind, ct_m))
    assert_same(a_bar, kept(kind, np.cos(a) * (np.outer(ct, x) + ct_m)))
    assert_same(x_bar, half.T @ ct)
