"""What operations of `linalg` and `vector` do to the values that memory holds."""

from __future__ import annotations

from .... import build
from ....analysis.memory import is_memory
from ....mlir import ir
from ..places.points_to import written_operands
from ..places.views import cast
from ..raising.raiser import RULES, Raiser, positions, raises


def linalg(raiser: Raiser, op: ir.Operation) -> None:
    """The same operation on tensors, whose results are what its outputs hold after it."""
    outputs = written_operands(op)
    operands = [raiser.read(v) if is_memory(v.type) else raiser.value(v) for v in op.operands]
    types = [operands[n].type for n in range(len(operands) - len(outputs), len(operands))]
    attributes = {name: op.attributes[name] for name in op.attributes}
    new = ir.Operation.create(op.name, results=types, operands=operands, attributes=attributes, regions=len(op.regions))
    for region, own in zip(op.regions, new.regions):
        block = region.blocks[0]
        body = own.blocks.append(*(a.type for a in block.arguments), arg_locs=[a.location for a in block.arguments])
        with raiser.inside(body):
            raiser.scope.bind(block.arguments, body.arguments)
            last = raiser.block(block)
            build.emit(last.name, [], [raiser.value(v) for v in last.operands])
    for memref, result in zip(outputs, new.results):
        raiser.write(memref, result)


RULES["linalg"] = linalg


# -- vectors --------------------------------------------------------------------------------


def _copy(op: ir.Operation, operands: list[ir.Value], results: list[ir.Type]) -> list[ir.Value]:
    attributes = {name: op.attributes[name] for name in op.attributes}
    return list(ir.Operation.create(op.name, results=results, operands=operands, attributes=attributes).results)


@raises("vector.transfer_read", "vector.gather")
def transfer_read(raiser: Raiser, op: ir.Operation) -> None:
    source, *rest = op.operands
    tensor = raiser.read(source) if is_memory(source.type) else raiser.value(source)
    raiser.scope.bind(op.results, _copy(op, [tensor, *map(raiser.value, rest)], [r.type for r in op.results]))


@raises("vector.transfer_write")
def transfer_write(raiser: Raiser, op: ir.Operation) -> None:
    vector, into, *rest = op.operands
    tensor = raiser.read(into) if is_memory(into.type) else raiser.value(into)
    (result,) = _copy(op, [raiser.value(vector), tensor, *map(raiser.value, rest)], [tensor.type])
    if is_memory(into.type):
        raiser.write(into, result)
    else:
        raiser.scope[op.results[0]] = cast(result, op.results[0].type)


def _transfer(at: list[ir.Value], tensor: ir.Value, vector: ir.Type, is_masked: bool) -> dict[str, ir.Attribute]:
    """The attributes of a transfer that moves a vector as a load and a store do: inside, along the last dimensions."""
    rank, own = len(build.shape_of(tensor.type)), ir.VectorType(vector).rank
    dims = [ir.AffineExpr.get_dim(n) for n in range(rank - own, rank)]
    return {
        "permutation_map": ir.AffineMapAttr.get(ir.AffineMap.get(rank, 0, dims)),
        "in_bounds": ir.ArrayAttr.get([ir.BoolAttr.get(not is_masked)] * own),
    }


def _read_vector(raiser: Raiser, memref: ir.Value, at: list[ir.Value], type: ir.Type, mask: list[ir.Value]) -> ir.Value:
    tensor = raiser.read(memref)
    padding = build.constant(build.element(tensor.type), 0)
    segments = ir.DenseI32ArrayAttr.get([1, len(at), 1, len(mask)])
    own = _transfer(at, tensor, type, bool(mask))
    return build.emit1("vector.transfer_read", type, tensor, *at, padding, *mask, operandSegmentSizes=segments, **own)


def _write_vector(raiser: Raiser, vector: ir.Value, memref: ir.Value, at: list[ir.Value], mask: list[ir.Value]) -> None:
    tensor = raiser.read(memref)
    segments = ir.DenseI32ArrayAttr.get([1, 1, len(at), len(mask)])
    own = _transfer(at, tensor, vector.type, bool(mask))
    written = build.emit1(
        "vector.transfer_write", tensor.type, vector, tensor, *at, *mask, operandSegmentSizes=segments, **own
    )
    raiser.write(memref, written)


@raises("vector.load")
def vector_load(raiser: Raiser, op: ir.Operation) -> None:
    memref, *at = op.operands
    raiser.scope[op.results[0]] = _read_vector(raiser, memref, positions(raiser, at), op.results[0].type, [])


@raises("vector.maskedload")
def masked_load(raiser: Raiser, op: ir.Operation) -> None:
    memref, *at, mask, otherwise = op.operands
    mask, type = raiser.value(mask), op.results[0].type
    read = _read_vector(raiser, memref, positions(raiser, at), type, [mask])
    raiser.scope[op.results[0]] = build.emit1("arith.select", type, mask, read, raiser.value(otherwise))


@raises("vector.store")
def vector_store(raiser: Raiser, op: ir.Operation) -> None:
    vector, memref, *at = op.operands
    _write_vector(raiser, raiser.value(vector), memref, positions(raiser, at), [])


@raises("vector.maskedstore")
def masked_store(raiser: Raiser, op: ir.Operation) -> None:
    memref, *at, mask, vector = op.operands
    _write_vector(raiser, raiser.value(vector), memref, positions(raiser, at), [raiser.value(mask)])
