"""Copies around calls: functions read and write slices of their callers' buffers where these are."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...analysis.call_graph import is_public
from ...dialect import RESTRICT
from ...mlir import ir, memref
from ..facts.memory import Memory, may_be_global
from ..facts.views import is_scratch, reads
from ..walk import callee, walk
from .between import between, may_write, to_be_moved, uses_between

_ANY_PLACE = ("memref.load", "memref.store", "memref.copy", "memref.dim")


def pass_slices(module: ir.Operation) -> None:
    """Lets private functions work on slices of their callers' buffers, without copies from and to the slices.

    Bufferization gives functions buffers that lie in one piece. What a function only reads, and what it allocates and
    returns, may be a slice as well, if its elements lie side by side in the last dimension. A result is written to its
    place if each call copies it to one.
    """
    functions = _only_called(module)
    known = Memory({name: function.op for name, function in functions.items()})
    for function in functions.values():
        _give_places(function, known)
    _give_originals(functions, known)


@dataclass
class _Function:
    op: ir.Operation
    calls: list[ir.Operation]

    @property
    def entry(self) -> ir.Block:
        return self.op.regions[0].blocks[0]

    def retype(self, results: list[ir.Type] | None = None) -> None:
        """The type that the arguments, and the results if they change, have."""
        type = ir.FunctionType(ir.TypeAttr(self.op.attributes["function_type"]).value)
        inputs = [argument.type for argument in self.entry.arguments]
        attributes = list(ir.ArrayAttr(self.op.attributes["arg_attrs"])) if "arg_attrs" in self.op.attributes else []
        attributes += [ir.DictAttr.get({})] * (len(type.inputs) - len(attributes))
        alone = ir.DictAttr.get({RESTRICT: ir.UnitAttr.get()})  # as a result is
        attributes += [alone] * (len(inputs) - len(attributes))
        self.op.attributes["arg_attrs"] = ir.ArrayAttr.get(attributes)
        self.op.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(inputs, type.results if results is None else results))


def _only_called(module: ir.Operation) -> dict[str, _Function]:
    """The private functions of one block that are called, and nothing else."""
    views = [view.operation for view in module.regions[0].blocks[0].operations if view.operation.name == "func.func"]
    found = {
        ir.StringAttr(op.attributes["sym_name"]).value: _Function(op, [])
        for op in views
        if not is_public(op) and len(list(op.regions[0].blocks)) == 1 and "res_attrs" not in op.attributes
    }
    for op in walk(module) if found else ():
        if op.name == "func.call" and callee(op) in found:
            found[callee(op)].calls.append(op)
        elif op.name == "func.constant":
            found.pop(callee(op), None)
    return {name: function for name, function in found.items() if function.calls}


# -- results -------------------------------------------------------------------------


def _give_places(function: _Function, known: Memory) -> None:
    """Passes a function the places that all its callers copy results to."""
    back = list(function.entry.operations)[-1].operation
    places = {}
    for number, value in enumerate(back.operands):
        if _is_made_to_return(value, back):
            copies = [_place(call, number, known) for call in function.calls]
            if all(copy is not None for copy in copies):
                places[number] = copies
    if not places:
        return
    kept = [n for n in range(len(back.operands)) if n not in places]
    for number in places:
        made = back.operands[number].owner.operation
        argument = function.entry.add_argument(_sliced(made.results[0].type), made.location)
        made.results[0].replace_all_uses_except(argument, [back])
    with back.location, ir.InsertionPoint(back):
        build.emit("func.return", [], [back.operands[n] for n in kept])
    made = [back.operands[n].owner.operation for n in places]
    back.erase()
    for op in made:
        op.erase()
    function.retype([list(function.calls[0].results)[n].type for n in kept])
    function.calls = [
        _call_with_places(call, [copies[place] for copies in places.values()], list(places), kept)
        for place, call in enumerate(function.calls)
    ]


def _is_made_to_return(value: ir.Value, back: ir.Operation) -> bool:
    """Is it allocated by the function, used where any buffer may be, and returned once?"""
    if not _can_be_slice(value.type) or not is_scratch(value) or value.owner.operation.block != back.block:
        return False
    users = [use.owner.operation for use in value.uses]
    return users.count(back) == 1 and all(user == back or user.name in _ANY_PLACE or user.name.startswith("linalg.") for user in users)


def _place(call: ir.Operation, number: int, known: Memory) -> ir.Operation | None:
    """The copy that is all that is done with a result, if the result could be in its place from the beginning."""
    uses = list(call.results[number].uses)
    if len(uses) != 1:
        return None
    copy = uses[0].owner.operation
    if copy.name != "memref.copy" or uses[0].operand_number != 0 or copy.block != call.block:
        return None
    place = copy.operands[1]
    buffers = [v for v in call.operands if isinstance(v.type, ir.MemRefType)]
    if not _fits(place.type) or to_be_moved(place, call) is None or uses_between(place, call, copy):
        return None
    return copy if all(known.are_apart(buffer, place) for buffer in buffers) and not may_be_global(place, call) else None


def _call_with_places(call: ir.Operation, copies: list[ir.Operation], places: list[int], kept: list[int]) -> ir.Operation:
    for copy in copies:
        for op in to_be_moved(copy.operands[1], call):
            op.move_before(call)
    with call.location, ir.InsertionPoint(call):
        slices = [memref.cast(_sliced(call.results[n].type), copy.operands[1]) for n, copy in zip(places, copies)]
        new = ir.Operation.create(
            "func.call",
            results=[call.results[n].type for n in kept],
            operands=[*call.operands, *slices],
            attributes={name: call.attributes[name] for name in call.attributes},
        )
    for copy in copies:
        copy.erase()
    for n, result in zip(kept, new.results):
        call.results[n].replace_all_uses_with(result)
    call.erase()
    return new


# -- arguments -----------------------------------------------------------------------


def _give_originals(functions: dict[str, _Function], known: Memory) -> None:
    """Passes functions what copies are made of that they only read."""
    readable = _readable(functions)
    work = [(name, n) for name, n in readable if any(_copy_of(call, n, readable, known) for call in functions[name].calls)]
    wanted = set(work)
    while work:  # what a function passes on is a slice then, too
        name, n = work.pop()
        for use in functions[name].entry.arguments[n].uses:
            if use.owner.operation.name == "func.call":
                inner = callee(use.owner.operation), use.operand_number
                if inner not in wanted:
                    wanted.add(inner)
                    work.append(inner)
    for name, n in readable:
        if (name, n) in wanted:
            argument = functions[name].entry.arguments[n]
            copies = [_copy_of(call, n, readable, known) for call in functions[name].calls]
            argument.set_type(_sliced(argument.type))
            for call, copy in zip(functions[name].calls, copies):
                _pass(call, n, copy, argument.type)
    for name in {name for name, _ in wanted}:
        functions[name].retype()


def _readable(functions: dict[str, _Function]) -> dict[tuple[str, int], None]:
    """The arguments that functions only read, wherever they are, in order."""
    found = {
        (name, n): None
        for name, function in functions.items()
        for n, argument in enumerate(function.entry.arguments)
        if _can_be_slice(argument.type)
    }
    while bad := [key for key in found if not all(_is_read(use, found) for use in functions[key[0]].entry.arguments[key[1]].uses)]:
        for key in bad:
            del found[key]
    return found


def _is_read(use: ir.OpOperand, readable: dict[tuple[str, int], None]) -> bool:
    user = use.owner.operation
    if user.name == "func.call":
        return (callee(user), use.operand_number) in readable
    return user.name == "memref.dim" or reads(user, use.operand_number)


def _copy_of(call: ir.Operation, number: int, readable: dict[tuple[str, int], None], known: Memory) -> ir.Operation | None:
    """What makes the buffer that a call reads, and nothing else does, if the original could be read instead."""
    buffer = call.operands[number]
    if not is_scratch(buffer):
        return None
    users = [use.owner.operation for use in buffer.uses]
    copies = [user for user in users if user.name == "memref.copy" and user.operands[1] == buffer]
    if len(users) != 2 or len(copies) != 1 or copies[0].block != call.block or not copies[0].is_before_in_block(call):
        return None
    (copy,) = copies
    source = copy.operands[0]
    written = [v for n, v in enumerate(call.operands) if isinstance(v.type, ir.MemRefType) and (callee(call), n) not in readable]
    if not _fits(source.type) or not all(known.are_apart(v, source) for v in written) or may_be_global(source, call):
        return None
    return None if any(may_write(child, source) for op in between(copy, call) for child in (op, *walk(op))) else copy


def _pass(call: ir.Operation, number: int, copy: ir.Operation | None, type: ir.MemRefType) -> None:
    buffer = call.operands[number]
    source = buffer if copy is None else copy.operands[0]
    if source.type != type:
        with call.location, ir.InsertionPoint(call):
            source = memref.cast(type, source)
    call.operands[number] = source
    if copy is not None:
        copy.erase()
        buffer.owner.operation.erase()


# -- types ---------------------------------------------------------------------------


def _can_be_slice(type: ir.Type) -> bool:
    if not isinstance(type, ir.MemRefType):
        return False
    return type.rank > 0 and type.memory_space is None and type.affine_map == ir.AffineMap.get_identity(type.rank)


def _sliced(type: ir.MemRefType) -> ir.MemRefType:
    """The type of slices whose elements lie side by side in the last dimension."""
    unknown = ir.ShapedType.get_dynamic_stride_or_offset()
    layout = ir.StridedLayoutAttr.get(unknown, [*[unknown] * (type.rank - 1), 1])
    return ir.MemRefType.get(type.shape, type.element_type, layout)


def _fits(type: ir.MemRefType) -> bool:
    strides, _ = type.get_strides_and_offset()
    return strides[-1] == 1
