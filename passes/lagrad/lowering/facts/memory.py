"""Which buffers may share memory: whatever changes the order of reads and writes asks here.

    are_apart(x, y)    is it certain that no element of one buffer is one of the other, or that neither is written?
    roots(x)           what a buffer may be a part of, through views, choices, and loops that carry it
    kind(root)         where that memory comes from

Memory that a function takes is no other, as long as it is in use (places of the stack are used again after that). A
memref argument may be any other memref argument, or a global. What was a tensor in the program, or is where a result
goes, is said to be alone: by the type that the function had (`lagrad.interface`), or by RESTRICT on the argument
(`lagrad-prepare-calls`). The C interface promises it of public functions (docs/c-abi.md), and bufferization sees to it
in calls. Nobody but those who made the tensors can know, so a memref that is not marked is one of the program's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum

from ...build import DYNAMIC, defining_op
from ...dialect import RESTRICT
from ...mlir import ir
from .in_place import BRANCHES, passed_on
from .places import Linear, linear
from .views import ALLOCATIONS, INSIDE, VIEWS, is_place, root_of

_MARKS = (RESTRICT, "llvm.noalias")


class Kind(Enum):
    """Where the memory of a root comes from."""

    FRESH = "taken by the function"
    CONSTANT = "a constant: nobody writes it"
    GLOBAL = "a global of the module"
    ALONE = "an argument that was a tensor, or where a result goes"
    ARGUMENT = "an argument that always was a buffer"
    UNKNOWN = "the result of a call or of a load, say"


_MEET = {
    Kind.FRESH: {Kind.UNKNOWN},
    Kind.CONSTANT: set(),
    Kind.GLOBAL: {Kind.GLOBAL, Kind.ARGUMENT, Kind.UNKNOWN},
    Kind.ALONE: {Kind.UNKNOWN},
    Kind.ARGUMENT: {Kind.GLOBAL, Kind.ARGUMENT, Kind.UNKNOWN},
    Kind.UNKNOWN: set(Kind) - {Kind.CONSTANT},
}


def may_meet(one: Kind, other: Kind) -> bool:
    """Whether two roots of these kinds, which are not one and the same value, may share memory that is written."""
    return other in _MEET[one]


def are_apart(x: ir.Value, y: ir.Value, kind_of: Callable[[ir.Value], Kind] | None = None) -> bool:
    """Is it certain that two buffers have no element in common that is written?

    It is said of one moment: of indices that other iterations of a loop give other values, those of one are compared.
    Who asks often may give a `kind` that remembers what it has found.
    """
    return _are_parts(x, y) or all(_is_other_memory(a, b, kind_of or kind) for a in roots(x) for b in roots(y))


def _is_other_memory(x: ir.Value, y: ir.Value, kind_of: Callable[[ir.Value], Kind]) -> bool:
    if x == y:
        return False
    one, other = kind_of(x), kind_of(y)
    if not may_meet(one, other):
        return True
    if one == other == Kind.GLOBAL:
        return _global_name(x) != _global_name(y)
    return _has_one_name(x) or _has_one_name(y)


def kind(root: ir.Value) -> Kind:
    """Where the memory of a buffer that is no view comes from."""
    if not isinstance(root.owner, ir.Block):
        op = root.owner.operation
        if op.name == "memref.get_global":
            return Kind.CONSTANT if _is_constant(op) else Kind.GLOBAL
        return Kind.FRESH if op.name in ALLOCATIONS or is_place(root) else Kind.UNKNOWN
    function = root.owner.owner.operation
    if function.name != "func.func" or root.owner != function.regions[0].blocks[0]:
        return Kind.UNKNOWN
    number = ir.BlockArgument(root).arg_number
    if "arg_attrs" in function.attributes and any(mark in function.attributes["arg_attrs"][number] for mark in _MARKS):
        return Kind.ALONE
    if "lagrad.interface" not in function.attributes:
        return Kind.ARGUMENT
    inputs = ir.FunctionType(ir.TypeAttr(function.attributes["lagrad.interface"]).value).inputs
    return Kind.ARGUMENT if number < len(inputs) and isinstance(inputs[number], ir.MemRefType) else Kind.ALONE


def roots(buffer: ir.Value) -> set[ir.Value]:
    """The buffers, no views, one of which a buffer is a part of; one that may be something else is among them."""
    found, seen, work = set(), set(), [buffer]
    while work:
        value = root_of(work.pop())
        if value in seen:
            continue
        seen.add(value)
        choices = passed_on(value)
        if choices is None:
            found.add(value)
        else:
            work += choices
    return found


def _global_name(root: ir.Value) -> str:
    return ir.FlatSymbolRefAttr(root.owner.operation.attributes["name"]).value


def _is_constant(op: ir.Operation) -> bool:
    """Whether a global is one that nobody may write."""
    name = ir.FlatSymbolRefAttr(op.attributes["name"]).value
    while op.name != "builtin.module":
        op = op.parent.operation
    for view in op.regions[0].blocks[0].operations:
        child = view.operation
        if child.name == "memref.global" and ir.StringAttr(child.attributes["sym_name"]).value == name:
            return "constant" in child.attributes
    return False


# -- parts of one buffer --------------------------------------------------------------------


def _are_parts(x: ir.Value, y: ir.Value) -> bool:
    """Are two buffers in slices of one that lie apart in one of its dimensions?"""
    return any(a.operands[0] == b.operands[0] and _are_disjoint(a, b) for a in _slices(x) for b in _slices(y))


def _slices(buffer: ir.Value) -> Iterator[ir.Operation]:
    """The slices, one of another, that a buffer is inside of. What is reinterpreted may reach beyond them."""
    while defining_op(buffer, *INSIDE) is not None:
        view = buffer.owner.operation
        if view.name == "memref.subview":
            yield view
        buffer = view.operands[0]


def _are_disjoint(x: ir.Operation, y: ir.Operation) -> bool:
    for (start, extent), (other, its) in zip(_ranges(x), _ranges(y), strict=True):
        ahead = other - start
        if ahead.terms:
            continue
        if extent is not None and ahead.number >= extent or its is not None and -ahead.number >= its:
            return True
    return False


def _ranges(subview: ir.Operation) -> Iterator[tuple[Linear, int | None]]:
    """For each dimension the start of a slice, and how many elements from there on it is in, if that is known."""
    offsets = iter(list(subview.operands)[1:])
    names = ("static_offsets", "static_sizes", "static_strides")
    for offset, size, stride in zip(*(subview.attributes[name] for name in names)):
        start = linear(next(offsets)) if offset == DYNAMIC else Linear({}, offset)
        yield start, None if DYNAMIC in (size, stride) or size < 1 or stride < 1 else (size - 1) * stride + 1


# -- names of memory ------------------------------------------------------------------------

# Operations after which memory has no name that `roots` does not see through.
_SEEN_THROUGH = {*VIEWS, "arith.select", "scf.for", "func.return", "memref.load", "memref.copy"}
_SEEN_THROUGH |= {"memref.dim", "memref.dealloc"}


def _has_one_name(memory: ir.Value) -> bool:
    """Is it taken by the function, and never given to who may give it another name?"""
    return kind(memory) == Kind.FRESH and not any(map(_names, _uses(memory)))


def _names(use: ir.OpOperand) -> bool:
    """May an operation give a buffer another name, or put it where others find it?"""
    user = use.owner.operation
    if user.name == "scf.yield":
        return user.parent.operation.name not in (*BRANCHES, "scf.for")
    if user.name == "memref.store":
        return use.operand_number == 0
    return not (user.name in _SEEN_THROUGH or user.name.startswith("linalg."))


def _uses(buffer: ir.Value) -> Iterator[ir.OpOperand]:
    """The uses of a buffer under all names that `roots` sees through."""
    seen, work = {buffer}, [buffer]
    while work:
        for use in work.pop().uses:
            yield use
            names = [v for v in _other_names(use) if v not in seen]
            seen.update(names)
            work += names


def _other_names(use: ir.OpOperand) -> list[ir.Value]:
    op, number = use.owner.operation, use.operand_number
    parent = op.parent.operation
    if op.name in VIEWS or op.name == "arith.select":
        return list(op.results)
    if op.name == "scf.for":
        return _names_in(op, number - 3)
    if op.name == "scf.yield" and parent.name == "scf.for":
        return _names_in(parent, number)
    return [parent.results[number]] if op.name == "scf.yield" and parent.name in BRANCHES else []


def _names_in(loop: ir.Operation, number: int) -> list[ir.Value]:
    return [loop.results[number], loop.regions[0].blocks[0].arguments[number + 1]]
