"""Functions of C, as clang makes LLVM of them at three levels: their pullbacks, against complex steps in Python.

`c/programs.c` has the functions, `c/strip.py` says how the modules were made.
"""

import cmath
from pathlib import Path

import numpy as np
import pytest
from llvm_functions import raised

import lagrad

HERE = Path(__file__).parent / "c"
STEP = 1e-30


def norm(v):
    return cmath.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])


def structs(p, n):
    s = 0
    for i in range(n):
        at, before = p[3 * i : 3 * i + 3], p[3 * i - 3 : 3 * i] if i else (0, 0, 0)
        s += norm([a - b for a, b in zip(at, before)]) + norm(at)
    return s


def scratch(x, n):
    return sum(cmath.sin(sum(x[j] * x[i] for j in range(i + 1))) for i in range(n))


def exchange(x, steps):
    now = list(x)
    for _ in range(steps):
        now = [0.5 * now[i] + 0.25 * now[(i + 1) % 8] * now[(i + 7) % 8] for i in range(8)]
    return sum(now[i] * (i + 1) for i in range(8))


def chosen(x, y, which, n):
    s = 1
    for i in range(n):
        s *= (x if which else y)[i] + 1
    return s


def branches(x, k):
    match k:
        case 0:
            return cmath.sin(x)
        case 1:
            return x * x
        case 5:
            return cmath.exp(x) ** 3
    return (x + k) ** 3


def horner(out, c, x, n, m):
    for i in range(n):
        v = 0
        for k in reversed(range(m)):
            v = v * x[i] + c[k]
        out[i] = v


def returned(x, n):
    return sum(x[i + 1] * x[i] for i in range(n - 1))


def matrix(a, x):
    return sum(sum(a[5 * i + j] * x[j] for j in range(5)) ** 2 for i in range(6))


def indirect(x, at, n):
    return sum(x[at[i]] * x[i] for i in range(n))


def in_place(x, n):
    for i in range(1, n):
        x[i] = x[i] * x[i - 1]
    x[: n - 1] = x[1:n].copy()


def newton(a, count):
    x, k = a, 0
    while abs((x * x - a).real) > 1e-12 and k < 50:
        x, k = 0.5 * (x + a / x), k + 1
    count[0] = k
    return x


def length(x, n):
    return sum((x[i] * x[n - 1 - i]) ** 2 for i in range(n))


def tables(x, n):
    table = [[1, 2], [3, 4], [5, 6.5]]
    larger = lambda a, b: a if a.real > b.real else b
    least = lambda a, b: a if a.real < b.real else b
    terms = (table[i % 3][i % 2] * x[i] * larger(x[i], 0.1 + 0j) * least(x[i], x[i] ** 2) for i in range(n))
    return sum(terms)


def early(x, n):
    s = 0
    for i in range(n):
        s += x[i] * x[i]
        if s.real > 3:
            return s * x[i]
    return -s


def _numbers(count):
    return np.random.default_rng(count).uniform(0.4, 1.6, count)


# The arguments of each function, and the type of each that has a derivative; `memref` where it is memory.
CALLS = {
    structs: ((_numbers(15), 5), {0: "memref<?xf64>"}),
    scratch: ((_numbers(7), 7), {0: "memref<?xf64>"}),
    exchange: ((_numbers(8), 5), {0: "memref<?xf64>"}),
    chosen: ((_numbers(6), _numbers(6) + 0.2, 1, 5), {0: "memref<?xf64>", 1: "memref<?xf64>"}),
    branches: ((0.8, 5), {0: "f64"}),
    horner: (
        (np.zeros(6, "f"), _numbers(4).astype("f"), _numbers(6).astype("f"), 6, 4),
        {0: "memref<?xf32>", 1: "memref<?xf32>", 2: "memref<?xf32>"},
    ),
    returned: ((_numbers(7), 7), {0: "memref<?xf64>"}),
    matrix: ((_numbers(30), _numbers(5)), {0: "memref<?xf64>", 1: "memref<?xf64>"}),
    indirect: ((_numbers(6), np.array([0, 3, 2, 2, 5, 1], np.int32), 6), {0: "memref<?xf64>"}),
    in_place: ((_numbers(6), 6), {0: "memref<?xf64>"}),
    newton: ((2.5, np.zeros(1)), {0: "f64"}),
    length: ((_numbers(7), 7), {0: "memref<?xf64>"}),
    tables: ((_numbers(7), 7), {0: "memref<?xf64>"}),
    early: ((_numbers(7), 7), {0: "memref<?xf64>"}),
}


