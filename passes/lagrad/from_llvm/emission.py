"""The walk over a function of the llvm dialect that emits it on memrefs.

A pointer is a buffer and how many elements behind its first one it points; arithmetic on pointers is arithmetic on
that number. A rule for an operation gets the emission and the operation, emits at the insertion point, and enters what
stands for its results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from .. import build
from ..errors import Diagnostic, Failure, error, note
from ..mlir import ir
from .layout import is_pointer, size
from .storage import Storage, is_null, successors

Rule = Callable[["Emission", ir.Operation], None]
RULES: dict[str, Rule] = {}
_PREDICATES = ("eq", "ne", *("slt", "sle", "sgt", "sge") * 2)  # of `llvm.icmp`, in its order, with signs
ADVICE = "docs/memory-programs.md says what of the llvm dialect is raised; compile with -O1, or write it with memrefs"


def raises(*names: str) -> Callable[[Rule], Rule]:
    """Enters a function into the table of rules."""

    def enter(rule: Rule) -> Rule:
        RULES.update(dict.fromkeys(names, rule))
        return rule

    return enter


@dataclass(frozen=True)
class Pointer:
    """`base[at]`, and `bytes` more, a multiple of an element's size that no single step need be."""

    base: ir.Value
    at: ir.Value | None = None
    bytes: ir.Value | None = None


