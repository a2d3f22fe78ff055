"""What triangular arguments must agree in is said before operations become loops."""

from __future__ import annotations

from ... import build
from ...build import DYNAMIC, shape_of
from ...mlir import ir
from ...triangular.triangle import triangle_of
from ..facts.equal_sizes import equal_sizes
from ..walk import types_of, walk


def tie_sizes(op: ir.Operation) -> None:
    """Says which sizes of a function's arguments agree, where some tensor in it is triangular.

    ```mlir
    func.func @f(%l: tensor<?x?xf64, "ltri">, %x: tensor<?xf64>) {
      %0 = linalg.matvec ins(%l, %x ...
    ```
    `%x` becomes `tensor.extract_slice %x[0] [%d] [1] {lagrad.whole}` with `%d` a size of `%l`, and so do both
    dimensions of `%l`. From the slices that `lagrad-triangular-loops` makes of `linalg.matvec` nobody could tell, and a
    compiled function could not refuse a vector that is too short.
    """
    with op.context:
        for function in [child for child in walk(op) if child.name == "func.func"]:
            if len(function.regions[0].blocks) == 1 and _has_triangles(function):
                with function.location:
                    _tie(function)


def _has_triangles(function: ir.Operation) -> bool:
    return any(map(triangle_of, types_of((function, *walk(function)))))


def _tie(function: ir.Operation) -> None:
    block = function.regions[0].blocks[0]
    agree = {(number, k): (other, l) for number, k, other, l in equal_sizes(function)}
    arguments = list(block.arguments)
    for number, argument in enumerate(arguments):
        if (triangle := triangle_of(argument.type)) is not None and not triangle.packed:
            rank, (rows, columns) = len(shape_of(argument.type)), shape_of(argument.type)[-2:]
            if rows != columns and DYNAMIC in (rows, columns):  # the one that is known tells the other
                place = (number, rank - 2 if rows == DYNAMIC else rank - 1)
                place = agree.get(place, place)
                if place[0] is not None:  # else the program has said a number already
                    agree.setdefault(place, (None, max(rows, columns)))
    with ir.InsertionPoint.at_block_begin(block):
        for number, argument in enumerate(arguments):
            if not build.is_tensor(argument.type) or DYNAMIC not in shape_of(argument.type):
                continue
            places = [(number, k) for k in range(len(shape_of(argument.type)))]
            is_open = False
            if triangle_of(argument.type) is not None:
                rows, columns = shape_of(argument.type)[-2:]
                is_open = rows == columns == DYNAMIC
                if rows != columns and triangle_of(argument.type).packed:
                    continue  # an error, which comes later
            if not is_open and not any(place in agree for place in places):
                continue
            if is_open:  # both dimensions are what one of them must be
                last = next((place for place in places[-2:] if place in agree), places[-1])
                places[-2:] = [last, last]
            _replace(argument, [_size(arguments, place, agree) for place in places])


def _size(arguments: list[ir.Value], place: tuple[int, int], agree: dict) -> ir.Value | int:
    """What a size of an argument must be: one of the program's where there is no other to agree with."""
    static = shape_of(arguments[place[0]].type)[place[1]]
    if static != DYNAMIC:
        return static
    while place in agree:
        place = agree[place]
    number, k = place
    if number is None:
        return k
    return build.emit1("tensor.dim", build.index_type(), arguments[number], build.index(k))


def _replace(argument: ir.Value, sizes: list[ir.Value | int]) -> None:
    """Uses all of an argument, of these sizes, in its place."""
    users = [use.owner.operation for use in argument.uses]
    asked = [op for op in users if op.name == "tensor.dim"]
    type = argument.type
    numbers = [n if isinstance(n, int) else DYNAMIC for n in sizes]
    if numbers != shape_of(type):  # a number is said by a type: a slice of constant size would be folded into one
        known = build.emit1(
            "tensor.cast", build.tensor_type(numbers, build.element(type), build.encoding_of(type)), argument
        )
        first, whole = known, build.emit1("tensor.cast", type, known)
    else:
        first = whole = build.whole_slice(argument, sizes)
    argument.replace_all_uses_except(whole, [first.owner.operation, *asked])
