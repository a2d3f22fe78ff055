"""`lagrad-tie-sizes`: what triangular arguments must agree in is said before operations become loops."""

from __future__ import annotations

from dataclasses import dataclass

from .. import build
from ..build import DYNAMIC, shape_of
from ..dialect import WHOLE
from ..mlir import ir
from ..passes import Pass
from ..triangle import triangle_of
from .equal_sizes import equal_sizes
from .walk import walk


@dataclass(frozen=True)
class TieSizes(Pass):
    """Say which sizes of a function's arguments agree, where some tensor in it is triangular.

    ```mlir
    func.func @f(%l: tensor<?x?xf64, "ltri">, %x: tensor<?xf64>) {
      %0 = linalg.matvec ins(%l, %x ...
    ```
    `%x` becomes `tensor.extract_slice %x[0] [%d] [1] {lagrad.whole}` with `%d` a size of `%l`, and so do both
    dimensions of `%l`. From the slices that `lagrad-triangular-loops` makes of `linalg.matvec` nobody could tell, and a
    compiled function could not refuse a vector that is too short.
    """

    name = "lagrad-tie-sizes"
    creates = ("arith", "tensor")

    def run(self, op: ir.Operation, report) -> None:
        with op.context:
            for function in [child for child in walk(op) if child.name == "func.func"]:
                if len(function.regions[0].blocks) == 1 and _has_triangles(function):
                    with function.location:
                        _tie(function)


def _has_triangles(function: ir.Operation) -> bool:
    arguments = list(function.regions[0].blocks[0].arguments)
    return any(triangle_of(v.type) for v in (*arguments, *(r for op in walk(function) for r in op.results)))


def _tie(function: ir.Operation) -> None:
    block = function.regions[0].blocks[0]
    agree = {(number, k): (other, l) for number, k, other, l in equal_sizes(function)}
    arguments = list(block.arguments)
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
                if rows != columns and DYNAMIC in (rows, columns):
                    agree[places[-2] if rows == DYNAMIC else places[-1]] = (None, max(rows, columns))
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
    number, k = agree.get(place, place)
    if number is None:
        return build.index(k)
    return build.emit1("tensor.dim", build.index_type(), arguments[number], build.index(k))


def _replace(argument: ir.Value, sizes: list[ir.Value | int]) -> None:
    """Uses all of an argument, of these sizes, in its place."""
    users = [use.owner.operation for use in argument.uses]
    asked = [op for op in users if op.name == "tensor.dim"]
    rank = len(sizes)
    whole = build.extract_slice(argument, argument.type, [0] * rank, sizes, [1] * rank)
    whole.owner.attributes[WHOLE] = ir.UnitAttr.get()
    argument.replace_all_uses_except(whole, [whole.owner.operation, *asked])
