"""No entry of a true Jacobian lies outside the pattern, for the programs of `test/programs`.

`pytest -m long test/unit/ad/test_sparsity.py` takes all programs, the tests a sixth of them.
"""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from lagrad import execute, pipelines
from lagrad.errors import Failure
from lagrad.sparsity.detect import detect
from programs import NAMES, VARIANTS, load
from against_jax import as_tuple, for_jax, is_float, twin_of

SOME = NAMES[::6]


@pytest.mark.parametrize("name", SOME)
def test_some_programs(name):
    check_program(name)


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


def true_entries(function, wrt, arguments) -> np.ndarray:
    """Where the Jacobian is not zero."""

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
            rows.append(sum(np.concatenate([np.ravel(g) != 0 for g in gradients]) for gradients in shown) > 0)
    return np.array(rows).reshape(len(rows), -1)


def unit(values, k, element, one):
    """The cotangents that ask for one row."""
    cotangents = [jnp.zeros_like(value) for value in values]
    cotangents[k] = cotangents[k].reshape(-1).at[element].set(one).reshape(values[k].shape)
    return tuple(cotangents)