def _type(value, number, own):
    if number in own:
        return own[number]
    if isinstance(value, np.ndarray):
        return {"int32": "memref<?xi32>", "float64": "memref<?xf64>"}[str(value.dtype)]
    return "i32" if isinstance(value, int) else "f64"


def _request(function):
    """The declaration of the pullback; @f has a result unless it gives None."""
    arguments, own = CALLS[function]
    types = [_type(value, number, own) for number, value in enumerate(arguments)]
    cotangent = [] if function in (horner, in_place) else ["f64"]
    shadows = [t for t in own.values() if t.startswith("memref")]
    results = " -> f64" if "f64" in own.values() else ""
    return (
        f"func.func private @d_{function.__name__}({', '.join([*types, *cotangent, *shadows])}){results}\n"
        f"    attributes {{lagrad.pullback = @{function.__name__}, lagrad.wrt = {list(own)}}}\n"
    )


@pytest.fixture(scope="module", params=["O0", "O1", "O3"])
def program(request):
    text = (HERE / f"{request.param}.mlir").read_text().rstrip().removesuffix("}")
    return lagrad.compile(text + "".join(map(_request, CALLS)) + "}")


def _stepped(function, arguments, cotangents, number):
    """The gradient by an argument, by complex steps."""
    value = arguments[number]
    entries = range(value.size) if isinstance(value, np.ndarray) else [None]
    found = []
    for entry in entries:
        moved = [a.astype(complex) if isinstance(a, np.ndarray) and a.dtype.kind == "f" else a for a in arguments]
        if entry is None:
            moved[number] = complex(value, STEP)
        else:
            moved[number][entry] += 1j * STEP
        found.append(_value(function, moved, cotangents).imag / STEP)
    return np.array(found) if isinstance(value, np.ndarray) else found[0]


def _value(function, given, cotangents):
    """The result and what memory holds at the end, by their cotangents."""
    given = [g.copy() if isinstance(g, np.ndarray) else g for g in given]
    result = function(*given)
    total = 0 if result is None else result * cotangents["result"]
    return total + sum(np.sum(given[number] * by) for number, by in cotangents.items() if number != "result")


@pytest.mark.parametrize("function", CALLS, ids=lambda f: f.__name__)
def test_pullbacks_of_what_clang_makes(program, function):
    arguments, own = CALLS[function]
    rng = np.random.default_rng(1)
    memory = [number for number, type in own.items() if type.startswith("memref")]
    cotangents = {number: rng.uniform(0.5, 1, arguments[number].size) for number in memory}
    expected_by = dict(cotangents)
    gives = function not in (horner, in_place)
    if gives:
        expected_by["result"] = 1.5
    given = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    shadows = [cotangents[number].astype(arguments[number].dtype) for number in memory]
    gradient = program[f"d_{function.__name__}"](*given, *([1.5] if gives else []), *shadows)
    found = dict(zip(memory, shadows)) | ({0: gradient} if own[0] == "f64" else {})
    tolerance = 2e-5 if function is horner else 1e-12
    for number in own:
        expected = _stepped(function, arguments, expected_by, number)
        np.testing.assert_allclose(found[number], expected, rtol=tolerance, atol=1e-12)


def test_what_is_kept_of_arguments_and_who_sees_a_function():
    text = """
llvm.func internal @inner(%p: !llvm.ptr {llvm.noalias, llvm.nocapture}, %x: f64 {lagrad.inactive, llvm.noundef})
    -> f64 {
  %v = llvm.load %p : !llvm.ptr -> f64
  %r = llvm.fmul %v, %x : f64
  llvm.return %r : f64
}
llvm.mlir.global constant @seen(dense<1.0> : tensor<2xf64>) : !llvm.array<2 x f64>
llvm.func @f(%p: !llvm.ptr, %x: f64, %n: i64) -> f64 {
  %q = llvm.getelementptr %p[%n] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %a = llvm.call @inner(%p, %x) : (!llvm.ptr, f64) -> f64
  %b = llvm.call @inner(%q, %x) : (!llvm.ptr, f64) -> f64
  %r = llvm.fadd %a, %b : f64
  llvm.return %r : f64
}"""
    found = raised(text)
    kept = "%arg0: memref<?xf64> {llvm.noalias}, %arg1: f64 {lagrad.inactive}) -> f64"
    assert f"func.func private @inner({kept}" in found
    kept = "%arg0: memref<?xf64> {llvm.noalias}, %arg1: index, %arg2: f64 {lagrad.inactive}) -> f64"
    assert f"func.func private @inner.at({kept}" in found
    assert "func.func @f(%arg0: memref<?xf64>, %arg1: f64, %arg2: i64) -> f64" in found and "@seen(" in found
