"""The other spellings of a request, operations and options of the pass, as declarations."""

from __future__ import annotations

from .. import build
from ..analysis.call_graph import functions, signature
from ..analysis.derivative_types import type_of
from ..analysis.program import walk
from ..analysis.request import Derivative
from ..dialect import GRAD, TANGENT, argument_numbers
from ..errors import Diagnostic, Failure, error
from ..mlir import ir
from .checks import default_wrt, spell, unknown_function
from .kinds import ONE_HOT, is_one_hot


def declare(
    module: ir.Operation,
    kind: str,
    primal: str,
    wrt: list[int] | None,
    name: str,
    location,
    with_primal: bool = False,
    **own: int | str | bool,
) -> ir.Operation:
    """Adds the declaration that asks for a derivative, with the signature that fits it.

    `own` are the attributes that only some kinds have: `vectors=4`.
    """
    table = functions(module)
    if primal not in table:
        raise Failure(error(location, unknown_function(primal, list(table))))
    inputs, results = signature(table[primal])
    if wrt is None:
        wrt = default_wrt(inputs)
    outside = [n for n in wrt if not 0 <= n < len(inputs)]
    if outside:
        raise Failure(error(location, f"@{primal} has no argument {outside[0]}; it has {len(inputs)}"))
    with location:
        asked = Derivative(
            kind=kind,
            wrt=wrt,
            with_primal=with_primal,
            vectors=own.get("vectors"),
            compressed=own.get("compressed", False),
            one_hot=is_one_hot(own),
        )
        expected = type_of(asked, inputs, results)
    flags = {"lagrad.with_primal": ir.UnitAttr.get()} if with_primal else {}
    for word, value in own.items():
        flags[f"lagrad.{word}"] = _attribute(value)
    with location, ir.InsertionPoint(module.regions[0].blocks[0]):
        numbers = ir.ArrayAttr.get([ir.IntegerAttr.get(_I64(), n) for n in wrt])
        said = {f"lagrad.{kind}": ir.FlatSymbolRefAttr.get(primal), "lagrad.wrt": numbers, **flags}
        return build.private_function(name, expected.inputs, expected.results, said)


def fresh_name(module: ir.Operation, wanted: str) -> str:
    taken = functions(module)
    name, number = wanted, 0
    while name in taken:
        name, number = f"{wanted}_{number}", number + 1
    return name


def declare_operations(module: ir.Operation) -> None:
    """Turns each `lagrad.grad` and `lagrad.tangent` into a call of a requested function; equal ones share it."""
    errors: list[Diagnostic] = []
    made: dict[tuple, str] = {}
    for op in [op for op in walk(module) if op.name in (GRAD, TANGENT)]:
        try:
            _declare_operation(module, op, made)
        except Failure as failure:
            errors += failure.diagnostics
    if errors:
        raise Failure(*errors)


def _declare_operation(module: ir.Operation, op: ir.Operation, made: dict[tuple, str]) -> None:
    is_sparse = "sparse" in op.attributes
    if is_sparse and "grad_signal" not in op.attributes:
        raise Failure(
            error(
                op.location, f"'{op.name}': 'sparse' says that the cotangent has one nonzero, which 'grad_signal' gives"
            )
        )
    primal = op.attributes["F"].value
    with_primal = "include_primal" in op.attributes
    table = functions(module)
    if primal not in table:
        raise Failure(error(op.location, unknown_function(primal, list(table))))
    inputs, _ = signature(table[primal])
    of = op.attributes.get("of")
    wrt = argument_numbers(of) if of is not None else default_wrt(inputs)
    if op.name == TANGENT:
        kind = "pushforward"
    else:
        kind = "pullback" if "grad_signal" in op.attributes else "gradient"
    key = (primal, kind, tuple(wrt), with_primal, is_sparse)
    if key not in made:
        made[key] = fresh_name(module, f"{primal}_{kind}")
        declare(
            module,
            kind,
            primal,
            wrt,
            made[key],
            op.location,
            with_primal,
            **({"cotangent": ONE_HOT} if is_sparse else {}),
        )
    takes, gives = signature(functions(module)[made[key]])
    have = [v.type for v in op.operands], [v.type for v in op.results]
    if have != (takes, gives):
        raise Failure(
            error(
                op.location,
                f"'{op.name}' of @{primal} has type {spell(takes)} -> {spell(gives)}, "
                f"not {spell(have[0])} -> {spell(have[1])}",
            )
        )
    with op.location, ir.InsertionPoint(op):
        results = build.emit("func.call", gives, list(op.operands), callee=ir.FlatSymbolRefAttr.get(made[key]))
    for old, new in zip(op.results, results):
        old.replace_all_uses_with(new)
    op.erase()


def _attribute(value: int | str | bool) -> ir.Attribute:
    match value:
        case True:
            return ir.UnitAttr.get()
        case str():
            return ir.StringAttr.get(value)
    return ir.IntegerAttr.get(_I64(), value)


def _I64() -> ir.Type:
    return ir.IntegerType.get_signless(64)
