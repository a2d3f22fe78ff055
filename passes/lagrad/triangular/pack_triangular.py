"""lagrad-pack-triangular: what triangular tensors are in memory, vectors where they are packed, else dense ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .. import build
from ..analysis.walk import types_of, values_of, walk
from ..build import DYNAMIC
from ..dialect import PACKED
from ..errors import Failure, Report, error
from ..mlir import ir
from ..passes import Pass
from . import packed_elements, packed_slices, storage
from .encodings import are_dense, drop_encodings
from .flat import flat_dimensions, flatten
from .orders import Orders
from .packed_elements import replace
from .storage import Number
from .triangle import is_packed, triangle_of

# Operations that only take or give packed tensors: their types change.
_PASSES_ON = {
    "func.call", "func.return", "linalg.fill", "scf.yield", "scf.for", "scf.if", "scf.while", "scf.condition",
    "scf.index_switch",
    "arith.select", "lagrad.stop_gradient", "bufferization.materialize_in_destination", "cf.br", "cf.cond_br",
}  # fmt: skip


@dataclass(frozen=True)
class PackTriangular(Pass):
    """Store packed triangular tensors as vectors, column by column.

    ```mlir
    func.func @f(%l: tensor<4x3x3xf64, "pltri">) -> tensor<3x3xf64, "pltri"> {
      %first = tensor.extract_slice %l[0, 0, 0] [1, 3, 3] [1, 1, 1]
    ```
    becomes
    ```mlir
    func.func @f(%l: tensor<4x6xf64>) -> tensor<6xf64> {
      %first = tensor.extract_slice %l[0, 0] [1, 6] [1, 1]
    ```
    The last two dimensions d, d become one of d (d + 1) / 2, or d (d - 1) / 2 where the diagonal is not stored. Runs
    after `lagrad-triangular-loops`, which leaves slices of columns, elements, and operations for which the place of an
    element does not matter. An element outside the triangle reads as zero; storing anything but zero there stops the
    program.

    Other tensors lose their encodings: they are dense in memory, and upstream's lowering mixes types with and without.
    """

    name = "lagrad-pack-triangular"
    creates = ("arith", "math", "tensor", "linalg", "scf", "cf")

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context, op.location:
            types = types_of(walk(op))
            if any(map(is_packed, types)):
                _Packing(op).run()
            if not are_dense(types):
                drop_encodings(op)


def _sides(function: ir.Operation) -> list[list[ir.Type]]:
    type = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
    return [list(type.inputs), list(type.results)]


class _Packing:
    """One run over a module. Everything that asks for sizes asks before any type changes."""

    def __init__(self, module: ir.Operation):
        self.module = module
        self.ops = [child for child in walk(module) if self._concerns(child)]
        self.orders = Orders(module)

    def _concerns(self, op: ir.Operation) -> bool:
        if op.name == "func.func":
            return any(is_packed(t) for side in _sides(op) for t in side)
        return any(is_packed(v.type) for v in (*op.operands, *values_of(op)))

    def run(self) -> None:
        errors = [error(op.location, text) for op in self.ops if (text := self._complaint(op))]
        if errors:
            raise Failure(*errors)
        retyped = [v for op in walk(self.module) for v in values_of(op) if is_packed(v.type)]
        if told := {_name(op): _packed_parameters(op) for op in self.ops if op.name == "func.func"}:
            self.module.attributes[PACKED] = ir.DictAttr.get({name: ir.DictAttr.get(own) for name, own in told.items()})
        steps = []
        for op in self.ops:  # sizes and places while the types still tell
            with op.location, ir.InsertionPoint(op):
                steps.append(self._plan(op))
        for value in retyped:
            value.set_type(storage.packed_type(value.type, triangle_of(value.type)))
        for op, step in zip(self.ops, steps):
            if step is not None:
                with op.location, ir.InsertionPoint(op):
                    step()

    def _complaint(self, op: ir.Operation) -> str | None:
        name = op.name
        if name in _PASSES_ON or name in (
            "func.func", "tensor.empty", "tensor.dim", "tensor.cast", "tensor.extract", "tensor.insert",
            "arith.constant",
            "tensor.extract_slice", "tensor.insert_slice",
        ):  # fmt: skip
            if name == "tensor.cast" and triangle_of(op.operands[0].type) != triangle_of(op.results[0].type):
                return "this cast copies to or from packed storage; run lagrad-triangular-loops first"
            if name == "tensor.insert_slice" and not is_packed(op.operands[1].type):
                return "inserts packed storage into a full tensor; run lagrad-triangular-loops first"
            if name == "tensor.dim" and not isinstance(build.constant_of(op.operands[1]), int):
                return "the dimension that is asked for is no constant, and the tensor is packed"
            return None
        if name == "linalg.generic":
            return None if flat_dimensions(op) else "works on packed storage; run lagrad-triangular-loops first"
        if name.startswith(("linalg.", "tensor.")) or any(is_packed(v.type) for v in (*op.operands, *op.results)):
            return f"'{name}' cannot work on packed storage; unpack the tensor with lagrad.unpack before"
        return None

    # -- each operation -----------------------------------------------------------------------------

    def _plan(self, op: ir.Operation) -> Callable[[], None] | None:
        """What is to be done with an operation once the types have changed."""
        match op.name:
            case "func.func":
                return lambda: _retype(op)
            case "arith.constant":
                value = self._constant(op)
                return lambda: op.attributes.__setitem__("value", value)
            case "tensor.empty":
                stored = self._stored(op.results[0], _sizes_of_empty(op))[-1]
                return lambda: replace(op, build.empty(op.results[0].type, [*_leading_sizes(op), stored]))
            case "tensor.dim":
                return self._dim(op)
            case "linalg.generic":
                _, column = flat_dimensions(op)
                return lambda: flatten(op, column)
            case "tensor.extract":
                return packed_elements.extract(op, self.orders)
            case "tensor.insert":
                return packed_elements.insert(op, self.orders)
            case "tensor.extract_slice":
                return packed_slices.extract_slice(op, self.orders)
            case "tensor.insert_slice":
                return packed_slices.insert_slice(op, self.orders)
        return None

    def _constant(self, op: ir.Operation) -> ir.Attribute:
        value, type = op.attributes["value"], op.results[0].type
        triangle = triangle_of(type)
        to = storage.packed_type(type, triangle)
        if value.is_splat:
            return ir.DenseElementsAttr.get_splat(to, value.get_splat_value())
        return ir.DenseElementsAttr.get(np.ascontiguousarray(storage.pack_array(triangle, np.array(value))), type=to)

    def _stored(self, value: ir.Value, sizes: list[Number]) -> list[Number]:
        """The sizes of what is stored of a tensor of some sizes."""
        *leading, _, order = sizes
        return [*leading, storage.length(triangle_of(value.type), order)]

    def _dim(self, op: ir.Operation) -> Callable[[], None] | None:
        dimension, rank = build.constant_of(op.operands[1]), len(build.shape_of(op.operands[0].type))
        if dimension < rank - 2:
            return None
        order = storage.value(self.orders.of(op.operands[0]))
        return lambda: replace(op, order)


def _name(function: ir.Operation) -> str:
    return ir.StringAttr(function.attributes["sym_name"]).value


def _packed_parameters(function: ir.Operation) -> dict[str, ir.Attribute]:
    """For the C header: its names of the parameters that are packed, with their encodings."""
    inputs, results = _sides(function)
    names = [f"arg{n}" for n in range(len(inputs))]
    names += ["result"] if len(results) == 1 else [f"result{n}" for n in range(len(results))]
    found = zip(names, (*inputs, *results))
    return {name: ir.StringAttr.get(str(triangle_of(type))) for name, type in found if is_packed(type)}


def _retype(function: ir.Operation) -> None:
    sides = [[storage.packed_type(t, triangle_of(t)) if is_packed(t) else t for t in side] for side in _sides(function)]
    function.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(*sides))


def _sizes_of_empty(op: ir.Operation) -> list[Number]:
    dynamic = iter(op.operands)
    return [next(dynamic) if n == DYNAMIC else n for n in build.shape_of(op.results[0].type)]


def _leading_sizes(op: ir.Operation) -> list[Number]:
    """Of an empty packed tensor whose type has changed already."""
    dynamic = iter(op.operands)
    return [next(dynamic) if n == DYNAMIC else n for n in build.shape_of(op.results[0].type)[:-1]]
