"""`lagrad-fuse-copies`: what is copied after it has been computed is written to both places at once."""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import Report
from ...mlir import ir
from ...passes import Pass
from ..facts.fills import is_silent
from ..facts.memory import are_apart
from ..facts.sum_of_products import places_of
from ..facts.views import inputs
from ..walk import blocks, walk
from .memref_copies import is_contiguous


@dataclass(frozen=True)
class FuseCopies(Pass):
    """Let an elementwise operation write where its result is copied to.

    ```mlir
    linalg.generic ... outs(%a, %b : memref<20xf64>, memref<20xf64>)
    linalg.copy ins(%b : memref<20xf64>) outs(%column : memref<20xf64, strided<[16]>>)
    ```
    becomes one operation with the outputs `%a` and `%column`, and `%b` too if anybody else reads it. Where the entries of
    many small matrices are computed together, there is one loop then and not one for each entry. Memory in one piece is
    copied fast as it is.
    """

    name = "lagrad-fuse-copies"
    creates = ("linalg",)

    def run(self, op: ir.Operation, report: Report) -> None:
        for block in blocks(op):
            before: list[ir.Operation] = []
            for child in [view.operation for view in block.operations]:
                is_strided = child.name == "linalg.copy" and not is_contiguous(child.operands[1].type)
                if is_strided and (number := _producer(child, before)) is not None:
                    report.remark(child.location, "copied where it is computed")
                    before[number] = _write_to_both(before[number], child)
                else:
                    before.append(child)


def _producer(copy: ir.Operation, before: list[ir.Operation]) -> int | None:
    """Which operation before computes what is copied, elementwise, if it can write to the target too."""
    source, target = copy.operands
    for number in reversed(range(len(before))):
        op = before[number]
        if op.name == "linalg.generic" and source in _outs(op):
            return number if _may_write(op, source, target) else None
        if not _stays_apart(op, source, target):
            return None
    return None


def _outs(generic: ir.Operation) -> list[ir.Value]:
    return list(generic.operands)[inputs(generic) :]


def _number(generic: ir.Operation, out: ir.Value) -> int:
    """Which operand an output is; it may be an input, too."""
    return inputs(generic) + _outs(generic).index(out)


def _stays_apart(op: ir.Operation, source: ir.Value, target: ir.Value) -> bool:
    """Whether a copy may be made before an operation: it neither touches the target, nor changes the source."""
    if is_silent(op):
        return True
    if not op.name.startswith("linalg."):
        return False
    read, written = _accessed(op)
    return all(are_apart(v, target) for v in (*read, *written)) and all(are_apart(v, source) for v in written)


def _accessed(op: ir.Operation) -> tuple[list[ir.Value], list[ir.Value]]:
    """The buffers that a `linalg` operation reads and writes, its body included."""
    count = inputs(op)
    gathered = [child.operands[0] for child in walk(op) if child.name == "memref.load"]
    buffers = [(n, v) for n, v in enumerate(op.operands) if isinstance(v.type, ir.MemRefType)]
    return [v for n, v in buffers if n < count] + gathered, [v for n, v in buffers if n >= count]


def _may_write(op: ir.Operation, source: ir.Value, target: ir.Value) -> bool:
    places = [places_of(attribute.value) for attribute in op.attributes["indexing_maps"]]
    if any("parallel" not in str(kind) for kind in op.attributes["iterator_types"]) or any(len(c.regions) for c in walk(op)):
        return False
    own = places[_number(op, source)]
    if own is None or len(own) != len(op.attributes["iterator_types"]) or not _is_known(target, op):
        return False
    read, written = _accessed(op)
    return all(are_apart(v, target) for v in (*read, *written))


def _is_known(value: ir.Value, op: ir.Operation) -> bool:
    """Whether a buffer is there where an operation stands, or can be taken there: a view of what is."""
    if isinstance(value.owner, ir.Block) or value.owner.operation.block != op.block or value.owner.operation.is_before_in_block(op):
        return True
    view = value.owner.operation
    return view.name == "memref.subview" and all(
        isinstance(v.owner, ir.Block) or v.owner.operation.block != op.block or v.owner.operation.is_before_in_block(op) for v in view.operands
    )


def _write_to_both(op: ir.Operation, copy: ir.Operation) -> ir.Operation:
    """Erases the copy; the operation that writes to its target."""
    source, target = copy.operands
    if not isinstance(target.owner, ir.Block) and target.owner.operation.block == op.block and op.is_before_in_block(target.owner.operation):
        target.owner.operation.move_before(op)
    copy.erase()
    number = _number(op, source)
    if not _is_read(source, op) and not list(op.regions[0].blocks[0].arguments[number].uses):
        op.operands[number] = target
        return op
    new = _with_output(op, number, target)
    op.erase()
    return new


def _is_read(buffer: ir.Value, op: ir.Operation) -> bool:
    """Whether anybody reads what an operation writes to a buffer."""
    if isinstance(buffer.owner, ir.Block) or buffer.owner.operation.name not in ("memref.alloc", "memref.alloca"):
        return True
    users = [use.owner.operation for use in buffer.uses if use.owner.operation.name != "memref.dealloc"]
    return users != [op]


def _with_output(op: ir.Operation, number: int, target: ir.Value) -> ir.Operation:
    """The operation with one more output, which gets what the output of that number gets."""
    maps, (ins, outs) = list(op.attributes["indexing_maps"]), op.attributes["operandSegmentSizes"]
    attributes = {name: op.attributes[name] for name in op.attributes}
    attributes["indexing_maps"] = ir.ArrayAttr.get([*maps, maps[number]])
    attributes["operandSegmentSizes"] = ir.DenseI32ArrayAttr.get([ins, outs + 1])
    with op.location, ir.InsertionPoint(op):
        new = ir.Operation.create(op.name, operands=[*op.operands, target], attributes=attributes, regions=1)
    body = op.regions[0].blocks[0]
    body.append_to(new.regions[0])
    body = new.regions[0].blocks[0]
    body.add_argument(ir.MemRefType(target.type).element_type, op.location)
    end = list(body.operations)[-1].operation
    with end.location, ir.InsertionPoint(end):
        ir.Operation.create("linalg.yield", operands=[*end.operands, end.operands[number - ins]])
    end.erase()
    return new
