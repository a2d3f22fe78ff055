"""One tool in a process of its own: loads a kernel, writes what it gives to a file, and times rounds of calls.

Each line is a question. {"load": kernel, "size": n, "results": file} calls the kernel and its pullback once and gives
the memory that the pullback takes; {"time": 0 or 1} is a round of the kernel or of its pullback, in seconds of a call.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable

import numpy as np

from ..adbench import heap, subnormals
from .affine import program, ranks
from .arguments import arguments_of, shadows_of
from .kernels import KERNELS
from .sizes import sizes_of

SECONDS = 0.03  # of a round


class Loaded:
    """A kernel as a tool runs it, on arrays that each call finds as they were at first."""

    def __init__(self, tool: str, name: str, size: int):
        kernel = KERNELS[name]
        self.start = [*arguments_of(kernel, size), *shadows_of(kernel, size)]
        self.own = [np.array(value) for value in self.start]
        self.scalars = [np.zeros(()) for rank in ranks(kernel).values() if not rank]  # their gradients
        load = {"lagrad": self._lagrad, "enzyme": self._enzyme}[tool]
        self.release: Callable[[], None] = lambda: None
        self.functions = load(name, size)

    def restore(self) -> None:
        for own, start in zip(self.own, self.start):
            own[...] = start

    def results(self) -> list[np.ndarray]:
        """What the kernel leaves in its arrays, then what the pullback leaves in arrays and shadows, and scalars."""
        objective, pullback = self.functions
        self.restore()
        objective()
        left = [array.copy() for array in self.own]
        self.restore()
        pullback()
        return [*left, *self.own, *self.scalars]

    def memory(self) -> float | None:
        """MB of the heap that the pullback takes at its peak, with nothing kept from calls before."""
        self.restore()
        self.release()
        return heap.taken(self.functions[1])

    def seconds(self, which: int) -> float:
        call, took = self.functions[which], []
        while sum(took) < SECONDS:
            self.restore()
            start = time.process_time()
            call()
            took.append(time.process_time() - start)
        return statistics.median(took)

    def _lagrad(self, name: str, size: int) -> tuple[Callable, Callable]:
        import lagrad

        kernel = KERNELS[name]
        functions = lagrad.compile(program(kernel, size, restrict=True), entry=["f", "pullback"])
        self.release = functions.release_memory
        passed = [own if own.ndim else float(own) for own in self.own]
        primal, f, of = passed[: len(ranks(kernel))], functions.f, functions.pullback

        def pullback():
            given = of(*passed)
            if self.scalars:
                self.scalars[:] = given if isinstance(given, tuple) else (given,)

        return lambda: f(*primal), pullback

    def _enzyme(self, name: str, size: int) -> tuple[Callable, Callable]:
        from ..adbench.peers.enzyme_tool import compiled, entry
        from ..adbench.peers.native import Native
        from .for_enzyme import source

        kernel = KERNELS[name]
        library, _ = compiled(source(kernel, sizes_of(name)), (), fast=True)
        count = len(ranks(kernel))
        native, out = Native((size,), self.own[:count], (), ()), (*self.own[count:], *self.scalars)
        both = (native.caller(entry(library, 0), ()), native.caller(entry(library, 1), [a.shape for a in out], out))
        return both


def main() -> None:
    tool, loaded = sys.argv[1], None
    if tool != "lagrad":
        subnormals.flush()  # as -ffast-math does
    for line in sys.stdin:
        match json.loads(line):
            case {"load": name, "size": size, "results": file}:
                loaded = None
                loaded = Loaded(tool, name, size)
                np.savez(file, *loaded.results())
                loaded.results()
                answer = {"memory": loaded.memory()}
            case {"time": which}:
                answer = {"seconds": loaded.seconds(which)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
