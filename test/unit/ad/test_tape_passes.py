"""However a tape is laid out, packed and moved: the gradient is the same, bit for bit."""

from __future__ import annotations

import jax.numpy as jnp
import lagrad
import numpy as np
import pytest
from against_jax import as_tuple, for_jax, is_float, twin_of
from programs import NAMES, load

WITH_LOOPS = [n for n in NAMES if "for" in load(n).text or "while" in load(n).text or "recursive" in n]
SOME = ["for_nested", "lstm_cell", "while_with_branch"]
COMBINATIONS = [
    "lagrad-layout-tape",
    "lagrad-layout-tape{rows=scalars}",
    "lagrad-pack-tape",
    *(
        f"{before}lagrad-layer-tape{{scratchpad-bytes={room}}},lagrad-index-scratchpad"
        for before, room in (("", 64), ("lagrad-layout-tape,", 1024), ("lagrad-pack-tape,lagrad-layout-tape,", 64))
    ),
]
RECORDING = "lagrad-convert-vector-to-tensor,lagrad-differentiate{tape=record},lagrad-default"


def gradients(name: str, passes: str) -> list[np.ndarray]:
    """What the reverse-mode requests of a program give, with passes on its derivatives, in strict code."""
    program = load(name)
    asked = [r for r in program.requests.values() if r.kind in ("gradient", "pullback")]
    pipeline = ",".join(filter(None, [RECORDING, passes, "lagrad-to-llvm-strict"]))
    functions = lagrad.compile(program.text, pipeline=pipeline, entry=[r.name for r in asked]) if asked else None
    return [result for request in asked for result in as_tuple(functions[request.name](*_arguments(program, request)))]


def _arguments(program, request) -> list:
    rng = np.random.default_rng(7)
    arguments = program.inputs(request.primal, rng)
    if request.kind == "pullback":
        results = as_tuple(twin_of(program, request.primal)(*map(for_jax, arguments)))
        floats = [jnp.asarray(r) for r in results if is_float(r)]
        arguments += [np.asarray(rng.uniform(0.5, 1.5, r.shape), r.dtype) for r in floats]
    return arguments


def check_same(name: str, combinations: list[str]) -> None:
    plain = gradients(name, "")
    for passes in combinations:
        for before, after in zip(plain, gradients(name, passes), strict=True):
            np.testing.assert_array_equal(before, after, f"with {passes}")


@pytest.mark.parametrize("name", SOME)
def test_the_gradient_has_the_same_bits(name):
    check_same(name, COMBINATIONS[-1:])


@pytest.mark.long
@pytest.mark.parametrize("name", WITH_LOOPS)
def test_every_gradient_has_the_same_bits(name):
    check_same(name, COMBINATIONS)
