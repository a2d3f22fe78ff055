"""What stands in the way of a derivative: every active operation without a rule, and why it is active."""

from __future__ import annotations

from collections.abc import Container

from ..build import element, has_derivative
from ..diagnostics.foreign import way_from
from ..dialect import no_derivative
from ..errors import Diagnostic, Failure, error, note
from ..mlir import ir
from ..rules import FROM_INTEGERS, INACTIVE, REFUSED, REGIONS, has_rule
from . import call_graph, demand
from .activity import Activity
from .effects import PRINT
from .flow import TERMINATORS
from .memory import is_memory
from .program import Program

_ON_TENSORS = "write the program on tensors; one-shot bufferization comes after differentiation"
_LOWERED = {"llvm", "gpu", "async", "omp", "amdgpu", "nvgpu", "nvvm", "rocdl", "spirv", "mpi"}

_OWN = {"reverse": "lagrad.custom_pullback", "forward": "lagrad.custom_pushforward"}


def refusals(
    program: Program, activity: Activity, name: str, wrt: list[int], mode: str = "reverse", told: Container[str] = ()
) -> list[Diagnostic]:
    """One error for each operation of a function that cannot be differentiated, in program order.

    `name` is the function, `wrt` the numbers of its arguments, `mode` reverse or forward. Calls of the functions
    `told` are refused by others.
    """
    errors = []

    def visit(block: ir.Block) -> None:
        for op in program.ops(block):
            if op.name == "func.call" and op.attributes["callee"].value in told:
                continue
            reason = _reason(op, program, activity, mode)
            if reason is None:
                for body in program.bodies(op):
                    visit(body)
                continue
            why, *advice = reason
            notes = [*_why(op, program, activity, name, wrt), *(note(None, text) for text in advice)]
            errors.append(error(op.location, f"cannot differentiate '{op.name}': {why}", *notes))

    visit(program.entry)
    return errors


Reason = tuple[str, ...]  # why an operation cannot be differentiated[, and what to do]


def _reason(op: ir.Operation, program: Program, activity: Activity, mode: str) -> Reason | None:
    """Why an operation cannot be differentiated; None if it can, or need not be.

    What the operation is decides which question is asked; the answers do not depend on each other.
    """
    if op.name != "func.call" and any(is_memory(v.type) for v in (*op.operands, *op.results)):
        return _on_memory(op, program, activity)
    if op.name in INACTIVE or op.name in FROM_INTEGERS or op.name in TERMINATORS or op.name == PRINT:
        return None
    if not activity.is_active_op(op):
        return _effect(op, program, activity)
    if op.name == "func.call":
        return _call(op, program, mode)
    if _dialect(op) == "vector":
        return _vector(op)
    return _by_rule(op, activity, mode)


def _dialect(op: ir.Operation) -> str:
    return op.name.split(".")[0]


def _on_memory(op: ir.Operation, program: Program, activity: Activity) -> Reason | None:
    if not any(v in activity.varied for v in program.inputs(op)):
        return None
    return (
        "an active value goes through memory here, which its derivative cannot follow",
        _ON_TENSORS,
        "or, if no derivative is to flow through it, store it through lagrad.stop_gradient",
    )


def _effect(op: ir.Operation, program: Program, activity: Activity) -> Reason | None:
    is_known = op.name == "func.call" and (op.attributes["callee"].value in program.derivatives or _is_inactive(op))
    taken = [v for v in op.operands if not isinstance(v.type, ir.IndexType)]
    if is_known or not program.has_effect(op) or not any(v in activity.varied for v in taken):
        return None
    return (
        "it takes an active value, which its effect may keep",
        "mark it 'lagrad.inactive' if no derivative flows through it, "
        "or pass it the value through lagrad.stop_gradient",
    )


