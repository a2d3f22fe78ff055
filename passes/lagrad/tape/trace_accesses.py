"""`lagrad-trace-accesses`: a program that writes down which memory it reads and writes."""

from __future__ import annotations

from dataclasses import dataclass

from .. import build
from ..build import constant, emit, emit1, index
from ..lowering.interface import c_types
from ..lowering.walk import walk
from ..mlir import ir
from ..passes import Pass, option
from .mark_tapes import is_mark
from .moves import SCRATCHPAD, STREAMED, for_each, sizes

TRACE = "lagrad_access_trace"  # the function that gives the trace since its last call, and begins again
STORE, BEGIN, END = 1, 2, 3  # what a word is, in its lowest two bits; 0 is a load
SIZE_AT, SPECIAL_AT, ADDRESS_AT = 2, 4, 5  # where in a word the logarithm of the bytes, the bit and the address begin
_CELLS, _RECORD = "lagrad.access_trace", "lagrad.record_access"


@dataclass(frozen=True)
class TraceAccesses(Pass):
    """Write down every load and store of a program.

    Each stores a word behind those that are there: the address, from bit 5 on, in bits 2 and 3 the logarithm of the
    bytes, and in bits 0 and 1 whether it is a load (0) or a store (1). A complex number makes two, of its parts.
    `lagrad_access_trace`, a function of `capacity + 1` integers, gives how many there were and the first `capacity` of
    them, and begins again. Runs on loops over memory, where scalars are all there is (`lagrad-to-llvm-counted` with
    this pass in place of `lagrad-count-operations`). Where `lagrad-mark-tapes` has marked a tape, two words say where
    its memory begins (2) and ends (3); so they do of a scratchpad, with bit 4 set. Bit 4 of a load or store says that
    it moves rows between a scratchpad and memory (`lagrad-stream-tape`). A copy of memory becomes a loop, so that its
    loads and stores are there too; what an external function does is not.
    """

    name = "lagrad-trace-accesses"
    creates = ("func", "arith", "memref", "scf")

    capacity: int = option(1_000_000, "So many accesses are kept.")

    def run(self, op: ir.Operation, report) -> None:
        with op.context, op.location:
            cells = ir.MemRefType.get([self.capacity + 1], ir.IntegerType.get_signless(64))
            for child in [child for child in walk(op) if child.name == "memref.copy"]:
                _as_loops(child)
            for child in list(walk(op)):
                _trace(child)
            for view in list(op.regions[0].blocks[0].operations):
                if view.operation.name == "func.func" and is_mark(ir.StringAttr(view.attributes["sym_name"]).value):
                    view.operation.erase()
            with ir.InsertionPoint.at_block_begin(op.regions[0].blocks[0]):
                _declare_cells(cells)
            with ir.InsertionPoint(op.regions[0].blocks[0]):
                _define_record(cells, self.capacity)
                _define_trace(cells, self.capacity)


def _as_loops(copy: ir.Operation) -> None:
    """A copy as loops over the elements."""
    source, target = copy.operands

    def move(at: list[ir.Value]) -> None:
        scalar = emit1("memref.load", ir.MemRefType(source.type).element_type, source, *at)
        emit("memref.store", [], [scalar, target, *at])

    with copy.location, ir.InsertionPoint(copy):
        for_each(sizes(source), move)
    copy.erase()


def _trace(op: ir.Operation) -> None:
    """Records an access, or the ends of a tape or a scratchpad."""
    if SCRATCHPAD in op.attributes:
        with op.location, ir.InsertionPoint.after(op):
            _record_ends(op.results[0], 1 << SPECIAL_AT)
    with op.location, ir.InsertionPoint(op):
        if op.name == "memref.load":
            _record_scalars(op.operands[0], list(op.operands)[1:], _kind(op, 0))
        elif op.name == "memref.store":
            _record_scalars(op.operands[1], list(op.operands)[2:], _kind(op, STORE))
        elif op.name == "func.call" and is_mark(ir.FlatSymbolRefAttr(op.attributes["callee"]).value):
            _record_ends(op.operands[0])
            op.erase()


def _kind(access: ir.Operation, kind: int) -> int:
    return kind | (STREAMED in access.attributes) << SPECIAL_AT


