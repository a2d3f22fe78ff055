"""Active operations that are rewritten before they are differentiated.

They have no adjoint of their own; what they are rewritten to has. Inactive ones stay as
they are.
"""

from __future__ import annotations

from collections.abc import Callable, Container

from ...analysis import demand, linalg_form
from ...analysis.activity import Activity
from ...analysis.effects import effects
from ...analysis.flow import BYPASS
from ...analysis.program import Program
from ...errors import Report
from ...mlir import ir
from ...rules import RULES
from . import compared, control_forms, counted_while, linalg_forms, loop_form, tensor_forms
from .rule_forms import form_of, replace

# operation -> builder of the values that replace its results (None: this one cannot be)
FORMS: dict[str, Callable[[ir.Operation], list[ir.Value] | None]] = {
    "scf.while": counted_while.rewrite,
    "scf.index_switch": control_forms.index_switch,
    "scf.execute_region": control_forms.execute_region,
    "scf.parallel": control_forms.parallel,
    "scf.forall": control_forms.forall,
    "tensor.generate": tensor_forms.generate,
    "tensor.pad": tensor_forms.pad,
    "tensor.concat": tensor_forms.concat,
    "tensor.gather": tensor_forms.gather,
    "tensor.scatter": tensor_forms.scatter,
    "linalg.softmax": linalg_forms.softmax,
    "linalg.pack": linalg_forms.pack,
    "linalg.unpack": linalg_forms.unpack,
}


# What forward mode differentiates as it is.
_AUGMENTED = demand.REGIONS | demand.LINEAR


def rewrite(program: Program, activity: Activity, report: Report) -> bool:
    """Rewrites the outermost such operations; whether there were any."""
    return _rewrite(program, activity, report, ())


def rewrite_for_tangents(program: Program, activity: Activity, report: Report) -> bool:
    """The same for forward mode, which can do more by itself."""
    return _rewrite(program, activity, report, _AUGMENTED)


def _rewrite(program: Program, activity: Activity, report: Report, kept: Container[str]) -> bool:
    outermost: list[tuple[ir.Operation, Callable, str]] = []
    _collect(program, activity, program.entry, kept, outermost)
    rewritten = False
    for op, builder, reason in outermost:
        location = op.location
        if not replace(op, builder):
            continue
        rewritten = True
        if reason:
            report.remark(location, f"differentiated as loops: {reason}")
    return rewritten


def _collect(program: Program, activity: Activity, block: ir.Block, kept: Container[str], found: list) -> None:
    for op in program.ops(block):
        if not _may_be_rewritten(program, op, kept) or not activity.is_active_op(op):
            continue
        if (form := form_of(op, "forward" if kept else "reverse")) is not None:
            found.append((op, form, ""))
        elif op.name in FORMS and op.name not in kept and op.name not in RULES:
            found.append((op, FORMS[op.name], ""))
        elif op.name == "linalg.generic" and next(effects(op), None) is not None:
            found.append((op, loop_form.to_loops, "its body has an effect"))
        elif op.name == "linalg.generic" and (reason := linalg_form.no_closed_form(op, activity.is_active)):
            if op.name not in kept or _only_decides(program, activity, op):
                found.append((op, loop_form.to_loops, reason))
                continue
            for body in program.bodies(op):
                _collect(program, activity, body, kept, found)
        elif op.name == "linalg.generic" and (values := compared.compared(op, program, activity, op.name in kept)):
            found.append((op, compared.separate(values), ""))
        else:
            for body in program.bodies(op):
                _collect(program, activity, body, kept, found)


def _may_be_rewritten(program: Program, op: ir.Operation, kept: Container[str]) -> bool:
    """Whether an operation, or one inside it, is rewritten if all that floats follow from is active.

    In most programs there is none, so nobody need know what is active.
    """
    if form_of(op, "forward" if kept else "reverse") is not None or op.name in FORMS:
        return True
    if op.name == "linalg.generic" and (
        next(effects(op), None) is not None
        or linalg_form.no_closed_form(op, lambda value: True)
        or compared.may_be_compared(op, program)
    ):
        return True
    return any(_may_be_rewritten(program, child, kept) for body in program.bodies(op) for child in program.ops(body))


def _only_decides(program: Program, activity: Activity, op: ir.Operation) -> bool:
    """Whether what a generic has reduced so far decides what comes next, and is no part of it.

    Such an operation on tangents would not read where it starts from, which is what it gives where there is nothing to
    reduce.
    """
    arguments, yields = list(program.body(op).arguments)[linalg_form.inputs(op) :], program.yields(op)
    for edge in program.flow.along(op, BYPASS):
        k = ir.OpResult(edge.target).result_number
        if activity.is_active(edge.source) and yields[k] not in activity.restricted(op, [arguments[k]]).varied:
            return True
    return False
