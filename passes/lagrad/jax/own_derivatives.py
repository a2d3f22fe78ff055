"""What a JAX function says of derivatives, kept in the exported program.

JAX's own export has the values only: `stop_gradient` is gone, and of a `custom_jvp` or `custom_vjp` function nothing
but its body is left. `jax.nn.softplus`, `jnp.logaddexp`, `jnp.sinc` and many others are such functions, whose bodies
have kinks that the functions have not. So these are lowered here, for the programs that lagrad gets:

    stop_gradient x          "lagrad.stop_gradient"(%x)
    custom_jvp_call f x      func.call @f(%x), of a function with the attribute `lagrad.custom_pushforward`
    custom_vjp_call f x      func.call @f(%x), of a function with the attribute `lagrad.custom_pullback`
    custom_linear_solve      func.call @solve(%a, %b), of a function with both: its body factors with derivatives
                             stopped, or iterates, and the equation gives them
    max x 0.0                selects: a tie with a number is shared in halves, as JAX shares it; MLIR's has none of it
    qr a                     stablehlo.custom_call @lagrad.qr(%a): JAX makes two calls of LAPACK's of it, and neither
                             has a derivative without the other

The derivatives are functions of the same module, traced by `jax.jvp` and `jax.vjp` of the one call.
"""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import jax
import numpy as np
from jax._src import ad_util  # lowering rules of one export are no public interface
from jax._src.custom_derivatives import custom_jvp_call_p, custom_vjp_call_p
from jax._src.interpreters import mlir
from jax._src.lax.control_flow.solves import linear_solve_p
from jax._src.lax.lax import max_p, min_p
from jax._src.lax.linalg import _qr_lowering, qr_p
from jax._src.lib.mlir import ir
from jax._src.lib.mlir.dialects import func
from jax.extend.core import jaxpr_as_fun

from ..dialect import NO_DERIVATIVE, SEGMENT
from ..errors import Failure, error
from ..rules.factors import QR

_JVP, _VJP = "lagrad.custom_pushforward", "lagrad.custom_pullback"
ORDERS = 4  # derivatives of a rule's own derivatives, and so on, that the program has; beyond, it is refused


def exported(function: Callable, arguments: Sequence[Any], constants: Sequence[int] = (), places: bool = False) -> str:
    """The text of `jax.jit(function).lower(*arguments)`, with the derivatives that the function brings.

    The arguments of the numbers `constants` are arrays, by which nobody asks for a derivative. With `places` the
    operations have lines of Python.
    """
    functions = _Functions()

    def stop(ctx, x):
        ctx.module_context.context.allow_unregistered_dialects = True
        made = ir.Operation.create("lagrad.stop_gradient", [x.type], [x])
        return [made.result]

    def own(primitive, body_of: Callable, *derivatives: str):
        def rule(ctx, *operands, **params):
            ctx.module_context.context.allow_unregistered_dialects = True

            def call(*values):
                return primitive.bind(*values, **primitive.get_bind_params(params))

            # JAX refuses derivatives by what a rule closes over, as that of `odeint` closes over tables of numbers.
            fixed = [n for n, v in enumerate(operands) if _VJP in derivatives and _is_constant(v, constants)]
            body = body_of(params, ctx.avals_in)
            function = functions.find(ctx.module_context, primitive.name, call, body, derivatives, fixed)
            callee = ir.FlatSymbolRefAttr.get(function.name.value)
            return list(func.CallOp(function.type.results, callee, operands).results)

        return primitive, rule

    def orthogonal_factors(ctx, matrix, **params):
        (given,), results = ctx.avals_in, [mlir.aval_to_ir_type(ctx.module_context, a) for a in ctx.avals_out]
        rows, columns = given.shape[-2:]
        is_whole = params["full_matrices"] and rows > columns
        if not params["pivoting"] and rows < columns:
            return mlir.lower_fun(_of_wide)(ctx, matrix)
        if params["pivoting"] or is_whole or not jax.numpy.issubdtype(given.dtype, np.floating):
            return mlir.lower_fun(_qr_lowering)(ctx, matrix, **params)  # calls of LAPACK, which are refused
        name = ir.StringAttr.get(QR)
        made = ir.Operation.create("stablehlo.custom_call", results, [matrix], {"call_target_name": name})
        return list(made.results)

    rules: Any = (
        (qr_p, orthogonal_factors),
        (max_p, _sharing_ties(max_p)),
        (min_p, _sharing_ties(min_p)),
        (ad_util.stop_gradient_p, stop),
        own(custom_jvp_call_p, _called, _JVP),
        own(custom_vjp_call_p, _called, _VJP),
        own(linear_solve_p, _solving, _JVP, _VJP),
    )
    parameters = mlir.LoweringParameters(override_lowering_rules=rules, hoist_constants_as_args=False)
    lowered = jax.jit(function, keep_unused=True).trace(*arguments).lower(_private_parameters=parameters)
    text = lowered.as_text(debug_info=places)
    if places:  # but none of ours
        text = re.sub(rf'loc\("{re.escape(_CALLERS[0])}[^)]*\)', "loc(unknown)", text)
    end = text.rindex("\n}") + 1  # JAX's own passes crash at functions without a body, so they come behind
    return text[:end] + "".join(f"  {line}\n" for line in functions.declared) + text[end:]


