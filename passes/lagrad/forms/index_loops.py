"""Loops over other integers than indices, or that compare unsigned, as loops over indices from 0 in steps of 1.

    scf.for %i = %a to %b step %c : i8            scf.for %k = 0 to n
      use(%i)                              =>       use(%a + %k * %c)

The counter of an `scf.for` is compared once more after the last iteration: in i8, 100 + 50 is below 120, and code in
which it wraps around goes on for ever. Counted from 0 it stays below the number of iterations. A loop over indices
stays as it is, unless all of its bounds are constants with which that happens.
"""

from __future__ import annotations

from .. import build
from ..analysis.program import walk
from ..mlir import ir
from . import trip_count


def rewrite(root: ir.Operation) -> int:
    """Rewrites the loops inside an operation; how many there were."""
    loops = [op for op in walk(root) if op.name == "scf.for" and not _is_plain(op)]
    for loop in loops:
        with loop.location:
            rewrite_loop(loop)
    return len(loops)


def _is_plain(loop: ir.Operation) -> bool:
    is_index = isinstance(loop.operands[0].type, ir.IndexType)
    return is_index and not trip_count.is_unsigned(loop) and trip_count.ends_in_range(loop) is not False


def rewrite_loop(loop: ir.Operation) -> ir.Operation:
    """A loop with that body, over indices from 0 in steps of 1, in place of any loop."""
    bounds, inits = list(loop.operands)[:3], list(loop.operands)[3:]
    with ir.InsertionPoint(loop):
        count = trip_count.emitted(bounds, trip_count.is_unsigned(loop))
        count = build.index(count) if isinstance(count, int) else count
        new = ir.Operation.create(
            "scf.for",
            results=[r.type for r in loop.results],
            operands=[build.index(0), count, build.index(1), *inits],
            attributes={name: loop.attributes[name] for name in loop.attributes if name != trip_count.UNSIGNED},
            regions=1,
        )
    loop.regions[0].blocks[0].append_to(new.regions[0])
    body = new.regions[0].blocks[0]
    number = body.arguments[0]
    uses = [(use.owner.operation, use.operand_number) for use in number.uses]
    number.set_type(build.index_type())
    with ir.InsertionPoint.at_block_begin(body):
        counter = trip_count.induction(number, bounds) if uses else number
    for user, n in uses:
        user.operands[n] = counter
    for before, after in zip(loop.results, new.results):
        before.replace_all_uses_with(after)
    loop.erase()
    return new
