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
        shared: Axis | None,
        part: Callable[[ir.Value, ir.Value], None],
        alone: Callable[[], None],
    ) -> None:
        """Has each thread do its `part` of a product, from one index to another of the axis `shared`, if there is one.

        A small product is computed `alone`. There are as many parts as threads were asked for, whoever computes them.
        """
        if self.threads == 1 or shared is None or known.get(shared, self.threads) < self.threads:
            return alone()
        if known.keys() == extent.keys():
            return self._emit_parts(extent[shared], part) if prod(known.values()) >= self.work else alone()
        work = functools.reduce(arith.muli, extent.values())
        is_large = arith.cmpi(arith.CmpIPredicate.uge, work, index(self.work))
        is_long = arith.cmpi(arith.CmpIPredicate.uge, extent[shared], index(self.threads))
        choice(arith.andi(is_large, is_long), [], lambda: self._emit_parts(extent[shared], part), alone)

    def _emit_parts(self, size: ir.Value, part: Callable[[ir.Value, ir.Value], None]) -> None:
        threads = index(self.threads)
        loop = scf.ForOp(index(0), threads, index(1))
        with ir.InsertionPoint(loop.body):
            number = loop.induction_variable
            ends = (number, arith.addi(number, index(1)))
            part(*(arith.divui(arith.muli(end, size), threads) for end in ends))
            scf.yield_([])
        run_by_team(self.module, loop.operation, self.threads)
