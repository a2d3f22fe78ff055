"""An elementwise operation, or a sum, runs over no dimension of size 1: it runs without, and its result gets it back.

    linalg.generic {(i, j) -> (i, j), ...} ins(%x : tensor<64x1xf32>) ...
becomes
    %column = tensor.collapse_shape %x [[0, 1]] : tensor<64x1xf32> into tensor<64xf32>
    %0 = linalg.generic {(i) -> (i), ...} ins(%column : tensor<64xf32>) ...
    tensor.expand_shape %0 [[0, 1]] output_shape [64, 1] : tensor<64xf32> into tensor<64x1xf32>

Who reads that reads `%0` (`copied_inputs.py`), so a mean and what is made of it have the dimensions that they run over,
and no others. Upstream's `linalg-fold-unit-extent-dims` makes wrong programs of some results on diagonals.
"""

from __future__ import annotations

from ... import build
from ...analysis import linalg_form
from ...analysis.walk import walk
from ...mlir import ir


def drop(generic: ir.Operation) -> None:
    """Lets an operation on tensors run without its dimensions of size 1, if there are others."""
    maps = linalg_form.maps(generic)
    if not all(_is_plain(v.type, m) for v, m in zip(generic.operands, maps)):
        return
    dropped = _unit_dimensions(generic)
    left_out = [_unit_places(v.type, m, dropped) for v, m in zip(generic.operands, maps)]
    if not any(left_out) or len(dropped) == maps[0].n_dims:
        return
    _number_indices(generic, dropped)
    with generic.location, ir.InsertionPoint(generic):
        operands = [_without(v, places) for v, places in zip(generic.operands, left_out)]
        outs = operands[linalg_form.inputs(generic) :]
        short = build.like(
            generic,
            operands,
            [out.type for out in outs],
            indexing_maps=ir.ArrayAttr.get(
                [ir.AffineMapAttr.get(_shorter(m, places, dropped)) for m, places in zip(maps, left_out)]
            ),
            iterator_types=ir.ArrayAttr.get(
                [kind for d, kind in enumerate(generic.attributes["iterator_types"]) if d not in dropped]
            ),
        )
        places = left_out[linalg_form.inputs(generic) :]
        results = [_with(new, old, p) for new, old, p in zip(short.results, generic.results, places)]
    build.replace_op(generic, *results)


def _unit_dimensions(generic: ir.Operation) -> set[int]:
    """The dimensions that run over one index only, and along which nothing but sums is reduced."""
    units = {
        e.position
        for v, m in zip(generic.operands, linalg_form.maps(generic))
        for e, size in zip(m.results, build.shape_of(v.type) if build.is_tensor(v.type) else ())
        if _is_dim(e) and size == 1
    }
    kinds = linalg_form.iterators(generic)
    if all(linalg_form.accumulates(generic, k) for k in range(len(generic.results))):
        return units
    return {d for d in units if kinds[d] == "parallel"}


def _unit_places(type: ir.Type, map: ir.AffineMap, dropped: set[int]) -> set[int]:
    """The dimensions of an operand of size 1 of which the operation need not know."""
    if not build.is_tensor(type):
        return set()
    sizes = build.shape_of(type)
    return {n for n, e in enumerate(map.results) if sizes[n] == 1 and (not _is_dim(e) or e.position in dropped)}


def _shorter(map: ir.AffineMap, places: set[int], dropped: set[int]) -> ir.AffineMap:
    """The map of an operand that has lost some dimensions, in an iteration space that has lost others."""
    kept = [d for d in range(map.n_dims) if d not in dropped]
    results = [e for n, e in enumerate(map.results) if n not in places]
    renumbered = [ir.AffineExpr.get_dim(kept.index(e.position)) if _is_dim(e) else e for e in results]
    return ir.AffineMap.get(len(kept), 0, renumbered)


def _number_indices(generic: ir.Operation, dropped: set[int]) -> None:
    """Lets the body ask for the indices that remain by their new numbers; the others are 0."""
    for op in [child for child in walk(generic) if child.name == "linalg.index"]:
        d = op.attributes["dim"].value
        if d in dropped:
            with op.location, ir.InsertionPoint(op):
                build.replace_op(op, build.index(0))
        else:
            op.attributes["dim"] = ir.IntegerAttr.get(op.attributes["dim"].type, d - sum(e < d for e in dropped))


def _without(value: ir.Value, places: set[int]) -> ir.Value:
    """A tensor without some dimensions of size 1."""
    if not places:
        return value
    kept = [n for d, n in enumerate(build.shape_of(value.type)) if d not in places]
    type = build.tensor_type(kept, build.element(value.type))
    made = build.defining_op(value, "tensor.empty", "linalg.fill")
    if made is None:
        return build.emit1("tensor.collapse_shape", type, value, reassociation=_groups(value.type, places))
    sizes = [n for d, n in enumerate(build.sizes_of(value)) if d not in places]
    short = build.empty(type, sizes)
    return short if made.name == "tensor.empty" else build.fill(made.operands[0], short)


def _with(value: ir.Value, whole: ir.Value, places: set[int]) -> ir.Value:
    """A tensor that has the dimensions of size 1 again that `whole` has at some places."""
    if not places:
        return value
    sizes = build.sizes_of(value)
    return build.emit1(
        "tensor.expand_shape",
        whole.type,
        value,
        *[n for n in sizes if not isinstance(n, int)],
        reassociation=_groups(whole.type, places),
        static_output_shape=ir.DenseI64ArrayAttr.get(build.shape_of(whole.type)),
    )


def _groups(type: ir.Type, places: set[int]) -> ir.ArrayAttr:
    """Which dimensions of a tensor become one when some of size 1 go."""
    rank = len(build.shape_of(type))
    begins = [d for d in range(rank) if d not in places]
    groups = [list(range(d if n else 0, e)) for n, (d, e) in enumerate(zip(begins, [*begins[1:], rank]))]
    i64 = ir.IntegerType.get_signless(64)
    return ir.ArrayAttr.get([ir.ArrayAttr.get([ir.IntegerAttr.get(i64, d) for d in group]) for group in groups])


def _is_plain(type: ir.Type, map: ir.AffineMap) -> bool:
    """Whether each index is a dimension of its own or 0."""
    if build.is_tensor(type) and build.encoding_of(type) is not None:
        return False
    dims = [e.position for e in map.results if _is_dim(e)]
    zeros = [e for e in map.results if isinstance(e, ir.AffineConstantExpr) and e.value == 0]
    return len(set(dims)) == len(dims) and len(dims) + len(zeros) == len(map.results)


def _is_dim(expression: ir.AffineExpr) -> bool:
    return isinstance(expression, ir.AffineDimExpr)
