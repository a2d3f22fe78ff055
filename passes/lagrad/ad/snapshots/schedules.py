"""Which state to keep next: emitted arithmetic on indices.

A state is kept before iteration `here`; those up to `end`, two at least, are to be undone, the last one first. With a
place left for a snapshot, each schedule says before which iteration to take the next one. When the iterations from
there on are undone, the place is free again, and the rest is a problem of the same kind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ... import build
from ...mlir import ir


@dataclass(frozen=True)
class Stretch:
    """Iterations to undo, and room for snapshots."""

    here: ir.Value  # the iteration before which the last snapshot is
    end: ir.Value  # behind the last iteration
    free: ir.Value  # places for snapshots, the one of the last snapshot among them
    trips: ir.Value  # of the whole loop
    places: ir.Value  # for snapshots of the whole loop

    @property
    def length(self) -> ir.Value:
        return op("subi", self.end, self.here)


def op(name: str, x: ir.Value, y: ir.Value | int) -> ir.Value:
    return build.emit1(f"arith.{name}", x.type, x, build.index(y) if isinstance(y, int) else y)


def least(length: ir.Value, places: ir.Value) -> ir.Value:
    """The fewest iterations to advance so that `length` of them can be undone (`recording/schedule_cost.py`)."""
    reached, _, repeats = _binomials(length, places)
    more = op("divui", op("muli", reached, repeats), op("addi", places, 1))  # (c + r)! / ((c + 1)! (r - 1)!)
    return op("subi", op("muli", repeats, length), more)


def binomial(of: Stretch) -> ir.Value:
    """The split with the fewest iterations computed again (A. Griewank and A. Walther, "Algorithm 799: revolve", ACM
    TOMS 26, 2000).

    With c places and no iteration advanced more than r times, b(c, r) = (c + r)! / (c! r!) of them can be undone. For
    b(c, r - 1) < l <= b(c, r) the first part takes m = min(b(c, r - 1), l - b(c - 1, r - 1)): then both parts are
    within the bounds for which the sum of their costs is least.
    """
    length, places = of.length, of.free
    reached, before, repeats = _binomials(length, places)
    # b(c - 1, r - 1) = b(c, r - 1) c / (c + r - 1)
    below = op("divui", op("muli", before, places), op("maxsi", op("subi", op("addi", places, repeats), 1), 1))
    return op("addi", of.here, op("minsi", before, op("subi", length, below)))


def _binomials(length: ir.Value, places: ir.Value) -> list[ir.Value]:
    """b(c, r) >= length for the least r, then b(c, r - 1), and r."""
    one, zero = build.index(1), build.index(0)
    starts = [one, one, zero]
    types = [v.type for v in starts]
    loop = ir.Operation.create("scf.while", results=types, operands=starts, regions=2)
    with ir.InsertionPoint(block := loop.regions[0].blocks.append(*types, arg_locs=[ir.Location.current] * 3)):
        reached, before, repeats = block.arguments
        build.emit("scf.condition", [], [build.compare_integers("slt", reached, length), reached, before, repeats])
    with ir.InsertionPoint(block := loop.regions[1].blocks.append(*types, arg_locs=[ir.Location.current] * 3)):
        reached, before, repeats = block.arguments
        more = op("addi", repeats, 1)
        further = op("divui", op("muli", reached, op("addi", places, more)), more)
        build.emit("scf.yield", [], [further, reached, more])
    return list(loop.results)


def periodic(of: Stretch) -> ir.Value:
    """Snapshots at equal distances."""
    return op("addi", of.here, op("ceildivui", of.trips, of.places))


def bisection(of: Stretch) -> ir.Value:
    """A snapshot in the middle of what is to be undone."""
    return op("addi", of.here, op("ceildivui", of.length, 2))


def two_level(of: Stretch) -> ir.Value:
    """Half of the snapshots at equal distances, and the binomial schedule between two of them."""
    period = op("maxsi", op("ceildivui", of.trips, op("ceildivui", of.places, 2)), 1)
    further = op("addi", of.here, period)
    at_period = build.compare_integers("eq", op("remui", of.here, period), build.index(0))
    is_next = build.emit1("arith.andi", at_period.type, at_period, build.compare_integers("slt", further, of.end))
    return build.emit1("arith.select", further.type, is_next, further, binomial(of))


NEXT: dict[str, Callable[[Stretch], ir.Value]] = {
    "binomial": binomial,
    "periodic": periodic,
    "two-level": two_level,
    "bisection": bisection,
}
