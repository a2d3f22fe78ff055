"""lagrad-pack-triangular: packed tensors become vectors of what is stored of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .. import build
from ..analysis import linalg_form
from ..analysis.program import walk
from ..build import DYNAMIC
from ..dialect import PACKED, WHOLE
from ..errors import Failure, Report, error
from ..mlir import ir
from ..passes import Pass
from ..triangle import Triangle, is_packed, triangle_of
from . import storage
from .flat import flat_dimensions
from .linear import form_of, is_nonnegative, plus
from .nest import loop
from .orders import Orders
from .storage import Number

# Operations that only take or give packed tensors: their types change.
_PASSES_ON = {
    "func.call", "func.return", "linalg.fill", "scf.yield", "scf.for", "scf.if", "scf.while", "scf.condition", "scf.index_switch",
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
    The last two dimensions d, d become one of d (d + 1) / 2, or d (d - 1) / 2 where the diagonal is not stored. Runs after
    `lagrad-triangular-loops`, which leaves slices of columns, elements, and operations for which the place of an element does
    not matter. An element outside the triangle reads as zero; storing anything but zero there stops the program.
    """

    name = "lagrad-pack-triangular"
    creates = ("arith", "math", "tensor", "linalg", "scf", "cf")

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context, op.location:
            if any(is_packed(v.type) for child in walk(op) for v in _values(child)) or _declares(op):
                _Packing(op).run()


def _declares(op: ir.Operation) -> bool:
    """Whether a function without a body has a packed argument or result."""
    functions = [child for child in walk(op) if child.name == "func.func"]
    return any(is_packed(t) for f in functions for side in _sides(f) for t in side)


def _sides(function: ir.Operation) -> list[list[ir.Type]]:
    type = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
    return [list(type.inputs), list(type.results)]


def _values(op: ir.Operation):
    yield from op.results
    for region in op.regions:
        for block in region.blocks:
            yield from block.arguments


class _Packing:
    """One run over a module. Everything that asks for sizes asks before any type changes."""

    def __init__(self, module: ir.Operation):
        self.module = module
        self.ops = [child for child in walk(module) if self._concerns(child)]
        self.orders = Orders(module)

    def _concerns(self, op: ir.Operation) -> bool:
        if op.name == "func.func":
            return any(is_packed(t) for side in _sides(op) for t in side)
        return any(is_packed(v.type) for v in (*op.operands, *_values(op)))

    def run(self) -> None:
        errors = [error(op.location, text) for op in self.ops if (text := self._complaint(op))]
        if errors:
            raise Failure(*errors)
        retyped = [v for op in walk(self.module) for v in _values(op) if is_packed(v.type)]
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
            "func.func", "tensor.empty", "tensor.dim", "tensor.cast", "tensor.extract", "tensor.insert", "arith.constant",
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
                return lambda: _replace(op, build.empty(op.results[0].type, [*_leading_sizes(op), stored]))
            case "tensor.dim":
                return self._dim(op)
            case "linalg.generic":
                row, column = flat_dimensions(op)
                return lambda: _flatten(op, row, column)
            case "tensor.extract":
                return self._extract(op)
            case "tensor.insert":
                return self._insert(op)
            case "tensor.extract_slice":
                return self._extract_slice(op)
            case "tensor.insert_slice":
                return self._insert_slice(op)
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
        return lambda: _replace(op, order)

    def _extract(self, op: ir.Operation) -> Callable[[], None]:
        source, *at = op.operands
        triangle, order = triangle_of(source.type), self.orders.of(source)
        is_inside = _is_inside(triangle, at[-2], at[-1])
        return lambda: _replace(op, _read(triangle, op.operands[0], order, list(op.operands)[1:], is_inside))

    def _insert(self, op: ir.Operation) -> Callable[[], None]:
        _, into, *at = op.operands
        triangle, order = triangle_of(into.type), self.orders.of(into)
        is_inside = _is_inside(triangle, at[-2], at[-1])

        def step() -> None:
            scalar, into, *at = op.operands
            _replace(op, _write(triangle, scalar, into, order, at, is_inside))

        return step

    # What a step reads of its operation, it reads when it runs: others have replaced operands by then.

    def _extract_slice(self, op: ir.Operation) -> Callable[[], None]:
        source, result = op.operands[0], op.results[0]
        if not is_packed(source.type):
            return lambda: None
        triangle, order, own = triangle_of(source.type), self.orders.of(source), triangle_of(result.type)
        if (at := self._contiguous(op, 1, source, result.type)) is not None:

            def as_slice() -> None:
                part = build.extract_slice(op.operands[0], op.results[0].type, *_place(build.slice_parts(op, 1), at))
                if WHOLE in op.attributes:
                    part.owner.attributes[WHOLE] = ir.UnitAttr.get()
                _replace(op, part)

            return as_slice
        kept = _kept(build.shape_of(result.type), build.slice_parts(op, 1)[1])

        def by_element() -> None:
            parts, type = build.slice_parts(op, 1), op.results[0].type
            sizes = [parts[1][d] for d in kept]
            stored = sizes if own is None or not own.packed else [*sizes[:-2], storage.length(own, sizes[-1])]

            def body(at: list[ir.Value], carried: ir.Value) -> ir.Value:
                scalar = _read(triangle, op.operands[0], order, _moved(parts, kept, at), False)
                if own is not None and own.packed:
                    return _write(own, scalar, carried, sizes[-1], at, False)
                return build.insert(scalar, carried, at)

            _replace(op, _over(sizes, build.zeros(type, stored), body))

        return by_element

    def _insert_slice(self, op: ir.Operation) -> Callable[[], None]:
        source, into = list(op.operands)[:2]
        triangle, order, own = triangle_of(into.type), self.orders.of(into), triangle_of(source.type)
        if (at := self._contiguous(op, 2, into, source.type)) is not None:

            def as_slice() -> None:
                _replace(op, build.insert_slice(*list(op.operands)[:2], *_place(build.slice_parts(op, 2), at)))

            return as_slice
        kept = _kept(build.shape_of(source.type), build.slice_parts(op, 2)[1])

        def by_element() -> None:
            parts = build.slice_parts(op, 2)
            source, into = list(op.operands)[:2]
            sizes = [parts[1][d] for d in kept]

            def body(at: list[ir.Value], carried: ir.Value) -> ir.Value:
                if own is not None and own.packed:
                    scalar = _read(own, source, sizes[-1], at, False)
                else:
                    scalar = build.extract(source, at)
                return _write(triangle, scalar, carried, order, _moved(parts, kept, at), False)

            _replace(op, _over(sizes, into, body))

        return by_element

    def _contiguous(self, op: ir.Operation, first: int, whole: ir.Value, part: ir.Type) -> tuple[Number, Number] | None:
        """Where what is stored of a slice begins, and how much it is (DYNAMIC: as many as there are rows); None if it is not
        stored in one piece."""
        triangle, order = triangle_of(whole.type), self.orders.of(whole)
        offsets, sizes, _ = parts = build.slice_parts(op, first)
        if WHOLE in op.attributes:
            return 0, self.orders.length_for(whole, sizes[-1])
        if triangle_of(part) == triangle and self._is_whole(whole, parts):
            return 0, storage.length(triangle, order)
        if not is_packed(part) and _is_column(triangle, parts) and _drops_column(part, sizes):
            return storage.place(triangle, order, offsets[-2], offsets[-1]), DYNAMIC
        return None

    def _is_whole(self, tensor: ir.Value, parts: list[list[Number]]) -> bool:
        """Whether a slice takes the whole matrices of a tensor."""
        offsets, sizes, steps = (part[-2:] for part in parts)
        is_plain = all(build.same_size(n, 0) for n in offsets) and all(build.same_size(n, 1) for n in steps)
        return is_plain and all(self.orders.is_order(n, tensor) for n in sizes)


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


