"""A loop that a team of threads runs: the functions for it, and the call of the OpenMP library in its place.

    func @f.part(number, ...)   one iteration of the loop; what it uses from outside are arguments
    func @f.team(data)          what each thread does: takes these arguments from memory, and calls it for its numbers
    GOMP_parallel(@f.team, data, threads)

An iteration has a function of its own, which is not inlined, because LLVM takes longer for loops inside others.

`GOMP_parallel` is in GNU's library and in LLVM's; what upstream's `omp` dialect becomes is in LLVM's only.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ... import build
from ...build import index
from ...errors import Failure, error
from ...forms.generic import clone_into
from ...mlir import arith, func, ir, llvm, scf
from ..facts.memory import Kind, are_apart, kind
from ..facts.views import VIEWS
from ..walk import enclosing_function, walk

PARALLEL, NUMBER, COUNT = "GOMP_parallel", "omp_get_thread_num", "omp_get_num_threads"
SYMBOLS = (PARALLEL, NUMBER, COUNT)

_ALIGNED = 1  # the field of a buffer that is its address
_MADE_AGAIN = {"arith.constant", "memref.dim", *VIEWS}  # inside, rather than passed


_PART = "lagrad.part"  # on a private function: threads call it


def is_part(op: ir.Operation) -> bool:
    """Is an operation a function that threads call, which has no teams of its own, and calls no library?"""
    return _PART in op.attributes


def can_pass(loop: ir.Operation) -> bool:
    """Can all that a loop uses from outside be given to a thread?"""
    return all(_in_memory(value.type) is not None for value in _leaves(loop))


def run_by_team(module: ir.Operation, loop: ir.Operation, threads: int, places: Sequence[ir.Value] = ()) -> None:
    """Has a team do the iterations of an `scf.for` from zero to `threads`, which may run in any order.

    The `places` are views that an iteration begins with, of buffers from outside: its function gets them as buffers.
    """
    around = enclosing_function(loop)
    passed = _leaves(loop)
    symbols = ir.SymbolTable(module)
    name = _free_name(symbols, ir.StringAttr(around.attributes["sym_name"]).value)
    with loop.location, ir.InsertionPoint.after(around):
        _part_function(f"{name}.part", loop, passed, places)
        _team_function(f"{name}.team", f"{name}.part", passed, threads, loop, places)
    _declare(module, symbols)
    pointer, i32 = _pointer(), ir.IntegerType.get_signless(32)
    whole = _whole(passed)
    with loop.location, ir.InsertionPoint.at_block_begin(around.regions[0].blocks[0]):
        data = llvm.alloca(pointer, arith.constant(ir.IntegerType.get_signless(64), 1), whole)
    with loop.location, ir.InsertionPoint(loop):
        values = llvm.mlir_poison(whole)
        for n, value in enumerate(passed):
            given = _cast(_in_memory(value.type), value)
            given = llvm.extractvalue(_pointer(), given, [_ALIGNED]) if _is_only_address(value.type) else given
            values = llvm.insertvalue(values, given, [n])
        llvm.store(values, data)
        type = ir.FunctionType.get([pointer], [])
        team = build.emit1("func.constant", type, value=ir.FlatSymbolRefAttr.get(f"{name}.team"))
        func.call([], PARALLEL, [_cast(pointer, team), data, arith.constant(i32, threads), arith.constant(i32, 0)])
    loop.erase()


def _leaves(loop: ir.Operation) -> list[ir.Value]:
    """What the loop uses of outside, or what that is made again from, in order."""
    found: dict[ir.Value, None] = {}

    def visit(value: ir.Value) -> None:
        if _is_made_again(value):
            for operand in value.owner.operation.operands:
                visit(operand)
        else:
            found[value] = None

    for value in used_from_outside(loop):
        visit(value)
    return list(found)


def _is_made_again(value: ir.Value) -> bool:
    return build.defining_op(value, *_MADE_AGAIN) is not None


def used_from_outside(loop: ir.Operation) -> list[ir.Value]:
    """What a loop uses that is made outside, in order."""
    inside = set(loop.regions[0].blocks[0].arguments)
    found: dict[ir.Value, None] = dict.fromkeys(loop.operands)
    for op in walk(loop):
        inside.update(op.results)
        inside.update(a for region in op.regions for block in region.blocks for a in block.arguments)
        found.update((value, None) for value in op.operands if value not in inside)
    return list(found)


def _part_function(name: str, loop: ir.Operation, passed: list[ir.Value], places: Sequence[ir.Value]) -> None:
    type = ir.FunctionType.get([build.index_type(), *(v.type for v in (*passed, *places))], [])
    function = func.FuncOp(name, type, visibility="private")
    alone = [{"llvm.noalias": ir.UnitAttr.get()} if _is_alone(value, passed) else {} for value in passed]
    alone += [{"llvm.noalias": ir.UnitAttr.get()} for _ in places]
    function.attributes["arg_attrs"] = ir.ArrayAttr.get([ir.DictAttr.get(d) for d in ({}, *alone)])
    function.attributes["llvm.no_inline"] = function.attributes[_PART] = ir.UnitAttr.get()
    with ir.InsertionPoint(function.add_entry_block()):
        number, *arguments = function.arguments
        body = loop.regions[0].blocks[0]
        known = dict(zip([body.arguments[0], *passed, *places], [number, *arguments]))
        for value in used_from_outside(loop):
            make_again(value, known)
        for view in list(body.operations)[:-1]:
            if not any(place.owner == view.operation for place in places):
                clone_into(view.operation, known)
        func.ReturnOp([])


def _is_alone(value: ir.Value, passed: list[ir.Value]) -> bool:
    if not isinstance(value.type, ir.MemRefType) or kind(value) not in (Kind.FRESH, Kind.CONSTANT, Kind.ALONE):
        return False
    return all(are_apart(value, other) for other in passed if other != value and isinstance(other.type, ir.MemRefType))


def make_again(value: ir.Value, known: dict[ir.Value, ir.Value]) -> ir.Value:
    """The value, made here from those that are `known`, to which it is added."""
    if value not in known and _is_made_again(value):
        for operand in value.owner.operation.operands:
            make_again(operand, known)
        clone_into(value.owner.operation, known)
    return known.get(value, value)


def _team_function(
    name: str, part: str, passed: list[ir.Value], threads: int, loop: ir.Operation, places: Sequence[ir.Value]
) -> None:
    function = func.FuncOp(name, ir.FunctionType.get([_pointer()], []), visibility="private")
    i32 = ir.IntegerType.get_signless(32)
    with ir.InsertionPoint(function.add_entry_block()):
        values = llvm.load(_whole(passed), function.arguments[0])
        first, by = (arith.index_cast(build.index_type(), func.call([i32], f, [])) for f in (NUMBER, COUNT))
        arguments = [_taken(v.type, llvm.extractvalue(_given_type(v.type), values, [n])) for n, v in enumerate(passed)]
        own = scf.ForOp(first, index(threads), by)
        with ir.InsertionPoint(own.body):
            number = own.induction_variable
            known = dict(zip([loop.regions[0].blocks[0].arguments[0], *passed], [number, *arguments]))
            own_places = [_made(place, known) for place in places]
            func.call([], part, [number, *arguments, *own_places])
            scf.yield_([])
        func.ReturnOp([])


def _made(value: ir.Value, known: dict[ir.Value, ir.Value]) -> ir.Value:
    """A value, made here of those that are `known`."""
    if value not in known:
        for operand in value.owner.operation.operands:
            _made(operand, known)
        clone_into(value.owner.operation, known)
    return known[value]


def _free_name(symbols: ir.SymbolTable, base: str) -> str:
    number = 0
    while f"{base}.{number}.team" in symbols or f"{base}.{number}.part" in symbols:
        number += 1
    return f"{base}.{number}"


def _declare(module: ir.Operation, symbols: ir.SymbolTable) -> None:
    """The functions of the library; Failure if the program has others of these names."""
    i32 = ir.IntegerType.get_signless(32)
    takes = {PARALLEL: ([_pointer(), _pointer(), i32, i32], []), NUMBER: ([], [i32]), COUNT: ([], [i32])}
    with ir.InsertionPoint.at_block_begin(module.regions[0].blocks[0]):
        for name, (arguments, results) in takes.items():
            type = ir.FunctionType.get(arguments, results)
            if name not in symbols:
                func.FuncOp(name, type, visibility="private")
            elif (own := symbols[name].operation).regions[0].blocks or ir.TypeAttr(
                own.attributes["function_type"]
            ).value != type:
                raise Failure(
                    error(own.location, f"@{name} is the name of a function of OpenMP, which the threads need")
                )


def _pointer() -> ir.Type:
    return ir.Type.parse("!llvm.ptr")


def _whole(passed: list[ir.Value]) -> ir.Type:
    return ir.Type.parse(f"!llvm.struct<({', '.join(str(_given_type(v.type)) for v in passed)})>")


def _is_only_address(type: ir.Type) -> bool:
    """Is a value a buffer of which all but the address is known?"""
    if not isinstance(type, ir.MemRefType) or not type.has_static_shape:
        return False
    return type.affine_map == ir.AffineMap.get_identity(type.rank)


def _given_type(type: ir.Type) -> ir.Type:
    return _pointer() if _is_only_address(type) else _in_memory(type)


def _taken(type: ir.Type, given: ir.Value) -> ir.Value:
    """The value of which this was given."""
    if not _is_only_address(type):
        return _cast(type, given)
    shape = list(type.shape)
    known = {(2,): 0}
    for n, size in enumerate(shape):
        known |= {(3, n): size, (4, n): math.prod(shape[n + 1 :])}
    whole = llvm.mlir_poison(_in_memory(type))
    for field in (0, _ALIGNED):
        whole = llvm.insertvalue(whole, given, [field])
    for place, number in known.items():
        whole = llvm.insertvalue(whole, arith.constant(ir.IntegerType.get_signless(64), number), place)
    return _cast(type, whole)


def _in_memory(type: ir.Type) -> ir.Type | None:
    """What a type becomes in LLVM's dialect; None for one that no thread is given."""
    match type:
        case ir.IndexType():
            return ir.IntegerType.get_signless(64)
        case ir.FloatType() | ir.IntegerType():
            return type
        case ir.VectorType() if type.rank == 1 and not type.scalable and _in_memory(type.element_type) is not None:
            return ir.VectorType.get(type.shape, _in_memory(type.element_type))
        case ir.ComplexType():
            return ir.Type.parse(f"!llvm.struct<({type.element_type}, {type.element_type})>")
        case ir.MemRefType() if type.memory_space is None:
            sizes = f", array<{type.rank} x i64>" * 2 if type.rank else ""
            return ir.Type.parse(f"!llvm.struct<(ptr, ptr, i64{sizes})>")
    return None


def _cast(to: ir.Type, value: ir.Value) -> ir.Value:
    return value if value.type == to else build.emit1("builtin.unrealized_conversion_cast", to, value)
