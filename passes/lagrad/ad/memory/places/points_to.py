"""Which memory each memref of a function may stand for, and which of it an operation writes.

Memory is known by its root: an argument, an allocation, a global of the module. What views, chooses or carries memrefs
passes on those of its operands; loops make it a fixed point. A memref of which that is not known has no roots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ....analysis.memory import VIEWS, is_memory
from ....analysis.program import walk
from ....mlir import ir

MAKERS = {"memref.alloc", "memref.alloca", "memref.realloc", "bufferization.clone", "bufferization.to_buffer"}
GLOBAL = "memref.get_global"
_WRITTEN = {  # operation -> the number of the operand that it writes through
    "memref.store": 1,
    "memref.copy": 1,
    "memref.atomic_rmw": 1,
    "memref.generic_atomic_rmw": 0,
    "vector.transfer_write": 1,
    "vector.store": 1,
    "vector.maskedstore": 0,
    "vector.compressstore": 0,
    "vector.scatter": 0,
    "bufferization.materialize_in_destination": 1,
}


@dataclass(frozen=True, eq=False)
class Root:
    """Memory: `value` is the memref that it comes into being as, `name` that of a global."""

    type: ir.Type
    value: ir.Value | None = None
    name: str = ""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Root) or self.name != other.name:
            return False
        return bool(self.name) or self.value == other.value

    def __hash__(self) -> int:
        return hash(self.name or self.value)


def written_operands(op: ir.Operation) -> list[ir.Value]:
    """The memrefs that an operation itself writes through."""
    operands = list(op.operands)
    if op.name in _WRITTEN:
        written = operands[_WRITTEN[op.name] :][:1]
    elif op.name.startswith("linalg.") and "operandSegmentSizes" in op.attributes:
        written = operands[op.attributes["operandSegmentSizes"][0] :]
    elif op.name.startswith("linalg."):
        written = operands[-1:]
    else:
        written = []
    return [v for v in written if is_memory(v.type)]


def written_arguments(function: ir.Operation) -> list[int]:
    """The arguments through which a function writes, as far as it calls nothing that does."""
    points_to = PointsTo(function)
    written = points_to.written(function)
    return [n for n, a in enumerate(function.regions[0].blocks[0].arguments) if points_to.arguments.get(a) in written]


class PointsTo:
    """The roots of the memrefs of one function, whose control flow is structured.

    `writes` says of functions that stay calls through which arguments they write.
    """

    def __init__(self, function: ir.Operation, writes: Mapping[str, Iterable[int]] | None = None):
        self._writes = writes or {}
        self._roots: dict[ir.Value, dict[Root, None]] = {}
        self._named: dict[str, Root] = {}
        entry = function.regions[0].blocks[0]
        self.arguments = {a: Root(a.type, a) for a in entry.arguments if is_memory(a.type)}
        for argument, root in self.arguments.items():
            self._roots[argument] = {root: None}
        ops = [op for op in walk(function) if _moves_memory(op)]
        while any([self._visit(op) for op in ops]):
            pass

    @property
    def globals(self) -> list[Root]:
        """The globals that the function names."""
        return list(self._named.values())

    def roots(self, value: ir.Value) -> list[Root]:
        """The memory that a memref may stand for, in order of discovery."""
        return list(self._roots.get(value, ()))

    def written(self, *ops: ir.Operation) -> list[Root]:
        """The memory that operations, or those inside them, may write."""
        every = [inner for op in ops for inner in (op, *walk(op))]
        return list(dict.fromkeys(r for op in every for v in self._written(op) for r in self.roots(v)))

    def _written(self, op: ir.Operation) -> list[ir.Value]:
        if op.name != "func.call":
            return written_operands(op)
        return [op.operands[n] for n in sorted(self._writes.get(op.attributes["callee"].value, ()))]

    def _visit(self, op: ir.Operation) -> bool:
        """Passes on what is known of operands; whether anything is new."""
        if op.name in MAKERS:
            return self._learn(op.results[0], [Root(op.results[0].type, op.results[0])])
        if op.name == GLOBAL:
            name = op.attributes["name"].value
            root = self._named.setdefault(name, Root(op.results[0].type, None, name))
            return self._learn(op.results[0], [root])
        return any([self._learn(to, self.roots(of)) for of, to in _moves(op) if is_memory(of.type)])

    def _learn(self, value: ir.Value, roots: Iterable[Root]) -> bool:
        known = self._roots.setdefault(value, {})
        before = len(known)
        known.update(dict.fromkeys(roots))
        return len(known) > before


def _moves_memory(op: ir.Operation) -> bool:
    return any(is_memory(v.type) for v in (*op.operands, *op.results)) or op.name.startswith("scf.")


def _moves(op: ir.Operation) -> Iterator[tuple[ir.Value, ir.Value]]:
    """Where values go: pairs of one and what it becomes."""
    operands, results = list(op.operands), list(op.results)
    match op.name:
        case "arith.select":
            yield operands[1], results[0]
            yield operands[2], results[0]
        case "scf.for":
            block = op.regions[0].blocks[0]
            carried = list(block.arguments)[1:]
            for values in (operands[3:], _last(block)):
                yield from zip(values, carried)
                yield from zip(values, results)
        case "scf.while":
            before, after = (region.blocks[0] for region in op.regions)
            yield from zip(operands, before.arguments)
            yield from zip(_last(after), before.arguments)
            yield from zip(_last(before)[1:], after.arguments)
            yield from zip(_last(before)[1:], results)
        case "scf.if" | "scf.index_switch" | "scf.execute_region":
            for region in op.regions:
                for block in region.blocks:
                    yield from zip(_last(block), results)
        case name if name in VIEWS and results and operands:
            yield operands[0], results[0]


def _last(block: ir.Block) -> list[ir.Value]:
    (*_, last) = list(block.operations)
    return list(last.operation.operands)
