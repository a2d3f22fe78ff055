"""Derivatives of a function of an MLIR program, which need not ask for them: `lagrad.grad(program, "f")`.

The names are those of `lagrad.jax`. What they compile is kept: to ask again costs nothing.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Sequence
from typing import Any

from . import execute, requests
from .arrays.function import Function
from .asked import Asked
from .diagnostics.rendering import Text
from .errors import Failure
from .execute import Program
from .mlir import ir

Source = ir.Module | str | bytes | os.PathLike | Program
Wrt = int | str | Sequence[int | str] | None


def grad(program: Source, function: str, *, wrt: Wrt = None, **options: Any) -> Function:
    """The gradient of a function of a program: a function of the same arguments.

    `program` is what `compile` takes, or what it gave; it need not ask for the derivative. `wrt` has numbers or names
    of arguments, and without it they are all floats. The gradient is one array, or a tuple of one for each of several
    arguments. The function has one number as its result; for tensors there are `jacobian` and `vjp`. The `options` are
    those of `compile`, but for `entry`. Raises Failure for what cannot be differentiated.
    """
    return _only(program, Asked("gradient", function, _places(wrt)), options)


def value_and_grad(program: Source, function: str, *, wrt: Wrt = None, **options: Any) -> Callable:
    """A function that gives the value of a function of a program, and its gradient as `grad` has it."""
    both = _only(program, Asked("value_and_grad", function, _places(wrt)), options)
    if len(both.signature.results) == 2:
        return both

    @functools.wraps(both)
    def value_and_gradient(*arguments: Any, **named: Any) -> tuple[Any, tuple]:
        value, *gradients = both(*arguments, **named)
        return value, tuple(gradients)

    return value_and_gradient


def jacobian(program: Source, function: str, *, wrt: Wrt = None, **options: Any) -> Function:
    """The Jacobian of a function of a program: arrays of the shape of a result, then of an argument in `wrt`.

    There is one for each float result with each argument; arguments and `options` are as for `grad`.
    """
    return _only(program, Asked("jacobian", function, _places(wrt)), options)


def hessian(program: Source, function: str, *, wrt: Wrt = None, **options: Any) -> Function:
    """The Hessian of a function of a program with one number as its result: an array for each pair of arguments.

    Arguments and `options` are as for `grad`.
    """
    return _only(program, Asked("hessian", function, _places(wrt)), options)


def vjp(program: Source, function: str, *primals: Any, wrt: Wrt = None, **options: Any) -> tuple[Any, Callable]:
    """The results of a function of a program at `primals`, and what gives a tuple of cotangents of arguments.

    That takes one cotangent for each float result, and runs the function again each time. The cotangents are those of
    the arguments in `wrt`; it and the `options` are as for `grad`.
    """
    pull = _only(program, Asked("pullback", function, _places(wrt)), options)
    called = _on_values(program, function, options)

    def pullback(*cotangents: Any) -> tuple:
        return _as_tuple(pull(*primals, *cotangents), len(pull.signature.results))

    return called(*primals), pullback


def jvp(
    program: Source, function: str, primals: Sequence[Any], tangents: Sequence[Any], *, wrt: Wrt = None, **options: Any
) -> tuple[Any, Any]:
    """The results of a function of a program at `primals`, and the tangents of its float results.

    `tangents` has one for each argument in `wrt`; that and the `options` are as for `grad`.
    """
    asked = Asked("pushforward", function, _places(wrt), with_primal=True)
    push = _only(program, asked, options)
    count = len(_on_values(program, function, options).signature.results)
    numbers = _numbers(*_kept(program, options)[:2], asked)
    if len(tangents) != len(numbers):
        raise TypeError(f"there are {len(numbers)} arguments with tangents, and {len(tangents)} tangents were given")
    of = dict(zip(numbers, tangents))
    passed = [each for n, primal in enumerate(primals) for each in ((primal, of[n]) if n in of else (primal,))]
    both = _as_tuple(push(*passed), len(push.signature.results))
    return _one_or_all(both[:count]), _one_or_all(both[count:])


def _places(wrt: Wrt) -> tuple[int | str, ...] | None:
    if wrt is None:
        return None
    return (wrt,) if isinstance(wrt, (int, str)) else tuple(wrt)


def _only(program: Source, asked: Asked | str, options: dict) -> Function:
    """The one function of a program: what is asked for, or the function of this name."""
    return _compiled(*_kept(program, options), asked)


def _on_values(program: Source, function: str, options: dict) -> Function:
    """The function itself; Failure if it works on memory, which would not be the same in a second call."""
    called = _only(program, function, options)
    if any(p.mlir.startswith("memref") for p in (*called.signature.arguments, *called.signature.results)):
        advice = "let the program ask for lagrad.pullback or lagrad.pushforward"
        raise Failure(f"@{function} works on memory, which two calls would change twice; {advice}")
    return called


def _kept(program: Source, options: dict) -> tuple[str | bytes | os.PathLike, str | bytes, tuple]:
    """A program, what it says now, and options: what identifies compiled code."""
    if isinstance(program, Program):
        if program.recipe is None:
            raise TypeError("lagrad.compile did not make this program: give what it was made of")
        program, own = program.recipe
        options = {key: value for key, value in own.items() if key not in ("entry", "asked")} | options
    said = execute.said_by(program)
    if isinstance(program, ir.Module):
        program = said
    plain = {key: tuple(value) if isinstance(value, list) else value for key, value in options.items()}
    return program, said, tuple(sorted(plain.items()))


@functools.lru_cache(maxsize=64)
def _compiled(program: str | bytes | os.PathLike, _: str | bytes, options: tuple, asked: Asked | str) -> Function:
    if isinstance(asked, str):
        made = execute.compile(program, entry=asked, **dict(options))
    else:
        made = execute.compile_derivative(program, asked, **dict(options))
    (function,) = made.functions.values()
    return function


@functools.lru_cache(maxsize=64)
def _numbers(program: str | bytes | os.PathLike, said: str | bytes, asked: Asked) -> tuple[int, ...]:
    """The arguments that a derivative is with respect to."""
    module = execute.parse(program).operation
    name = asked.declare(module, Text.of(program, said).lines())
    with module.context:
        (request,) = requests.named(module, [name])
    return tuple(request.wrt)


def _as_tuple(given: Any, count: int) -> tuple:
    return (given,) if count == 1 else given or ()


def _one_or_all(values: tuple) -> Any:
    return values[0] if len(values) == 1 else values
