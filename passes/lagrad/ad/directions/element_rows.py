"""Jacobians row by row: the pullback of one element of a result after the other.

A loop over each dimension of a result; inside, a cotangent with one nonzero element, and what depends on it. All else
stands before. `lagrad-propagate-one-hot` then makes of each row what is not zero of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ... import build
from ...analysis.dependence import dependents
from ...analysis.derivative_types import block
from ...build import is_tensor
from ...mlir import ir
from ..emission import for_loop
from ..scope import Scope, clone
from .many import OneDirection

Element = Callable[[list[ir.Value], list[ir.Value]], list[ir.Value]]  # indices, arrays -> the arrays with a row more


def by_elements(one: OneDirection, arguments: list[ir.Value], result: ir.Value, wrt: Sequence[int]) -> list[ir.Value]:
    """The Jacobian of one result by the arguments in `wrt`; `one` is the pullback, whose last argument is the
    cotangent.
    """
    sizes, program = build.sizes_of(result), one.program
    scope = Scope().bind(program.arguments[:-1], arguments)
    moving = dependents(program, program.arguments[-1:])
    for op in program.ops(program.entry)[:-1]:
        if moving.isdisjoint(op.results) and moving.isdisjoint(program.inputs(op)):
            clone(op, scope)

    def add_row(indices: list[ir.Value], arrays: list[ir.Value]) -> list[ir.Value]:
        own = Scope(scope)
        one_there = build.constant(build.element(result.type), 1.0)
        own.bind(
            program.arguments[-1:],
            [
                build.insert(one_there, build.zeros(result.type, sizes), indices)
                if is_tensor(result.type)
                else one_there
            ],
        )
        for op in program.ops(program.entry)[:-1]:
            if any(v not in own for v in op.results) or not op.results and not moving.isdisjoint(program.inputs(op)):
                clone(op, own)
        gradients = [own[v] for v in program.results]
        return [_stored(gradient, array, indices) for gradient, array in zip(gradients, arrays)]

    arrays = []
    for n in wrt:
        type = block(result.type, arguments[n].type)
        own = build.sizes_of(arguments[n]) if is_tensor(arguments[n].type) else []
        arrays.append(build.empty(type, [*sizes, *own]) if is_tensor(type) else build.constant(type, 0.0))
    return _over(sizes, [], arrays, add_row)


def _over(
    sizes: list[ir.Value | int], indices: list[ir.Value], arrays: list[ir.Value], add_row: Element
) -> list[ir.Value]:
    """Loops over the dimensions that are left, around what an element adds."""
    if not sizes:
        return add_row(indices, arrays)
    end = build.index(sizes[0]) if isinstance(sizes[0], int) else sizes[0]
    loop = for_loop([build.index(0), end, build.index(1)], arrays)
    index, *carried = loop.regions[0].blocks[0].arguments
    with ir.InsertionPoint(loop.regions[0].blocks[0]):
        build.emit("scf.yield", [], _over(sizes[1:], [*indices, index], carried, add_row))
    return list(loop.results)


def _stored(gradient: ir.Value, array: ir.Value, indices: list[ir.Value]) -> ir.Value:
    """An array with the gradient of the element at some indices."""
    if not is_tensor(gradient.type):
        return build.insert(gradient, array, indices) if is_tensor(array.type) else gradient
    sizes = build.sizes_of(gradient)
    return build.insert_slice(
        gradient, array, [*indices, *[0] * len(sizes)], [*[1] * len(indices), *sizes], [1] * (len(indices) + len(sizes))
    )