def _call(op: ir.Operation, program: Program, mode: str) -> Reason | None:
    callee = op.attributes["callee"]
    if any(isinstance(v.type, ir.VectorType) for v in (*op.operands, *op.results)):
        return f"{callee} takes or gives vectors and is not inlined", "let it take and give tensors"
    function = call_graph.callee(op)
    if function is not None and (reason := no_derivative(function)):
        return reason
    if callee.value in program.derivatives:
        return None
    return (
        f"{callee} is declared here but not defined",
        f"define it in this module, give it a '{_OWN[mode]}', or mark it 'lagrad.inactive'",
    )


def refuse_without_derivative(function: ir.Operation) -> None:
    """Failure if a function that brings its derivatives says that it has none."""
    if reason := no_derivative(function):
        why, advice = reason
        name = ir.StringAttr(function.attributes["sym_name"]).value
        raise Failure(error(function.location, f"cannot differentiate @{name}: {why}", note(None, advice)))


def _vector(op: ir.Operation) -> Reason | None:
    if _is_boundary(op):
        return None  # the operation that keeps its vectors is refused, not what reads them from tensors
    if any(isinstance(v.type, ir.VectorType) and v.type.scalable for v in (*op.operands, *op.results)):
        return "its vectors have no fixed size", "use vectors of fixed size; scalable ones come after differentiation"
    return "it has no equal on tensors", "write it with other operations of vector, tensor or linalg"


def _by_rule(op: ir.Operation, activity: Activity, mode: str) -> Reason | None:
    if op.name in REFUSED:
        return (REFUSED[op.name],)
    if all(_is_integer(v) for v in (*op.operands, *op.results) if activity.is_active(v)):
        return None  # what is behind the bitcast that is refused
    others = REGIONS if mode == "reverse" else demand.REGIONS | demand.LINEAR
    if not has_rule(op.name, mode) and op.name not in others:
        return _without_rule(op, mode)
    for value in (*op.results, *op.operands):
        if activity.is_active(value) and not has_derivative(value.type):
            return f"no rule for an active value of type {value.type}", "use float scalars and ranked tensors of floats"
    return None


def _without_rule(op: ir.Operation, mode: str) -> Reason:
    dialect = _dialect(op)
    if dialect in _LOWERED:
        return (
            f"operations of '{dialect}' have no derivative here: differentiate before lowering to it",
            "write it with arith, math, tensor, linalg and scf, "
            "or stop the gradient before it with lagrad.stop_gradient",
        )
    if way := way_from(op.name):
        return (f"no rule for {mode} mode", way)
    return (
        f"no rule for {mode} mode",
        "add a rule (docs/rules.md), or stop the gradient before it with lagrad.stop_gradient",
    )


def _is_inactive(call: ir.Operation) -> bool:
    function = call_graph.callee(call)
    return function is not None and "lagrad.inactive" in function.attributes


def _is_boundary(op: ir.Operation) -> bool:
    """Whether an operation is left where `ad.vectors` made tensors of vectors."""
    if op.name not in ("vector.transfer_read", "vector.transfer_write"):
        return False
    if any(isinstance(v.type, ir.VectorType) and v.type.scalable for v in (*op.operands, *op.results)):
        return False
    around = op.parent.operation
    while around.name != "func.func":
        if around.name.startswith("linalg."):
            return False
        around = around.parent.operation
    return True


def _is_integer(value: ir.Value) -> bool:
    return isinstance(element(value.type), (ir.IntegerType, ir.IndexType))


def _why(op: ir.Operation, program: Program, activity: Activity, name: str, wrt: list[int]) -> list[Diagnostic]:
    """Notes that say from which argument and to which result the operation is active."""
    notes = []
    inputs = set(program.inputs(op))
    for number in wrt:
        argument = program.arguments[number]
        if inputs & Activity(program, [argument], []).varied:
            told = f"it is active: it depends on this, argument {number} of @{name}, which 'wrt' lists"
            notes.append(note(argument.location, told))
            break
    for number, result in enumerate(program.results):
        if set(op.results) & Activity(program, [], [result]).useful:
            end = program.terminator(program.entry).location
            notes.append(note(end, f"and its value reaches result {number} of @{name}"))
            break
    return notes
