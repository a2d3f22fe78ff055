"""Program slices: the operations that compute a set of keys, and nothing else.

A key is a primal value, or a *residual*: what a loop recorded of one of its body's keys,
one row an iteration. Residuals nest, as loops do. A third kind of key stands for no value: that
an operation has had its effects. An assertion counts as one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ...mlir import ir
from ..decisions import Decisions
from ..flow import ENTRY
from ..program import Program


class Residual(NamedTuple):
    """The rows that `loop` recorded of `key`, a key of its body."""

    loop: ir.Operation
    key: "ir.Value | Residual"


class Effect(NamedTuple):
    """That an operation, or what is inside it, has had its effects and found its assertions to hold."""

    op: ir.Operation


Key = ir.Value | Residual | Effect


@dataclass
class BlockSlice:
    """The part of a block that computes some keys."""

    ops: list[tuple[ir.Operation, list[Key]]]  # in program order, with the keys wanted of each
    arguments: list[ir.Value]  # of the block, that it uses
    outer: list[Key]  # from enclosing blocks, that it uses


@dataclass
class LoopSlice:
    """The part of a loop that computes some of its results and residuals."""

    slots: list[int]  # the carried values that are kept
    residuals: list[Residual]
    body: BlockSlice
    outer: list[Key]  # what must exist before the loop


@dataclass
class BranchSlice:
    """The part of an `scf.if` that computes some of its results."""

    slots: list[int]
    bodies: list[BlockSlice]
    outer: list[Key]  # what must exist before it


class Slicer:
    def __init__(self, program: Program):
        self.program = program
        self.decisions = Decisions(program)
        self._loops: dict = {}
        self._branches: dict = {}

    def effects(self, block: ir.Block) -> list[Effect]:
        """The effects of a block and of everything inside it."""
        return [Effect(op) for op in self.program.ops(block) if self.program.is_kept(op)]

    def home(self, key: Key) -> ir.Block:
        """The block in which a key comes into being."""
        if isinstance(key, ir.Value):
            return self.program.block_of(key)
        return self.program.block_of_op(self.maker(key))

    def maker(self, key: Key) -> ir.Operation | None:
        """The operation that computes a key; None for a block argument."""
        if isinstance(key, Residual):
            return key.loop
        if isinstance(key, Effect):
            return key.op
        owner = key.owner
        return None if isinstance(owner, ir.Block) else owner.operation

    def order(self, key: Key) -> tuple:
        """Sorts keys by program position."""
        if isinstance(key, Residual):
            return (self.program.position(key.loop), 1, self.order(key.key))
        if isinstance(key, Effect):
            return (self.program.position(key.op), 2, ())
        maker = self.maker(key)
        if maker is None:
            return (-1, 0, (ir.BlockArgument(key).arg_number,))
        return (self.program.position(maker), 0, (ir.OpResult(key).result_number,))

    def block(self, block: ir.Block, wanted: Iterable[Key], available: Iterable[Key] = ()) -> BlockSlice:
        """The operations of `block` that compute `wanted`, stopping at what is `available`."""
        given = available if isinstance(available, set) else set(available)
        of_op: dict[ir.Operation, dict[Key, None]] = {}
        arguments: dict[ir.Value, None] = {}
        outer: dict[Key, None] = {}
        work = list(wanted)
        while work:
            key = work.pop()
            if key in given:
                continue
            if self.home(key) != block:
                outer[key] = None
                continue
            op = self.maker(key)
            if op is None:
                arguments[key] = None
                continue
            keys = of_op.setdefault(op, {})
            if key in keys:
                continue
            keys[key] = None
            work += self.behind(op, keys)
        ops = sorted(of_op, key=self.program.position)
        return BlockSlice(
            [(op, sorted(of_op[op], key=self.order)) for op in ops],
            sorted(arguments, key=self.order),
            list(outer),
        )

    def behind(self, op: ir.Operation, keys: Iterable[Key]) -> list[Key]:
        """What must exist before the part of an operation that computes `keys` of it."""
        if op.name == "scf.for":
            return self.loop(op, keys).outer
        if op.name == "scf.if":
            return self.branch(op, keys).outer
        return self.program.inputs(op)

    def branch(self, op: ir.Operation, keys: Iterable[Key]) -> BranchSlice:
        """The part of an `scf.if` that computes `keys`, each a result or the effects of it."""
        memo = (op, frozenset(keys))
        if memo not in self._branches:
            slots = sorted(ir.OpResult(k).result_number for k in memo[1] if isinstance(k, ir.Value))
            bodies = []
            for region, body in enumerate(self.program.bodies(op)):
                yields = self.program.yields(op, region)
                effects = self.effects(body) if Effect(op) in memo[1] else []
                bodies.append(self.block(body, [yields[k] for k in slots] + effects))
            outer = dict.fromkeys([*self.program.flow.decisions(op), *(key for body in bodies for key in body.outer)])
            self._branches[memo] = BranchSlice(slots, bodies, list(outer))
        return self._branches[memo]

    def loop(self, loop: ir.Operation, keys: Iterable[Key]) -> LoopSlice:
        """The part of an `scf.for` that computes `keys`, each a result, a residual or the effects of it."""
        memo = (loop, frozenset(keys))
        if memo not in self._loops:
            self._loops[memo] = self._loop(loop, memo[1])
        return self._loops[memo]

    def _loop(self, loop: ir.Operation, keys: frozenset) -> LoopSlice:
        residuals = sorted((k for k in keys if isinstance(k, Residual)), key=self.order)
        slots = {ir.OpResult(k).result_number for k in keys if isinstance(k, ir.Value)}
        body = self.program.body(loop)
        effects = self.effects(body) if Effect(loop) in keys else []
        yields = self.program.yields(loop)
        sizes = [size for r in residuals for size in self.changing_sizes(loop, r.key)]  # of the rows that are written
        while True:
            wanted = [r.key for r in residuals] + sizes + [yields[k] for k in sorted(slots)] + effects
            part = self.block(body, wanted)
            carried = {ir.BlockArgument(a).arg_number - 1 for a in part.arguments} - {-1}
            if carried <= slots:
                break
            slots |= carried
        starts = [edge.source for edge in self.program.flow.along(loop, ENTRY)]
        outer = dict.fromkeys(part.outer)
        outer.update(dict.fromkeys(self.program.flow.decisions(loop)))
        outer.update((starts[k], None) for k in sorted(slots))
        for residual in residuals:
            outer.update(dict.fromkeys(self.size_keys(residual)))
        return LoopSlice(sorted(slots), residuals, part, list(outer))

    def size_keys(self, key: Key) -> list[Key]:
        """What the shape of a key depends on; of rows whose sizes change, what the largest is found from."""
        keys: list[Key] = []
        loops = []
        while isinstance(key, Residual):
            keys += self.program.flow.decisions(key.loop)
            loops.append(key.loop)
            key = key.key
        for size in self.program.dynamic_sizes(key):
            loop = self.changes_in(size, loops)
            keys += [size] if loop is None else self.loop(loop, [Residual(loop, size)]).outer
        return keys

    def changes_in(self, size: ir.Value, loops: list[ir.Operation]) -> ir.Operation | None:
        """That of some loops in whose body a size is computed."""
        home = self.home(size)
        return next((loop for loop in loops if self.program.body(loop) == home), None)

    def changing_sizes(self, loop: ir.Operation, key: Key) -> list[ir.Value]:
        """The sizes of a key of a loop's body that may be others in each iteration."""
        while isinstance(key, Residual):
            key = key.key
        return [size for size in self.program.dynamic_sizes(key) if self.changes_in(size, [loop]) is not None]
