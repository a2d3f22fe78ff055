"""Gradients of what JAX exports, against JAX's own derivatives of the same functions, in f64."""

from __future__ import annotations

import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import export, lax

import lagrad
from lagrad import execute, pipelines, reading
from lagrad.errors import CheckFailed, Failure

jax.config.update("jax_enable_x64", True)

RANDOM = np.random.default_rng(28)
X, Y = jnp.asarray(RANDOM.standard_normal((6, 4))), jnp.asarray(RANDOM.uniform(0.1, 0.9, (6, 4)))
AT = np.array([0, 4, 2, 4, -1, 9], np.int32)  # twice the same, from the end, outside


def scanned(x, y):
    def step(carried, row):
        return carried * jnp.sin(row) + 0.1, carried

    last, states = lax.scan(step, x[0], y)
    return last.sum() + (states * x).sum()


def scanned_backwards(x, y):
    return lax.scan(lambda c, row: (jnp.tanh(c + row), c * row), x[0], y, reverse=True)[1].sum()


def nested_scans(x, y):
    def outer(carried, row):
        return lax.fori_loop(0, 3, lambda i, c: jnp.sin(c * row[i]), carried), carried.sum()

    last, sums = lax.scan(outer, x[0], y)
    return last.sum() + (sums**2).sum()


def newton(x, y):
    """A loop whose number of iterations depends on the numbers: the root of each."""

    def step(state):
        z, _ = state
        off = z**2 - y[0, 0]
        return z - off / (2 * z), off

    root, _ = lax.while_loop(lambda state: jnp.abs(state[1]) > 1e-12, step, (jnp.ones(()), jnp.array(1.0)))
    return root * x.sum()


def scattered(x, y):
    return ((jnp.zeros((5, 4)).at[AT].add(x)) ** 2).sum() + (y[:5].at[AT[:3]].set(x[:3] ** 2) * x[0, 0]).sum()


def scattered_elements(x, y):
    return (x.at[jnp.array([0, 3]), jnp.array([1, 1])].multiply(y[0, :2], unique_indices=True) ** 2).sum()


def scattered_rows_of_a_batch(x, y):
    return (jax.vmap(lambda row, w: row.at[jnp.array([0, 2, 2])].add(w[:3] * row[1]))(x, y) ** 3).sum()


def switched(x, y):
    branches = [jnp.sin, jnp.exp, jnp.cos, lambda z: z * z]
    return sum(lax.switch((y[k, 0] * 9).astype(int) - 2, branches, x[k]).sum() for k in range(6))


