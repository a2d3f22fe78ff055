"""Every request of every program in `test/programs` against JAX's derivative of its twin."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import lagrad
from programs import ANY_SIZE, NAMES, VARIANTS, load
from twins import TWINS


def as_tuple(results) -> tuple:
    return tuple(results) if isinstance(results, (tuple, list)) else (results,)


def is_float(value) -> bool:
    return jnp.issubdtype(jnp.result_type(value), jnp.inexact)


def derivative(request, arity, function):
    """In JAX what a request asks for: a function of the primal's arguments and the cotangents."""

    def derived(*arguments):
        primal, cotangents = arguments[:arity], arguments[arity:]

        def floats_of_results(*chosen):
            everything = list(primal)
            for position, value in zip(request.wrt, chosen):
                everything[position] = value
            return tuple(jnp.asarray(r) for r in as_tuple(function(*everything)) if is_float(r))

        values, pull = jax.vjp(floats_of_results, *(primal[n] for n in request.wrt))
        if request.kind == "gradient":
            cotangents = (jnp.ones_like(values[0]),)
        kept = as_tuple(function(*primal)) if request.with_primal else ()
        return (*kept, *pull(tuple(cotangents)))

    return derived


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


def relative_error(found, expected) -> float:
    """max|a - b| / max|b|; the absolute error where all of b is zero."""
    found, expected = np.asarray(found, np.complex128), np.asarray(expected, np.complex128)
    assert found.shape == expected.shape
    if expected.size == 0:
        return 0.0
    scale = np.max(np.abs(expected))
    return float(np.max(np.abs(found - expected)) / (scale if scale else 1.0))


@pytest.mark.parametrize("name", NAMES)
def test_requests_agree_with_jax(name):
    program = load(name)
    assert program.requests, "a program asks for at least one derivative"
    functions = lagrad.compile(program.text)
    for request in program.requests.values():
        for changes in ({}, *(VARIANTS.get(name, []) if request.primal == name else [])):
            check(program, functions, request, changes)


@pytest.mark.parametrize("name", ANY_SIZE)
def test_every_size_is_right(name):
    program = load(name)
    functions = lagrad.compile(program.text)
    for request in program.requests.values():
        for size in (0, 1):
            check(program, functions, request, {}, size)


def check(program, functions, request, changes, size=4):
    rng = np.random.default_rng(7)
    arguments = program.inputs(request.primal, rng, changes, size)
    if request.kind == "pullback":
        results = as_tuple(twin_of(program, request.primal)(*map(for_jax, arguments)))
        floats = [jnp.asarray(r) for r in results if is_float(r)]
        arguments += [np.asarray(rng.uniform(0.5, 1.5, r.shape), r.dtype) for r in floats]
    before = [argument.copy() for argument in arguments]
    found = as_tuple(getattr(functions, request.name)(*arguments))
    for number, (a, b) in enumerate(zip(arguments, before)):
        np.testing.assert_array_equal(a, b, f"argument {number} was written to")
    expected = as_tuple(twin_of(program, request.name)(*map(for_jax, arguments)))
    assert len(found) == len(expected)
    tolerance = program.tolerance
    for number, (a, b) in enumerate(zip(found, expected)):
        error = relative_error(a, b)
        assert error <= tolerance, f"@{request.name}, result {number}, with {changes or size}: {a} is not {b}"


def test_every_twin_has_its_program():
    requested = {request.primal for name in NAMES for request in load(name).requests.values()}
    assert requested - {name for p in map(load, NAMES) for name in p.requests} == set(TWINS)
