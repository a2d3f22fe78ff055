"""The programs of `test/programs`: no entry of a true Jacobian lies outside the pattern, and sparse
Jacobians have the entries of the dense ones.

`pytest -m long test/unit/ad/test_sparsity.py` takes all programs, the tests some of them.
"""

import hypothesis
import jax
import jax.numpy as jnp
import numpy as np
import pytest
import scipy.sparse
from against_jax import as_tuple, for_jax, is_float, twin_of
from generated import drawn
from hypothesis import given
from program_strategy import programs
from program_tree import Doubtful
from programs import FOLDER, NAMES, VARIANTS, load
from test_generated import examples

import lagrad
from lagrad import execute, pipelines, requests
from lagrad.errors import Failure
from lagrad.mlir import ir
from lagrad.sparsity.detect import detect

SOME = NAMES[::15]
# A pullback of its own need not be the derivative; forward mode differentiates the body.
VALUED = [name for name in NAMES if "custom_pullback" not in (FOLDER / f"{name}.mlir").read_text()]
FEW = VALUED[3::60]
# Their derivatives run functions that call themselves until the records have room: no size of these is known.
RECORDING = {"recursive_determinant", "recursive_in_loop"}


@pytest.mark.parametrize("name", SOME)
def test_some_programs(name):
    check_program(name)


def test_derivatives_that_record_are_refused():
    check_program("recursive_determinant")


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(set(NAMES) - set(SOME)))
def test_other_programs(name):
    check_program(name)


def check_program(name):
    program = load(name)
    module = execute.parse(program.text)
    if any(request.primal in program.requests for request in program.requests.values()):
        pipelines.run(module, "lagrad-differentiate")  # the pattern of a derivative is that of its body
    for primal, wrt in {(r.primal, r.wrt) for r in program.requests.values()}:
        for changes in ({}, *(VARIANTS.get(name, []) if primal == name else [])):
            arguments = program.inputs(primal, np.random.default_rng(3), changes)
            expected = true_entries(twin_of(program, primal), wrt, arguments)
            if name in RECORDING and primal in program.requests:
                with module.context, pytest.raises(Failure, match="the sparsity pattern is not known: a size"):
                    detect(module.operation, primal, wrt, arguments)
                continue
            with module.context:
                found = detect(module.operation, primal, wrt, arguments).dense()
            assert found.shape == expected.shape
            assert not (expected & ~found).any(), f"@{primal} with {changes}: {expected} is not inside {found}"
            check_static(module, primal, wrt, found)


def check_static(module, primal, wrt, found):
    """What holds for these arguments is inside of what holds for all."""
    try:
        with module.context:
            static = detect(module.operation, primal, wrt).dense()
    except Failure as failure:
        assert "sparsity pattern" in str(failure)
    else:
        assert not (found & ~static).any()


@pytest.mark.parametrize("name", FEW)
def test_values_of_few_programs(name):
    check_values(name)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(set(VALUED) - set(FEW)))
def test_values_of_other_programs(name):
    check_values(name)


def check_values(name):
    program = load(name)
    for primal, wrt in {(r.primal, r.wrt) for r in program.requests.values()}:
        arguments = program.inputs(primal, np.random.default_rng(5))
        try:
            jacobian = lagrad.sparse_jacobian(program.text, primal, wrt=wrt)
        except Failure as failure:
            assert "a sparse derivative is of f64 or f32" in str(failure)
            continue
        if name in RECORDING and primal in program.requests:
            with pytest.raises(Failure, match="the sparsity pattern is not known: a size"):
                jacobian(*arguments)
            continue
        found, expected = jacobian(*arguments), true_jacobian(twin_of(program, primal), wrt, arguments)
        scale = np.max(np.abs(expected), initial=0.0)
        assert np.max(np.abs(found.toarray() - expected), initial=0.0) <= program.tolerance * (scale or 1.0)


