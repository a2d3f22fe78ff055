"""Random programs that move parts of matrices about, in place as far as that is right, each with its twin in NumPy.

Parts that overlap what they are written over, rows that are read after their matrix has changed, tensors that change
places in loops and branches, bodies that run again on what they have overwritten: what bufferization has to copy, and
what it should not.

    python test/unit/lowering/random_moves.py 0 1000                       the seeds from 0 on
    python test/unit/lowering/random_moves.py 0 1000 --derivatives         and both modes
    python test/unit/lowering/random_moves.py 0 1000 --memory              and memory that the caller passes under
    several names
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
from moves_memory import MEMORY, MemoryStatements
from moves_text import WHOLE, Arrays, N, Step


class Program(MemoryStatements):
    """The text of `@f`, which takes some matrices, a condition, and perhaps memory, and what it computes."""

    def __init__(self, seed: int, memories: int = 0):
        super().__init__(seed)
        self.memories, self.type = (
            memories,
            WHOLE if memories else self.type,
        )  # no sizes are computed before memory changes
        self._kept, self._called = self._function()
        self._kept += self._memory_function() if memories else []
        arguments = [f"%a{k}" for k in range(self.count)]
        self._constants()
        names, first = (arguments, lambda state, _: state) if self._random.random() < 0.4 else self._sines(arguments)
        names, then = self._block(1, names, {}, 0)
        names, last = self._block(1, names, {}, 0)
        types = ", ".join([self.type] * self.count)
        passed = "".join(f", %m{k}: {MEMORY}" for k in range(memories))
        head = f"func.func @f({', '.join(f'{a}: {self.type}' for a in arguments)}, %c: i1{passed}) -> ({types}) {{"
        self._lines = [head, *self._lines, f"  return {', '.join(names)} : {types}", "}"]
        self.text = "\n".join([*self._kept, *self._lines])
        self._steps = first, then, last

    def _effects(self) -> list:
        return super()._effects() if self.memories else []

    def run(self, arrays: Arrays, condition: bool, memory: Arrays = ()) -> Arrays:
        """The results; what is done to memory is done to these arrays, which share it as they should."""
        state = list(arrays)
        for step in self._steps:
            state = step(state, {"%c": condition, "%m": memory})
        return state

    def _function(self) -> tuple[list[str], Step | None]:
        """A function that stays one, for two matrices."""
        self._called, count, self.count, self._ordered = None, self.count, 2, False
        self._constants()
        names, step = self._block(1, ["%x", "%y"], {}, 1)
        types = f"({self.type}, {self.type})"
        head = (
            f"func.func private @kept(%x: {self.type}, %y: {self.type}, %c: i1) -> {types} attributes {{no_inline}} {{"
        )
        lines = [head, *self._lines, f"  return {', '.join(names)} : {types[1:-1]}", "}"]
        self._lines, self.count, self._ordered = [], count, True
        return lines, step


def errors(seed: int, pipeline: str = "lagrad-to-llvm") -> list[float]:
    """The largest difference from NumPy, relative to the largest number, for either condition."""
    import lagrad

    program = Program(seed)
    (arrays,) = drawn(program, seed, 1)
    function = lagrad.compile(program.text, pipeline=pipeline).f
    return [
        difference(as_tuple(function(*arrays, condition)), program.run(arrays, condition))
        for condition in (True, False)
    ]


def memory_errors(seed: int, pipeline: str = "lagrad-to-llvm") -> list[float]:
    """The same of a program on two or three buffers that are one, share rows, or lie apart; of what is in memory at the
    end, too."""
    import lagrad

    draw = np.random.default_rng([seed, 1])
    program = Program(seed, memories=int(draw.integers(2, 4)))
    function = lagrad.compile(program.text, pipeline=pipeline).f
    (arrays,) = drawn(program, seed, 1)
    found = []
    for condition in (True, False):
        starts = [0, *(int(draw.choice([0, 0, 1, 2, N - 1, N])) for _ in range(program.memories - 1))]
        whole = draw.normal(size=(2 * N, N))
        twin = whole.copy()
        results = as_tuple(function(*arrays, condition, *(whole[s : s + N] for s in starts)))
        expected = program.run(arrays, condition, [twin[s : s + N] for s in starts])
        found.append(difference((*results, whole), [*expected, twin]))
    return found


def derivative_errors(seed: int) -> list[float]:
    """For either condition: of the tangents, compared with differences of what NumPy computes, and of the pullback,
    whose products with the directions are those of the tangents with the cotangents; the latter a million times, as it
    has no error of its own."""
    import lagrad

    program = Program(seed)
    types, wrt = ", ".join([program.type] * program.count), ", ".join(map(str, range(program.count)))
    twice = ", ".join([program.type] * 2 * program.count)
    requests = f"""
