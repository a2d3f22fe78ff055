"""Products that threads share."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from math import prod

from ...build import index
from ...forms.nests import choice
from ...mlir import arith, ir, scf
from ..threads.team import run_by_team
from .matrices import Axis


@dataclass(frozen=True)
class Sharing:
    """So many threads share what has at least so many multiplications: fewer are over before the others have begun."""

    module: ir.Operation
    threads: int
    work: int

    def emit(
        self,
        extent: dict[Axis, ir.Value],
        known: dict[Axis, int],
        shared: Axis,
        least: dict[Axis, int],
        part: Callable[[ir.Value, ir.Value], None],
        alone: Callable[[], None],
    ) -> None:
        """Has each thread do its `part` of a product, from one index to another of the axis `shared`.

        A product that is small, or has an axis below its `least` size, is computed `alone`. There are as many parts as
        threads were asked for, whoever computes them.
        """
        least = {axis: self.threads * size if axis == shared else size for axis, size in ({shared: 1} | least).items()}
        if self.threads == 1 or any(known.get(axis, size) < size for axis, size in least.items()):
            return alone()
        if known.keys() == extent.keys():
            return self._emit_parts(extent[shared], part) if prod(known.values()) >= self.work else alone()
        bounds = [(functools.reduce(arith.muli, extent.values()), self.work)]
        bounds += [(extent[axis], size) for axis, size in least.items()]
        tests = [arith.cmpi(arith.CmpIPredicate.uge, value, index(bound)) for value, bound in bounds]
        choice(functools.reduce(arith.andi, tests), [], lambda: self._emit_parts(extent[shared], part), alone)

    def _emit_parts(self, size: ir.Value, part: Callable[[ir.Value, ir.Value], None]) -> None:
        threads = index(self.threads)
        loop = scf.ForOp(index(0), threads, index(1))
        with ir.InsertionPoint(loop.body):
            number = loop.induction_variable
            ends = (number, arith.addi(number, index(1)))
            part(*(arith.divui(arith.muli(end, size), threads) for end in ends))
            scf.yield_([])
        run_by_team(self.module, loop.operation, self.threads)
