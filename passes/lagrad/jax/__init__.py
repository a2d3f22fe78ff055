"""Derivatives of JAX functions, compiled by lagrad and called inside of JAX.

    import lagrad.jax
    gradient = jax.jit(lagrad.jax.grad(loss))

The names and arguments are those of `jax.grad`, `jax.value_and_grad`, `jax.jacobian` and so on; what is given by
keyword is not differentiated. With `threads` so many share the iterations of loops, as in `lagrad.compile`; without
there is one, whatever XLA has. A function is traced by JAX, exported as StableHLO, differentiated and compiled by
lagrad, and called by XLA with its own buffers: nothing is copied. The result is a JAX function again: inside of `jit`,
batched by `vmap` (an example at a time), and differentiable in both modes. On the CPU. Raises `lagrad.Failure` for what
cannot be differentiated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp

from .derived import Derived
from .own_derivatives import exported
from .traced import Traced, is_exporting, traced

__all__ = ["call", "compile", "export", "grad", "hessian", "jacobian", "jvp", "value_and_grad", "vjp"]


def call(program: str, name: str, *, threads: int = 1) -> Callable:
    """The function `name` of an MLIR program as a JAX function of arrays, with its derivatives in both modes.

    It takes arrays of exactly the program's types, and gives its result, or a tuple of several.
    """
    function = Derived.of(program, name, threads=threads)

    def called(*arguments):
        if is_exporting():
            advice = "a JAX function that calls it is differentiated by jax.grad, not lagrad.jax"
            raise TypeError(f"@{name} is MLIR: {advice}")
        results = function(*arguments)
        return results[0] if len(results) == 1 else results

    called.__name__ = called.__qualname__ = name
    return called


def compile(function: Callable, *, threads: int = 1) -> Callable:
    """The function itself, compiled by lagrad; `jax.grad`, `jax.jvp` and so on of it are lagrad's derivatives."""

    def compiled(*arguments, **keywords):
        own = partial(function, **keywords) if keywords else function
        if is_exporting():
            return own(*arguments)
        trace = traced(own, arguments, threads)
        return trace.result(trace.function(*trace.leaves(arguments)))

    return compiled


def export(function: Callable, *arguments: Any) -> str:
    """The function as an MLIR program, its `@main`, for arguments of these types.

    Unlike what `jax.jit(function).lower(...).as_text()` gives, the program says which derivatives the function brings:
    those of `stop_gradient`, `custom_jvp` and `custom_vjp`.
    """
    return exported(function, arguments)


def value_and_grad(
    function: Callable, argnums: int | Sequence[int] = 0, has_aux: bool = False, *, threads: int = 1
) -> Callable:
    """What gives the value of a scalar function and its gradient with respect to the arguments `argnums`.

    With `has_aux` the function gives a pair of the value and anything else, which comes with the value.
    """
    numbers = _numbers(argnums)

    def value_and_gradient(*arguments, **keywords):
        own = partial(function, **keywords) if keywords else function
        if is_exporting():
            return jax.value_and_grad(own, argnums, has_aux)(*arguments)
        if has_aux:
            return _with_aux(own, numbers, argnums, arguments, threads)
        trace = _of_scalar(traced(own, arguments, threads))
        wrt = _floats(trace, numbers, arguments)
        value, *gradients = trace.function.differentiated("value_and_grad", wrt)(*trace.leaves(arguments))
        return value, _as_asked(argnums, trace.tree(numbers, gradients))

    return value_and_gradient


def grad(function: Callable, argnums: int | Sequence[int] = 0, has_aux: bool = False, *, threads: int = 1) -> Callable:
    """What gives the gradient of a scalar function with respect to the arguments `argnums`.

    With `has_aux` the function gives a pair of the value and anything else, and the result is the gradient and that.
    """
    numbers = _numbers(argnums)

    def gradient(*arguments, **keywords):
        own = partial(function, **keywords) if keywords else function
        if is_exporting():
            return jax.grad(own, argnums, has_aux)(*arguments)
        if has_aux:
            (_, aux), gradients = _with_aux(own, numbers, argnums, arguments, threads)
            return gradients, aux
        trace = _of_scalar(traced(own, arguments, threads))
        wrt = _floats(trace, numbers, arguments)
        gradients = trace.function.differentiated("gradient", wrt)(*trace.leaves(arguments))
        return _as_asked(argnums, trace.tree(numbers, gradients))

    return gradient


def _with_aux(
    function: Callable,
    numbers: tuple[int, ...],
    argnums: int | Sequence[int],
    arguments: Sequence[Any],
    threads: int,
) -> tuple[tuple[Any, Any], Any]:
    """The value with what comes beside it, and the gradient: a pullback, where that has cotangents of zero."""
    trace = traced(function, arguments, threads)
    pair = trace.result(trace.function(*trace.leaves(arguments)))
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise TypeError("with has_aux the function gives a pair: the value, and what comes beside it")
    first, *others = trace.results
    if not jax.tree_util.treedef_is_leaf(jax.tree.structure(pair[0])) or first.shape or not _is_real(first):
        raise TypeError("gradients are of functions with one real number as the result, here the first of the pair")
    wrt = _floats(trace, numbers, arguments)
    weights = [jnp.ones((), first.dtype)]
    weights += [jnp.zeros(each.shape, each.dtype) for each in others if jnp.issubdtype(each.dtype, jnp.inexact)]
    gradients = trace.function.differentiated("pullback", wrt)(*trace.leaves(arguments), *weights)
    return pair, _as_asked(argnums, trace.tree(numbers, gradients))


