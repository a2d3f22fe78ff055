"""Snapshots in files: of loops in loops, of any order, of states in memory, in pieces, by options of the pass."""

from pathlib import Path

import numpy as np
import pytest
from test_called_gradients import CALLERS, GRADIENT, HIGHER, same, text
from test_snapshot_states import MEMORY, on_memory

import lagrad
from lagrad import pipelines
from lagrad.errors import CheckFailed

SIZE = 600  # numbers of a state, which are more than 4 KB
BUT_HESSIAN = HIGHER.partition("func.func private @hessian")[0]
LARGE = MEMORY.replace("memref<64xf64>", "memref<640xf64>").replace("constant 64 :", "constant 640 :")


def in_file(directory: Path | str, more: str = "") -> str:
    return f'{{lagrad.snapshots = 3, lagrad.snapshots_on = "{directory}"{more}}}'


def derivatives(program, n: int) -> list:
    rng, x = np.random.default_rng(7), np.linspace(0.1, 1.0, SIZE)
    dx, cts = rng.uniform(-1, 1, SIZE), rng.uniform(-1, 1, 3)
    found = [*program.gradient(0.3, x, n), *program.hvp(0.3, 0.7, x, dx, n), *program.many(0.3, x, n, cts)]
    return [*found, program.pushed(0.3, 0.7, x, dx, n)]


@pytest.mark.parametrize("of", [CALLERS[1], *(pytest.param(of, marks=pytest.mark.long) for of in ("once", "kept"))])
def test_derivatives_of_any_order_with_threads(tmp_path, of):
    marked = text(of, in_file(tmp_path), in_file(tmp_path), GRADIENT + BUT_HESSIAN, SIZE)
    wanted = "gradient", "hvp", "many", "pushed"
    unmarked = text(of, "", "", GRADIENT + BUT_HESSIAN, SIZE)
    program, plain = lagrad.compile(marked, threads=2, entry=wanted), lagrad.compile(unmarked, entry=wanted)
    for n in (1, 6):
        same(derivatives(program, n), derivatives(plain, n))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("more", ["", ", lagrad.checkpoint", ", lagrad.snapshots_apart = 2"])
def test_states_that_are_memory(tmp_path, more, monkeypatch):
    monkeypatch.setattr(np.random, "default_rng", _larger(np.random.default_rng))
    program = lagrad.compile(LARGE.replace("MARK", in_file(tmp_path, more)))
    for n in (0, 1, 20):
        on_memory(program, n)


def _larger(default_rng):
    """Draws 640 numbers where a test asks for 64."""

    class Larger:
        def __init__(self, seed: int):
            self.rng = default_rng(seed)

        def uniform(self, low: float, high: float, shape: tuple[int, int]):
            return self.rng.uniform(low, high, (shape[0], 10 * shape[1]))

    return Larger


def test_options_of_the_pass(tmp_path):
    text = LARGE.replace("MARK", "{lagrad.snapshots = 3}")
    default = pipelines.NAMED["lagrad-default"]
    assert "lagrad-schedule-snapshots" in default

    def compiled(directory: Path | str):
        option = f"lagrad-schedule-snapshots{{snapshots-on={directory} snapshots-apart=2}}"
        return lagrad.compile(text, pipeline=f"{default.replace('lagrad-schedule-snapshots', option)},lagrad-to-llvm")

    given = [np.full(640, 0.3), np.full(640, 0.2), 0.4, 20, np.full(640, 1.0), np.full(640, 0.5)]
    plain, filed = (lagrad.compile(LARGE.replace("MARK", "")), compiled(tmp_path))
    same([filed.pullback(*[np.copy(v) for v in given])], [plain.pullback(*[np.copy(v) for v in given])])
    with pytest.raises(CheckFailed, match="no file for snapshots can be made in /nowhere"):
        compiled("/nowhere").pullback(*given)
