"""What pointers point into: which may be into one memory, what its elements are, and where a pointer comes from.

Memory of LLVM has no type. A buffer has one, so that of what is read and written decides (unification over the whole
call graph: B. Steensgaard, "Points-to analysis in almost linear time", POPL 1996).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..analysis.program import walk
from ..errors import Failure, error, note
from ..mlir import ir
from .layout import is_pointer, scalars, size
from .names import ALLOCATES, REALLOCATES, callee

COPIES = ("llvm.intr.memcpy", "llvm.intr.memcpy.inline", "llvm.intr.memmove")
_SEGMENTS = ("operandSegmentSizes", "case_operand_segments")
_TERMINATORS = ("llvm.br", "llvm.cond_br", "llvm.switch")


def successors(op: ir.Operation) -> list[tuple[ir.Block, list[ir.Value]]]:
    """Where a terminator goes, and what it passes on."""
    operands, blocks = list(op.operands), list(op.successors)
    match op.name:
        case "llvm.br":
            sizes, first = [len(operands)], 0
        case "llvm.cond_br":
            sizes, first = list(ir.DenseI32ArrayAttr(op.attributes["operandSegmentSizes"]))[1:], 1
        case "llvm.switch":
            (_, default, _), cases = (list(ir.DenseI32ArrayAttr(op.attributes[name])) for name in _SEGMENTS)
            sizes, first = [default, *cases], 1
        case _:
            return []
    passed = []
    for block, count in zip(blocks, sizes, strict=True):
        passed.append((block, operands[first : first + count]))
        first += count
    return passed


class Storage:
    """Of functions of the llvm dialect, by name: pointers that may be into one memory, and the type of its elements."""

    def __init__(self, functions: Mapping[str, ir.Operation]):
        self._functions = functions
        self._above: dict[object, object] = {}
        self._accessed: dict[object, dict[ir.Type, ir.Operation]] = {}
        self._named: dict[object, dict[ir.Type, None]] = {}
        self._moved: dict[object, dict[ir.Type, None]] = {}
        self._from: dict[ir.Value, list[ir.Value]] = {}
        for name, function in functions.items():
            for op in walk(function):
                self._operation(name, op)

    def is_defined(self, name: str) -> bool:
        """Whether a function is one of these."""
        return name in self._functions

    def element(self, pointer: ir.Value) -> ir.Type:
        """The type of the elements that a pointer points to; Failure if there are several, or one of no numbers."""
        top = self._top(pointer)
        found = self._accessed.get(top) or dict.fromkeys(self._named.get(top) or self._least_moved(top))
        if len(found) > 1 and self._accessed.get(top):
            (one, first), (other, second), *_ = found.items()
            raise Failure(
                error(
                    second.location,
                    f"memory is read or written as {other} here and as {one} elsewhere, and a memref has one type",
                    note(first.location, f"as {one} here"),
                    note(None, "keep values of different types in memory of their own"),
                )
            )
        type = next(iter(found)) if len(found) == 1 else ir.IntegerType.get_signless(8)
        if not isinstance(type, (ir.IntegerType, ir.FloatType)):
            what = "pointers" if is_pointer(type) else f"values of type {type}"
            raise Failure(
                error(
                    found[type].location if found[type] else None,
                    f"memory holds {what}, and a memref holds numbers",
                    note(None, "pass the memory that a pointer leads to as an argument"),
                )
            )
        return type

    def _least_moved(self, top: object) -> list[ir.Type]:
        """What memory is of if nothing but moved bits says it: floats before integers, small before large."""
        return sorted(self._moved.get(top, ()), key=lambda type: (isinstance(type, ir.IntegerType), type.width))[:1]

    def roots(self, pointer: ir.Value) -> list[ir.Value]:
        """Where a pointer comes from inside of its function: arguments, allocations, addresses of globals, results of
        calls, and null."""
        found, seen, work = [], set(), [pointer]
        while work:
            here = work.pop()
            if here in seen:
                continue
            seen.add(here)
            work += self._from.get(here, [])
            if here not in self._from:
                found.append(here)
        return found

    # -- how it is found ------------------------------------------------------------------

    def _operation(self, name: str, op: ir.Operation) -> None:
        match op.name:
            case "llvm.load" | "llvm.store" if moves_bits(op):
                self._move(op)
            case "llvm.load":
                self._access(op.operands[0], op.results[0].type, op)
            case "llvm.store":
                self._access(op.operands[1], op.operands[0].type, op)
            case "llvm.getelementptr":
                self._flow(op.results[0], op.operands[0])
                self._name(op.operands[0], ir.TypeAttr(op.attributes["elem_type"]).value)
            case "llvm.alloca":
                self._name(op.results[0], ir.TypeAttr(op.attributes["elem_type"]).value)
            case "llvm.select" if is_pointer(op.results[0].type):
                self._flow(op.results[0], op.operands[1])
                self._flow(op.results[0], op.operands[2])
            case "llvm.freeze" if is_pointer(op.results[0].type):
                self._flow(op.results[0], op.operands[0])
            case "llvm.mlir.addressof":
                self._join(op.results[0], op.attributes["global_name"])
            case "llvm.return":
                for value in op.operands:
                    if is_pointer(value.type):
                        self._join(value, (name, "result"))
            case "llvm.call":
                self._call(op)
            case other if other in COPIES:
                self._join(op.operands[0], op.operands[1])
            case other if other in _TERMINATORS:
                for block, values in successors(op):
                    for argument, value in zip(block.arguments, values, strict=True):
                        if is_pointer(value.type):
                            self._flow(argument, value)

    def _call(self, op: ir.Operation) -> None:
        called = callee(op)
        if called == REALLOCATES:
            self._join(op.results[0], op.operands[0])
        if called in (*ALLOCATES, REALLOCATES) or called not in self._functions:
            return
        entry = self._functions[called].regions[0].blocks[0]
        for value, argument in zip(op.operands, entry.arguments):
            if is_pointer(value.type):
                self._join(value, argument)
        for result in op.results:
            if is_pointer(result.type):
                self._join(result, (called, "result"))

    def _access(self, pointer: ir.Value, type: ir.Type, op: ir.Operation) -> None:
        top = self._top(pointer)
        for scalar in scalars(type):
            self._accessed.setdefault(top, {}).setdefault(scalar, op)

    def _move(self, op: ir.Operation) -> None:
        """Memory that bits are copied between holds the same; their type counts only if nothing else says one."""
        pointer = op.operands[-1]
        types = [(op.results[0] if op.results else op.operands[0]).type]
        for user in [use.owner.operation for result in op.results for use in result.uses]:
            if user.name == "llvm.store":
                self._join(pointer, user.operands[1])
            types += [result.type for result in user.results]
        self._moved.setdefault(self._top(pointer), {}).update(dict.fromkeys(t for own in types for t in scalars(own)))

    def _name(self, pointer: ir.Value, type: ir.Type) -> None:
        """What an address is computed with says what memory is of, if nothing reads or writes it; bytes say nothing."""
        own = scalars(type)
        if len(own) == 1 and not _is_byte(*own):
            self._named.setdefault(self._top(pointer), {}).update(dict.fromkeys(own))

    def _flow(self, to: ir.Value, value: ir.Value) -> None:
        self._from.setdefault(to, []).append(value)
        self._join(to, value)

    def _join(self, one: object, other: object) -> None:
        a, b = self._top(one), self._top(other)
        if a == b:
            return
        self._above[a] = b
        for table in (self._accessed, self._named, self._moved):
            if a in table:
                table[b] = table.pop(a) | table.get(b, {})

    def _top(self, node: object) -> object:
        path = []
        while node in self._above:
            path.append(node)
            node = self._above[node]
        self._above.update(dict.fromkeys(path, node))
        return node


def _is_byte(type: ir.Type) -> bool:
    return isinstance(type, ir.IntegerType) and type.width == 8


def moves_bits(op: ir.Operation) -> bool:
    """Whether an access reads integers only to write them elsewhere, or as floats, or writes such a one, or zero.

    So optimisation copies and clears a few elements of whatever type memory has.
    """
    value = op.results[0] if op.name == "llvm.load" else op.operands[0]
    if not all(isinstance(t, ir.IntegerType) and t.width == 8 * size(t) for t in scalars(value.type)):
        return False
    if op.name == "llvm.load":
        return all(_takes_bits(use.owner.operation) for use in value.uses)
    if isinstance(value.owner, ir.Block):
        return False
    maker = value.owner.operation
    if maker.name == "llvm.mlir.constant":
        return is_zero(maker.attributes["value"])
    return maker.name == "llvm.load" and moves_bits(maker)


def _takes_bits(op: ir.Operation) -> bool:
    if op.name == "llvm.bitcast":
        return all(isinstance(type, ir.FloatType) for type in scalars(op.results[0].type))
    return op.name == "llvm.store"


def is_zero(attribute: ir.Attribute) -> bool:
    """Whether a constant is an integer zero, or lanes of it."""
    if isinstance(attribute, ir.DenseIntElementsAttr) and attribute.is_splat:
        attribute = attribute.get_splat_value()
    return isinstance(attribute, ir.IntegerAttr) and attribute.value == 0


def pointers(values: Iterable[ir.Value]) -> list[ir.Value]:
    return [value for value in values if is_pointer(value.type)]


def is_null(pointer: ir.Value) -> bool:
    return not isinstance(pointer.owner, ir.Block) and pointer.owner.operation.name == "llvm.mlir.zero"