def vjp(function: Callable, *primals: Any, has_aux: bool = False, threads: int = 1) -> tuple[Any, ...]:
    """The results, and a function from cotangents of them to a tuple of cotangents of the arguments.

    With `has_aux` the function gives a pair of results and anything else, which comes third.
    """
    own = compile(function, threads=threads)
    return jax.vjp(own, *primals, has_aux=True) if has_aux else jax.vjp(own, *primals)


def jvp(function: Callable, primals: Sequence[Any], tangents: Sequence[Any], *, threads: int = 1) -> tuple[Any, Any]:
    """The results, and their tangents for `tangents` of the arguments, in forward mode."""
    if is_exporting():
        return jax.jvp(function, primals, tangents)
    trace = traced(function, primals, threads)
    numbers = tuple(range(len(primals)))
    wrt = _floats(trace, numbers, primals)
    given = dict(zip(wrt, jax.tree.leaves(tuple(tangents))))
    leaves = trace.leaves(primals)
    passed = [each for n, leaf in enumerate(leaves) for each in ((leaf, given[n]) if n in given else (leaf,))]
    pushed = trace.function.differentiated("pushforward", wrt)(*passed)
    return trace.result(trace.function(*leaves)), trace.tangent(pushed)


def jacobian(function: Callable, argnums: int = 0, *, threads: int = 1) -> Callable:
    """What gives the Jacobian of a function of one array: of the shape of the result, then of argument `argnums`."""

    def made(*arguments, **keywords):
        own = partial(function, **keywords) if keywords else function
        if is_exporting():
            return jax.jacobian(own, argnums)(*arguments)
        trace = traced(own, arguments, threads)
        wrt = _one_leaf(trace, argnums, arguments, "jacobian")
        if len(trace.results) != 1:
            raise TypeError(f"jacobian takes functions with one array as the result, not {len(trace.results)}")
        (jacobian,) = trace.function.differentiated("jacobian", wrt)(*trace.leaves(arguments))
        return jacobian

    return made


def hessian(function: Callable, argnums: int = 0, *, threads: int = 1) -> Callable:
    """What gives the Hessian of a scalar function with respect to argument `argnums`, which is one array."""

    def made(*arguments, **keywords):
        own = partial(function, **keywords) if keywords else function
        if is_exporting():
            return jax.hessian(own, argnums)(*arguments)
        trace = _of_scalar(traced(own, arguments, threads))
        wrt = _one_leaf(trace, argnums, arguments, "hessian")
        (hessian,) = trace.function.differentiated("hessian", wrt)(*trace.leaves(arguments))
        return hessian

    return made


def _numbers(argnums: int | Sequence[int]) -> tuple[int, ...]:
    return (argnums,) if isinstance(argnums, int) else tuple(argnums)


def _as_asked(argnums: int | Sequence[int], trees: tuple[Any, ...]) -> Any:
    """For one number its tree, for several a tuple."""
    return trees[0] if isinstance(argnums, int) else trees


def _is_real(result: jax.ShapeDtypeStruct) -> bool:
    return jnp.issubdtype(result.dtype, jnp.floating)


def _of_scalar(trace: Traced) -> Traced:
    if len(trace.results) != 1 or trace.results[0].shape or not _is_real(trace.results[0]):
        given = ", ".join(f"{each.dtype}{list(each.shape)}" for each in trace.results) or "nothing"
        raise TypeError(f"gradients are of functions with one real number as the result; this one gives {given}")
    return trace


def _floats(trace: Traced, numbers: Sequence[int], arguments: Sequence[Any]) -> tuple[int, ...]:
    """The leaves of these arguments; TypeError where one is no float, or the argument does not exist."""
    for n in numbers:
        if not 0 <= n < len(arguments):
            raise TypeError(f"argnums names argument {n}, and {len(arguments)} were given")
        for leaf in jax.tree.leaves(arguments[n]):
            if not jnp.issubdtype(jnp.result_type(leaf), jnp.inexact):
                raise TypeError(f"argument {n} has a leaf of {jnp.result_type(leaf)}; derivatives are for floats")
    return trace.wrt(numbers)


def _one_leaf(trace: Traced, argnums: int, arguments: Sequence[Any], what: str) -> tuple[int, ...]:
    wrt = _floats(trace, (argnums,), arguments)
    if len(wrt) != 1:
        raise TypeError(f"{what} is with respect to an argument that is one array, not a tree of {len(wrt)}")
    return wrt
