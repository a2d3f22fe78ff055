"""The gradient of a program with all analyses, and without one of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

import lagrad
from lagrad import execute
from lagrad.characterize.accesses import differentiated

from .catalogue import Program

GATHERING = "lagrad-fuse-loops,cse,lagrad-gather-updates,canonicalize"
SNAPSHOTS = 10


@dataclass(frozen=True)
class Variant:
    """What is left out of what there is for a derivative to be fast and small.

    Without activity the gradient is by every float argument, and by those of interest among them. Without adjoint
    liveness all that the function computes is computed: its value is a result, too. Without to-be-recorded analysis all
    that loops compute is recorded; without tape reduction all that adjoints read is, and nothing is computed again.
    """

    snapshots: int = SNAPSHOTS
    is_active: bool = True
    is_live: bool = True
    tape: str = "auto"
    gathers: bool = True

    @property
    def passes(self) -> str:
        """The pipeline before the lowering."""
        return ",".join(filter(None, [differentiated(self.tape), GATHERING if self.gathers else ""]))

    @property
    def kind(self) -> str:
        return "gradient" if self.is_live else "value_and_grad"

    def wrt(self, program: Program) -> tuple[int, ...]:
        return program.wrt if self.is_active else program.floats

    def text(self, program: Program, sizes: dict[str, int]) -> str:
        return program.text(sizes, kind=self.kind, wrt=self.wrt(program), snapshots=self.snapshots)

    def compiled(self, program: Program, sizes: dict[str, int]) -> execute.Program:
        return lagrad.compile(self.text(program, sizes), pipeline=f"{self.passes},lagrad-to-llvm", entry="df")

    def results(self, program: Program, sizes: dict[str, int]) -> list[int]:
        """How many numbers each result has."""
        arguments = program.arguments(sizes)
        return [1] * (not self.is_live) + [arguments[place].size for place in self.wrt(program)]

    def error(self, program: Program) -> float:
        """The largest difference from JAX at the small size, relative to the largest entry of each array."""
        found = self.compiled(program, program.small).df(*program.arguments(program.small))
        expected = program.expected(program.small, self.wrt(program))[self.is_live :]
        pairs = zip(found if isinstance(found, tuple) else (found,), expected, strict=True)
        return max(float(np.max(np.abs(a - b)) / np.max(np.abs(b))) for a, b in pairs)


ALL = Variant()
WITHOUT = {
    "activity": replace(ALL, is_active=False),
    "adjoint liveness": replace(ALL, is_live=False),
    "to-be-recorded": replace(ALL, tape="everything"),
    "tape reduction": replace(ALL, tape="record"),
    "gathering": replace(ALL, gathers=False),
}
TAPES = "snapshots"  # the name of what has tapes, of all steps
VARIANTS = {"": ALL, **WITHOUT, TAPES: replace(ALL, snapshots=0)}
VARIANTS |= {f"{TAPES} and {name}": replace(variant, snapshots=0) for name, variant in WITHOUT.items()}
