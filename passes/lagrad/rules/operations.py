"""Rules of any depth for operations of any dialect, ours and others': the door that a file of rules comes in by.

    @linear("toy.conj")
    def conj(op, ct, sweep): ...         the transpose of a linear operation

    @adjoint("toy.mul", reads=operands)
    def mul(op, cts, sweep): ...         what each operand gets of the results' cotangents

    @tangent("toy.mul", reads=operands)
    def mul_tangent(op, dxs, sweep): ... the results' tangents

    @lowering("toy.mul")
    def lower_mul(op): ...               simpler operations that give the same

    @shadow("toy.view")
    def view(op): ...                    the memory that an operation makes, for derivatives

An operation with rules computes its results from its operands, and does nothing else: it may be repeated or left out.
Where a mode has no rule for it, it is differentiated through its lowering. One that takes or gives memory is what its
shadow or its lowering says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .. import dialect
from ..build import has_derivative
from ..errors import Failure
from ..mlir import ir
from .derivatives import RULES, Operation, Reads, Sizes, known, nothing, put, structured
from .text import from_text

# What is known of an operation beside its derivative; all of it may be missing.
LOWERINGS: dict[str, Callable[[ir.Operation], Sequence[ir.Value] | None]] = {}  # None: not of these types
SHADOWS: dict[str, Callable[[ir.Operation], Sequence[ir.Value] | None]] = {}  # of operations on memory, in derivatives
DEPENDS: dict[str, Callable[[ir.Operation], Sequence[Sequence[int]]]] = {}  # for each result, operands by number
SIZES: dict[str, Callable[[ir.Operation], Sequence[Sizes]]] = {}  # for each result, emitted in front of the operation
TERMINATORS: set[str] = set()  # what hands values from a region to the operation around it
BATCHES: dict[str, Callable] = {}  # (op, batch) -> the results, those that are batched with one dimension more


def adjoint(op: str, reads: Reads = nothing, none_for_zeros: bool = False) -> Callable:
    """Decorates the adjoint of an operation; `reads(op)` lists the primal values that it looks up by `sweep.value`.

    With `none_for_zeros` it gets None, and not zeros, for the cotangent of a result that nothing active reads. That of
    an operation with regions asks `sweep.region(0)`, and so on, for these (`transforms.own_regions.Region`).
    """

    def register(function: Callable) -> Callable:
        rule = _rule(op)
        rule.adjoint, rule.reads, rule.none_for_zeros = function, reads, none_for_zeros
        return function

    return register


def tangent(op: str, reads: Reads = nothing) -> Callable:
    """Decorates the tangent of an operation; `reads` as above."""

    def register(function: Callable) -> Callable:
        rule = _rule(op)
        rule.tangent, rule.tangent_reads = function, reads
        return function

    return register


def _rule(op: str) -> Operation:
    rule = RULES.get(op)
    if not isinstance(rule, Operation):
        rule = put(Operation(op))
    return rule


def linear(op: str, reads: Reads = nothing) -> Callable:
    """Decorates the transpose of an operation that is linear in all its float operands together, and has one result.

    `transpose(op, ct, sweep)` gives one gradient an operand, or None. Forward mode applies the operation to tangents.
    """

    def register(transpose: Callable) -> Callable:
        @structured(op, reads)
        def pullback(own, ct, sweep):
            add_gradients(own, transpose(own, ct, sweep), sweep)

        return transpose

    return register


def add_gradients(op: ir.Operation, gradients: Sequence[ir.Value | None], sweep) -> None:
    """Adds to the adjoints of the active operands what a rule gives for them."""
    for operand, gradient in zip(op.operands, gradients, strict=True):
        if gradient is not None and has_derivative(operand.type) and sweep.is_active(operand):
            sweep.add(operand, gradient)


def lowering(op: str, text: str | None = None) -> Callable | None:
    """What an operation is made of: a decorated `lower(op)` that builds it and gives the results, or a text.

    A builder that gives None, having built nothing, leaves the operation as it is. `text` is one `func.func` with the
    operation's operands as arguments, and its results; it must have the types of each operation that it stands for.
    """

    return _made_of(LOWERINGS, op, text)


def shadow(op: str, text: str | None = None) -> Callable | None:
    """What an operation that takes or gives memory is in a derivative, if that is not its lowering; said as that is.

    It is made of operations on memory that have derivatives. So what it makes has a shadow, which is made alike of the
    shadows of what it takes. The program itself keeps the operation.
    """
    return _made_of(SHADOWS, op, text)


def depends(op: str) -> Callable:
    """Decorates what results depend on: `of(op)` lists for each result the numbers of operands; default all."""
    return _into(DEPENDS, op)


def sizes(op: str) -> Callable:
    """Decorates the sizes of results: `of(op)` gives one list a result, one size a dimension, static or a value.

    Without it the sizes of a dynamic result are read off the result, which must be computed for that.
    """
    return _into(SIZES, op)


def terminators(*ops: str) -> None:
    """Says of operations that they end a region, and hand their operands to the operation around it."""
    TERMINATORS.update(ops)
    for op in ops:
        known(op)


def batched(*ops: str) -> Callable:
    """Decorates what an operation is in many directions (`ad.directions.batch`); default it runs once for each."""
    return _into(BATCHES, *ops)


def define(irdl: str | type) -> None:
    """Defines a dialect in every context: the text of an `irdl.dialect`, or a class of the bindings with `load`.

    Programs may then only have operations of it that are as it says, in the generic form.
    """

    def load(context: ir.Context) -> None:
        from ..mlir import irdl as upstream

        with context, ir.Location.unknown():
            if not isinstance(irdl, str):
                irdl.load()
                return
            try:
                upstream.load_dialects(ir.Module.parse(irdl))
            except ir.MLIRError as problem:
                told = "; ".join(d.message for d in problem.error_diagnostics)
                raise Failure(f"the IRDL definition of a dialect is not valid: {told}") from None

    dialect.LOADERS.append(load)


def _made_of(table: dict[str, Callable], op: str, text: str | None) -> Callable | None:
    if text is None:
        return _into(table, op)
    _into(table, op)(from_text(op, text))
    return None


def _into(table: dict[str, Callable], *ops: str) -> Callable:
    def register(function: Callable) -> Callable:
        table.update(dict.fromkeys(ops, function))
        for op in ops:
            known(op)
        return function

    return register
