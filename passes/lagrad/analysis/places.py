"""Where a value is kept, and what an operation leaves of what was there before.

On values nothing is overwritten. But a tensor comes to be in a *place*: that of the destination of its operation, which
bufferization gives it, and loops that of what they start from. A place is the first value that is kept in it. So what a
program on memory writes, reads and kills can be asked of the tensors that its buffers are raised to.
"""

from __future__ import annotations

from ..build import DYNAMIC, is_tensor, shape_of
from ..forms import trip_count
from ..mlir import ir
from ..rules import RULES, View
from . import linalg_form
from .flow import ENTRY, EXIT
from .program import Program
from .split import Split

_INTO = ("tensor.insert", "tensor.insert_slice")
_OF_SHAPE = ("tensor.dim", "tensor.rank")  # they read nothing of what a tensor holds


class Places:
    """The places of the values of a program."""

    def __init__(self, program: Program):
        self.program = program
        self._known: dict[ir.Value, ir.Value] = {}

    def of(self, value: ir.Value) -> ir.Value:
        """The first value that is kept where this one is; itself where it has a place of its own."""
        chain = []
        while value not in self._known and (before := self._before(value)) is not None and before != value:
            chain.append(value)
            value = before
        found = self._known.get(value, value)
        self._known.update(dict.fromkeys(chain, found))
        return found

    def _before(self, value: ir.Value) -> ir.Value | None:
        """What is kept in the place of a tensor before it is."""
        if not is_tensor(value.type):
            return None
        owner = value.owner
        if isinstance(owner, ir.Block):
            entries = [edge for edge in self.program.flow.back(value) or () if edge.kind is ENTRY]
            loop = owner.owner.operation
            return entries[0].source if entries and loop.name == "scf.for" else None
        op, number = owner.operation, ir.OpResult(value).result_number
        match op.name:
            case "tensor.insert" | "tensor.insert_slice" | "linalg.fill":
                return op.operands[1]
            case "linalg.generic":
                return op.operands[linalg_form.inputs(op) + number]
            case "scf.for":
                return op.operands[3 + number]
            case "scf.if":
                ends = {self.of(edge.source) for edge in self.program.flow.back(value) if edge.kind is EXIT}
                return ends.pop() if len(ends) == 1 else None
            case "func.call":
                split = self.program.derivatives.get(op.attributes["callee"].value)
                place = split.places[number] if isinstance(split, Split) and number < len(split.places) else None
                return None if place is None else op.operands[place]
        return op.operands[0] if isinstance(RULES.get(op.name), View) else None

    def reads(self, op: ir.Operation, value: ir.Value) -> bool:
        """Whether an operation, or one inside it, reads something of what a value of outside holds."""
        return any(v == value and self._reads_operand(op, n) for n, v in enumerate(op.operands)) or any(
            self.reads(child, value) for block in self.program.bodies(op) for child in self.program.ops(block)
        )

    def _reads_operand(self, op: ir.Operation, number: int) -> bool:
        operand = op.operands[number]
        if not is_tensor(operand.type):
            return True
        if op.name in _OF_SHAPE:
            return False
        if op.name in _INTO and number == 1:  # what is not inserted into stays
            part, whole = shape_of(op.operands[0].type), shape_of(operand.type)
            return part != whole or DYNAMIC in whole
        if op.name == "linalg.fill":
            return number != 1
        if op.name == "linalg.generic":
            argument = self.program.body(op).arguments[number]
            is_whole = number < linalg_form.inputs(op) or linalg_form.is_full(linalg_form.maps(op)[number])
            return not is_whole or next(iter(argument.uses), None) is not None
        if op.name == "scf.for":
            body = self.program.body(op)
            argument = body.arguments[number - 2]
            runs = trip_count.known(op)
            return not runs or any(self.reads(child, argument) for child in self.program.ops(body))
        return True
