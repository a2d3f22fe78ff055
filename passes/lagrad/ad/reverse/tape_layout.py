"""How the rows that a loop records lie in tensors.

Most residuals have a tape of their own, one row an iteration. The states that a loop goes
through are recorded once, though the adjoint may read a state both before and after an
iteration: such a tape has a row more, and the two residuals are parts of it. What shares a tape,
`regions` decides, here for many scalars of one type, so that the loop does not carry hundreds of
tensors. In a nest each keeps a tape of its own: the loop around would have a tape for each
column, and copy one after the other. `lagrad-layout-tape`, which asks `regions` too, puts these
together, all levels of a nest at once.
"""

from __future__ import annotations

from ... import build
from ...analysis.recording.slices import Residual, Slicer
from ...mlir import ir
from ..scope import Scope
from . import rows
from .regions import EARLY, Region, regions


class Column:
    """A tape for one residual."""

    def __init__(self, slicer: Slicer, residual: Residual):
        self.slicer, self.residuals = slicer, [residual]

    def start(self, scope: Scope) -> ir.Value:
        """The tape before the first iteration."""
        return rows.empty_tape(self.slicer, self.residuals[0], scope)

    def record(self, into: ir.Value, row: ir.Value, scope: Scope) -> ir.Value:
        """The tape with the row of this iteration."""
        key = self.residuals[0].key
        return rows.write_row(self.slicer, scope[key], into, row, key, scope)

    def read(self, filled: ir.Value, scope: Scope) -> list[ir.Value]:
        """The residuals, as the adjoint knows them."""
        return [filled]


class Trajectory(Column):
    """A tape for a carried value and for what it becomes: the states before and after each iteration."""

    def __init__(self, slicer: Slicer, before: Residual, after: Residual):
        self.slicer, self.residuals = slicer, [before, after]

    def start(self, scope: Scope) -> ir.Value:
        before, _ = self.residuals
        count, *sizes = self._sizes(scope)
        longer = count + 1 if isinstance(count, int) else build.emit1("arith.addi", count.type, count, build.index(1))
        states = build.empty(rows.tensor_type([longer, *sizes], before), [longer, *sizes])
        slot = ir.BlockArgument(before.key).arg_number - 1
        first = scope[before.loop.operands[3 + slot]]
        return rows.write_row(self.slicer, first, states, build.index(0), before.key, scope)

    def record(self, into: ir.Value, row: ir.Value, scope: Scope) -> ir.Value:
        before, after = self.residuals
        following = build.emit1("arith.addi", row.type, row, build.index(1))
        return rows.write_row(self.slicer, scope[after.key], into, following, before.key, scope)

    def read(self, filled: ir.Value, scope: Scope) -> list[ir.Value]:
        sizes = self._sizes(scope)
        rest = [0] * (len(sizes) - 1)
        type, steps = rows.tensor_type(sizes, self.residuals[0]), [1] * len(sizes)
        return [build.extract_slice(filled, type, [first, *rest], sizes, steps) for first in (0, 1)]

    def _sizes(self, scope: Scope) -> list[ir.Value | int]:
        return rows.key_sizes(self.slicer, self.residuals[0], scope)


class Table(Column):
    """A tape for many scalars of one type, a column each."""

    def __init__(self, slicer: Slicer, residuals: list[Residual]):
        self.slicer, self.residuals = slicer, residuals

    def start(self, scope: Scope) -> ir.Value:
        sizes = [*self._rows(scope), len(self.residuals)]
        return build.empty(rows.tensor_type(sizes, self.residuals[0]), sizes)

    def record(self, into: ir.Value, row: ir.Value, scope: Scope) -> ir.Value:
        for column, residual in enumerate(self.residuals):
            into = build.insert(scope[residual.key], into, [row, build.index(column)])
        return into

    def read(self, filled: ir.Value, scope: Scope) -> list[ir.Value]:
        count = self._rows(scope)
        type = rows.tensor_type(count, self.residuals[0])
        return [
            build.extract_slice(filled, type, [0, column], [*count, 1], [1, 1]) for column in range(len(self.residuals))
        ]

    def _rows(self, scope: Scope) -> list[ir.Value | int]:
        return rows.key_sizes(self.slicer, self.residuals[0], scope)


def _have_equal_rows(slicer: Slicer, before: Residual, after: Residual) -> bool:
    """Whether the states have one size, the first and the last, whose sizes no iteration compares, included."""
    if slicer.changing_sizes(before.loop, before.key):
        return False
    if not isinstance(before.key, ir.Value) or not build.is_tensor(before.key.type):
        return True
    return all(map(build.same_size, slicer.program.sizes(before.key), slicer.program.sizes(after.key)))


def _is_in_loop(loop: ir.Operation) -> bool:
    """Whether a loop is in the body of another."""
    owner = loop.block.owner.operation
    while owner.name not in ("func.func", "builtin.module"):
        if owner.name.startswith("scf.") and owner.name not in ("scf.if", "scf.index_switch", "scf.execute_region"):
            return True
        owner = owner.block.owner.operation
    return False


def layout(slicer: Slicer, loop: ir.Operation, residuals: list[Residual]) -> list[Column]:
    """The tapes of a loop for what it records."""
    program = slicer.program
    states = zip(list(program.body(loop).arguments)[1:], program.yields(loop))
    after = {before: Residual(loop, value) for before, value in states if value != before}
    tapes: list[Column] = []
    left = dict.fromkeys(residuals)
    for residual in residuals:
        if (
            residual in left
            and (following := after.get(residual.key)) in left
            and _have_equal_rows(slicer, residual, following)
        ):
            del left[residual], left[following]
            tapes.append(Trajectory(slicer, residual, following))
    for shared in regions(left, _region, EARLY):
        tapes.append(Table(slicer, shared))
        for residual in shared:
            del left[residual]
    return tapes + [Column(slicer, residual) for residual in left]


def _region(residual: Residual) -> Region | None:
    """Scalars of one type go together, all of which the adjoint of their loop reads; in a nest none do."""
    if not isinstance(residual.key, ir.Value) or build.is_tensor(residual.key.type) or _is_in_loop(residual.loop):
        return None
    return Region(filled_by=residual.loop, kind=residual.key.type, read_in=residual.loop)