def _sharing_ties(primitive) -> Callable:
    """Of a maximum or minimum with one number for all elements. So sums of both, such as `jax.nn.celu`, are smooth."""
    is_over = jax.lax.gt if primitive is max_p else jax.lax.lt
    usual = mlir._lowerings[primitive].rule

    def shared(a, b):
        a, b = jax.numpy.broadcast_arrays(a, b)
        one = jax.lax.select(is_over(a, b) | (a != a), a, b)
        return jax.lax.select(a == b, a * 0.5 + b * 0.5, one)

    def rule(ctx, *operands):
        is_real = jax.numpy.issubdtype(ctx.avals_in[0].dtype, np.floating)
        if is_real and any(map(_is_one_number, operands)):
            return mlir.lower_fun(shared, multiple_results=False)(ctx, *operands)
        return usual(ctx, *operands)

    return rule


def _is_one_number(value: ir.Value) -> bool:
    """Whether a value is a number, or as many elements of it as are needed."""
    return not ir.RankedTensorType(_numbers_of(value).type).shape


def _is_constant(value: ir.Value, constants: Sequence[int]) -> bool:
    """Whether a value has the numbers of a literal, or of one of these arguments of `@main`."""
    source = _numbers_of(value)
    if not isinstance(source.owner, ir.Block):
        return source.owner.name == "stablehlo.constant"
    name = source.owner.owner.attributes.get("sym_name")
    is_of_main = name is not None and ir.StringAttr(name).value == "main"
    return is_of_main and ir.BlockArgument(source).arg_number in constants


def _numbers_of(value: ir.Value) -> ir.Value:
    """What has the same numbers, in fewer places."""
    while not isinstance(value.owner, ir.Block) and value.owner.name in _SAME_NUMBERS:
        value = value.owner.operands[0]
    return value


_SAME_NUMBERS = ("stablehlo.broadcast_in_dim", "stablehlo.convert", "stablehlo.reshape")


