"""Kernels beside Enzyme: each tool in a process of its own, their results compared, then rounds that take turns."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from ..adbench import heap
from ..adbench.peers import ROOT, tools
from .affine import ranks
from .kernels import KERNELS
from .report import Timed

TOOLS = ("lagrad", "enzyme")
ROUNDS, LONG, FEW = 5, 0.2, 3  # FEW rounds of what takes LONG
ALLOWED = 1e-8  # relative to the largest number of an array


class Disagreement(Exception):
    """Two tools find different results."""


class Workers:
    """A process for each tool."""

    def __init__(self) -> None:
        of = tools()
        if missing := [of[name].missing for name in TOOLS if of[name].missing]:
            raise SystemExit(f"error: not installed: {', '.join(missing)}")
        environment = os.environ | {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")} | heap.preload()
        self.of = {
            name: subprocess.Popen(
                [str(of["lagrad"].python), "-m", f"{__package__}.worker", name],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                cwd=ROOT,
                env=environment,
            )
            for name in TOOLS
        }

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_) -> None:
        for worker in self.of.values():
            worker.stdin.close()
            worker.wait()

    def timed(self, name: str, size: int) -> Timed:
        """Both functions of a kernel by both tools. Disagreement if they do not find the same."""
        with tempfile.TemporaryDirectory() as folder:
            files = {tool: str(Path(folder) / f"{tool}.npz") for tool in TOOLS}
            for tool in TOOLS:  # both compile at once
                self._tell(tool, {"load": name, "size": size, "results": files[tool]})
            memory = {tool: self._told(tool)["memory"] for tool in TOOLS}
            agree(f"{name} of size {size}", *(_arrays(files[tool]) for tool in TOOLS), names=_names(name))
        primal, pullback = self._rounds(0), self._rounds(1)
        return Timed(name, size, primal, pullback, memory)

    def _rounds(self, which: int) -> dict[str, float]:
        took: dict[str, list[float]] = {tool: [] for tool in TOOLS}
        rounds, done = ROUNDS, 0
        while done < rounds:
            for tool in TOOLS:
                self._tell(tool, {"time": which})
                took[tool].append(self._told(tool)["seconds"])
                if took[tool][-1] > LONG:
                    rounds = FEW
            done += 1
        return {tool: statistics.median(seconds) for tool, seconds in took.items()}

    def _tell(self, tool: str, what: dict) -> None:
        print(json.dumps(what), file=self.of[tool].stdin, flush=True)

    def _told(self, tool: str) -> dict:
        answer = self.of[tool].stdout.readline()
        if not answer:
            raise SystemExit(f"error: {tool} ended: what it said is above")
        return json.loads(answer)


def agree(what: str, ours: list[np.ndarray], theirs: list[np.ndarray], names: list[str]) -> None:
    """Disagreement unless each array is the same, relative to its largest number."""
    for name, own, other in zip(names, ours, theirs, strict=True):
        off = float(np.max(np.abs(own - other)) / max(np.max(np.abs(other)), np.finfo(float).tiny))
        if not off <= ALLOWED:
            raise Disagreement(f"{what}: lagrad and Enzyme differ by {off:.1e} in {name}")


def _arrays(file: str) -> list[np.ndarray]:
    with np.load(file) as held:
        return [held[each] for each in held.files]


def _names(kernel: str) -> list[str]:
    """What stands in the file of results."""
    of = ranks(KERNELS[kernel])
    arrays, scalars = [n for n, rank in of.items() if rank], [n for n, rank in of.items() if not rank]
    calls = [
        f"{n} after {f}" for f in ("the kernel", "the pullback") for n in (*of, *(f"the shadow of {a}" for a in arrays))
    ]
    return [*calls, *(f"the gradient of {n}" for n in scalars)]
