"""JAX's derivative of a program's twin, for whatever the program asks for."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
from tangent_arguments import as_tuple, drawn_like, interleaved
from twins import TWINS


def is_float(value) -> bool:
    return jnp.issubdtype(jnp.result_type(value), jnp.inexact)


def derivative(request, arity, function):
    """In JAX what a request asks for: a function of the arguments that the derivative has."""

    def derived(*arguments):
        primal, directions = arguments[:arity], arguments[arity:]
        if request.kind == "pushforward":
            primal, directions = separated(arguments, request.wrt)

        def floats_of_results(*chosen):
            everything = list(primal)
            for position, value in zip(request.wrt, chosen):
                everything[position] = value
            return tuple(jnp.asarray(r) for r in as_tuple(function(*everything)) if is_float(r))

        chosen = tuple(primal[n] for n in request.wrt)
        kept = as_tuple(function(*primal)) if request.with_primal else ()
        if request.kind == "pushforward":
            return (*kept, *jax.jvp(floats_of_results, chosen, tuple(directions))[1])
        values, pull = jax.vjp(floats_of_results, *chosen)
        if request.kind == "gradient":
            directions = (jnp.ones_like(values[0]),)
        return (*kept, *pull(tuple(directions)))

    return derived


def separated(arguments, wrt) -> tuple[list, list]:
    """The primal arguments of a pushforward, and the tangents in the order of `wrt`."""
    rest, primal, tangents = iter(arguments), [], {}
    for value in rest:
        if len(primal) in wrt:
            tangents[len(primal)] = next(rest)
        primal.append(value)
    return primal, [tangents[n] for n in wrt]


def twin_of(program, name):
    """The JAX version of a function of the program, which may itself be a request."""
    if name not in program.requests:
        return TWINS[name]
    request = program.requests[name]
    return derivative(request, len(program.arguments[request.primal]), twin_of(program, request.primal))


def for_jax(value: np.ndarray):
    """Integers stay outside JAX, where they may bound a loop or pick an element."""
    if value.dtype.kind in "fc":
        return jnp.asarray(value)
    return value if value.shape else value.item()


_NEEDS_VALUES = (jax.errors.JAXTypeError, jax.errors.JAXIndexError)


def evaluated(function, arguments, transformation=jax.jit, whole=True):
    """What a twin gives, compiled as one function if it is wanted `whole` and its Python asks for no values."""
    given = list(map(for_jax, arguments))
    places = [n for n, value in enumerate(given) if isinstance(value, jax.Array)]

    def of_floats(*floats):
        everything = list(given)
        for place, value in zip(places, floats):
            everything[place] = value
        return function(*everything)

    if not whole:
        return as_tuple(function(*given))
    try:
        return as_tuple(transformation(of_floats)(*(given[n] for n in places)))
    except _NEEDS_VALUES:
        return as_tuple(function(*given))


def shapes_of(function):
    return lambda *arguments: jax.eval_shape(function, *arguments)


def relative_error(found, expected) -> float:
    """max|a - b| / max|b|; the absolute error where all of b is zero."""
    found, expected = np.asarray(found, np.complex128), np.asarray(expected, np.complex128)
    assert found.shape == expected.shape
    if expected.size == 0:
        return 0.0
    scale = np.max(np.abs(expected))
    return float(np.max(np.abs(found - expected)) / (scale if scale else 1.0))


def check(program, functions, request, changes, size=4):
    """Calls a derivative that a program asks for, and compares it."""
    rng = np.random.default_rng(7)
    arguments = program.inputs(request.primal, rng, changes, size)
    if request.kind == "pullback":
        results = evaluated(twin_of(program, request.primal), arguments, shapes_of)
        floats = [r if hasattr(r, "dtype") else jnp.asarray(r) for r in results if is_float(r)]
        arguments += [np.asarray(rng.uniform(0.5, 1.5, r.shape), r.dtype) for r in floats]
    if request.kind == "pushforward":
        directions = [drawn_like(rng, arguments[n]) for n in request.wrt]
        arguments = interleaved(arguments, request.wrt, directions)
    before = [argument.copy() for argument in arguments]
    found = as_tuple(getattr(functions, request.name)(*arguments))
    for number, (a, b) in enumerate(zip(arguments, before)):
        np.testing.assert_array_equal(a, b, f"argument {number} was written to")
    twin = derivative(request, len(program.arguments[request.primal]), twin_of(program, request.primal))
    expected = evaluated(twin, arguments, whole="recursive" not in program.name)  # written out they are large
    assert len(found) == len(expected)
    tolerance = program.tolerance
    for number, (a, b) in enumerate(zip(found, expected)):
        error = relative_error(a, b)
        assert error <= tolerance, f"@{request.name}, result {number}, with {changes or size}: {a} is not {b}"
