"""Mixed mode: a small function in a reverse sweep that is differentiated forward.

A function with few scalar inputs, say an inner solver that makes many steps for two numbers, has a
long tape and a small Jacobian. Marked `lagrad.local_jacobian` it is split like one that is not
inlined, but its augmented primal returns the Jacobian, computed in forward mode beside the results,
and the pullback multiplies by it.
"""

from __future__ import annotations

from ... import build
from ...analysis.call_graph import functions, signature, symbol
from ...analysis.derivative_types import type_of
from ...analysis.recording.cost import cost_of
from ...analysis.request import Derivative, Request
from ...analysis.split import Split, Uses
from ...build import has_derivative, is_tensor
from ...errors import Failure, error, note
from ...mlir import ir
from ...rules.kinks import strong
from ...scalars import Scalar
from .declarations import close, declare, open_body

LOCAL_JACOBIAN = "lagrad.local_jacobian"


def write(
    module: ir.Operation, name: str, call: ir.Operation, wrt: tuple, of: tuple, doubted: tuple, uses: Uses, fill
) -> tuple[str, Split]:
    """Writes the two functions into the module; the name of the augmented primal. `fill` writes a request.

    The caller may decide not to use the `doubted` ones of the results.
    """
    function = functions(module)[name]
    inputs, results = signature(function)
    _check(name, function, call, [inputs[n] for n in wrt] + [results[n] for n in of])
    augmented = declare(module, f"{name}_with_jacobian", inputs)
    with ir.InsertionPoint(open_body(augmented)):
        values, tangents = _pushed(module, augmented, name, wrt, fill)
        floats = [n for n, t in enumerate(results) if has_derivative(t)]
        partials = [build.extract(tangents[floats.index(r)], [build.index(k)]) for r in of for k in range(len(wrt))]
        close(augmented, [*values, *partials])
    kept = list(range(len(results), len(results) + len(partials)))

    pullback = declare(module, f"{name}_adjoint", [*(v.type for v in partials), *(results[n] for n in of)])
    block = open_body(pullback)
    with ir.InsertionPoint(block):
        entries, cotangents = list(block.arguments)[: len(kept)], list(block.arguments)[len(kept) :]
        gradients = []
        for k in range(len(wrt)):
            shares = []
            for r, ct in enumerate(cotangents):
                share = build.emit1("arith.mulf", ct.type, ct, entries[r * len(wrt) + k])
                shares.append(strong(Scalar(ct), Scalar(share)).value if of[r] in doubted else share)
            total = shares[0]
            for share in shares[1:]:
                total = build.emit1("arith.addf", total.type, total, share)
            gradients.append(total)
        close(pullback, gradients)
    depends = [wrt if n in floats else () for n in range(len(results))] + [wrt] * len(kept)
    split = Split(symbol(pullback), (), tuple(kept), of, wrt, tuple(depends), cost_of(function), uses)
    return symbol(augmented), split


def _pushed(module: ir.Operation, augmented: ir.Operation, name: str, wrt: tuple, fill) -> tuple[list, list]:
    """In the body of the augmented primal: the results of the function, and their derivatives in each direction."""
    inputs, results = signature(functions(module)[name])
    asked = Derivative(
        kind="pushforward", wrt=list(wrt), with_primal=True, vectors=len(wrt)
    )  # in all directions at once
    type = type_of(asked, inputs, results)
    pushforward = declare(module, f"{name}_pushforward", list(type.inputs), list(type.results))
    fill(module, Request(function=pushforward, name=symbol(pushforward), primal=name, **vars(asked)))
    pushforward.attributes["sym_visibility"] = ir.StringAttr.get("private")
    del pushforward.attributes["no_inline"]  # it is a part of the augmented primal
    passed = []
    for n, argument in enumerate(augmented.regions[0].blocks[0].arguments):
        passed.append(argument)
        if n in wrt:
            unit = [float(n == other) for other in wrt]
            many = build.tensor_type([len(wrt)], argument.type)
            numbers = [ir.FloatAttr.get(argument.type, number) for number in unit]
            passed.append(build.emit1("arith.constant", many, value=ir.DenseElementsAttr.get(numbers, many)))
    called = build.emit("func.call", list(type.results), passed, callee=ir.FlatSymbolRefAttr.get(symbol(pushforward)))
    return called[: len(results)], called[len(results) :]


def _check(name: str, function: ir.Operation, call: ir.Operation, types: list[ir.Type]) -> None:
    if any(is_tensor(t) or build.is_complex(t) for t in types) or len(set(map(str, types))) > 1:
        raise Failure(
            error(
                function.location,
                f"'{LOCAL_JACOBIAN}' of @{name} needs active arguments and results that are scalars of one real type, "
                + "not "
                + ", ".join(dict.fromkeys(map(str, types))),
                note(call.location, "it is called here"),
            )
        )
