"""However a tape is laid out, packed and moved: the gradient is the same, bit for bit."""

from __future__ import annotations

import jax.numpy as jnp
import lagrad
import numpy as np
import pytest
from against_jax import as_tuple, for_jax, is_float, twin_of
from lagrad import execute, pipelines
from programs import NAMES, load

WITH_LOOPS = [n for n in NAMES if "for" in load(n).text or "while" in load(n).text or "recursive" in n]
SOME = ["for_nested", "lstm_cell", "while_with_branch", "odd_calls_settle_sizes"]  # the last one changes rows
COMBINATIONS = [
    "lagrad-layout-tape",
    "lagrad-layout-tape{rows=scalars}",
    "lagrad-pack-tape",
    *(
        f"{before}lagrad-layer-tape{{scratchpad-bytes={room}}},lagrad-index-scratchpad"
        for before, room in (("", 64), ("lagrad-layout-tape,", 1024), ("lagrad-pack-tape,lagrad-layout-tape,", 64))
    ),
]
CHOICES = ("lagrad-pack-tape", "lagrad-layout-tape", "lagrad-layout-tape{rows=scalars}")
RECORDING = "lagrad-convert-vector-to-tensor,lagrad-differentiate{tape=record},lagrad-default"


def derivatives(text: str, passes: str) -> str:
    """A program with its derivatives, which record all that they read, and passes on them."""
    module = execute.parse(text)
    pipelines.run(module, pipelines.read(",".join(filter(None, [RECORDING, passes]))))
    return str(module)


def gradients(name: str, derived: str) -> list[np.ndarray]:
    """What the reverse-mode requests of a program give in strict code."""
    program = load(name)
    asked = [r for r in program.requests.values() if r.kind in ("gradient", "pullback")]
    if not asked:
        return []
    functions = lagrad.compile(derived, pipeline="lagrad-to-llvm-strict", entry=[r.name for r in asked])
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
    """That combinations of passes change no bit; what leaves the program as it is, is not run a second time."""
    plain = derivatives(load(name).text, "")
    expected = gradients(name, plain)
    for passes in combinations:
        if (changed := derivatives(load(name).text, passes)) != plain:
            for before, after in zip(expected, gradients(name, changed), strict=True):
                np.testing.assert_array_equal(before, after, f"with {passes}")


@pytest.mark.parametrize("name", SOME)
def test_the_gradient_has_the_same_bits(name):
    check_same(name, COMBINATIONS[-1:])


def at_random(seed: int) -> str:
    """Passes that lay tapes out, any of them in any order, then layers of any size, mostly in scratchpads.

    Half of the times, optimisation has its way with the layers first.
    """
    random = np.random.default_rng(seed)
    chosen = random.permutation(CHOICES)[: random.integers(0, 3)].tolist()
    room = int(2 ** random.uniform(6, 16))
    layers = [f"lagrad-layer-tape{{scratchpad-bytes={room}}}", "lagrad-index-scratchpad"]
    if random.uniform() < 0.5:
        layers[0] += ",canonicalize,cse,loop-invariant-code-motion"
    return ",".join([*chosen, *layers[: 1 + (random.uniform() < 0.9)]])


@pytest.mark.parametrize("name", ["for_triple_nest", "for_stencil"])
def test_any_combination_of_any_size(name):
    check_same(name, [at_random(seed) for seed in range(2)])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", WITH_LOOPS)
def test_any_combination_of_any_size_everywhere(name, seed):
    check_same(name, [at_random(100 * seed + len(name))])


@pytest.mark.long
@pytest.mark.parametrize("name", WITH_LOOPS)
def test_every_gradient_has_the_same_bits(name):
    check_same(name, COMBINATIONS)
