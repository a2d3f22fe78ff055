"""What operations of rules are differentiated as, where they have no rule of their own for it.

With partials they are elementwise on tensors, as the body of a `linalg.generic`. With a lowering, and without a rule
for a mode, they are what they are made of.
"""

from __future__ import annotations

from collections.abc import Callable

from ... import build
from ...analysis.memory import touches_memory
from ...analysis.program import walk
from ...build import is_tensor, shape_of
from ...errors import Failure, error, note
from ...mlir import ir
from ...rules import INACTIVE, LOWERINGS, RULES, SHADOWS, Partials, has_rule, is_foreign
from ...rules.implicit import FIXED_POINT, ROOT

KEPT = {FIXED_POINT, ROOT}  # these are differentiated in a way of their own (`transforms.implicit_functions`)
_MOST = 100  # operations inside each other that become others
Builder = Callable[[ir.Operation], list[ir.Value] | None]  # None: it builds nothing


def form_of(op: ir.Operation, mode: str) -> Builder | None:
    """What builds the values that replace an operation of rules before it is differentiated; None if it stays."""
    if op.name in INACTIVE:
        return None
    if has_rule(op.name, mode):
        return elementwise if is_elementwise(op) else None
    return LOWERINGS.get(op.name)


def open_regions(module: ir.Operation) -> None:
    """Replaces operations with regions by their lowerings, whatever rules they have: upstream's inliner crashes there.

    Failure for those without one.
    """
    replace_all(module, lambda op: op.name in LOWERINGS and _has_regions(op), _lower)
    advice = "give it a lowering, which may copy its region into loops and branches (docs/rules.md)"
    left = [op for op in walk(module) if _has_regions(op)]
    if left:
        told = "has regions, and no lowering"
        raise Failure(*(error(op.location, f"'{op.name}' {told}", note(None, advice)) for op in left))


def _has_regions(op: ir.Operation) -> bool:
    return len(op.regions) > 0 and is_foreign(op.name)


def _lower(op: ir.Operation) -> bool:
    return replace(op, LOWERINGS[op.name])


def open_memory(module: ir.Operation) -> None:
    """Replaces operations that take or give memory by what they are in a derivative, as far as anybody says it."""
    made_of = LOWERINGS | SHADOWS
    opened = {name for name in made_of.keys() - KEPT - INACTIVE if is_foreign(name)}

    def is_wanted(op: ir.Operation) -> bool:
        return op.name in opened and touches_memory(op)

    replace_all(module, is_wanted, lambda op: replace(op, made_of[op.name]))


def replace_all(module: ir.Operation, is_wanted: Callable, by: Callable[[ir.Operation], bool]) -> None:
    """Replaces operations until no wanted one is left, or none of them can be. Failure where there are ever more."""
    for _ in range(_MOST):
        found = [op for op in walk(module) if is_wanted(op)]
        at = [(op.location, op.name) for op in found[:1]]
        if not any([by(op) for op in reversed(found)]):  # inner ones first
            return
    ((location, name),) = at
    raise Failure(error(location, f"the lowering of '{name}' gives operations that it lowers again"))


def replace(op: ir.Operation, builder: Callable) -> bool:
    """Puts what a builder makes in the place of an operation; False if it makes nothing."""
    with op.location, ir.InsertionPoint(op):
        values = builder(op)
    if values is None:
        return False
    for result, value in zip(op.results, values, strict=True):
        result.replace_all_uses_with(value)
    op.erase()
    return True


def is_elementwise(op: ir.Operation) -> bool:
    """Whether an operation of rules has partials, and works on the elements of tensors of one shape."""
    if not is_foreign(op.name) or not isinstance(RULES.get(op.name), Partials) or len(op.results) != 1:
        return False
    shapes = [shape_of(v.type) for v in (*op.operands, *op.results)]
    return all(is_tensor(v.type) for v in (*op.operands, *op.results)) and all(s == shapes[0] for s in shapes)


def elementwise(op: ir.Operation) -> list[ir.Value]:
    """A generic with the operation on scalars in its body; its result has the sizes of the first operand."""
    (result,) = op.results
    identity = ir.AffineMap.get_identity(len(shape_of(result.type)))
    attributes = {name: op.attributes[name] for name in op.attributes}
    return build.generic(
        list(op.operands),
        [build.empty(result.type, build.sizes_of(op.operands[0]))],
        [identity] * (len(op.operands) + 1),
        ["parallel"] * identity.n_dims,
        lambda args: build.emit(op.name, [build.element(result.type)], args[:-1], **attributes),
    )
