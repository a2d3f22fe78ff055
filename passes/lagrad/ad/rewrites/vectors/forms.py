"""Programs of `vector` as programs of tensors.

A vector of static shape is a value like a tensor. What carries it (loops, branches, blocks) and what
works element by element gets another type; the operations of `vector` become those of `tensor` and
`linalg` (`operations`, `transfers`). An operation that has no such equal keeps its vectors,
which are read from tensors before it and written to tensors after it; so do a function's
arguments and results. Where one of them is active, it is refused like any other operation without a rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from .... import build
from ....analysis.walk import values_of, walk
from ....dialect import STOP_GRADIENT
from ....mlir import ir
from ..rule_forms import replace
from .operations import converts, rewrite

# What takes and gives values of any type, in its regions too.
_CARRY = {
    "cf.br",
    "cf.cond_br",
    "cf.switch",
    "scf.condition",
    "scf.execute_region",
    "scf.for",
    "scf.if",
    "scf.index_switch",
    "scf.parallel",
    "scf.reduce",
    "scf.reduce.return",
    "scf.while",
    "scf.yield",
    STOP_GRADIENT,
}


def to_tensors(function: ir.Operation) -> bool:
    """Lets a function work on tensors instead of vectors, in place; whether there was anything to do."""
    made = (value for op in (function, *walk(function)) for value in values_of(op))
    if not any(_is_vector(value.type) for value in made):
        return False
    changing: list[ir.Operation] = []
    kept: list[ir.Operation] = []
    for op, free in _operations(function, True):
        (changing if free and _changes(op) else kept).append(op)
    entry = function.regions[0].blocks[0]
    carried = [v for block in _blocks([function, *changing]) if block != entry for v in _vectors(block.arguments)]
    made = [v for op in changing for v in _vectors(op.results)]
    stay = [v for op in kept for v in _vectors(op.results)] + _vectors(entry.arguments)
    from_kept: dict[ir.Value, list] = {v: [] for v in stay}
    for op in changing:
        for number, operand in enumerate(op.operands):
            if operand in from_kept:
                from_kept[operand].append((op, number))
    turned = {*carried, *made}
    to_kept = [(op, number) for op in kept for number, operand in enumerate(op.operands) if operand in turned]
    rewritten = [op for op in changing if op.name.startswith("vector.") and op.parent.operation.name != "vector.mask"]
    # An operation's hash depends on its operands: from here on, none is looked up.
    for op in changing:
        if op.name == "arith.constant" and _is_vector(op.results[0].type):
            op.attributes["value"] = _of_tensor(op.attributes["value"])
    for value in (*carried, *made):
        value.set_type(_tensor(value.type))
    for op, number in to_kept:
        with op.location, ir.InsertionPoint(op):
            op.operands[number] = _read(op.operands[number])
    for value, users in from_kept.items():
        if users:
            tensor = _write(value)
            for op, number in users:
                op.operands[number] = tensor
    for op in rewritten:
        replace(op, rewrite)
    return bool(turned or any(from_kept.values()))


def _operations(op: ir.Operation, free: bool) -> Iterator[tuple[ir.Operation, bool]]:
    """All operations, and whether vectors may become tensors there: not in bodies of `linalg`."""
    for region in op.regions:
        for block in region.blocks:
            for view in list(block.operations):
                child = view.operation
                yield child, free
                yield from _operations(child, free and child.name.split(".")[0] != "linalg")


def _blocks(ops: list[ir.Operation]) -> Iterator[ir.Block]:
    """The blocks of the regions of operations."""
    for op in ops:
        for region in op.regions:
            yield from region.blocks


def _changes(op: ir.Operation) -> bool:
    """Whether an operation can work on tensors where it works on vectors."""
    if op.parent.operation.name == "vector.mask":
        return converts(op.parent.operation)
    if op.name.startswith("vector."):
        return converts(op)
    return op.name.split(".")[0] in ("arith", "math", "ub") or op.name in _CARRY


def _vectors(values) -> list[ir.Value]:
    return [v for v in values if _is_vector(v.type)]


def _is_vector(type: ir.Type) -> bool:
    return isinstance(type, ir.VectorType) and not type.scalable


def _tensor(type: ir.Type) -> ir.Type:
    return build.tensor_type(list(ir.VectorType(type).shape), ir.VectorType(type).element_type)


def _of_tensor(attribute: ir.Attribute) -> ir.Attribute:
    """A constant vector as a constant tensor."""
    text, type = str(attribute), str(attribute.type)
    return ir.Attribute.parse(f"{text.removesuffix(type)}{_tensor(attribute.type)}")


def _read(tensor: ir.Value) -> ir.Value:
    """All of a tensor as a vector."""
    shape, kind = build.shape_of(tensor.type), build.element(tensor.type)
    padding = build.constant(kind, 0)
    return _transfer("vector.transfer_read", ir.VectorType.get(shape, kind), [tensor], [padding])


def _write(vector: ir.Value) -> ir.Value:
    """A vector as a tensor, made where the vector is."""
    with vector.location, build.behind(vector):
        type = _tensor(vector.type)
        into = build.empty(type, build.shape_of(type))
        return _transfer("vector.transfer_write", type, [vector, into], [])


def _transfer(name: str, result: ir.Type, operands: list[ir.Value], last: list[ir.Value]) -> ir.Value:
    tensor = operands[-1]
    rank = len(build.shape_of(tensor.type))
    segments = [*[1] * len(operands), rank, *[1] * len(last), 0]
    return build.emit1(
        name,
        result,
        *operands,
        *[build.index(0)] * rank,
        *last,
        permutation_map=ir.AffineMapAttr.get(ir.AffineMap.get_identity(rank)),
        in_bounds=ir.ArrayAttr.get([ir.BoolAttr.get(True)] * rank),
        operandSegmentSizes=ir.DenseI32ArrayAttr.get(segments),
    )
