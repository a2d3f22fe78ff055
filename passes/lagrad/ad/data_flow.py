"""The sets of the data-flow algebra of adjoints, of each loop, branch, call and piece of a program.

Of a section S of a program (L. Hascoet and M. Araya-Polo, "The adjoint data-flow analyses: formalization, properties,
and applications", 2006; B. Dauvergne and L. Hascoet, "The data-flow equations of checkpointing in reverse automatic
differentiation", 2006):

    read       what S reads of what was there before it
    written    where S writes
    killed     where S writes and leaves nothing of what was there
    needed     N(S), what the adjoint of S reads of what is outside of S, of its results and of what it records
    tbr        what has to stay as it is through S: the adjoint of what runs before S reads it
    live       what the derivative computes S for: the rest of it, or the adjoint, reads that
    snapshot   of what runs again in the adjoint sweep: what it runs from

They are read off the plan that the derivative is emitted from. It decides nothing, as `account` does not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ..analysis.call_graph import callee
from ..analysis.places import Places
from ..analysis.program import Program
from ..analysis.recording.slices import BlockSlice, Effect, Key, Residual
from ..analysis.split import Split
from ..dialect import CHECKPOINT, REPLAY
from ..mlir import ir
from .account import Account

SETS = ("written", "read", "needed", "killed", "tbr", "live", "snapshot")
_KINDS = {"scf.for": "loop", "scf.if": "branch", "func.call": "call"}


@dataclass(frozen=True)
class Rules:
    """Two ways to have what a section C runs again from, C being followed by D. What neither writes is there anyway.

    Either all that C or D overwrites is copied before C. Or what C overwrites is, and D has to preserve the rest: it
    copies that where it overwrites it, unless it does so already. A value is overwritten where something else comes to
    be in its place. The second way needs no more bytes than the first one, and is the one taken: bufferization copies a
    value that is read later where it would be overwritten, and nowhere else.
    """

    copied_before: list[Key]  # N(C), as far as C or the rest of the derivative overwrites it
    by_section: list[Key]  # N(C), as far as C overwrites it
    by_rest: list[Key]  # what else of it D overwrites, and would not preserve for adjoints of its own


@dataclass(frozen=True)
class Snapshot:
    """What a section runs again from: `count` times these values, copied as `rules` say, or each time."""

    values: list[Key]
    count: int = 1
    rules: Rules | None = None


class DataFlow:
    """The sets of the sections of the program of a plan. Each key is there once; the order is that of the program."""

    def __init__(self, account: Account):
        self.account, self.plan = account, account.plan
        self.program: Program = account.plan.program
        self.slicer = account.plan.slicer
        self.places = Places(self.program)

    @cached_property
    def sections(self) -> list[ir.Operation]:
        program = self.program
        found = [op for block in program.blocks() for op in program.ops(block) if op.name in _KINDS]
        return sorted(found, key=program.position)

    def kind(self, op: ir.Operation) -> str:
        """`loop`, `branch`, `call` or `piece`."""
        return "piece" if self._piece(op) else _KINDS[op.name]

    def of(self, name: str, op: ir.Operation) -> list[Key]:
        """One of `SETS` of a section, without what takes no memory; of the snapshot its values."""
        if name == "snapshot":
            snapshot = self.snapshot(op)
            return snapshot.values if snapshot else []
        return [key for key in dict.fromkeys(getattr(self, name)(op)) if not _holds_nothing(key)]

    # -- of the primal ---------------------------------------------------------------------------

    def read(self, op: ir.Operation) -> list[Key]:
        return [v for v in dict.fromkeys(self.program.inputs(op)) if self.places.reads(op, v)]

    def written(self, op: ir.Operation) -> list[Key]:
        """What was there before, where S writes in its place; else the result."""
        inside = set(self._blocks_inside(op))
        found = []
        for result in op.results:
            place = self.places.of(result)
            found.append(result if self.program.block_of(place) in inside else place)
        return found

    def killed(self, op: ir.Operation) -> list[Key]:
        results = set(op.results)
        return [v for v in self.written(op) if v not in results and not self._keeps(op, v)]

    def _keeps(self, op: ir.Operation, place: ir.Value) -> bool:
        """Whether something of what a place held before is there after, or is read."""
        return any(self.places.reads(op, v) for v in self.program.inputs(op) if self.places.of(v) == place)

    def _blocks_inside(self, op: ir.Operation) -> Iterable[ir.Block]:
        for block in self.program.bodies(op):
            yield block
            for child in self.program.ops(block):
                yield from self._blocks_inside(child)

    # -- of the adjoint --------------------------------------------------------------------------

    def needed(self, op: ir.Operation) -> list[Key]:
        return self.plan.reads.get(op, [])

    def tbr(self, op: ir.Operation) -> list[Key]:
        """TBR(U) of what is before S: what its adjoints read, as far as it is neither in an inner block nor computed
        again.
        """
        block = self.program.block_of_op(op)
        before = self.program.ops(block)[: self.program.ops(block).index(op)]
        reads = [key for other in before for key in self.needed(other)]
        if block == self.program.entry:
            return reads
        around = block.owner.operation
        held = [key for key in reads if self.slicer.home(key) != block]
        rows = [key for key in self.plan.recorded.get(around, ()) if self.slicer.maker(key) in {None, *before}]
        return [*self.tbr(around), *held, *rows]

    def live(self, op: ir.Operation) -> list[Key]:
        return self._live.get(op, [])

    @cached_property
    def _live(self) -> dict[ir.Operation, list[Key]]:
        """What the primal sweep computes of each operation."""
        found: dict[ir.Operation, list[Key]] = {}

        def visit(part: BlockSlice) -> None:
            for op, keys in part.ops:
                found[op] = [key for key in keys if not isinstance(key, Effect)]
                if op.name == "scf.for":
                    visit(self.slicer.loop(op, keys).body)
                elif op.name == "scf.if":
                    for body in self.slicer.branch(op, keys).bodies:
                        visit(body)

        visit(self.account.primal_slice())
        return found

    # -- of what runs again ----------------------------------------------------------------------

    def snapshot(self, op: ir.Operation) -> Snapshot | None:
        """None of a section that does not run again."""
        for kept in self.account.snapshots:
            if kept.loop == op:
                return Snapshot(list(kept.state), kept.count)
        values: Iterable[Key] = self.needed(op)
        if not self._piece(op):
            if REPLAY not in op.attributes or not self.program.is_in_loop(op):
                return None
            rows = [key for key in values if isinstance(key, Residual)]  # its own: of other loops it needs none
            values = [*(key for key in values if key not in rows), *self.slicer.behind(op, rows)]
        values = [key for key in dict.fromkeys(values) if not _holds_nothing(key)]
        return Snapshot(values, 1, self._rules(op, values))

    def _rules(self, op: ir.Operation, values: list[ir.Value]) -> Rules:
        rest = [other for other in self._after(op) if other in self._live]
        by_section, by_any = self._overwritten(values, [op]), self._overwritten(values, [op, *rest])
        preserved = {key for other in (*self._before(op), *rest) for key in self.needed(other)}
        return Rules(by_any, by_section, [v for v in by_any if v not in by_section and v not in preserved])

    def _piece(self, op: ir.Operation) -> bool:
        """Whether an operation calls a piece, or the augmented primal of one."""
        if op.name != "func.call":
            return False
        split, called = self.program.derivatives.get(op.attributes["callee"].value), callee(op)
        return isinstance(split, Split) and split.is_piece or called is not None and CHECKPOINT in called.attributes

    def _overwritten(self, values: list[ir.Value], by: list[ir.Operation]) -> list[ir.Value]:
        """The values in whose place one of some operations writes."""
        written = {self.places.of(result) for op in by for result in op.results}
        return [v for v in values if self.places.of(v) in written]

    def _before(self, op: ir.Operation) -> list[ir.Operation]:
        ops = self.program.ops(self.program.block_of_op(op))
        return ops[: ops.index(op)]

    def _after(self, op: ir.Operation) -> list[ir.Operation]:
        """What runs after an operation, in its block and in those around."""
        found = []
        while True:
            block = self.program.block_of_op(op)
            ops = self.program.ops(block)
            found += ops[ops.index(op) + 1 :]
            if block == self.program.entry:
                return found
            op = block.owner.operation


def _holds_nothing(key: Key) -> bool:
    """Whether a key takes no memory for what it holds: a constant of the program, or a tensor without contents."""
    if not isinstance(key, ir.Value) or isinstance(key.owner, ir.Block):
        return False
    return key.owner.operation.name in ("arith.constant", "tensor.empty")