class Emission:
    """One function: what stands for its values so far.

    `is_offset`: whether pointers come in as a buffer and a number each, and go out so, as between functions of
    the program; else an argument is a buffer whose first element it points to.
    """

    def __init__(self, function: ir.Operation, storage: Storage, is_offset: bool, globals: Mapping[str, ir.Operation]):
        self.function, self.storage, self.is_offset, self.globals = function, storage, is_offset, globals
        self.values: dict[ir.Value, ir.Value] = {}
        self.pointers: dict[ir.Value, Pointer] = {}
        self.blocks: dict[ir.Block, ir.Block] = {}
        self.called: dict[tuple[str, bool], None] = {}  # functions of the program, in which form
        self.brought: dict[str, None] = {}  # globals that are read
        self.declared: dict[str, tuple[list[ir.Type], list[ir.Type]]] = {}  # functions without a body: takes, gives
        self.problems: list[Diagnostic] = []  # not the exceptions, which hold what they passed through

    # -- types -----------------------------------------------------------------------------

    def buffer(self, pointer: ir.Value) -> ir.Type:
        """The type of the buffer that a pointer points into."""
        return ir.MemRefType.get([build.DYNAMIC], self.storage.element(pointer))

    def types(self, values: Sequence[ir.Value], is_offset: bool) -> list[ir.Type]:
        """The types of what stands for values."""
        found = []
        for value in values:
            if is_pointer(value.type):
                found += [self.buffer(value), *([build.index_type()] if is_offset else [])]
            else:
                found.append(value.type)
        return found

    # -- values ----------------------------------------------------------------------------

    def is_pointer(self, value: ir.Value) -> bool:
        return is_pointer(value.type)

    def value(self, value: ir.Value) -> ir.Value:
        return self.values[value]

    def bind(self, result: ir.Value, value: ir.Value) -> None:
        """The result is the value."""
        if is_pointer(value.type):
            self.pointers[result] = self.pointer(value)
        else:
            self.values[result] = self.value(value)

    def pointer(self, value: ir.Value) -> Pointer:
        """Where a pointer points; Failure for null and for one that nothing is known of."""
        if value not in self.pointers:
            what = "null" if is_null(value) else "a pointer that is computed or loaded"
            raise Failure(
                error(
                    value.owner.location if not isinstance(value.owner, ir.Block) else self.function.location,
                    f"cannot raise {what} to a memref",
                    note(None, ADVICE),
                )
            )
        return self.pointers[value]

    def element_bytes(self, pointer: ir.Value) -> int:
        return size(self.storage.element(pointer))

    def place(self, value: ir.Value) -> tuple[ir.Value, ir.Value]:
        """The buffer of a pointer, and the index that it points to."""
        pointer = self.pointer(value)
        at = pointer.at if pointer.at is not None else build.index(0)
        if pointer.bytes is not None:
            whole = build.emit1("arith.divsi", at.type, pointer.bytes, build.index(self.element_bytes(value)))
            at = build.emit1("arith.addi", at.type, at, whole)
        return pointer.base, at

    def anywhere(self, value: ir.Value) -> tuple[ir.Value, ir.Value]:
        """The same, the buffer of a type without its number of elements."""
        base, at = self.place(value)
        type = self.buffer(value)
        return (base if base.type == type else build.emit1("memref.cast", type, base)), at

    def compare_pointers(self, op: ir.Operation) -> ir.Value:
        """A comparison of pointers into one buffer is one of indices, which may be negative; memory is not null."""
        one, other = op.operands
        predicate = ir.IntegerAttr(op.attributes["predicate"]).value
        if is_null(one) or is_null(other):
            if predicate > 1:
                raise self.refusal(op, "it orders null")
            return build.constant(ir.IntegerType.get_signless(1), predicate)  # 0 is "eq", 1 is "ne"
        if len({*self.storage.roots(one), *self.storage.roots(other)}) > 1:
            raise self.refusal(op, "it compares pointers into different memory")
        places = [self.place(value)[1] for value in (one, other)]
        return build.compare_integers(_PREDICATES[predicate], *places)

    def select_pointer(self, op: ir.Operation) -> None:
        condition = self.value(op.operands[0])
        one, other = (self.anywhere(value) for value in op.operands[1:])
        base, at = (build.emit1("arith.select", a.type, condition, a, b) for a, b in zip(one, other))
        self.pointers[op.results[0]] = Pointer(base, at)

    def refusal(self, op: ir.Operation, why: str) -> Failure:
        return Failure(error(op.location, f"cannot raise '{op.name}' to memrefs: {why}", note(None, ADVICE)))

    # -- control ---------------------------------------------------------------------------

    def body(self, entry: ir.Block) -> None:
        """Emits all blocks of the function; `entry` is the new one's first."""
        first = self.function.regions[0].blocks[0]
        self.blocks[first] = entry
        order = list(_reverse_postorder(first))
        for block in order[1:]:
            types = [t for argument in block.arguments for t in self._passed_types(argument)]
            self.blocks[block] = entry.region.blocks.append(*types)
        self._arguments(first, entry)
        for block in order:
            with ir.InsertionPoint(self.blocks[block]):
                if block != first:
                    self._enter(block)
                for view in block.operations:
                    self.operation(view.operation)

    def operation(self, op: ir.Operation) -> None:
        """Emits one operation; a problem is kept, so that all are told at once."""
        with op.location:
            try:
                if op.name in RULES:
                    RULES[op.name](self, op)
                else:
                    raise self.refusal(op, "there is no rule for it")
            except Failure as problem:
                self.problems += problem.diagnostics
                self._stand_in(op)

    def passed(self, block: ir.Block, values: Sequence[ir.Value]) -> list[ir.Value]:
        """What a terminator passes on to a block."""
        given = []
        for argument, value in zip(block.arguments, values, strict=True):
            if not is_pointer(value.type):
                given.append(self.value(value))
            elif self._root(argument) is not None:
                given.append(self.place(value)[1])
            else:
                given += self.anywhere(value)
        return given

    def _root(self, argument: ir.Value) -> ir.Value | None:
        """The one place that a pointer comes from, whose buffer is known wherever the pointer is."""
        roots = self.storage.roots(argument)
        return roots[0] if len(roots) == 1 else None

    def _passed_types(self, argument: ir.Value) -> list[ir.Type]:
        if not is_pointer(argument.type):
            return [argument.type]
        is_known = self._root(argument) is not None
        return [*([] if is_known else [self.buffer(argument)]), build.index_type()]

    def _enter(self, block: ir.Block) -> None:
        given = iter(self.blocks[block].arguments)
        for argument in block.arguments:
            if not is_pointer(argument.type):
                self.values[argument] = next(given)
            elif (root := self._root(argument)) is not None:
                self.pointers[argument] = Pointer(self.pointer(root).base, next(given))
            else:
                self.pointers[argument] = Pointer(next(given), next(given))

    def _arguments(self, first: ir.Block, entry: ir.Block) -> None:
        given = iter(entry.arguments)
        for argument in first.arguments:
            if is_pointer(argument.type):
                self.pointers[argument] = Pointer(next(given), next(given) if self.is_offset else None)
            else:
                self.values[argument] = next(given)

    def _stand_in(self, op: ir.Operation) -> None:
        """Values for the results of an operation that is refused, so that the others can be looked at."""
        for result in op.results:
            if not is_pointer(result.type):
                self.values[result] = build.emit1("builtin.unrealized_conversion_cast", result.type)
            else:
                stand_in = build.emit1("builtin.unrealized_conversion_cast", self.buffer(result))
                self.pointers[result] = Pointer(stand_in)


def _reverse_postorder(first: ir.Block) -> Iterator[ir.Block]:
    """The blocks that can be reached, each behind those that dominate it."""
    seen, order, work = {first}, [], [(first, iter(_next(first)))]
    while work:
        block, following = work[-1]
        for other in following:
            if other not in seen:
                seen.add(other)
                work.append((other, iter(_next(other))))
                break
        else:
            work.pop()
            order.append(block)
    return reversed(order)


def _next(block: ir.Block) -> list[ir.Block]:
    return [other for other, _ in successors(block.operations[len(block.operations) - 1].operation)]