def _place(parts: list[list[Number]], stored: tuple[Number, Number]) -> tuple[list[Number], list[Number], list[Number]]:
    """Offsets, sizes and steps in packed storage, from those in the matrices."""
    offsets, sizes, steps = parts
    begin, size = stored
    rows = sizes[-2] if isinstance(size, int) and size == DYNAMIC else size
    return [*offsets[:-2], begin], [*sizes[:-2], rows], [*steps[:-2], 1]


def _is_inside(triangle: Triangle, row: Number, column: Number) -> bool:
    """Whether an element is stored for certain."""
    large, small = (row, column) if triangle.lower else (column, row)
    return is_nonnegative(plus(plus(form_of(large), form_of(small), -1), {None: -triangle.gap}))


def _is_column(triangle: Triangle, parts: list[list[Number]]) -> bool:
    """Whether a slice is a part of one column that is stored."""
    (row, column), (rows, columns), steps = (part[-2:] for part in parts)
    if not build.same_size(columns, 1) or not all(build.same_size(n, 1) for n in steps):
        return False
    if triangle.lower:
        return _is_inside(triangle, row, column)
    if isinstance(rows, int) and rows == 0:
        return True
    last = plus(plus(form_of(row), form_of(_without_zero(rows))), {None: -1})
    return is_nonnegative(plus(plus(form_of(column), last, -1), {None: -triangle.gap}))


def _without_zero(size: Number) -> Number:
    """The x of max(x, 0): where it is zero, nothing is stored."""
    if not isinstance(size, int) and not isinstance(size.owner, ir.Block) and size.owner.operation.name == "arith.maxsi":
        one, other = size.owner.operation.operands
        if build.constant_of(other) == 0:
            return one
    return size


def _drops_column(type: ir.Type, sizes: list[Number]) -> bool:
    """Whether the type of a slice leaves the dimension of its one column out, and keeps the rows."""
    kept = _kept(build.shape_of(type), sizes)
    return len(sizes) - 1 not in kept and len(sizes) - 2 in kept or len(kept) == 0 and build.same_size(sizes[-2], 1)


