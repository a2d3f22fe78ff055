"""`lagrad-slice-functions`: a slice of a tensor that is a function of its indices is that function of its own."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...analysis import linalg_form
from ...mlir import ir
from ...passes import Pass
from ...triangular.nest import clone_into
from ...triangular.triangle import loop_index
from ..walk import walk


@dataclass(frozen=True)
class SliceFunctions(Pass):
    """Compute a slice of a tensor that depends on nothing but indices where the slice is read.

    ```mlir
    %units = linalg.generic ... outs(%empty : tensor<2x?x2xf64>) {
      %j = linalg.index 0 : index
      %i = linalg.index 2 : index
      ... 1.0 where %i == %j, 0.0 elsewhere
    }
    %first = tensor.extract_slice %units[0, 0, 0] [2, %n, 1] [1, 1, 1] : tensor<2x?x2xf64> to tensor<2x?xf64>
    ```
    `%first` is 1.0 where `%j` is zero. Directions of a Jacobian are such tensors, as large as the arguments times their number; their slices are fused with what reads
    them, so that no memory holds them.
    """

    name = "lagrad-slice-functions"
    creates = ("arith", "tensor", "linalg")

    def run(self, op: ir.Operation, report) -> None:
        with op.context:
            for slice_ in [child for child in walk(op) if child.name == "tensor.extract_slice"]:
                if (maker := _function(slice_.operands[0])) is not None and _is_read_in_slices(maker):
                    with slice_.location, ir.InsertionPoint(slice_):
                        slice_.results[0].replace_all_uses_with(_of_slice(maker, slice_))
                    slice_.erase()


def _function(tensor: ir.Value) -> ir.Operation | None:
    """The operation that computes each element of a tensor from its indices, by arithmetic, if one does."""
    op = None if isinstance(tensor.owner, ir.Block) else tensor.owner.operation
    if op is None or op.name != "linalg.generic" or len(op.operands) != 1 or not linalg_form.maps(op)[0].is_permutation:
        return None
    body = op.regions[0].blocks[0]
    cheap = all(view.operation.name.startswith("arith.") or view.operation.name in ("linalg.index", "linalg.yield") for view in body.operations)
    return op if cheap and not list(body.arguments[0].uses) else None


def _is_read_in_slices(maker: ir.Operation) -> bool:
    """Whether nobody needs the whole tensor, and no slice is computed more than once."""
    users = [use.owner.operation for use in maker.results[0].uses]
    return all(user.name == "tensor.dim" or user.name == "tensor.extract_slice" and user.block == maker.block for user in users)


def _of_slice(maker: ir.Operation, slice_: ir.Operation) -> ir.Value:
    """The same function on the elements of a slice."""
    (offsets, sizes, steps), kept = build.slice_parts(slice_, 1), build.kept_dimensions(slice_)
    type = slice_.results[0].type
    dims = [ir.AffineDimExpr(e).position for e in linalg_form.maps(maker)[0].results]  # of the tensor's indices

    def index_of(dim: int) -> ir.Value:
        axis = dims.index(dim)
        place = _as_index(offsets[axis])
        if axis not in kept:
            return place
        here = loop_index(kept.index(axis))
        moved = build.emit1("arith.muli", here.type, here, _as_index(steps[axis]))
        return build.emit1("arith.addi", here.type, place, moved)

    def body(_) -> list[ir.Value]:
        known: dict[ir.Value, ir.Value] = {}
        for view in maker.regions[0].blocks[0].operations:
            child = view.operation
            if child.name == "linalg.yield":
                return [known.get(v, v) for v in child.operands]
            if child.name == "linalg.index":
                known[child.results[0]] = index_of(child.attributes["dim"].value)
            else:
                clone_into(child, known)

    into = build.empty(type, [sizes[axis] for axis in kept])
    return build.generic([], [into], [ir.AffineMap.get_identity(len(kept))], ["parallel"] * len(kept), body)[0]


def _as_index(number: ir.Value | int) -> ir.Value:
    return build.index(number) if isinstance(number, int) else number
