"""How many bytes a derivative keeps for its adjoint at most: of tapes and of snapshots.

Of loops that follow one another, all tapes are there when the adjoint begins. Snapshots of a loop are there in its
adjoint only, and take turns; those of a `while` are left behind by the primal sweep. So, with left(i) what loop i
leaves behind for its adjoint,

    most(loops) = sum of left(i) + max of own(i)
    left(i) = tapes, and own(i) = most(its body)     if loop i records
    left(i) = 0, and own(i) = k (state + 16) + most(its body)
                    with k snapshots, of each of which a position and a row are known; of a `while` those are left(i)

and straight code keeps the values that adjoints read of it, each until the first operation that reads it has its
adjoint. A branch and a piece keep what is counted like that of themselves, while their adjoints run, and so does a
call, but for what it has returned for that; and cotangents are passed to it, and gradients come back. So with kept(i)
the values that the adjoints of operations up to i read, and what loops up to i leave behind, what is there at most is
the largest kept(i) + own(i). What a `while` leaves behind counts all the time: it is freed when the function ends. An
iteration of a loop keeps for its own adjoint what straight code would, beyond what is on a tape. A tape of an inner
loop that is part of a tape of an outer one counts with that. It is a bound: what the program itself computes with is
not in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from ..analysis.recording.rewound import is_counted
from ..analysis.recording.tbr import Plan, root
from ..analysis.split import Split
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


def _is_memory(value: ir.Value) -> bool:
    return not isinstance(value.owner, ir.Block) and value.owner.operation.name not in _NOTHING


class KeptBytes:
    """What a plan keeps. Failure where a number of iterations or a size is not known."""

    def __init__(self, plan: Plan, trips: Callable[[ir.Operation], int | None], split: Mapping[str, Plan] = {}):
        self.plan, self.program, self.trips, self.split = plan, plan.program, trips, split
        self._tapes = Account(plan, trips=trips).tapes_of
        self.read, self.left, self.own, self.inside = map(cache, (self._read, self._left, self._own, self._inside))

    def loops(self, block: ir.Block) -> list[ir.Operation]:
        """The outermost loops of a block and of its branches."""
        return [loop for op in self.program.ops(block) for loop in self.loops_of(op)]

    def loops_of(self, op: ir.Operation) -> list[ir.Operation]:
        """The same of an operation, which may be one."""
        if op.name == "scf.for":
            return [op]
        bodies = self.program.bodies(op) if op.name == "scf.if" else ()
        return [loop for body in bodies for loop in self.loops(body)]

    def all(self) -> int:
        """What is there at most."""
        return self.most_in(self.program.ops(self.program.entry))

    def fixed(self, block: ir.Block | None = None) -> int:
        """What is there whatever the loops of a block keep: values of straight code, and in turn what calls keep."""
        ops = self.program.ops(block or self.program.entry)
        calls = [op for op in ops if op.name == "func.call"]
        return self.bytes_of(v for op in ops for v in self.read(op)) + max(map(self.inside, calls), default=0)

    def most_in(self, ops: Sequence[ir.Operation]) -> int:
        """What is there at most of some operations that follow one another, while their adjoints run."""
        whiles = {op for op in ops if op.name == "scf.for" and is_counted(op)}
        most = kept = sum(map(self.leaves, whiles))
        makers, known = set(ops), set()
        for op in ops:
            new = [v for v in self.read(op) if v not in known and v.owner.operation in makers]
            known.update(new)
            kept += self.bytes_of(new) + (0 if op in whiles else self.leaves(op))
            most = max(most, kept + self.inside(op))
        return most

    def _read(self, op: ir.Operation) -> list[ir.Value]:
        """What the adjoint of an operation reads of the straight code of its block, in memory and on no tape."""
        keys = [key for key in self.plan.reads.get(op, ()) if isinstance(key, ir.Value)]
        home = self.program.block_of_op(op)
        recorded = self.plan.recorded.get(home.owner.operation, ())
        made = dict.fromkeys(root(key) for key in keys if key not in recorded)
        return [v for v in made if _is_memory(v) and v not in recorded and self.program.block_of(v) == home]

    def bytes_of(self, values: Iterable[ir.Value]) -> int:
        return sum(map(self._size, dict.fromkeys(values)))

    def leaves(self, op: ir.Operation) -> int:
        """What an operation leaves behind for its adjoint beside values."""
        return self.left(op) if op.name == "scf.for" else 0

    def _inside(self, op: ir.Operation) -> int:
        """What is there in the adjoint of an operation only."""
        match op.name:
            case "scf.for":
                return self.own(op)
            case "scf.if":
                return max(self.most_in(self.program.ops(body)) for body in self.program.bodies(op))
            case "func.call" if (name := op.attributes["callee"].value) in self.split:
                split: Split = self.program.derivatives[name]
                most = KeptBytes(self.split[name], self.trips, self.split).all()
                passed = [*(op.operands[n] for n in split.wrt), *(op.results[n] for n in split.of)]
                return max(0, most - self.bytes_of(op.results[n] for n in split.kept)) + sum(map(self._size, passed))
        return 0

    def _size(self, value: ir.Value) -> int:
        size = bytes_of_key(value)
        if size.known is None:
            raise Failure(
                error(
                    value.location,
                    "cannot keep to a memory-budget: the adjoint reads this, and its size is known at run time only",
                    note(
                        None, "tensors need static shapes for that; or leave out the budget and mark loops and pieces"
                    ),
                )
            )
        return size.known

    def most(self, loops: list[ir.Operation]) -> int:
        return sum(map(self.left, loops)) + max(map(self.own, loops), default=0)

    def _left(self, loop: ir.Operation) -> int:
        """What is there before the adjoint of a loop, and after."""
        if loop not in self.plan.rewound:
            return self.tapes(loop)
        return self.snapshots(loop) if is_counted(loop) else 0

    def _own(self, loop: ir.Operation) -> int:
        """What is there in the adjoint of a loop only."""
        return self.most_in(self.program.ops(self.program.body(loop))) + self.own_snapshots(loop)

    def own_snapshots(self, loop: ir.Operation) -> int:
        """Those that are there in the adjoint of a loop only."""
        return self.snapshots(loop) if loop in self.plan.rewound and not is_counted(loop) else 0

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
