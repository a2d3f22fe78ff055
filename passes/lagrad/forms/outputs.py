"""What a `linalg.generic` writes: a whole tensor, or a slice of one that is taken out and put back."""

from __future__ import annotations

from dataclasses import dataclass

from .. import build
from ..analysis import linalg_form
from ..analysis.walk import walk
from ..mlir import ir


def slice_outputs(op: ir.Operation) -> None:
    """Gives each output in `op` that is written at some indices only its own slice (`lagrad-prepare-fusion`)."""
    for generic in [child for child in walk(op) if child.name == "linalg.generic" and child.results]:
        ins = linalg_form.inputs(generic)
        for number, map in enumerate(linalg_form.maps(generic)[ins:], ins):
            if map.is_projected_permutation:
                continue
            parts = [_affine(result) for result in map.results]
            with generic.location, ir.InsertionPoint(generic):
                if _is_slice(parts):
                    generic = _sliced(generic, number, parts)
                else:
                    _read(generic, number)


@dataclass(frozen=True)
class _Index:
    """An index `scale * dimension + offset`; the dimension is None where it is a constant."""

    dimension: int | None
    scale: int
    offset: int


def _affine(expr: ir.AffineExpr) -> _Index | None:
    """An index that is made of one dimension at most; None for any other."""
    if isinstance(expr, ir.AffineDimExpr):
        return _Index(expr.position, 1, 0)
    if isinstance(expr, ir.AffineConstantExpr):
        return _Index(None, 0, expr.value)
    if isinstance(expr, ir.AffineAddExpr | ir.AffineMulExpr):
        left, right = _affine(expr.lhs), _affine(expr.rhs)
        if left is None or right is None or None not in (left.dimension, right.dimension):
            return None
        one, number = (left, right.offset) if right.dimension is None else (right, left.offset)
        if isinstance(expr, ir.AffineAddExpr):
            return _Index(one.dimension, one.scale, one.offset + number)
        return _Index(one.dimension, one.scale * number, one.offset * number)
    return None


def _is_slice(parts: list[_Index | None]) -> bool:
    dims = [p.dimension for p in parts if p is not None and p.dimension is not None]
    return None not in parts and all(p.dimension is None or p.scale > 0 for p in parts) and len(set(dims)) == len(dims)


def _read(generic: ir.Operation, number: int) -> None:
    """Lets a body depend on what it overwrites, so that the other elements of the output are known to matter."""
    body = generic.regions[0].blocks[0]
    old = body.arguments[number]
    terminator = body.operations[len(body.operations) - 1].operation
    if list(old.uses) or generic.attributes["indexing_maps"][0].value.n_dims == 0:
        return
    place = number - generic.attributes["operandSegmentSizes"][0]
    with ir.InsertionPoint(terminator):
        zero = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), 0)
        index = build.emit1("linalg.index", build.index_type(), dim=zero)
        always = build.compare_integers("sge", index, build.index(0))  # LLVM knows, and nothing before it
        terminator.operands[place] = build.emit1("arith.select", old.type, always, terminator.operands[place], old)


def _sliced(generic: ir.Operation, number: int, parts: list[_Index]) -> ir.Operation:
    """The operation with a slice for output `number`, whose uses get the whole tensor."""
    out = generic.operands[number]
    sizes = [1 if p.dimension is None else _extent(generic, p.dimension) for p in parts]
    offsets = [p.offset for p in parts]
    strides = [max(p.scale, 1) for p in parts]
    kept = [k for k, p in enumerate(parts) if p.dimension is not None]
    static = [sizes[k] if isinstance(sizes[k], int) else build.DYNAMIC for k in kept]
    type = build.tensor_type(static, build.element(out.type))
    part = build.extract_slice(out, type, offsets, sizes, strides)
    attributes = {name: generic.attributes[name] for name in generic.attributes}
    maps = list(attributes["indexing_maps"])
    count = maps[number].value.n_dims
    own = ir.AffineMap.get(count, 0, [ir.AffineExpr.get_dim(parts[k].dimension) for k in kept])
    maps[number] = ir.AffineMapAttr.get(own)
    attributes["indexing_maps"] = ir.ArrayAttr.get(maps)
    operands = [*generic.operands]
    operands[number] = part
    place = number - attributes["operandSegmentSizes"][0]
    results = [r.type for r in generic.results]
    results[place] = type
    made = ir.Operation.create("linalg.generic", results=results, operands=operands, attributes=attributes, regions=1)
    generic.regions[0].blocks[0].append_to(made.regions[0])
    for n, (old, new) in enumerate(zip(generic.results, made.results)):
        if n == place:
            new = build.insert_slice(new, out, offsets, sizes, strides)
        old.replace_all_uses_with(new)
    generic.erase()
    return made


def _extent(generic: ir.Operation, dimension: int) -> int | ir.Value:
    """How far a dimension runs: the size of an operand that it is an index of."""
    dynamic = None
    for operand, attribute in zip(generic.operands, generic.attributes["indexing_maps"]):
        for place, result in enumerate(attribute.value.results):
            if isinstance(result, ir.AffineDimExpr) and result.position == dimension:
                size = build.shape_of(operand.type)[place]
                if size != build.DYNAMIC:
                    return size
                dynamic = dynamic or (operand, place)
    operand, place = dynamic
    return build.emit1("tensor.dim", build.index_type(), operand, build.index(place))
