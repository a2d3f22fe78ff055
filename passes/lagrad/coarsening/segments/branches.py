"""`scf.if` as a term: a branch of scalar arithmetic on both sides is Phi of them, with such branches inside or not."""

from __future__ import annotations

from ...ad.scope import Scope, clone
from ...analysis.dependence import closure
from ...analysis.program import captured_by, walk
from ...build import constant_of
from ...mlir import ir
from ..formulas.terms import has_term

# What makes a condition of conditions and numbers, and may run where the program does not.
_CONDITIONS = ("arith.cmpf", "arith.cmpi", "arith.andi", "arith.ori", "arith.xori")


def is_choice(op: ir.Operation) -> bool:
    """Whether an operation is an `scf.if` of one float, whose branches have terms, conditions and such `scf.if` only.

    All of it may then be computed: nothing in it has an effect, or traps.
    """
    return _is_branch(op) and all(map(_is_inside_choice, walk(op)))


def is_nest(op: ir.Operation) -> bool:
    """Whether a choice computes a condition, or has another `scf.if` inside."""
    return any(child.name == "scf.if" or _is_condition(child) for child in walk(op))


def _is_branch(op: ir.Operation) -> bool:
    return op.name == "scf.if" and len(op.results) == 1 and isinstance(op.results[0].type, (ir.F64Type, ir.F32Type))


def _is_inside_choice(op: ir.Operation) -> bool:
    return has_term(op) or op.name in ("arith.constant", "scf.yield") or _is_condition(op) or _is_branch(op)


def _is_condition(op: ir.Operation) -> bool:
    return op.name in _CONDITIONS and isinstance(op.results[0].type, ir.IntegerType) and op.results[0].type.width == 1


def yielded(op: ir.Operation) -> list[ir.Value]:
    """What the branches of a choice yield."""
    return [list(region.blocks[0].operations)[-1].operation.operands[0] for region in op.regions]


def captured(op: ir.Operation) -> list[ir.Value]:
    """What the branches of a choice read, literals left out: values from outside, and the conditions made inside.

    What only these conditions are made of does not count. There is none for other operations.
    """
    return [value for value in _read(op) if constant_of(value) is None]


def literals(op: ir.Operation) -> list[ir.Value]:
    """The literals that an operation reads, its branches included, that stand outside it."""
    return [value for value in dict.fromkeys([*op.operands, *_read(op)]) if constant_of(value) is not None]


def _read(op: ir.Operation) -> list[ir.Value]:
    children = list(walk(op))
    if not children:
        return []
    made = {result: child for child in children for result in child.results if not _is_condition(child)}
    needed = closure(yielded(op), lambda value: _made_of(made[value]) if value in made else ())
    read = dict.fromkeys(value for child in children for value in child.operands)
    return [value for value in read if value in needed and value not in made]


def _made_of(op: ir.Operation) -> list[ir.Value]:
    return [*op.operands, *(yielded(op) if op.name == "scf.if" else ())]


def without_conditions(choice: ir.Operation) -> None:
    """Erases what nothing in a choice reads: what its conditions are made of, once they are arguments."""
    for child in reversed(list(walk(choice))):
        if child.results and not any(True for result in child.results for _ in result.uses):
            child.erase()


def made_inside(value: ir.Value, ops: list[ir.Operation]) -> list[ir.Operation]:
    """What a condition is made of that stands in or among operations of one block, in the order of the program.

    Nothing, unless the condition itself is made inside of one.
    """
    if all(value not in (result for child in walk(op) for result in child.results) for op in ops):
        return []
    inside = [child for op in ops for child in (op, *walk(op))]
    made = {result: child for child in inside for result in child.results}
    needed = closure([value], lambda own: [*made[own].operands, *captured_by(made[own])] if own in made else ())
    return [child for child in inside if not needed.isdisjoint(child.results)]


def in_front(value: ir.Value, ops: list[ir.Operation]) -> ir.Value:
    """A condition at the insertion point, in front of the operations that make it; any other value as it is."""
    scope = Scope()
    for op in made_inside(value, ops):
        clone(op, scope)
    return scope.found(value)
