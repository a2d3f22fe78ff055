"""Functions with more parameters than ctypes passes, by value and by address, of all kinds that C has."""

import numpy as np
import pytest

import lagrad

KINDS = ("f64", "f32", "tensor<3xf64>", "tensor<?xf32>")
COUNT = 520  # arguments; there are as many results


@pytest.fixture(scope="module")
def gradient():
    """Of 3 a0 + 4 a1 + ..., where an array counts by its element 1."""
    types = [KINDS[n % len(KINDS)] for n in range(COUNT)]
    lines, total = [], "%zero"
    for n, type in enumerate(types):
        element = f"%e{n}"
        if type.startswith("tensor"):
            lines.append(f"{element} = tensor.extract %a{n}[%one] : {type}")
        else:
            element = f"%a{n}"
        if type in ("f32", "tensor<?xf32>"):
            lines.append(f"%w{n} = arith.extf {element} : f32 to f64")
            element = f"%w{n}"
        lines.append(f"%c{n} = arith.constant {n + 3}.0 : f64")
        lines.append(f"%m{n} = arith.mulf {element}, %c{n} : f64\n%s{n} = arith.addf {total}, %m{n} : f64")
        total = f"%s{n}"
    taken = ", ".join(f"%a{n}: {type}" for n, type in enumerate(types))
    body = "\n".join(["%one = arith.constant 1 : index\n%zero = arith.constant 0.0 : f64", *lines])
    all_types = ", ".join(types)
    return lagrad.compile(
        f"func.func private @f({taken}) -> f64 {{\n{body}\nreturn {total} : f64\n}}\n"
        f"func.func private @g({all_types}) -> ({all_types}) attributes {{lagrad.gradient = @f}}"
    ).g


def given(n):
    match n % len(KINDS):
        case 0 | 1:
            return float(n)
        case 2:
            return np.ones(3)
    return np.ones(2 + n % 3, np.float32)


def test_values_of_all_kinds_arrive(gradient):
    arguments = [given(n) for n in range(COUNT)]
    results = gradient(*arguments)
    for n, (argument, result) in enumerate(zip(arguments, results, strict=True)):
        expected = np.zeros_like(argument, dtype=np.asarray(result).dtype)
        expected[(1,) * expected.ndim] = n + 3
        np.testing.assert_array_equal(result, expected)


def test_what_is_wrong_is_said(gradient):
    arguments = [given(n) for n in range(COUNT)]
    arguments[518] = np.ones(4)
    with pytest.raises(ValueError, match="argument 518 of g"):
        gradient(*arguments)
