"""A function as the analyses see it: its blocks, who defines what, and what regions capture.

Nothing here changes the IR. Everything is ordered by program position, because sets of
values iterate by pointer and two runs would differ.
"""

from __future__ import annotations

from ..build import DYNAMIC, shape_of
from ..dialect import SHAPE
from ..mlir import ir
from .effects import has_effect, marked_pure
from .flow import Flow
from .memory import LOADS
from .walk import walk
from .written_memory import Memory


def captured_by(op: ir.Operation) -> list[ir.Value]:
    """What is read inside an operation and made outside of it, each value once."""
    inside = {block for child in (op, *walk(op)) for region in child.regions for block in region.blocks}
    read = dict.fromkeys(v for child in walk(op) for v in child.operands)
    return [v for v in read if (v.owner if isinstance(v.owner, ir.Block) else v.owner.operation.block) not in inside]


class Program:
    """One function in the normal form that `lagrad.ad.rewrites.normal_form` makes."""

    def __init__(self, function: ir.Operation, derivatives: dict[str, str] | None = None, pure: set[str] | None = None):
        self.function = function
        self.derivatives = derivatives or {}  # of the functions that bring their own
        self.entry = function.regions[0].blocks[0]
        self.arguments = list(self.entry.arguments)
        self.sizes_of: dict[ir.Value, list[ir.Value | int]] = {}
        self.overwritten: dict[ir.Value, ir.Value] = {}  # carried tensor -> the part of it that an iteration overwrites
        self._ops: dict[ir.Block, list[ir.Operation]] = {}
        self._block: dict[ir.Operation, ir.Block] = {}
        self._position: dict[ir.Operation, int] = {}
        self._depth: dict[ir.Block, int] = {}
        self._captures: dict[ir.Operation, list[ir.Value]] = {}
        self._kept: set[ir.Operation] = set()  # what has an effect or asserts, itself or inside
        self._pure = pure  # the functions without effects; default those beside this one that are marked
        self.memory = Memory(function)
        self.flow = Flow()
        self._read(self.entry, 0)
        self.results = list(self.terminator(self.entry).operands)

    def _read(self, block: ir.Block, depth: int) -> None:
        self._depth[block] = depth
        ops = self._ops[block] = []
        for view in block.operations:
            op = view.operation
            if op.name == SHAPE:
                self._read_shape(op)
                continue
            ops.append(op)
            self._block[op] = block
            self._position[op] = len(self._position)
            if op.name == "cf.assert" or self.has_effect(op):
                self._kept.add(op)
            for region in op.regions:
                for child in region.blocks:
                    self._read(child, depth + 1)
                    if not self._kept.isdisjoint(self._ops[child]):
                        self._kept.add(op)

    def _read_shape(self, op: ir.Operation) -> None:
        tensor, *dynamic = op.operands
        rest = iter(dynamic)
        self.sizes_of[tensor] = [next(rest) if n == DYNAMIC else n for n in shape_of(tensor.type)]

    # -- structure ---------------------------------------------------------------------------

    def ops(self, block: ir.Block) -> list[ir.Operation]:
        """All operations of a block, the terminator included."""
        return self._ops[block]

    def blocks(self) -> list[ir.Block]:
        """Every block, an outer one before those inside it."""
        return list(self._ops)

    def terminator(self, block: ir.Block) -> ir.Operation:
        return self._ops[block][-1]

    def yields(self, op: ir.Operation, region: int = 0) -> list[ir.Value]:
        """What a region of `op` yields."""
        return list(self.terminator(self.body(op, region)).operands)

    def body(self, op: ir.Operation, region: int = 0) -> ir.Block:
        return op.regions[region].blocks[0]

    def bodies(self, op: ir.Operation) -> list[ir.Block]:
        return [block for region in op.regions for block in region.blocks]

    def is_kept(self, op: ir.Operation) -> bool:
        """Whether an operation has an effect, or is an assertion, or has one of these inside."""
        return op in self._kept

    def has_effect(self, op: ir.Operation) -> bool:
        """Whether an operation itself has an effect, or may give something else when it runs again."""
        if op.name == "func.call" and self._pure is None:
            self._pure = marked_pure(self.function)
        if op.name in LOADS and self.memory.is_constant(op):
            return False
        return has_effect(op, self._pure)

    def is_in_loop(self, op: ir.Operation) -> bool:
        """Whether an operation stands in an `scf.for`, at any depth."""
        while (block := self._block[op]) != self.entry:
            op = block.owner.operation
            if op.name == "scf.for":
                return True
        return False

    def block_of(self, value: ir.Value) -> ir.Block:
        """The block in which a value is defined, be it an argument or a result."""
        owner = value.owner
        return owner if isinstance(owner, ir.Block) else self._block[owner.operation]

    def block_of_op(self, op: ir.Operation) -> ir.Block:
        return self._block[op]

    def position(self, op: ir.Operation) -> int:
        return self._position[op]

    def is_defined_outside(self, value: ir.Value, block: ir.Block) -> bool:
        """Whether a value that is visible in `block` comes from an enclosing block."""
        return self._depth[self.block_of(value)] < self._depth[block]

    def is_inside(self, value: ir.Value, block: ir.Block) -> bool:
        """Whether a value that is reached from `block` by uses is defined in it, or deeper."""
        return self._depth[self.block_of(value)] >= self._depth[block]

    def sizes(self, value: ir.Value) -> list[ir.Value | int]:
        """One entry a dimension of a tensor, static or the value that holds it; [] for a scalar."""
        shape = shape_of(value.type)
        return self.sizes_of[value] if DYNAMIC in shape else shape

    def dynamic_sizes(self, value: ir.Value) -> list[ir.Value]:
        return [size for size in self.sizes(value) if not isinstance(size, int)]

    def captures(self, op: ir.Operation) -> list[ir.Value]:
        """Values that the regions of `op` use and that are defined outside it, in order of first use."""
        if op not in self._captures:
            found: dict[ir.Value, None] = {}
            for block in self.bodies(op):
                for child in self._ops[block]:
                    for value in (*child.operands, *self.captures(child)):
                        if self.is_defined_outside(value, block):
                            found[value] = None
            self._captures[op] = list(found)
        return self._captures[op]

    def inputs(self, op: ir.Operation) -> list[ir.Value]:
        """Operands and captures: all that must exist where a copy of `op` stands."""
        return [*op.operands, *self.captures(op)]
