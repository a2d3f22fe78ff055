"""A `linalg.generic` with what is computed in front of it, element by element, as one formula."""

from __future__ import annotations

from typing import NamedTuple

from ... import build
from ...analysis import linalg_form
from ...forms.generic import Generic
from ...mlir import ir
from .formulas import Formula


class Read(NamedTuple):
    """The elements of a tensor at these dimensions; None is the one index of a dimension of size 1."""

    value: ir.Value
    dims: list


class Reading:
    """Formulas of a body, with dimensions as `names` calls them.

    Operands that are themselves maps of arithmetic are read through. `reads` has what a formula is of, by the argument
    of some body that stands for it: one for each tensor at the same dimensions. `through` are the operations that were
    read. A tensor that is only turned is not read through, unless `turns`: the program turned it to read it in rows.
    """

    def __init__(self, generic: Generic, names: dict[int, int], turns: bool):
        self._turns = turns
        self.reads: dict[ir.Value, Read] = {}
        self.through: list[ir.Operation] = [generic.op]
        self._known: dict[tuple, ir.Value] = {}
        self.own = self._arguments(generic, names)
        self.body = generic.body

    def formula(self, value: ir.Value) -> Formula:
        """What a value of the body is."""
        return _formula(value, self.body, self.own)

    def _arguments(self, generic: Generic, names: dict) -> dict[ir.Value, Formula]:
        return {
            argument: self._argument(argument, value, [names.get(d) for d in own])
            for argument, value, own in zip(generic.body.arguments, generic.op.operands, generic.dims)
        }

    def _argument(self, argument: ir.Value, value: ir.Value, dims: list) -> Formula:
        op = build.defining_op(value, "linalg.generic")
        inner = op and as_map(op)
        if inner and all(step.name in _CHEAP for step in inner.steps) and (self._turns or not _is_turn(inner)):
            self.through.append(op)
            own = self._arguments(inner, dict(zip(inner.dims[-1], dims)))
            return _formula(inner.yielded[0], inner.body, own)
        argument = self._known.setdefault((value, tuple(dims)), argument)
        self.reads[argument] = Read(value, dims)
        return ("value", argument)


_CHEAP = {"arith.addf", "arith.constant", "arith.mulf", "arith.negf", "arith.subf"}  # may be computed again


def _formula(value: ir.Value, body: ir.Block, arguments: dict[ir.Value, Formula]) -> Formula:
    if isinstance(value.owner, ir.Block):
        return arguments.get(value, ("value", value))
    op = value.owner.operation
    if op.block != body:
        return ("value", value)
    return ("copy", op, *(_formula(operand, body, arguments) for operand in op.operands))


def as_map(op: ir.Operation) -> Generic | None:
    """An operation that gives each element of its one result a value of its own; None if it does anything else."""
    if len(op.results) != 1 or "reduction" in linalg_form.iterators(op):
        return None
    generic = Generic(op)
    whole = is_plain(generic) and len({*generic.dims[-1]} - {None}) == generic.count
    simple = not any(step.name == "linalg.index" or len(list(step.regions)) for step in generic.steps)
    return generic if whole and simple and not list(generic.body.arguments[-1].uses) else None


def _is_turn(generic: Generic) -> bool:
    """Whether all that an operation does is to put the elements of one tensor in another order."""
    return not generic.steps and generic.ins == 1 and {*generic.dims[0]} == {*range(generic.count)} != set()


def is_plain(generic: Generic) -> bool:
    """Whether indices of an operand are different dimensions, or of dimensions of size 1, and none has an encoding."""
    for value, own in zip(generic.op.operands, generic.dims):
        known = [d for d in own if d is not None]
        if len({*known}) != len(known) or own and build.encoding_of(value.type) is not None:
            return False
        if any(d is None and size != 1 for d, size in zip(own, value.type.shape if own else ())):
            return False
    return True
