"""An operation that reads a broadcast reads the tensor that is broadcast.

    %row = linalg.generic ... ins(%b : tensor<64xf32>) outs(...) { yield %in } -> tensor<1x64xf32>
    %all = linalg.generic {(i, j) -> (0, j), ...} ins(%row : tensor<1x64xf32>) ... { yield %in } -> tensor<64x64xf32>
    ... linalg.generic {(i, j) -> (i, j), ...} ins(%all : tensor<64x64xf32>) ...

reads %b at `(i, j) -> (j)`. Front ends write a broadcast as one or two such operations, and give dimensions of size 1
to what they broadcast. Each would have an adjoint of its own, which is a sum into zeros; and sums over one element
remain of dimensions of size 1.
"""

from __future__ import annotations

from ... import build
from ...analysis import linalg_form
from ...mlir import ir
from . import unit_dimensions


def read_through(generics: list[ir.Operation]) -> None:
    """Lets these operations, in the order of the program, read what their inputs are copies of.

    Their dimensions of size 1 go, so some operations are others afterwards.
    """
    for generic in generics:
        if generic.results and not _is_product(generic):
            for number in range(linalg_form.inputs(generic)):
                while _read_source(generic, number):
                    pass
            unit_dimensions.drop(generic)


def _read_source(generic: ir.Operation, number: int) -> bool:
    """Replaces an input by what it repeats; whether it repeats anything that can be read there."""
    if (found := _source(generic.operands[number])) is None:
        return False
    source, kept = found
    maps = linalg_form.maps(generic)
    own = maps[number]
    zero = ir.AffineExpr.get_constant(0)
    map = ir.AffineMap.get(own.n_dims, 0, [zero if n is None else own.results[n] for n in kept])
    others = {e.position for m in [*maps[:number], map, *maps[number + 1 :]] for e in m.results if _is_dim(e)}
    if len(others) < own.n_dims:
        return False  # nothing else tells how far a dimension runs
    maps[number] = map
    generic.operands[number] = source
    generic.attributes["indexing_maps"] = ir.ArrayAttr.get([ir.AffineMapAttr.get(m) for m in maps])
    return True


def _source(value: ir.Value) -> tuple[ir.Value, list[int | None]] | None:
    """What a tensor repeats, in the same order; and for each dimension of that, which of the tensor's it is, None for
    one of which only index 0 is read. None where the tensor is no such copy."""
    op = build.defining_op(value, "linalg.generic", "tensor.expand_shape")
    if op is None or not all(build.is_tensor(v.type) and build.encoding_of(v.type) is None for v in op.operands):
        return None
    kept = _of_expansion(op) if op.name == "tensor.expand_shape" else _of_copy(op)
    if kept is None:
        return None
    dims = [n for n in kept if n is not None]
    return (op.operands[0], kept) if dims == sorted(set(dims)) else None


def _of_copy(op: ir.Operation) -> list[int | None] | None:
    """Of an operation that writes each element of its input, where it does no more."""
    body = op.regions[0].blocks[0]
    (*before, last) = body.operations
    if before or len(op.operands) != 2 or last.operands[0] != body.arguments[0]:
        return None
    read, written = linalg_form.maps(op)
    if not written.is_permutation:
        return None
    place = {e.position: n for n, e in enumerate(written.results)}
    kept: list[int | None] = []
    for e in read.results:
        if _is_dim(e):
            kept.append(place[e.position])
        elif isinstance(e, ir.AffineConstantExpr) and e.value == 0:
            kept.append(None)
        else:
            return None
    return kept


def _of_expansion(op: ir.Operation) -> list[int | None] | None:
    """Of an expansion that adds dimensions of size 1 only."""
    sizes, source = build.shape_of(op.results[0].type), build.shape_of(op.operands[0].type)
    kept: list[int | None] = []
    for group, size in zip(op.attributes["reassociation"], source):
        members = [n.value for n in group]
        long = [n for n in members if sizes[n] != 1]
        if len(long) > 1:
            return None
        kept.append(long[0] if long else members[0])
    return kept


def _is_dim(expression: ir.AffineExpr) -> bool:
    return isinstance(expression, ir.AffineDimExpr)


def _is_product(op: ir.Operation) -> bool:
    """Whether an operation may be a product of tensors, whose operands are better left whole."""
    return linalg_form.inputs(op) > 1 and "reduction" in linalg_form.iterators(op)