func.func private @pullback({types}, i1, {types}) -> ({types}) attributes {{lagrad.pullback = @f, lagrad.wrt = [{wrt}]}}
func.func private @pushforward({twice}, i1) -> ({types}) attributes {{lagrad.pushforward = @f, lagrad.wrt = [{wrt}]}}
"""
    compiled = lagrad.compile(program.text + requests)
    arrays, directions, cotangents = drawn(program, seed, 3)
    found = []
    for condition in (True, False):
        tangents = as_tuple(compiled.pushforward(*[a for pair in zip(arrays, directions) for a in pair], condition))
        gradients = as_tuple(compiled.pullback(*arrays, condition, *cotangents))
        up, down = (
            program.run([a + step * d for a, d in zip(arrays, directions)], condition) for step in (1e-6, -1e-6)
        )
        found.append(difference(tangents, [(a - b) / 2e-6 for a, b in zip(up, down)]))
        products = [t * c for t, c in zip(tangents, cotangents)], [g * d for g, d in zip(gradients, directions)]
        size = max(1.0, sum(float(np.sum(np.abs(p))) for part in products for p in part))
        found.append(1e6 * abs(float(sum(map(np.sum, products[0])) - sum(map(np.sum, products[1])))) / size)
    return found


def drawn(program: Program, seed: int, times: int) -> list[Arrays]:
    random = np.random.default_rng(seed)
    return [[random.normal(size=(N, N)) for _ in range(program.count)] for _ in range(times)]


def as_tuple(results) -> tuple[np.ndarray, ...]:
    return results if isinstance(results, tuple) else (results,)


def difference(found: tuple[np.ndarray, ...], expected: Arrays) -> float:
    scale = max(1.0, *(float(np.max(np.abs(b))) for b in expected))
    return max(float(np.max(np.abs(a - b))) for a, b in zip(found, expected, strict=True)) / scale


def check(seed: int, pipeline: str = "lagrad-to-llvm") -> str:
    """What is wrong with a program; nothing if all is right."""
    return _told(
        lambda: errors(seed, pipeline), 1e-8
    )  # sums in another order may differ by 1e-16, and their sines by much more


def check_memory(seed: int, pipeline: str = "lagrad-to-llvm") -> str:
    return _told(lambda: memory_errors(seed, pipeline), 1e-8)


def check_derivatives(seed: int) -> str:
    return _told(lambda: derivative_errors(seed), 1e-6)


def _told(measure: Callable[[], list[float]], allowed: float) -> str:
    try:
        return "" if max(measure()) <= allowed else "wrong numbers"
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"


if __name__ == "__main__":
    found, one = 0, {"--derivatives": check_derivatives, "--memory": check_memory}.get(sys.argv[-1], check)
    for seed in range(int(sys.argv[1]), int(sys.argv[2])):
        if problem := one(seed):
            found += 1
            print(f"seed {seed}: {problem}", flush=True)
    print(f"{found} of {int(sys.argv[2]) - int(sys.argv[1])} programs failed")
    sys.exit(1 if found else 0)
