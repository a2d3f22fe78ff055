"""How many bytes a derivative keeps for its adjoint at most: of tapes and of snapshots.

Of loops that follow one another, all tapes are there when the adjoint begins. Snapshots of a loop are there in its
adjoint only, and take turns; those of a `while` are left behind by the primal sweep. So, with left(i) what loop i
leaves behind for its adjoint,

    most(loops) = sum of left(i) + max of own(i)
    left(i) = tapes, and own(i) = most(the loops in it)     if loop i records
    left(i) = 0, and own(i) = k (state + 16) + most(the loops in it)
                    with k snapshots, of each of which a position and a row are known; of a `while` those are left(i)

and straight code keeps the values that adjoints read of it, all of them when the adjoint begins; a piece keeps what is
counted like that of itself, while its adjoint runs. A tape of an inner loop that is part of a tape of an outer one
counts with that. It is a bound: what the program itself computes with is not in it, nor what an iteration keeps for its
own adjoint only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..analysis.program import Program
from ..analysis.rewound import is_counted
from ..analysis.split import Split
from ..analysis.tbr import Plan, root
from ..dialect import TRIPS
from ..errors import Failure, error, note
from ..forms import trip_count
from ..mlir import ir
from .account import Account, Bytes, bytes_of_key

_NOTHING = {"arith.constant", "tensor.empty"}  # what has no memory for its adjoint
PLACE = 16  # bytes: what is known of a snapshot


def trips_of(default: int) -> Callable[[ir.Operation], int | None]:
    """How often a loop runs at most: by its bounds, by its mark, or as often as `default` says, if not 0."""

    def trips(loop: ir.Operation) -> int | None:
        known = trip_count.known(loop)
        if known is None and TRIPS in loop.attributes:
            known = ir.IntegerAttr(loop.attributes[TRIPS]).value
        return known if known is not None else default or None

    return trips


def is_piece(program: Program, call: ir.Operation) -> bool:
    """Whether a call is one of what is marked `lagrad.checkpoint`."""
    own = program.derivatives.get(call.attributes["callee"].value)
    return isinstance(own, Split) and own.is_piece


class KeptBytes:
    """What a plan keeps. Failure where a number of iterations or a size is not known."""

    def __init__(self, plan: Plan, trips: Callable[[ir.Operation], int | None], split: Mapping[str, Plan] = {}):
        self.plan, self.program, self.trips, self.split = plan, plan.program, trips, split
        self._tapes = Account(plan, trips=trips).tapes_of

    def loops(self, block: ir.Block) -> list[ir.Operation]:
        """The outermost loops of a block and of its branches."""
        found = []
        for op in self.program.ops(block):
            if op.name == "scf.for":
                found.append(op)
            elif op.name == "scf.if":
                found += [loop for body in self.program.bodies(op) for loop in self.loops(body)]
        return found

    def all(self) -> int:
        """What is there at most."""
        return self.fixed() + self.most(self.loops(self.program.entry))

    def fixed(self) -> int:
        """What is there whatever loops keep: values of straight code, and in turn what a piece keeps in its adjoint."""
        return self.straight() + max(map(self._piece, self.pieces()), default=0)

    def pieces(self) -> list[ir.Operation]:
        """The calls of pieces."""
        calls = [op for block in self.program.blocks() for op in self.program.ops(block) if op.name == "func.call"]
        return [op for op in calls if is_piece(self.program, op)]

    def _piece(self, call: ir.Operation) -> int:
        return KeptBytes(self.split[call.attributes["callee"].value], self.trips, self.split).all()

    def straight(self) -> int:
        """What adjoints read of the function's own block, in memory."""
        read = [key for key in self.plan.needs[self.program.entry] if isinstance(key, ir.Value)]
        made = [v for v in dict.fromkeys(map(root, read)) if not isinstance(v.owner, ir.Block)]
        return sum(self._size(value) for value in made if value.owner.operation.name not in _NOTHING)

    def _size(self, value: ir.Value) -> int:
        size = bytes_of_key(value)
        if size.known is None:
            raise Failure(
                error(
                    value.owner.operation.location,
                    "cannot keep to a memory-budget: the adjoint reads this, and its size is known at run time only",
                    note(
                        None, "tensors need static shapes for that; or leave out the budget and mark loops and pieces"
                    ),
                )
            )
        return size.known

    def most(self, loops: list[ir.Operation]) -> int:
        return sum(map(self.left, loops)) + max(map(self.own, loops), default=0)

    def left(self, loop: ir.Operation) -> int:
        """What is there before the adjoint of a loop, and after."""
        if loop not in self.plan.rewound:
            return self.tapes(loop)
        return self.snapshots(loop) if is_counted(loop) else 0

    def own(self, loop: ir.Operation) -> int:
        """What is there in the adjoint of a loop only."""
        inside = self.most(self.loops(self.program.body(loop)))
        is_own = loop in self.plan.rewound and not is_counted(loop)
        return inside + (self.snapshots(loop) if is_own else 0)

    def snapshots(self, loop: ir.Operation) -> int:
        return self.plan.snapshots_of(loop) * self.state(loop)

    def state(self, loop: ir.Operation) -> int:
        """Bytes of a snapshot."""
        arguments = list(self.program.body(loop).arguments)
        parts = (arguments[k + 1] for k in self.plan.rewound[loop].advance.slots)
        return PLACE + sum(self._known(bytes_of_key(part), loop) for part in parts)

    def tapes(self, loop: ir.Operation) -> int:
        return sum(self._known(tape, loop) for tape in self._tapes.get(loop, ()))

    def _known(self, size: Bytes, loop: ir.Operation) -> int:
        if size.known is not None:
            return size.known
        around = [loop]
        while self.program.is_in_loop(around[-1]):
            around.append(self.program.block_of_op(around[-1]).owner.operation)
        unknown = [op for op in around if op.name == "scf.for" and self.trips(op) is None]
        if unknown:
            raise Failure(
                error(
                    unknown[0].location,
                    "cannot keep to a memory-budget: nobody knows how often this loop runs",
                    note(None, f"say a bound, as in '{TRIPS} = 1000' on the loop, or 'trips=1000' of all loops"),
                )
            )
        raise Failure(
            error(
                loop.location,
                "cannot keep to a memory-budget: what this loop would keep is of a size that is known at run time only",
                note(None, "its tensors need static shapes for that; or mark it 'lagrad.snapshots' without a budget"),
            )
        )
