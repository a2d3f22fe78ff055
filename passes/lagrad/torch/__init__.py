"""Derivatives of PyTorch functions and modules, compiled by lagrad and called by PyTorch.

    import lagrad.torch
    loss = lagrad.torch.compile(loss)
    loss(model, x).backward()

A function is exported by torch-mlir, differentiated and compiled by lagrad, and called with the memory of the tensors.
What it gives is a tensor of autograd's: `backward`, `torch.autograd.grad` and the transformations of `torch.func` work,
and work again on what they give. With `threads` so many share the iterations of loops, as in `lagrad.compile`. On the
CPU. Raises `lagrad.Failure` for what cannot be differentiated.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.utils import _pytree as trees

from ..errors import Failure
from .derived import Derived, conjugate
from .observed import TRANSFORMED
from .traced import Traced, is_exporting, traced

__all__ = ["call", "compile", "grad", "grad_and_value", "hessian", "jacobian"]


def call(program: str, name: str, *, threads: int = 1) -> Callable:
    """The function `name` of an MLIR program as a function of tensors, with its derivatives.

    It takes tensors of exactly the program's types, and gives its result, or a tuple of several.
    """
    function = Derived.of(program, name, threads=threads)

    def called(*arguments):
        if is_exporting():
            advice = "a function that calls it is differentiated by autograd, and not compiled by lagrad.torch"
            raise TypeError(f"@{name} is MLIR: {advice}")
        results = function(*arguments)
        return results[0] if len(results) == 1 else results

    called.__name__ = called.__qualname__ = name
    return called


def compile(function: Callable, *, threads: int = 1) -> Callable:
    """A function, or a module, compiled by lagrad; autograd takes lagrad's derivatives of it.

    It is exported once for each type of its arguments: for the shapes and dtypes of tensors, and for the values of
    what is no tensor. Tensors that it closes over, and the parameters and buffers of modules, are read in each call.
    """
    known = _Known(function, threads)

    def compiled(*args, **kwargs):
        if is_exporting():
            return function(*args, **kwargs)
        trace, tensors = known(args, kwargs)
        return trace.result(trace.function(*trace.held(), *tensors))

    return compiled


def grad_and_value(function: Callable, argnums: int | Sequence[int] = 0, *, threads: int = 1) -> Callable:
    """What gives the gradient of a scalar function with respect to the arguments `argnums`, and its value."""
    known = _Known(function, threads)

    def gradient_and_value(*args):
        trace, tensors, wrt = _of_scalar(known, args, _numbers(argnums))
        value, *gradients = trace.function.differentiated("value_and_grad", wrt)(*trace.held(), *tensors)
        return _as_asked(argnums, args, gradients), value

    return gradient_and_value


def grad(function: Callable, argnums: int | Sequence[int] = 0, *, threads: int = 1) -> Callable:
    """What gives the gradient of a scalar function with respect to the arguments `argnums`."""
    known = _Known(function, threads)

    def gradient(*args):
        trace, tensors, wrt = _of_scalar(known, args, _numbers(argnums))
        gradients = trace.function.differentiated("gradient", wrt)(*trace.held(), *tensors)
        return _as_asked(argnums, args, gradients)

    return gradient


def jacobian(function: Callable, argnums: int = 0, *, threads: int = 1) -> Callable:
    """What gives the Jacobian of a function of one tensor: of the shape of the result, then of argument `argnums`."""
    known = _Known(function, threads)

    def made(*args):
        trace, tensors = known(args, {})
        if len(trace.results) != 1 or trace.written:
            raise TypeError(f"jacobian takes functions with one tensor as the result, not {len(trace.results)}")
        wrt = _one_leaf(trace, args, argnums, "jacobian")
        return trace.function.differentiated("jacobian", wrt)(*trace.held(), *tensors)[0]

    return made


def hessian(function: Callable, argnums: int = 0, *, threads: int = 1) -> Callable:
    """What gives the Hessian of a scalar function with respect to argument `argnums`, which is one tensor."""
    known = _Known(function, threads)

    def made(*args):
        trace, tensors, _ = _of_scalar(known, args, (argnums,))
        wrt = _one_leaf(trace, args, argnums, "hessian")
        return trace.function.differentiated("hessian", wrt)(*trace.held(), *tensors)[0]

    return made


class _Known:
    """A function, exported for the types of arguments that it has had."""

    def __init__(self, function: Callable, threads: int):
        self.function, self.threads = function, threads
        self.traces: dict[Any, Traced] = {}
        self.tracing = threading.Lock()

    def __call__(self, args: tuple, kwargs: dict) -> tuple[Traced, list[torch.Tensor]]:
        """The function for these arguments, and those of its leaves that are tensors."""
        if is_exporting():
            raise Failure(TRANSFORMED)
        leaves, tree = trees.tree_flatten((args, kwargs))
        tensors = [leaf for leaf in leaves if isinstance(leaf, torch.Tensor)]
        key = tree, tuple(map(_kind, leaves))
        trace = self.traces.get(key)
        if trace is None or not trace.is_current():
            with self.tracing:  # another thread may do it now
                trace = self.traces.get(key)
                if trace is None or not trace.is_current():
                    trace = self.traces[key] = traced(self.function, leaves, tree, self.threads)
        return trace, tensors


def _kind(leaf: Any) -> Any:
    """What is different where the exported program is: True, 1 and 1.0 are. TypeError for what cannot be compared."""
    if isinstance(leaf, torch.Tensor):
        return tuple(leaf.shape), leaf.dtype
    try:
        hash(leaf)
    except TypeError:
        what = f"an argument has a leaf of {type(leaf).__module__}.{type(leaf).__name__}"
        raise TypeError(f"{what}; what is no tensor is a constant, and must be hashable: pass a tensor") from None
    return type(leaf), leaf


def _numbers(argnums: int | Sequence[int]) -> tuple[int, ...]:
    return (argnums,) if isinstance(argnums, int) else tuple(argnums)


def _as_asked(argnums: int | Sequence[int], args: tuple, gradients: Sequence[torch.Tensor]) -> Any:
    """Gradients in the trees of their arguments: for one number its tree, for several a tuple.

    They are the conjugates of lagrad's, as everywhere in PyTorch.
    """
    given, made = map(conjugate, gradients), []
    for n in _numbers(argnums):
        leaves, tree = trees.tree_flatten(args[n])
        made.append(trees.tree_unflatten([next(given) for _ in leaves], tree))
    return made[0] if isinstance(argnums, int) else tuple(made)


def _of_scalar(known: _Known, args: tuple, numbers: tuple[int, ...]) -> tuple[Traced, list, tuple[int, ...]]:
    """The trace, its tensors and the leaves of some arguments; TypeError if the result is no real number."""
    trace, tensors = known(args, {})
    results = trace.results
    if trace.written:
        raise TypeError("the function writes to buffers of a module; compile it, and take its gradient by backward()")
    if len(results) != 1 or getattr(results[0], "shape", None) != () or not results[0].dtype.is_floating_point:
        told = [f"{each.dtype}{list(each.shape)}" if hasattr(each, "dtype") else repr(each) for each in results]
        given = ", ".join(told)
        raise TypeError(f"gradients are of functions with one real number as the result; this one gives {given}")
    return trace, tensors, _leaves(trace, args, numbers)


def _leaves(trace: Traced, args: tuple, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The flat function's arguments that some arguments are; TypeError where a leaf is no tensor of floats."""
    found, first = {}, len(trace.state)
    for n, arg in enumerate(args):
        leaves = trees.tree_leaves(arg)
        found[n] = leaves, first
        first += sum(isinstance(leaf, torch.Tensor) for leaf in leaves)
    wrt: list[int] = []
    for n in numbers:
        if n not in found:
            raise TypeError(f"argnums names argument {n}, and {len(args)} were given")
        leaves, first = found[n]
        for leaf in leaves:
            if not isinstance(leaf, torch.Tensor) or not (leaf.is_floating_point() or leaf.is_complex()):
                what = leaf.dtype if isinstance(leaf, torch.Tensor) else type(leaf).__name__
                raise TypeError(f"argument {n} has a leaf of {what}; derivatives are for tensors of floats")
        wrt += range(first, first + len(leaves))
    return tuple(wrt)


def _one_leaf(trace: Traced, args: tuple, argnum: int, what: str) -> tuple[int, ...]:
    wrt = _leaves(trace, args, (argnum,))
    if len(wrt) != 1:
        raise TypeError(f"{what} is with respect to an argument that is one tensor, not a tree of {len(wrt)}")
    return wrt
