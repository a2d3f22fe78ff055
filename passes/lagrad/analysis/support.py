"""What stands in the way of a derivative: every active operation without a rule, and why it is active."""

from __future__ import annotations

from collections.abc import Container

from ..build import element, has_derivative
from ..diagnostics.foreign import way_from
from ..errors import Diagnostic, error, note
from ..mlir import ir
from ..rules import FROM_INTEGERS, INACTIVE, REFUSED, REGIONS, RULES
from . import call_graph, demand
from .activity import Activity
from .effects import PRINT
from .memory import is_memory
from .program import TERMINATORS, Program

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


def _reason(op: ir.Operation, program: Program, activity: Activity, mode: str) -> tuple[str, ...] | None:
    """Why an operation cannot be differentiated[, and what to do]; None if it can, or need not be."""
    known = RULES.keys() | (REGIONS if mode == "reverse" else demand.REGIONS | demand.LINEAR)
    dialect = op.name.split(".")[0]
    if dialect == "vector" and any(is_memory(v.type) for v in op.operands):
        return "it moves vectors between registers and memory, which have no equal on tensors", _ON_TENSORS
    touches_memory = op.name != "func.call" and any(is_memory(v.type) for v in (*op.operands, *op.results))
    if touches_memory and any(v in activity.varied for v in program.inputs(op)):
        return (
            "an active value goes through memory here, which its derivative cannot follow",
            _ON_TENSORS,
            "or, if no derivative is to flow through it, store it through lagrad.stop_gradient",
        )
    if op.name in INACTIVE | FROM_INTEGERS or op.name in TERMINATORS or op.name == PRINT:
        return None
    callee = op.attributes["callee"] if op.name == "func.call" else None
    own = program.derivatives
    if not activity.is_active_op(op):
        is_known = callee and (callee.value in own or _is_inactive(op))
        taken = [v for v in op.operands if not isinstance(v.type, ir.IndexType)]
        if program.has_effect(op) and not is_known and any(v in activity.varied for v in taken):
            return (
                "it takes an active value, which its effect may keep",
                "mark it 'lagrad.inactive' if no derivative flows through it, "
                "or pass it the value through lagrad.stop_gradient",
            )
        return None
    if callee:
        if any(isinstance(v.type, ir.VectorType) for v in (*op.operands, *op.results)):
            return f"{callee} takes or gives vectors and is not inlined", "let it take and give tensors"
        if callee.value in own:
            return None
        return (
            f"{callee} is declared here but not defined",
            f"define it in this module, give it a '{_OWN[mode]}', or mark it 'lagrad.inactive'",
        )
    if dialect == "vector":
        if _is_boundary(op):
            return None  # the operation that keeps its vectors is refused, not what reads them from tensors
        if any(isinstance(v.type, ir.VectorType) and v.type.scalable for v in (*op.operands, *op.results)):
            return "its vectors have no fixed size", "use vectors of fixed size; scalable ones come after differentiation"
        return "it has no equal on tensors", "write it with other operations of vector, tensor or linalg"
    if op.name in REFUSED:
        return (REFUSED[op.name],)
    if all(_is_integer(v) for v in (*op.operands, *op.results) if activity.is_active(v)):
        return None  # what is behind the bitcast that is refused
    if op.name not in known and dialect in _LOWERED:
        return (
            f"operations of '{dialect}' have no derivative here: differentiate before lowering to it",
            "write it with arith, math, tensor, linalg and scf, or stop the gradient before it with lagrad.stop_gradient",
        )
    if op.name not in known:
        if way := way_from(op.name):
            return (f"no rule for {mode} mode", way)
        return (
            f"no rule for {mode} mode",
            "add a rule (docs/rules.md), or stop the gradient before it with lagrad.stop_gradient",
        )
    for value in (*op.results, *op.operands):
        if activity.is_active(value) and not has_derivative(value.type):
            return f"no rule for an active value of type {value.type}", "use float scalars and ranked tensors of floats"
    return None


def _is_inactive(call: ir.Operation) -> bool:
    function = call_graph.callee(call)
    return function is not None and "lagrad.inactive" in function.attributes


def _is_boundary(op: ir.Operation) -> bool:
    """Whether an operation is left where `vector_forms` made tensors of vectors."""
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
            notes.append(note(argument.location, f"it is active: it depends on this, argument {number} of @{name}, which 'wrt' lists"))
            break
    for number, result in enumerate(program.results):
        if set(op.results) & Activity(program, [], [result]).useful:
            notes.append(note(program.terminator(program.entry).location, f"and its value reaches result {number} of @{name}"))
            break
    return notes
