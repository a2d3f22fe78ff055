"""However a tape is laid out, packed and moved: the gradient is the same, bit for bit."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import jax.numpy as jnp
import numpy as np
import pytest
from against_jax import as_tuple, for_jax, is_float, twin_of
from programs import ANY_SIZE, NAMES, VARIANTS, Program, Request, load

import lagrad
from lagrad import execute, pipelines
from lagrad.errors import CheckFailed

sys.path.insert(0, str(Path(__file__).parents[1] / "tape"))
from with_dma import library, with_dma  # noqa: E402

SOME = ["for_nested", "lstm_cell", "while_with_branch", "odd_calls_settle_sizes"]  # the last one changes rows
COMBINATIONS = [
    "lagrad-layout-tape",
    "lagrad-layout-tape{field-bytes=0}",
    "lagrad-pack-tape",
    *(
        f"{before}lagrad-layer-tape{{scratchpad-bytes={room}}},lagrad-index-scratchpad"
        for before, room in (
            ("", 64),
            ("lagrad-layout-tape,", 1024),
            ("lagrad-pack-tape,lagrad-layout-tape{field-bytes=0},", 64),
        )
    ),
]
CHOICES = ("lagrad-pack-tape", "lagrad-layout-tape", "lagrad-layout-tape{field-bytes=0}")
RECORDING = "lagrad-convert-vector-to-tensor,lagrad-differentiate{{tape={tape}}},lagrad-default"
CHECKED = "lagrad-to-llvm-strict{check-bounds=true}"
MOVES = ("ordinary", "checked", "DMA")
MANY = 19  # iterations, where the size of a program or an integer says how many: layers of 64 bytes are three


def derivatives(text: str, passes: str, tape: str = "record") -> str:
    """A program with its derivatives, which record all that they read, and passes on them."""
    module = execute.parse(text)
    pipelines.run(module, pipelines.read(",".join(filter(None, [RECORDING.format(tape=tape), passes]))))
    return str(module)


def compiled(derived: str, asked: list[Request], moves: str):
    """The functions of requests in strict code, whose rows move in one of three ways; "checked" looks at each index."""
    entry = [request.name for request in asked]
    if moves == "DMA":
        return with_dma(derived, "canonicalize", entry)[0]
    return lagrad.compile(derived, pipeline=CHECKED if moves == "checked" else "lagrad-to-llvm-strict", entry=entry)


def inputs(program: Program, request: Request) -> Iterator[list]:
    """What to call a function with: usual values, those of the program's variants, none, one, and many iterations."""
    rng = np.random.default_rng(7)
    for changes in ({}, *(VARIANTS.get(program.name, []) if request.primal == program.name else [])):
        yield _with_cotangents(program, request, program.inputs(request.primal, rng, changes), rng)
    many = [] if "recursive" in program.name else [MANY]  # a tree of so many levels has no end
    for size in (0, 1, *many) if program.name in ANY_SIZE else ():
        yield _with_cotangents(program, request, program.inputs(request.primal, rng, {}, size), rng)
    usual = program.inputs(request.primal, rng)
    integers = [n for n, given in enumerate(usual) if given.shape == () and given.dtype.kind == "i"]
    if request.kind == "gradient" and integers and many:
        yield program.inputs(request.primal, rng, dict.fromkeys(integers, MANY))


def _with_cotangents(program: Program, request: Request, arguments: list, rng: np.random.Generator) -> list:
    if request.kind == "pullback":
        results = as_tuple(twin_of(program, request.primal)(*map(for_jax, arguments)))
        floats = [jnp.asarray(r) for r in results if is_float(r)]
        arguments += [np.asarray(rng.uniform(0.5, 1.5, r.shape), r.dtype) for r in floats]
    return arguments


def results(function, arguments: list) -> list[np.ndarray] | None:
    """None where an index is out of bounds, or an assertion of the program fails."""
    try:
        return list(map(np.asarray, as_tuple(function(*arguments))))
    except CheckFailed:
        return None


def check_same(name: str, combinations: list[tuple[str, str]], tape: str = "record") -> int:
    """That combinations of passes and moves change no bit; gives how many of them change the program.

    What is compared with looks at each index, so that it says which arguments are none for the program.
    """
    program, number = load(name), 0
    asked = [r for r in program.requests.values() if r.kind in ("gradient", "pullback")]
    if not asked:
        return 0
    plain = derivatives(program.text, "", tape)
    calls = before = None
    for passes, moves in combinations:
        if (changed := derivatives(program.text, passes, tape)) == plain:
            continue
        if calls is None:
            functions = compiled(plain, asked, "checked")
            calls = [(each.name, given) for each in asked for given in inputs(program, each)]
            before = [results(functions[each], given) for each, given in calls]
        number += 1
        functions = compiled(changed, asked, moves)
        for (each, given), expected in zip(calls, before):
            if expected is not None:
                library()[1].dma_reset()
                found = results(functions[each], given)
                said = f"@{each} of {name} with {passes}, moves {moves}, tape={tape}"
                assert found is not None, said
                assert [r.tobytes() for r in found] == [r.tobytes() for r in expected], said
                assert library()[1].dma_faults() == library()[1].dma_pending() == 0, said
    return number


@pytest.mark.parametrize("name", SOME)
def test_the_gradient_has_the_same_bits(name):
    assert check_same(name, [(COMBINATIONS[-1], "ordinary")]) == 1


@pytest.mark.long
def test_buffers_are_there_until_moves_end():
    """Moves of a tape that nobody reads went on when it was freed."""
    passes = "lagrad-layer-tape{scratchpad-bytes=69},canonicalize,cse,loop-invariant-code-motion"
    assert check_same("recursive_determinant", [(f"{passes},lagrad-index-scratchpad", "DMA")], "everything") == 1


def at_random(seed: int) -> tuple[str, str]:
    """Passes that lay tapes out, any of them in any order, then layers of any size, mostly in scratchpads; and moves.

    Half of the times, optimisation has its way with the layers first, and now and then a pass that lays tapes out
    comes behind them.
    """
    random = np.random.default_rng(seed)
    chosen = random.permutation(CHOICES)[: random.integers(0, 3)].tolist()
    room = int(2 ** random.uniform(6, 16)) if random.uniform() < 0.5 else int(2 ** random.uniform(6, 9))
    layers = [f"lagrad-layer-tape{{scratchpad-bytes={room}}}", "lagrad-index-scratchpad"]
    if random.uniform() < 0.5:
        layers[0] += ",canonicalize,cse,loop-invariant-code-motion"
    passes = [*chosen, *layers[: 1 + (random.uniform() < 0.9)]]
    if random.uniform() < 0.25:
        passes.insert(random.integers(len(passes) - 1, len(passes) + 1), str(random.choice(CHOICES)))
    return ",".join(passes), str(random.choice(MOVES))


@pytest.mark.parametrize("name", ["for_triple_nest", "for_stencil"])
def test_any_combination_of_any_size(name):
    assert check_same(name, [at_random(seed) for seed in range(2)]) == 2


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", NAMES)
def test_any_combination_of_any_size_everywhere(name, seed):
    check_same(name, [at_random(1000 * seed + NAMES.index(name))], ("record", "everything", "auto")[seed])


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_every_gradient_has_the_same_bits(name):
    check_same(name, [(passes, "ordinary") for passes in COMBINATIONS])