def _of_wide(matrix: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The factors of as many columns as there are rows, with the others turned behind."""
    rows = matrix.shape[-2]
    q, r = jax.numpy.linalg.qr(matrix[..., :rows])
    return q, jax.numpy.concatenate([r, jax.numpy.conj(q).mT @ matrix[..., rows:]], -1)


class _Functions:
    """The functions of a module that bring their derivatives."""

    def __init__(self):
        self.known: dict[Any, Any] = {}  # by what a function computes, and how
        self.declared: list[str] = []
        self.depth = 0  # how many derivatives are being lowered, one for the other

    def find(self, module, kind: str, call: Callable, body: Any, derivatives: Sequence[str], fixed: list[int]):
        """What a call is of: a function of the body, which is made, with its derivatives, where there is none yet.

        The arguments at `fixed` are numbers, by which there is no derivative.
        """
        name = body.jaxpr.debug_info.func_name.replace("<lambda>", "function")
        made, missing = {}, _above(name)
        try:
            made = {each: _DERIVED[each](call, body.in_avals, body.out_avals, fixed) for each in derivatives}
        except Exception as raised:
            # A rule is the user's code, which may raise anything. JAX calls it only where a derivative needs it, so
            # it is no error yet: a derivative that needs this one is refused, with what was raised.
            missing = _raised(name, raised)
        if any(isinstance(c, jax.core.Tracer) for each in made.values() for c in each.consts):
            if not self.depth:
                raise Failure(error(None, "; ".join(_closed_over(name))))
            # An argument that is not differentiated, which the rule computed, as that of exp1 takes one from an order.
            made, missing = {}, _closed_over(name)
        # A rule may call its function, so the same function comes up again while its derivative is lowered.
        key = (kind, missing, *map(_content, (body, *made.values())))
        if key in self.known:
            return self.known[key]
        own = self.known[key] = _function(module, f"{name}_own", body)
        if self.depth == ORDERS or not made:  # a rule's derivative has a rule, and so on, as of the parts of a series
            floats = [*map(_is_float, body.in_avals)], [*map(_is_float, body.out_avals)]
            own.attributes[NO_DERIVATIVE] = ir.ArrayAttr.get([ir.StringAttr.get(text) for text in missing])
            self.declared += _declared(own, *floats)
            return own
        self.depth += 1
        for attribute, derivative in made.items():
            theirs = _function(module, f"{name}_derivative", derivative)
            own.attributes[attribute] = ir.FlatSymbolRefAttr.get(theirs.name.value)
        self.depth -= 1
        own.attributes[SEGMENT] = ir.UnitAttr.get()
        return own


def _called(params: dict, inputs: Sequence[Any]) -> Any:
    """The body of a custom_jvp or custom_vjp function."""
    return params["call_jaxpr"]


def _solving(params: dict, inputs: Sequence[Any]) -> Any:
    """What solves a linear system: of the operands it reads its own constants and the right-hand sides."""
    lengths, solve = params["const_lengths"], params["jaxprs"].solve
    first = lengths.matvec + lengths.vecmat

    def linear_solve(*values):
        constants, right = values[first : first + lengths.solve], values[sum(lengths) :]
        return jaxpr_as_fun(solve)(*constants, *right)

    return _traced(linear_solve, inputs)


Reason = tuple[str, str]  # why there is no derivative, and what to do


def _above(name: str) -> Reason:
    return (
        f"derivatives of the rule of {name}, and of the rules in it, end at the {ORDERS}th",
        f"ask for a derivative of lower order, or give {name} a rule without rules in it",
    )


def _closed_over(name: str) -> Reason:
    return f"the rule of {name} closes over a traced value", f"pass it as an argument of {name}"


def _raised(name: str, problem: Exception) -> Reason:
    told = " ".join(str(problem).split())
    frames = [frame for frame in traceback.extract_tb(problem.__traceback__) if not frame.filename.startswith(_CALLERS)]
    place = f", at {frames[-1].filename}:{frames[-1].lineno}," if frames else ""
    return (
        f"the rule of {name} in JAX raises{place} {type(problem).__name__}: {told}",
        f"mend the rule of {name}; or, if no derivative is to flow here, use jax.lax.stop_gradient",
    )


_CALLERS = tuple(f"{folder}{os.sep}" for folder in (Path(__file__).parents[1], Path(jax.__file__).parent))


def _declared(own: Any, floats: list[bool], float_results: list[bool]) -> list[str]:
    """Declares derivatives for a function that has none: so nobody looks for one in its body."""
    declared = []
    inputs, results = own.type.inputs, [t for t, is_float in zip(own.type.results, float_results) if is_float]
    tangents = [each for t, is_float in zip(inputs, floats) for each in ([t, t] if is_float else [t])]
    cotangents = [t for t, is_float in zip(inputs, floats) if is_float]
    for attribute, kind, takes, gives in (
        (_JVP, "pushforward", tangents, results),
        (_VJP, "pullback", [*inputs, *results], cotangents),
    ):
        declared.append(f"func.func private @{own.name.value}_{kind}({_listed(takes)}) -> ({_listed(gives)})")
        own.attributes[attribute] = ir.FlatSymbolRefAttr.get(f"{own.name.value}_{kind}")
    return declared


def _listed(types: list[ir.Type]) -> str:
    return ", ".join(map(str, types))


def _function(module, name: str, closed) -> Any:
    return mlir.lower_jaxpr_to_fun(module, name, closed, (), num_const_args=0, in_avals=closed.in_avals)


def _content(closed) -> tuple:
    """Equal for equal computations."""
    return str(closed.jaxpr), tuple((np.shape(c), np.asarray(c).tobytes()) for c in closed.consts)


def _pushforward(call: Callable, inputs: list, outputs: list, _: list[int]):
    """Arguments, each float followed by its tangent -> tangents of the float results."""

    def pushforward(*given):
        rest, primals, tangents = iter(given), [], []
        for aval in inputs:
            primals.append(next(rest))
            tangents.append(next(rest) if _is_float(aval) else np.zeros(aval.shape, jax.dtypes.float0))
        _, found = jax.jvp(call, primals, tangents)
        return [t for t, aval in zip(found, outputs) if _is_float(aval)]

    return _traced(pushforward, [each for a in inputs for each in ([a, a] if _is_float(a) else [a])])


def _pullback(call: Callable, inputs: list, outputs: list, fixed: list[int]):
    """Arguments, then cotangents of the float results -> cotangents of the float arguments, zeros of the fixed ones."""

    def pullback(*given):
        values, rest = given[: len(inputs)], iter(given[len(inputs) :])
        cotangents = [next(rest) if _is_float(a) else np.zeros(a.shape, jax.dtypes.float0) for a in outputs]

        def moved(*moving):
            rest = iter(moving)
            return call(*(v if n in fixed else next(rest) for n, v in enumerate(values)))

        by_moving = iter(jax.vjp(moved, *(v for n, v in enumerate(values) if n not in fixed))[1](cotangents))
        found = [jax.numpy.zeros_like(v) if n in fixed else next(by_moving) for n, v in enumerate(values)]
        return [ct for ct, aval in zip(found, inputs) if _is_float(aval)]

    return _traced(pullback, [*inputs, *filter(_is_float, outputs)])


_DERIVED = {_JVP: _pushforward, _VJP: _pullback}


def _traced(function: Callable, avals: Sequence[Any]):
    return jax.make_jaxpr(function)(*(jax.ShapeDtypeStruct(a.shape, a.dtype) for a in avals))


def _is_float(aval) -> bool:
    return jax.numpy.issubdtype(aval.dtype, jax.numpy.inexact)