def _kept(shape: list[int], sizes: list[Number]) -> list[int]:
    """The dimensions of a slice that its type has; of ones that could be left out, the last."""
    left_out, kept = len(sizes) - len(shape), []
    for d in reversed(range(len(sizes))):
        wanted = shape[d - left_out] if d - left_out >= 0 else None
        own = sizes[d] if isinstance(sizes[d], int) else DYNAMIC
        if left_out and own == 1 and (wanted != 1 or d == len(sizes) - 1):
            left_out -= 1
        else:
            kept.insert(0, d)
    return kept


def _moved(parts: list[list[Number]], kept: list[int], at: list[ir.Value]) -> list[ir.Value]:
    """Where an element of a slice is in the whole."""
    offsets, _, steps = parts
    place = []
    for d, (offset, step) in enumerate(zip(offsets, steps)):
        moved = at[kept.index(d)] if d in kept else None
        if moved is None:
            place.append(storage.value(offset))
            continue
        if not build.same_size(step, 1):
            moved = build.emit1("arith.muli", moved.type, moved, storage.value(step))
        place.append(build.emit1("arith.addi", moved.type, storage.value(offset), moved))
    return place


def _read(triangle: Triangle, source: ir.Value, order: Number, at: list[ir.Value], is_inside: bool) -> ir.Value:
    """One element of what is stored, zero for one that is not."""

    def stored() -> ir.Value:
        return build.extract(source, [*at[:-2], storage.value(storage.place(triangle, order, *at[-2:]))])

    if is_inside:
        return stored()
    element = build.element(source.type)
    return _choose(triangle.emit_holds(*at[-2:]), element, stored, lambda: build.constant(element, 0.0))


def _write(triangle: Triangle, scalar: ir.Value, into: ir.Value, order: Number, at: list[ir.Value], is_inside: bool) -> ir.Value:
    """Stores one element; one that is not stored must be zero."""

    def stored() -> ir.Value:
        return build.insert(scalar, into, [*at[:-2], storage.value(storage.place(triangle, order, *at[-2:]))])

    def dropped() -> ir.Value:
        if build.constant_of(scalar) != 0:
            _assert_zero(scalar, triangle)
        return into

    return stored() if is_inside else _choose(triangle.emit_holds(*at[-2:]), into.type, stored, dropped)


def _assert_zero(scalar: ir.Value, triangle: Triangle) -> None:
    zero = build.constant(scalar.type, 0.0)
    if build.is_complex(scalar.type):
        is_zero = build.emit1("complex.eq", ir.IntegerType.get_signless(1), scalar, zero)
    else:
        code = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), 1)  # oeq
        is_zero = build.emit1("arith.cmpf", ir.IntegerType.get_signless(1), scalar, zero, predicate=code)
    build.emit("cf.assert", [], [is_zero], msg=ir.StringAttr.get(f"an element outside the triangle of a {triangle} tensor is not zero"))


def _choose(condition: ir.Value, type: ir.Type, yes: Callable[[], ir.Value], no: Callable[[], ir.Value]) -> ir.Value:
    op = ir.Operation.create("scf.if", results=[type], operands=[condition], regions=2)
    for region, make in zip(op.regions, (yes, no)):
        with ir.InsertionPoint(region.blocks.append()):
            build.emit("scf.yield", [], [make()])
    return op.results[0]


def _over(sizes: list[Number], into: ir.Value, body: Callable, at: tuple = ()) -> ir.Value:
    """Loops over all elements of some sizes, which carry a tensor."""
    if len(at) == len(sizes):
        return body(list(at), into)
    upper = storage.value(sizes[len(at)])
    return loop(build.index(0), upper, [into], lambda i, carried: [_over(sizes, carried[0], body, (*at, i))])[0]


def _flatten(op: ir.Operation, row: int, column: int) -> None:
    """Lets one dimension run over what is stored in the place of two."""
    left = [d for d in range(linalg_form.maps(op)[0].n_dims) if d != column]
    new = {d: ir.AffineDimExpr.get(n) for n, d in enumerate(left)}
    zero = ir.AffineConstantExpr.get(0)
    old_from_new = ir.AffineMap.get(len(left), 0, [new.get(d, zero) for d in range(len(left) + 1)])
    maps = []
    for map in linalg_form.maps(op):
        kept = [e for e in map.results if not (isinstance(e, ir.AffineDimExpr) and ir.AffineDimExpr(e).position == column)]
        maps.append(ir.AffineMap.get(len(left), 0, [e.compose(old_from_new) for e in kept]))
    op.attributes["indexing_maps"] = ir.ArrayAttr.get([ir.AffineMapAttr.get(m) for m in maps])
    kinds = list(op.attributes["iterator_types"])
    op.attributes["iterator_types"] = ir.ArrayAttr.get([kinds[d] for d in left])
    for view in op.regions[0].blocks[0].operations:
        child = view.operation
        if child.name == "linalg.index" and (d := child.attributes["dim"].value) > column:
            child.attributes["dim"] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), d - 1)


def _replace(op: ir.Operation, value: ir.Value) -> None:
    op.results[0].replace_all_uses_with(value)
    op.erase()