@pytest.mark.parametrize("name", FEW)
def test_requests_of_few_programs(name):
    check_request(name)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(set(VALUED) - set(FEW)))
def test_requests_of_other_programs(name):
    check_request(name)


def check_request(name):
    """What `lagrad.compressed` asks for, in either mode and in chunks that do not come out even."""
    program = load(name)
    if "f16" in program.text:  # SciPy has no matrices of it, and the modes round differently
        return
    for primal, wrt in {(r.primal, r.wrt) for r in program.requests.values()}:
        arguments = program.inputs(primal, np.random.default_rng(6))
        try:
            functions = compressed_in_both_modes(program, primal, wrt)
        except Failure as failure:
            assert "one real element type" in str(failure) or "the sparsity pattern" in str(failure)
            continue
        expected = true_jacobian(twin_of(program, primal), wrt, arguments)
        for mode in ("forward", "reverse"):
            values, columns, starts = functions[f"compressed_{mode}"](*arguments)
            found = scipy.sparse.csr_array((values, columns, starts), shape=expected.shape).toarray()
            scale = np.max(np.abs(expected), initial=0.0)
            assert np.max(np.abs(found - expected), initial=0.0) <= program.tolerance * (scale or 1.0)


def compressed_in_both_modes(program, primal, wrt):
    with pipelines.new_context():
        module = ir.Module.parse(program.text)
        for mode, chunk in (("forward", 3), ("reverse", 2)):
            own = {"mode": mode, "chunk": chunk, "compressed": True}
            requests.declare(
                module.operation, "jacobian", primal, list(wrt), f"compressed_{mode}", ir.Location.unknown(), **own
            )
        requests.collect(module.operation)
        return lagrad.compile(module, entry=["compressed_forward", "compressed_reverse"])


@examples(12)
@given(programs())
def test_generated_programs(program):
    module, main = execute.parse(str(program)), program.main
    arguments = drawn(np.random.default_rng(11), program, main.arguments, -1.5, 1.5)
    try:
        expected = true_entries(lambda *given: main.run([jnp.asarray(g) for g in given]), program.wrt, arguments)
    except Doubtful:
        hypothesis.reject()
    with module.context:
        found = detect(module.operation, main.name, program.wrt, arguments).dense()
    assert not (expected & ~found).any(), f"{expected} is not inside {found}"
    check_static(module, main.name, program.wrt, found)


def true_entries(function, wrt, arguments) -> np.ndarray:
    """Where the Jacobian is not zero."""
    return true_jacobian(function, wrt, arguments) != 0


def true_jacobian(function, wrt, arguments) -> np.ndarray:
    """By rows; of complex numbers the sizes of entries."""

    def floats(*chosen):
        everything = list(arguments)
        for position, value in zip(wrt, chosen):
            everything[position] = value
        everything = [for_jax(x) if isinstance(x, np.ndarray) else x for x in everything]
        return tuple(jnp.asarray(r) for r in as_tuple(function(*everything)) if is_float(r))

    values, pull = jax.vjp(floats, *(jnp.asarray(arguments[n]) for n in wrt))
    rows = []
    for k, value in enumerate(values):
        for element in range(value.size):
            shown = [pull(unit(values, k, element, one)) for one in ((1.0, 1j) if jnp.iscomplexobj(value) else (1.0,))]
            gradients = [np.concatenate([np.ravel(g) for g in pulled]) for pulled in shown]
            rows.append(
                gradients[0] if len(gradients) == 1 and np.isrealobj(gradients[0]) else sum(map(np.abs, gradients))
            )
    return np.array(rows).reshape(len(rows), -1)


def unit(values, k, element, one):
    """The cotangents that ask for one row."""
    cotangents = [jnp.zeros_like(value) for value in values]
    cotangents[k] = cotangents[k].reshape(-1).at[element].set(one).reshape(values[k].shape)
    return tuple(cotangents)
