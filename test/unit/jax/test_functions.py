"""lagrad.jax: what it gives is what JAX gives, inside of jit and vmap, and differentiated again."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

import lagrad.jax
from lagrad import derivatives
from lagrad.errors import Failure

jax.config.update("jax_enable_x64", True)

RANDOM = np.random.default_rng(33)
X = jnp.asarray(RANDOM.standard_normal((5, 3)))
PARAMETERS = {"w": jnp.asarray(RANDOM.standard_normal((3, 2))), "b": [jnp.asarray(RANDOM.standard_normal(2))]}


def network(parameters, x):
    return jnp.sum(jnp.tanh(x @ parameters["w"] + parameters["b"][0]) ** 2)


def recurrent(parameters, x):
    def step(h, row):
        h = jnp.tanh(h @ parameters["w"].T @ parameters["w"] + row[:2].sum())
        return h, h.sum()

    last, sums = lax.scan(step, parameters["b"][0], x)
    return jnp.sum(last) * jnp.var(sums)


def close(ours, theirs, tolerance=1e-11):
    ours, theirs = jax.tree.flatten(ours), jax.tree.flatten(theirs)
    assert ours[1] == theirs[1]
    for here, there in zip(ours[0], theirs[0]):
        assert here.dtype == there.dtype and here.shape == there.shape
        np.testing.assert_allclose(here, there, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("function", [network, recurrent])
@pytest.mark.parametrize("argnums", [0, 1, (0, 1), (1,)])
def test_gradients(function, argnums):
    close(lagrad.jax.grad(function, argnums)(PARAMETERS, X), jax.jit(jax.grad(function, argnums))(PARAMETERS, X))
    ours = jax.jit(lagrad.jax.value_and_grad(function, argnums))
    close(ours(PARAMETERS, X), jax.value_and_grad(function, argnums)(PARAMETERS, X))


def test_it_is_our_code_that_runs():
    text = jax.jit(lagrad.jax.grad(network)).lower(PARAMETERS, X).as_text()
    assert "lagrad_" in text and "stablehlo.dot_general" not in text


def test_what_a_function_closes_over():
    scale = jnp.arange(1.0, 4.0)

    def outer(s, x):
        return lagrad.jax.grad(lambda x: jnp.sum(jnp.sin(x * s * scale)))(x).sum()

    def theirs(s, x):
        return jax.jit(jax.grad(lambda x: jnp.sum(jnp.sin(x * s * scale))))(x).sum()

    close(jax.jit(outer)(2.0, X), theirs(2.0, X))
    close(jax.grad(outer)(2.0, X), jax.jit(jax.grad(theirs))(2.0, X))


def test_derivatives_of_derivatives():
    def ours(x):
        return jnp.sum(lagrad.jax.grad(network, 1)(PARAMETERS, x) ** 2)

    def theirs(x):
        return jnp.sum(jax.jit(jax.grad(network, 1))(PARAMETERS, x) ** 2)

    close(jax.jit(jax.grad(ours))(X), jax.jit(jax.grad(theirs))(X))
    close(lagrad.jax.grad(theirs)(X), jax.jit(jax.grad(theirs))(X))


def test_third_derivatives():
    def f(x):
        return jnp.sum(jnp.exp(jnp.sin(x)))

    def power(grad, x):
        return grad(lambda x: grad(f)(x).sum())(x).sum()

    close(jax.grad(lambda x: power(lagrad.jax.grad, x))(X), jax.jit(jax.grad(lambda x: power(jax.grad, x)))(X), 1e-10)


def test_derivatives_inside_of_functions_that_are_exported():
    def product(grad, x):
        return grad(lambda y: jnp.vdot(grad(lambda z: network(PARAMETERS, z))(y), jnp.cos(x)))(x)

    close(jax.jit(lambda x: product(lagrad.jax.grad, x))(X), product(jax.grad, X))
    inner = lagrad.jax.jvp(lambda y: lagrad.jax.jvp(jnp.sin, (y,), (X,))[1], (X,), (X,))
    close(inner, jax.jvp(lambda y: jax.jvp(jnp.sin, (y,), (X,))[1], (X,), (X,)))
    for ours, theirs in ((lagrad.jax.hessian, jax.hessian), (lagrad.jax.value_and_grad, jax.value_and_grad)):
        f = lambda kind: lambda x: jnp.sum(jnp.sin(jax.tree.leaves(kind(lambda x: jnp.sum(x**3))(x))[-1]))  # noqa: E731
        close(lagrad.jax.grad(f(ours))(X), jax.jit(jax.grad(f(theirs)))(X))
    close(
        lagrad.jax.grad(lambda x: lagrad.jax.compile(jnp.sum)(x) ** 2)(X),
        jax.jit(jax.grad(lambda x: jnp.sum(x) ** 2))(X),
    )


def test_compiled_functions_have_our_derivative():
    ours = lagrad.jax.compile(lambda p, x: {"loss": network(p, x), "rows": x.sum(1), "n": jnp.uint32(3)})
    made = ours(PARAMETERS, X)
    close(made["loss"], network(PARAMETERS, X))
    assert made["n"] == 3 and made["n"].dtype == jnp.uint32 and made["rows"].shape == (5,)
    close(jax.grad(lambda p: ours(p, X)["loss"])(PARAMETERS), jax.jit(jax.grad(network))(PARAMETERS, X))
    losses = jax.vmap(lambda x: ours(PARAMETERS, x)["loss"])(jnp.stack([X, 2 * X]))
    close(losses, jnp.stack([network(PARAMETERS, X), network(PARAMETERS, 2 * X)]))


def with_notes(parameters, x, power=2):
    rows = jnp.tanh(x @ parameters["w"])
    return jnp.sum(rows**power), {"rows": rows, "count": jnp.arange(3), "sums": [rows.sum(0)]}


@pytest.mark.parametrize("argnums", [0, (0, 1)])
def test_what_comes_beside_the_value(argnums):
    for name in ("grad", "value_and_grad"):
        ours, theirs = (getattr(module, name)(with_notes, argnums, has_aux=True) for module in (lagrad.jax, jax))
        close(ours(PARAMETERS, X), theirs(PARAMETERS, X))
        close(jax.jit(ours)(PARAMETERS, X, power=3), theirs(PARAMETERS, X, power=3))
    ours, theirs = (module.vjp(with_notes, PARAMETERS, X, has_aux=True) for module in (lagrad.jax, jax))
    close((ours[0], ours[1](2.0), ours[2]), (theirs[0], theirs[1](2.0), theirs[2]))


def test_arguments_by_keyword_are_not_differentiated():
    def weighed(x, *, by):
        return jnp.sum(jnp.sin(x) * by["w"])

    by = {"w": jnp.arange(15.0).reshape(5, 3)}
    for name in ("grad", "value_and_grad", "hessian", "jacobian", "compile"):
        theirs = getattr(jax, name, jax.jit)(weighed)
        close(getattr(lagrad.jax, name)(weighed)(X, by=by), theirs(X, by=by))


@pytest.mark.parametrize(
    "function, message",
    [
        (jnp.sum, "a pair"),
        (lambda x: (jnp.sum(x),), "a pair"),
        (lambda x: (x, x), "one real number"),
        (lambda x: ((jnp.sum(x), 1.0), x), "one real number"),
        (lambda x: (jnp.sum(x) * 1j, x), "one real number"),
    ],
)
def test_what_is_no_pair_of_a_value_and_more(function, message):
    with pytest.raises(TypeError, match=message):
        lagrad.jax.grad(function, has_aux=True)(X)


def test_vmap_of_a_gradient():
    rows = jnp.stack([X, -X, 2 * X])
    ours = jax.jit(jax.vmap(lagrad.jax.grad(network, 1), in_axes=(None, 0)))
    close(ours(PARAMETERS, rows), jax.vmap(jax.grad(network, 1), in_axes=(None, 0))(PARAMETERS, rows))


def test_products_with_vectors():
    def f(x):
        return {"a": jnp.sin(x) @ PARAMETERS["w"], "b": x.sum()}

    tangents = jnp.cos(X)
    close(lagrad.jax.jvp(f, (X,), (tangents,)), jax.jvp(f, (X,), (tangents,)))
    value, pull = lagrad.jax.vjp(f, X)
    expected, theirs = jax.vjp(f, X)
    close(value, expected)
    cotangent = jax.tree.map(jnp.cos, expected)
    close(pull(cotangent), theirs(cotangent))


def test_tangents_of_integers_are_jaxs():
    value, tangent = lagrad.jax.jvp(lambda x: (x * 2, jnp.argmax(x)), (X[0],), (X[1],))
    assert value[1] == jnp.argmax(X[0]) and tangent[1].dtype == jax.dtypes.float0
    close(tangent[0], 2 * X[1])


def test_jacobians_and_hessians():
    def f(x):
        return jnp.tanh(x) @ PARAMETERS["w"]

    close(lagrad.jax.jacobian(f)(X), jax.jit(jax.jacobian(f))(X))
    close(lagrad.jax.hessian(network, 1)(PARAMETERS, X), jax.jit(jax.hessian(network, 1))(PARAMETERS, X))


@pytest.mark.parametrize("dtype", [jnp.float32, jnp.float16, jnp.bfloat16])
def test_narrow_floats(dtype):
    x = X.astype(dtype)
    ours = lagrad.jax.grad(lambda x: jnp.sum(x * x))(x)
    assert ours.dtype == dtype
    np.testing.assert_array_equal(ours, 2 * x)


def test_integers_take_part():
    index = jnp.array([0, 2, 2], jnp.int32)

    def f(x, at):
        return jnp.sum(x[at] ** 2)

    close(jax.jit(lagrad.jax.grad(f))(X, index), jax.jit(jax.grad(f))(X, index))


@pytest.mark.parametrize(
    "made, message",
    [
        (lambda: lagrad.jax.grad(lambda x: x)(X), r"one real number as the result; this one gives float64\[5, 3\]"),
        (lambda: lagrad.jax.grad(lambda x: (x.sum(), x.sum()))(X), r"gives float64\[\], float64\[\]"),
        (lambda: lagrad.jax.grad(lambda n: 1.0 * n)(3), "argument 0 has a leaf of int64; derivatives are for floats"),
        (lambda: lagrad.jax.grad(network, 2)(PARAMETERS, X), "argnums names argument 2, and 2 were given"),
        (lambda: lagrad.jax.hessian(network)(PARAMETERS, X), "an argument that is one array, not a tree of 2"),
        (lambda: lagrad.jax.jacobian(lambda x: (x, x))(X), "one array as the result, not 2"),
    ],
)
def test_what_has_no_derivative_of_that_kind(made, message):
    with pytest.raises(TypeError, match=message):
        made()


def test_what_is_refused_is_named():
    with pytest.raises(Failure, match="'stablehlo.custom_call' of \"lapack_dgeev_ffi\""):
        lagrad.jax.grad(lambda x: jnp.linalg.eig(x.T @ x)[0].real.sum())(X)


@pytest.mark.parametrize("transform", [lambda f: f, jax.jit])
def test_what_is_refused_has_its_line_of_python_and_none_of_ours(transform):
    def bits(x):
        return jax.lax.bitcast_convert_type(x, jnp.int64)

    def f(x):
        return jax.lax.bitcast_convert_type(bits(x), jnp.float64).sum()

    with pytest.raises(Failure) as refused:
        transform(lagrad.jax.grad(f))(X)
    first = f"{__file__}:{bits.__code__.co_firstlineno + 1}:"
    assert str(refused.value).startswith(first) and "bitcast_convert_type(x, jnp.int64)" in str(refused.value)
    assert "lagrad/jax" not in str(refused.value) and "derivatives.py" not in str(refused.value)


def test_a_function_is_registered_once():
    gradient = lagrad.jax.grad(network)
    first, second = (jax.jit(gradient).lower(PARAMETERS, X).as_text() for _ in range(2))
    assert first == second


def test_threads_run_a_function_and_its_derivatives(monkeypatch):
    asked = []
    compile = derivatives.compile
    monkeypatch.setattr(derivatives, "compile", lambda *a, **k: (asked.append(k["threads"]), compile(*a, **k))[1])

    def f(x):
        return jnp.sum(jnp.exp(jnp.sin(x)) * x)

    x = jnp.linspace(-1.0, 1.0, 100_000)
    shared = lagrad.jax.compile(f, threads=2)
    close(shared(x), f(x))
    close(jax.grad(shared)(x), jax.grad(f)(x))
    close(lagrad.jax.value_and_grad(f, threads=2)(x), jax.value_and_grad(f)(x))
    close(lagrad.jax.grad(lambda x: (f(x), x), has_aux=True, threads=2)(x)[0], jax.grad(f)(x))
    close(lagrad.jax.jvp(f, (x,), (x,), threads=2), jax.jvp(f, (x,), (x,)))
    close(lagrad.jax.hessian(f, threads=2)(x[:4]), jax.hessian(f)(x[:4]))
    close(lagrad.jax.jacobian(jnp.sin, threads=2)(x[:4]), jax.jacobian(jnp.sin)(x[:4]))
    close(lagrad.jax.vjp(f, x, threads=2)[1](1.0), jax.vjp(f, x)[1](1.0))
    assert len(asked) > 6 and set(asked) == {2}
    lagrad.jax.grad(lambda x: f(x) + 1)(x)
    assert asked[-1] == 1