FUNCTIONS = {
    "scan": scanned,
    "scan backwards": scanned_backwards,
    "nested scans": nested_scans,
    "while": newton,
    "cond": lambda x, y: lax.cond(x[0, 0] > 0, lambda z: (z * z).sum(), lambda z: z.sum(), x * y),
    "switch": switched,
    "scatter": scattered,
    "scatter elements": scattered_elements,
    "scatter in a batch": scattered_rows_of_a_batch,
    "gather": lambda x, y: (x[AT[:4]] * y[:4]).sum(),
    "sort": lambda x, y: (jnp.sort(x, axis=0) * y).sum() + (jnp.sort(x, axis=1)[:, 2] ** 2).sum(),
    "argsort": lambda x, y: (x[jnp.argsort(y[:, 1])] * y).sum(),
    "top k": lambda x, y: (lax.top_k(x, 2)[0] * y[:, :2]).sum(),
    "median": lambda x, y: jnp.median(x) * y.sum(),
    "max": lambda x, y: (x.max(axis=1) * y[:, 0]).sum(),
    "sums of nothing": lambda x, y: (x[:0].sum(axis=0) * y[0]).sum() + (x[:, :0].sum(axis=1) * y[:, 0]).sum() + x.sum(),
    "product of nothing": lambda x, y: ((x[:, :0] @ y.T[:0] + 1) ** 2).sum() * y.sum() + x[:0].prod(),
    "cumulative sum": lambda x, y: (jnp.cumsum(x, axis=0) * y).sum(),
    "gelu": lambda x, y: (jax.nn.gelu(x, approximate=False) * y).sum(),
    "softmax": lambda x, y: (jax.nn.softmax(x) * y).sum(),
    "variance": lambda x, y: x.var() + (x.var(axis=1) * y[:, 0]).sum(),
    "inverse functions": lambda x, y: (jnp.arcsin(y) + jnp.arccos(y) + jnp.arctanh(y) + jnp.tan(x) * jnp.sinh(x)).sum(),
    "log gamma": lambda x, y: jax.scipy.special.gammaln(y + 1).sum() * x[0, 0],
    "convolution": lambda x, y: (lax.conv(x[None, None], y[None, None, :3, :2], (1, 1), "SAME") ** 2).sum(),
    "matmul": lambda x, y: (jnp.einsum("ij,kj->ik", x, jnp.tanh(y)) ** 2).sum(),
    "pool": lambda x, y: (lax.reduce_window(x * y, -jnp.inf, lax.max, (2, 2), (2, 2), "VALID") ** 2).sum(),
    "dynamic slice": lambda x, y: (lax.dynamic_slice(x, (AT[5], AT[2]), (2, 2)) ** 2).sum() * y[0, 0],
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_gradient_is_jaxs(name):
    function = FUNCTIONS[name]
    program = exported(function)
    value, *gradient = program.gradient(np.asarray(X), np.asarray(Y))
    theirs = jax.jit(lambda x, y: (function(x, y), jax.jacfwd(function, (0, 1))(x, y)))  # no reverse mode for while
    right, slopes = theirs(X, Y)
    np.testing.assert_allclose(value, right, rtol=1e-12)
    for found, expected in zip(gradient, slopes, strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-8, atol=1e-8)


def exported(function) -> lagrad.Program:
    like = jax.ShapeDtypeStruct(X.shape, X.dtype)
    text = jax.jit(function, keep_unused=True).lower(like, like).as_text()
    return lagrad.compile(with_request(text), entry="gradient")


def with_request(module: str) -> str:
    request = """
      func.func private @gradient(tensor<6x4xf64>, tensor<6x4xf64>) -> (tensor<f64>, tensor<6x4xf64>, tensor<6x4xf64>)
        attributes {lagrad.gradient = @main, lagrad.with_primal}
    }
    """
    return module.rstrip().removesuffix("}") + request


def test_loops_that_count_are_counted():
    """`scan` becomes `scf.for`, whose index needs no clamping."""
    text = jax.jit(scanned).lower(X, Y).as_text()
    module = execute.parse(text)
    pipelines.run(module, "lagrad-convert-stablehlo")
    assert "scf.for" in str(module)
    assert not [word for word in ("scf.while", "minsi", "maxsi") if word in str(module)]


def test_a_serialized_export_is_read():
    """`jax.export` writes bytecode of StableHLO's versioned form."""
    artifact = export.export(jax.jit(lambda x: jnp.sin(x).sum()))(jax.ShapeDtypeStruct((3,), jnp.float32))
    module = reading.parse(artifact.mlir_module_serialized, pipelines.new_context())
    pipelines.run(module, "lagrad-convert-stablehlo")
    assert "math.sin" in str(module) and "stablehlo" not in str(module)


def factored(x):
    """JAX says of its calls of LAPACK how devices may share them."""
    return jnp.log(jnp.diag(jnp.linalg.cholesky(x @ x.T + jnp.eye(6)))).sum() + (lax.top_k(x[0], 2)[0] ** 3).sum()


def test_a_serialized_export_with_shardings_and_composites_has_a_gradient(tmp_path):
    artifact = export.export(jax.jit(factored))(X)
    path = tmp_path / "model.mlirbc"
    path.write_bytes(artifact.mlir_module_serialized)
    gradient = lagrad.grad(path, "main", wrt=[0])
    np.testing.assert_allclose(gradient(np.asarray(X)), jax.grad(factored)(X), rtol=1e-12)


def test_without_jax_shardings_in_bytecode_are_refused(monkeypatch):
    monkeypatch.setitem(sys.modules, "jaxlib.mlir.dialects", None)
    with pytest.raises(Failure, match="only JAX's bindings can read"):
        reading.parse(export.export(jax.jit(factored))(X).mlir_module_serialized, pipelines.new_context())


def test_composites_are_their_parts():
    """One of the program's own is called; the functions that say what composites are made of go with them."""
    part = lambda x: jnp.sin(x) * x  # noqa: E731
    own = lax.composite(part, name="my.function")  # for which JAX itself has no derivative
    text = jax.jit(lambda x: own(own(x)).sum()).lower(X).as_text()
    assert "stablehlo.composite" in text
    module = execute.parse(text)
    pipelines.run(module, "lagrad-convert-stablehlo")
    assert "my.function" not in str(module) and str(module).count("func.func") == 1
    gradient = lagrad.grad(text, "main", wrt=[0])
    np.testing.assert_allclose(gradient(np.asarray(X)), jax.grad(lambda x: part(part(x)).sum())(X), rtol=1e-12)


def test_shapes_that_an_export_leaves_open():
    (n,) = export.symbolic_shape("n")
    f = lambda x: jnp.mean(jnp.tanh(x).reshape(-1) ** 2) + x.sum() / x.shape[0]  # noqa: E731
    exported = export.export(jax.jit(f))(jax.ShapeDtypeStruct((n, 4), jnp.float64))
    gradient = lagrad.grad(exported.mlir_module(), "main", wrt=[0])
    for x in (X, X[:1]):
        np.testing.assert_allclose(gradient(np.asarray(x)), jax.grad(f)(x), rtol=1e-12)
    with pytest.raises(CheckFailed, match="Expected value >= 1 for dimension variable 'n'"):
        gradient(np.zeros((0, 4)))


def test_a_call_of_python_is_refused_where_it_stands():
    """JAX declares a mesh of devices for it."""

    def printing(x):
        jax.debug.print("{}", x)
        return x.sum()

    text = jax.jit(printing).lower(X).as_text()
    with pytest.raises(Failure, match="(?s)python_cpu_callback.*take it out of what is exported") as caught:
        lagrad.grad(text, "main", wrt=[0])
    assert "no dialect" not in str(caught.value)
