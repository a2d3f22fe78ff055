"""`lagrad-convert-copies`: copies between strided buffers are written where they are computed, or become loops."""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import Report
from ...mlir import ir, linalg
from ...passes import Pass, option
from ..facts.fills import is_silent
from ..facts.in_place import is_known_before
from ..facts.memory import are_apart
from ..facts.sum_of_products import places_of
from ..facts.views import inputs
from ..walk import blocks, walk


@dataclass(frozen=True)
class ConvertCopies(Pass):
    """Turn `memref.copy` of a strided buffer into `linalg.copy`, or have what is copied computed in both places.

    ```mlir
    linalg.generic ... outs(%a, %b : memref<20xf64>, memref<20xf64>)
    memref.copy %b, %column : memref<20xf64> to memref<20xf64, strided<[16]>>
    ```
    becomes one operation with the outputs `%a` and `%column`, and `%b` too if anybody else reads it. Where the entries
    of many small matrices are computed together, there is one loop then and not one for each entry.

    Between contiguous buffers `memref.copy` becomes a memcpy, which is fast as it is. A strided one would call a
    function of MLIR's run-time library, which a program of ours is not linked with.
    """

    name = "lagrad-convert-copies"
    creates = ("linalg",)

    fuse: bool = option(True, "Whether what is copied is written where it is computed.")

    def run(self, op: ir.Operation, report: Report) -> None:
        for copy in [child for child in walk(op) if child.name == "memref.copy"]:
            source, target = copy.operands
            if not (_is_contiguous(source.type) and _is_contiguous(target.type)):
                with copy.location, ir.InsertionPoint(copy):
                    linalg.copy(source, outs=[target])
                copy.erase()
        if self.fuse:
            for block in blocks(op):
                _fuse_copies(block, report)


def _fuse_copies(block: ir.Block, report: Report) -> None:
    """Lets what computes a buffer in a block write to where it is copied, if that is not in one piece."""
    before: list[ir.Operation] = []
    for child in [view.operation for view in block.operations]:
        is_strided = child.name == "linalg.copy" and not _is_contiguous(child.operands[1].type)
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
    is_parallel = all("parallel" in str(kind) for kind in op.attributes["iterator_types"])
    if not is_parallel or any(len(child.regions) for child in walk(op)):
        return False
    own = places[_number(op, source)]
    if own is None or len(own) != len(op.attributes["iterator_types"]) or not _is_known(target, op):
        return False
    read, written = _accessed(op)
    return all(are_apart(v, target) for v in (*read, *written))


def _is_known(value: ir.Value, op: ir.Operation) -> bool:
    """Whether a buffer is there where an operation stands, or can be taken there: a view of what is."""
    if is_known_before(op, value):
        return True
    view = value.owner.operation
    return view.name == "memref.subview" and all(is_known_before(op, v) for v in view.operands)


def _write_to_both(op: ir.Operation, copy: ir.Operation) -> ir.Operation:
    """Erases the copy; the operation that writes to its target."""
    source, target = copy.operands
    if not is_known_before(op, target):
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


def _is_contiguous(t: ir.MemRefType) -> bool:
    """Row-major without gaps, whatever the offset, as far as the type says."""
    if any(t.is_dynamic_dim(k) for k in range(t.rank)):
        return t.affine_map == ir.AffineMap.get_identity(t.rank)
    strides, _ = t.get_strides_and_offset()
    expected = 1
    for k in reversed(range(t.rank)):
        if t.get_dim_size(k) != 1 and strides[k] != expected:
            return False
        expected *= t.get_dim_size(k) if k else 1
    return True
