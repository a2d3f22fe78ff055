"""Indirect calls of one of several known functions, as branches with a call each.

    %g = arith.select %c, %a, %b          %r = scf.if %c {  func.call @a(%x)  }
    %r = func.call_indirect %g(%x)                else {  func.call @b(%x)  }

The adjoint of a branch is a branch; of a call of what is not known there is none.
"""

from __future__ import annotations

from ... import build
from ...analysis.program import walk
from ...mlir import ir
from .rule_forms import replace

CALL = "func.call_indirect"


def expand(root: ir.Operation) -> bool:
    """Rewrites the indirect calls inside an operation whose function is a constant, or chosen between such; whether
    there were any.
    """
    calls = [op for op in walk(root) if op.name == CALL and _is_known(op.operands[0])]
    for call in calls:
        function, *operands = call.operands
        replace(call, lambda call: _call(function, operands, [r.type for r in call.results]))
    return bool(calls)


def _maker(function: ir.Value) -> ir.Operation | None:
    return None if isinstance(function.owner, ir.Block) else function.owner.operation


def _sides(branch: ir.Operation, function: ir.Value) -> list[ir.Value]:
    """The two functions between which a select or an `scf.if` chooses."""
    if branch.name == "arith.select":
        return list(branch.operands)[1:]
    number = ir.OpResult(function).result_number
    ends = [list(region.blocks[0].operations)[-1].operation for region in branch.regions]
    return [end.operands[number] for end in ends]


def _is_known(function: ir.Value, branch: ir.Operation | None = None) -> bool:
    """Whether a function is a constant, or chosen between such by conditions that stand outside of a branch."""
    maker = _maker(function)
    if maker is None or maker.name not in ("func.constant", "arith.select", "scf.if"):
        return False
    if maker.name == "func.constant":
        return True
    around = maker if maker.name == "scf.if" and branch is None else branch
    return not _is_inside(maker.operands[0], branch) and all(
        _is_known(side, around) for side in _sides(maker, function)
    )


def _is_inside(value: ir.Value, branch: ir.Operation | None) -> bool:
    """Whether a value is defined in a region of a branch."""
    if branch is None:
        return False
    around = value.owner.owner if isinstance(value.owner, ir.Block) else value.owner.operation.parent
    while around.operation.name != "func.func":
        if around.operation == branch:
            return True
        around = around.operation.parent
    return False


def _call(function: ir.Value, operands: list[ir.Value], types: list[ir.Type]) -> list[ir.Value]:
    """What the call of a known function gives, built at the insertion point."""
    maker = _maker(function)
    if maker.name == "func.constant":
        return build.emit("func.call", types, operands, callee=maker.attributes["value"])
    branch = ir.Operation.create("scf.if", results=types, operands=[maker.operands[0]], regions=2)
    for region, side in zip(branch.regions, _sides(maker, function)):
        with ir.InsertionPoint(region.blocks.append()):
            build.emit("scf.yield", [], _call(side, operands, types))
    return list(branch.results)