def _record_scalars(buffer: ir.Value, indices: list[ir.Value], kind: int) -> None:
    """The access of an element: of a complex number, those of its two parts."""
    element = ir.MemRefType(buffer.type).element_type
    at, bytes = _address(buffer, indices), build.bytes_of(element)
    if not isinstance(element, ir.ComplexType):
        _record(at, kind, bytes)
        return
    _record(at, kind, bytes // 2)
    _record(emit1("arith.addi", at.type, at, index(bytes // 2)), kind, bytes // 2)


def _record_ends(buffer: ir.Value, kind: int = 0) -> None:
    """Where the memory of a buffer begins and ends."""
    count = index(build.bytes_of(ir.MemRefType(buffer.type).element_type))
    for dimension in range(_rank(buffer)):
        size = emit1("memref.dim", build.index_type(), buffer, index(dimension))
        count = emit1("arith.muli", count.type, count, size)
    begin = _address(buffer, [index(0)] * _rank(buffer))
    _record(begin, kind | BEGIN)
    _record(emit1("arith.addi", begin.type, begin, count), kind | END)


def _rank(buffer: ir.Value) -> int:
    return len(ir.MemRefType(buffer.type).shape)


def _address(buffer: ir.Value, indices: list[ir.Value]) -> ir.Value:
    """The address of an element."""
    type, number = ir.MemRefType(buffer.type), build.index_type()
    base = ir.MemRefType.get([], type.element_type)
    strided = ir.Operation.create(
        "memref.extract_strided_metadata", results=[base, *[number] * (1 + 2 * len(indices))], operands=[buffer]
    )
    base, at, *rest = list(strided.results)
    for position, stride in zip(indices, rest[len(indices) :]):
        at = emit1("arith.addi", number, at, emit1("arith.muli", number, position, stride))
    begin = emit1("memref.extract_aligned_pointer_as_index", number, base)
    return emit1("arith.addi", number, begin, emit1("arith.muli", number, at, index(build.bytes_of(type.element_type))))


def _record(address: ir.Value, kind: int, bytes: int = 1) -> None:
    shifted = emit1("arith.shli", address.type, address, index(ADDRESS_AT))
    word = emit1("arith.ori", address.type, shifted, index(min(bytes.bit_length() - 1, 3) << SIZE_AT | kind))
    emit("func.call", [], [word], callee=ir.FlatSymbolRefAttr.get(_RECORD))


def _cells(type: ir.Type) -> ir.Value:
    attributes = {"name": ir.FlatSymbolRefAttr.get(_CELLS)}
    return ir.Operation.create("memref.get_global", results=[type], attributes=attributes).results[0]


def _declare_cells(type: ir.Type) -> None:
    said = {"sym_name": ir.StringAttr.get(_CELLS), "sym_visibility": ir.StringAttr.get("private")}
    said |= {"type": ir.TypeAttr.get(type), "initial_value": ir.UnitAttr.get()}  # no value: it begins with zeros
    ir.Operation.create("memref.global", attributes=said)


def _function(name: str, arguments: list[ir.Type], **attributes) -> ir.Block:
    function = ir.Operation.create(
        "func.func",
        attributes={
            "sym_name": ir.StringAttr.get(name),
            "function_type": ir.TypeAttr.get(ir.FunctionType.get(arguments, [])),
            **attributes,
        },
        regions=1,
    )
    return function.regions[0].blocks.append(*arguments, arg_locs=[ir.Location.current] * len(arguments))


def _define_record(cells: ir.Type, capacity: int) -> None:
    """`record(word)`: one more, which is stored if there is room."""
    word = cells.element_type
    block = _function(_RECORD, [build.index_type()], sym_visibility=ir.StringAttr.get("private"))
    with ir.InsertionPoint(block):
        trace, zero = _cells(cells), index(0)
        before = emit1("memref.load", word, trace, zero)
        after = emit1("arith.addi", word, before, constant(word, 1))
        emit("memref.store", [], [after, trace, zero])
        # What does not fit goes to the last cell, which `lagrad_access_trace` then gives for nothing.
        at = emit1("arith.minui", word, after, constant(word, capacity))
        stored = emit1("arith.index_cast", word, block.arguments[0])
        emit("memref.store", [], [stored, trace, emit1("arith.index_cast", build.index_type(), at)])
        emit("func.return", [], [])


def _define_trace(cells: ir.Type, capacity: int) -> None:
    """`lagrad_access_trace() -> tensor<(capacity + 1)xi64>`, as `lagrad-add-destinations` leaves functions."""
    tensor = ir.RankedTensorType.get([capacity + 1], cells.element_type)
    block = _function(TRACE, [cells], **{c_types.INTERFACE: ir.TypeAttr.get(ir.FunctionType.get([], [tensor]))})
    with ir.InsertionPoint(block):
        trace = _cells(cells)
        emit("memref.copy", [], [trace, block.arguments[0]])
        emit("memref.store", [], [constant(cells.element_type, 0), trace, index(0)])
        emit("func.return", [], [])
