"""Elementary functions of vectors of any number of dimensions, in programs that are lowered as they are."""

import numpy as np
import pytest

import lagrad

FUNCTIONS = {
    "math.sin": np.sin, "math.cos": np.cos, "math.exp": np.exp, "math.log1p": np.log1p, "math.tanh": np.tanh,
}  # fmt: skip


def program(function: str, shape: list[int], of: str) -> str:
    sizes = "".join(f"{n}x" for n in shape)
    tensor, vector = f"tensor<{sizes}{of}>", f"vector<{sizes}{of}>"
    places, bounds = ", ".join(["%c0"] * len(shape)), ", ".join(["true"] * len(shape))
    return f"""
        func.func @f(%x: {tensor}) -> {tensor} {{
          %c0 = arith.constant 0 : index
          %zero = arith.constant 0.0 : {of}
          %v = vector.transfer_read %x[{places}], %zero {{in_bounds = [{bounds}]}} : {tensor}, {vector}
          %w = {function} %v : {vector}
          %e = tensor.empty() : {tensor}
          %r = vector.transfer_write %w, %e[{places}] {{in_bounds = [{bounds}]}} : {vector}, {tensor}
          return %r : {tensor}
        }}
    """


@pytest.mark.parametrize("of, precision", [("f64", 1e-13), ("f32", 1e-5)])
@pytest.mark.parametrize("shape", [[], [4], [2, 3], [2, 1, 3]], ids=str)
@pytest.mark.parametrize("function", ["math.sin", *(pytest.param(f, marks=pytest.mark.long) for f in [*FUNCTIONS][1:])])
def test_functions_are_those_of_numpy(function, shape, of, precision):
    f = lagrad.compile(program(function, shape, of), pipeline="lagrad-to-llvm").f
    for scale in (1.0, 1e11 if function in ("math.sin", "math.cos") else 2.0):  # large ones are the C library's
        x = (scale * np.random.default_rng(1).uniform(0.1, 1, shape)).astype({"f64": "f8", "f32": "f4"}[of])
        np.testing.assert_allclose(f(x), FUNCTIONS[function](x), rtol=precision)
