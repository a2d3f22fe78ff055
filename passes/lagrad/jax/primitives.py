"""Functions of MLIR programs as operations of JAX, which its own differentiation goes through in both modes.

    call      a function; its pushforward is `pushed` of the same function
    pushed    the tangents of the results, which are linear in those of the arguments: its transpose is the pullback,
              and its own pushforward is that of the pushforward

So `jax.jvp`, `jax.grad`, `jax.hessian` and all that is made of them hold, to any order, and what is called is always a
derivative that lagrad has compiled. How operations of JAX are defined: "How JAX primitives work" in its documentation.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Protocol, Self

import jax
import jax.numpy as jnp
from jax._src.dispatch import apply_primitive  # how an operation runs outside of jit has no public name
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir

from ..lowering.interface.c_types import Parameter, Signature


class Function(Protocol):
    """A function of an MLIR program, or a derivative of it; equal ones are one function."""

    @property
    def signature(self) -> Signature: ...

    def floats(self, parameters: Sequence[Parameter]) -> tuple[int, ...]: ...

    def differentiated(self, mode: str, wrt: tuple[int, ...]) -> Self: ...

    def result_types(self, arguments: Sequence[Any]) -> list[tuple[tuple[int, ...], Any]]: ...

    def run(self, *arguments: jax.Array) -> tuple[jax.Array, ...]: ...


def call(function: Function, arguments: Sequence[jax.Array]) -> tuple[jax.Array, ...]:
    """The results of a function."""
    return tuple(_call.bind(*arguments, function=function))


def _pushforward_of_call(primals, tangents, *, function: Function):
    results = _call.bind(*primals, function=function)
    wrt = _varied(tangents)
    pushed = iter(_pushed.bind(*primals, *(tangents[n] for n in wrt), function=function, wrt=wrt))
    floats = function.floats(function.signature.results)
    return results, [next(pushed) if n in floats else _no_tangent(r) for n, r in enumerate(results)]


def _results(*arguments, function: Function):
    return list(function.run(*arguments))


def _tangents(*arguments, function: Function, wrt: tuple[int, ...]):
    primals, tangents = _parted(arguments, function)
    return list(function.differentiated("pushforward", wrt).run(*_side_by_side(primals, wrt, tangents)))


def _pushforward_of_pushed(values, varied, *, function: Function, wrt: tuple[int, ...]):
    primals, tangents = _parted(values, function)
    of_primals, of_tangents = _parted(varied, function)
    results = _pushed.bind(*values, function=function, wrt=wrt)
    parts = []
    if own := [(n, t) for n, t in zip(wrt, of_tangents) if not isinstance(t, ad.Zero)]:
        numbers, own_tangents = zip(*own)
        parts.append(_pushed.bind(*primals, *own_tangents, function=function, wrt=numbers))
    if moved := _varied(of_primals):
        pushforward = function.differentiated("pushforward", wrt)
        places = tuple(n + sum(k < n for k in wrt) for n in moved)  # beside each argument in wrt its tangent
        passed = _side_by_side(primals, wrt, tangents)
        given = [of_primals[n] for n in moved]
        parts.append(_pushed.bind(*passed, *given, function=pushforward, wrt=places))
    return results, [functools.reduce(jnp.add, terms) for terms in zip(*parts)]


def _pullback_of_pushed(cotangents, *values, function: Function, wrt: tuple[int, ...]):
    primals, tangents = _parted(values, function)
    asked = tuple(n for n, t in zip(wrt, tangents) if ad.is_undefined_primal(t))
    weights = map(ad.instantiate_zeros, cotangents)
    given = dict(zip(asked, call(function.differentiated("pullback", asked), [*primals, *weights])))
    return [None] * len(primals) + [given.get(n) for n in wrt]


def _parted(values: Sequence[Any], function: Function) -> tuple[Sequence[Any], Sequence[Any]]:
    """What belongs to the arguments of a function, and what to their tangents."""
    count = len(function.signature.arguments)
    return values[:count], values[count:]


def _side_by_side(primals: Sequence[Any], wrt: tuple[int, ...], tangents: Sequence[Any]) -> list[Any]:
    """The arguments of the pushforward."""
    given = dict(zip(wrt, tangents))
    return [each for n, primal in enumerate(primals) for each in ([primal, given[n]] if n in given else [primal])]


def _varied(tangents: Sequence[Any]) -> tuple[int, ...]:
    return tuple(n for n, tangent in enumerate(tangents) if not isinstance(tangent, ad.Zero))


def _no_tangent(result: jax.Array) -> ad.Zero:
    """The tangent of integers."""
    return ad.Zero(jax.typeof(result).to_tangent_aval())


def _types(arguments, function: Function) -> list[jax.core.ShapedArray]:
    return [jax.core.ShapedArray(shape, dtype) for shape, dtype in function.result_types(arguments)]


def _types_of_tangents(*values, function: Function, wrt: tuple[int, ...]) -> list[jax.core.ShapedArray]:
    types = _types(_parted(values, function)[0], function)
    return [types[n] for n in function.floats(function.signature.results)]


def _batched(primitive: Primitive, values, dimensions, **parameters):
    """One example after the other."""
    mapped = {n: jnp.moveaxis(values[n], k, 0) for n, k in enumerate(dimensions) if k is not None}

    def one(examples: dict[int, jax.Array]):
        return primitive.bind(*(examples.get(n, value) for n, value in enumerate(values)), **parameters)

    results = jax.lax.map(one, mapped)
    return results, [0] * len(results)


def _primitive(name: str, code: Callable, types: Callable, pushforward: Callable) -> Primitive:
    made = Primitive(name)
    made.multiple_results = True
    made.def_impl(functools.partial(apply_primitive, made))
    made.def_abstract_eval(types)
    mlir.register_lowering(made, mlir.lower_fun(code, multiple_results=True))
    batching.primitive_batchers[made] = functools.partial(_batched, made)
    ad.primitive_jvps[made] = pushforward
    return made


_call = _primitive(
    "lagrad_call", _results, lambda *arguments, function: _types(arguments, function), _pushforward_of_call
)
_pushed = _primitive("lagrad_pushforward", _tangents, _types_of_tangents, _pushforward_of_pushed)
ad.primitive_transposes[_pushed] = _pullback_of_pushed
