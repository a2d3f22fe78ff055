"""What an operation does with a triangular tensor, said so that nothing but types is special.

After `expose` a tensor with an encoding is made, carried, cut and put together by operations that keep
what it promises; a `linalg.generic` reads it through a `tensor.cast` to a type without, and so does
everything else. `lagrad.unpack` becomes such a cast, `lagrad.pack` and a cast the other way what
they mean: zeros outside the triangle.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .. import build
from ..analysis import linalg_form
from ..analysis.walk import types_of, values_of, walk
from ..dialect import PACK, UNPACK, WHOLE
from ..errors import Diagnostic, Failure, error, note
from ..mlir import ir
from .support import Body, atom_at, implies, of_operand, terms
from .triangle import Triangle, encoded, project, triangle_of, widen

# Operations to which an encoding is a type like any other: what they make of a tensor that keeps its promise keeps it.
_CARRIERS = {
    "arith.constant", "bufferization.alloc_tensor", "bufferization.materialize_in_destination", "func.call",
    "func.func",
    "func.return", "lagrad.shape", "lagrad.stop_gradient", "linalg.fill", "linalg.yield", "tensor.cast", "tensor.dim",
    "tensor.empty",
    "tensor.extract", "tensor.extract_slice", "tensor.insert", "tensor.insert_slice",
}  # fmt: skip


def has_encodings(op: ir.Operation) -> bool:
    """Whether anything in a module has a triangular type, or makes one."""
    ops = list(walk(op))
    return not {PACK, UNPACK}.isdisjoint({op.name for op in ops}) or any(map(triangle_of, types_of(ops)))


def expand_storage(op: ir.Operation) -> None:
    """Replaces `lagrad.pack` and `lagrad.unpack`. Failure where a type has no triangle to pack to."""
    errors = []
    for child in [child for child in walk(op) if child.name in (PACK, UNPACK)]:
        if (complaint := _storage_complaint(child)) is not None:
            errors.append(error(child.location, complaint))
        elif child.name == PACK:
            _replace(
                child, lambda: project(child.operands[0], child.results[0].type, build.sizes_of(child.operands[0]))
            )
        else:
            _replace(child, lambda: build.emit1("tensor.cast", child.results[0].type, child.operands[0]))
    if errors:
        raise Failure(*errors)


def _storage_complaint(op: ir.Operation) -> str | None:
    source, result = op.operands[0].type, op.results[0].type
    if not (build.is_tensor(source) and build.is_tensor(result)):
        return f"'{op.name}' works on tensors, not on '{source}' and '{result}'"
    if build.shape_of(source) != build.shape_of(result) or build.element(source) != build.element(result):
        return f"'{op.name}' changes the encoding and nothing else; '{source}' and '{result}' differ in more"
    full, half = (source, result) if op.name == PACK else (result, source)
    if triangle_of(half) is None:
        word, example = (
            "result" if op.name == PACK else "operand",
            encoded(half, Triangle(lower=True, strict=False, packed=True)),
        )
        return f"the {word} of '{op.name}' has an encoding, such as '{example}'"
    if op.name == UNPACK and triangle_of(full) is not None:
        return f"the result of '{UNPACK}' has no encoding; write 'lagrad.pack' for another one"
    return None


def expose(op: ir.Operation, warn: Callable[[ir.Operation, str], None] = lambda op, text: None) -> None:
    """Brings all in `op` (elementwise and named operations are generic already) into the form above.

    `warn(operation, text)` hears of operations that must look at all of a triangular tensor. Failure, with
    one error each, for types that promise what does not hold.
    """
    if not has_encodings(op):
        return
    expand_storage(op)
    errors = list(complaints(op))
    if errors:
        raise Failure(*errors)
    for child in [child for child in walk(op) if child.name == "tensor.cast"]:
        _make_cast_true(child)
    for child in list(walk(op)):
        _widen_operands(child, warn)


def _make_cast_true(op: ir.Operation) -> None:
    """A cast to a triangle that its operand is not known to have keeps what is in it."""
    have, want = (triangle_of(v.type) for v in (op.operands[0], op.results[0]))
    if want is None or (have is not None and (have.lower, have.strict) == (want.lower, want.strict)):
        return
    source, type = op.operands[0], op.results[0].type
    _replace(op, lambda: project(_as_shape(source, type), type, build.sizes_of(source)))


def _as_shape(value: ir.Value, type: ir.Type) -> ir.Value:
    """A tensor cast to the sizes of a type, without its encoding."""
    plain = build.tensor_type(build.shape_of(type), build.element(type))
    return value if value.type == plain else build.emit1("tensor.cast", plain, value)


def _widen_operands(op: ir.Operation, warn: Callable) -> None:
    if op.name == "tensor.insert_slice" and triangle_of(op.operands[0].type) != triangle_of(op.operands[1].type):
        with op.location, ir.InsertionPoint(op):
            op.operands[0] = widen(op.operands[0])
    if op.name in _CARRIERS or op.name.startswith(("scf.", "cf.")):
        return
    wide = range(len(op.operands))
    if op.name == "linalg.generic":
        wide = range(linalg_form.inputs(op))
    for number in wide:
        value = op.operands[number]
        if triangle_of(value.type) is not None:
            if op.name != "linalg.generic":
                warn(op, f"'{op.name}' takes the {triangle_of(value.type)} tensor as a full one")
            with op.location, ir.InsertionPoint(op):
                op.operands[number] = widen(value)


def complaints(op: ir.Operation):
    """An error for each type in `op` that promises zeros where there need be none."""
    for child in walk(op):
        for value in values_of(child):
            triangle = triangle_of(value.type)
            if triangle is not None and (wrong := _wrong_shape(value.type, triangle)):
                yield error(child.location, wrong)
        for number, result in enumerate(child.results):
            if (triangle := triangle_of(result.type)) is not None and (found := _broken(child, number, triangle)):
                yield found


def _wrong_shape(type: ir.Type, triangle: Triangle) -> str | None:
    """Why a shape cannot have a triangle."""
    shape, about = (
        build.shape_of(type),
        f'the encoding "{triangle}" is of square matrices, the last two dimensions of a tensor',
    )
    if len(shape) < 2:
        return f"{about}; '{type}' has {len(shape)}"
    rows, columns = shape[-2:]
    if rows == columns:
        return None
    if build.DYNAMIC not in (rows, columns):
        return f"{about}; those of '{type}' differ"
    return (
        f"the order of a packed matrix is known, or it is not; in '{type}' one dimension tells it"
        if triangle.packed
        else None
    )


def _broken(op: ir.Operation, number: int, triangle: Triangle) -> Diagnostic | None:
    """The error for a result whose zeros the operation does not make for certain."""
    advice = note(None, "give the result a type without encoding, or keep the triangle with lagrad.pack")
    match op.name:
        case "linalg.generic":
            if (term := _breaks(op, number, triangle)) is not None:
                return error(
                    op.location,
                    f'the result need not be "{triangle}": {term} where the type says zero',
                    advice,
                )
        case "linalg.fill":
            if build.constant_of(op.operands[0]) != 0:
                return error(
                    op.location, f"the result is not \"{triangle}\": 'linalg.fill' writes more than zeros", advice
                )
        case "arith.constant":
            if not _is_triangular(op.attributes["value"], triangle):
                return error(
                    op.location, f'the constant is not "{triangle}": it has elements where the type says zero', advice
                )
        case "tensor.extract_slice":
            if not _keeps_triangle(op):
                return error(
                    op.location,
                    f'the slice need not be "{triangle}": it is one that begins and ends on the diagonal of a tensor '
                    f"with this encoding",
                    advice,
                )
        case _ if op.name not in _CARRIERS and op.name != "lagrad.pack" and not op.name.startswith(("scf.", "cf.")):
            return error(op.location, f"'{op.name}' cannot make a \"{triangle}\" tensor", advice)
    return None


def _breaks(op: ir.Operation, number: int, triangle: Triangle) -> str | None:
    """What a generic does outside the triangle, in words; None if it leaves zeros there."""
    ins = linalg_form.inputs(op)
    wanted = atom_at(triangle, linalg_form.maps(op)[ins + number])
    if wanted is None:
        return "its elements go"
    body, found = Body(op), terms(op, number)
    if found is None:
        return "a reduction that is no sum gives something"
    for term in found:
        if not implies(body.of(term), wanted):
            return f"{_maker(term)} gives something"
    return None


def _maker(term: ir.Value) -> str:
    """What computes a scalar, for a message."""
    if isinstance(term.owner, ir.Block):
        return "the operand"
    return f"'{term.owner.operation.name}'"


def _is_triangular(value: ir.Attribute, triangle: Triangle) -> bool:
    if isinstance(value, ir.DenseElementsAttr) and value.is_splat:
        return value.get_splat_value().value == 0
    elements = np.array(value)
    outside = [[not triangle.holds(i, j) for j in range(elements.shape[-1])] for i in range(elements.shape[-2])]
    return not elements[..., np.array(outside)].any()


def _keeps_triangle(op: ir.Operation) -> bool:
    """Whether a slice of a triangular tensor is triangular: a square on the diagonal, of the same kind."""
    source = op.operands[0]
    have, want = triangle_of(source.type), triangle_of(op.results[0].type)
    if have is None or (have.lower, have.strict) != (want.lower, want.strict):
        return False
    if WHOLE in op.attributes:
        return True
    offsets, sizes, steps = (mixed[-2:] for mixed in build.slice_parts(op, 1))
    is_square = build.same_size(*sizes) or _are_orders(*sizes)
    return build.same_size(*offsets) and is_square and all(build.same_size(step, 1) for step in steps)


def _are_orders(one: ir.Value | int, other: ir.Value | int) -> bool:
    """Whether both sizes are those of one square."""
    tensors = _order_of(one), _order_of(other)
    return all(tensors) and tensors[0] == tensors[1]


def _order_of(size: ir.Value | int) -> ir.Value | None:
    """The square tensor that a size is the order of."""
    if isinstance(size, int) or isinstance(size.owner, ir.Block) or size.owner.operation.name != "tensor.dim":
        return None
    tensor, dimension = size.owner.operation.operands
    rank = len(build.shape_of(tensor.type))
    return tensor if of_operand(tensor) and build.constant_of(dimension) in (rank - 1, rank - 2) else None


def _replace(op: ir.Operation, make: Callable[[], ir.Value]) -> None:
    with op.location, ir.InsertionPoint(op):
        value = make()
    op.results[0].replace_all_uses_with(value)
    op.erase()
