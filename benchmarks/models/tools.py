"""A model's value and gradient, as each tool computes them, in a process of its own."""

from __future__ import annotations

from importlib import metadata

import numpy as np

from ..adbench.peers import Calls, processor_seconds
from . import program
from .model import Model

TOOLS = ("lagrad", "jax", "torch")


def load(tool: str, each: Model, threads: int) -> Calls:
    """`derivative` gives the value and the gradients; KeyError where PyTorch has no such model (measure.in_torch)."""
    return {"lagrad": _lagrad, "jax": _jax, "torch": _torch}[tool](each, threads)


# Each tool has compiled the pullback of two products of matrices before it is measured: what it loads for its first
# program, and what is the same in all of them, is no part of the time of one.
# A product with 40 rows is a function of our own, and a temporary of 40 by 1800 numbers is on no stack.
_ROWS, _SIZE = 40, 1800
_CHAIN = f"""!a = tensor<{_ROWS}x{_SIZE}xT>
!b = tensor<{_SIZE}x{_SIZE}xT>
func.func @chain(%a: !a, %b: !b, %zero: !a) -> !a {{
  %ab = linalg.matmul ins(%a, %b : !a, !b) outs(%zero : !a) -> !a
  %abb = linalg.matmul ins(%ab, %b : !a, !b) outs(%zero : !a) -> !a
  return %abb : !a
}}
func.func private @pullback(!a, !b, !a, !a) -> (!a, !b) attributes {{lagrad.pullback = @chain, lagrad.wrt = [0, 1]}}"""


def _lagrad(each: Model, threads: int) -> Calls:
    import lagrad

    inputs, text = each.inputs(), program.with_request(each)
    for element in ("f32", "f64"):
        lagrad.compile(_CHAIN.replace("xT", f"x{element}"), threads=threads)
    start = processor_seconds()
    compiled = lagrad.compile(text, entry=program.GRADIENT, threads=threads)
    gradient = compiled[program.GRADIENT]
    seconds = processor_seconds() - start
    return _calls(
        lambda: gradient(*inputs),
        lambda results: results,
        seconds,
        f"lagrad {metadata.version('lagrad')}",
        lambda results: gradient(*inputs, out=results),
        compiled.release_memory,
    )


def _jax(each: Model, threads: int) -> Calls:
    import jax

    jax.config.update("jax_enable_x64", each.dtype == "float64")
    from .jax_models import MODELS

    function, inputs = jax.value_and_grad(MODELS[each.name].function, each.wrt), jax.device_put(each.inputs())
    for element in ("float32", "float64"):
        a, b = np.ones((_ROWS, _SIZE), element), np.ones((_SIZE, _SIZE), element)
        jax.jit(lambda a, b, to: jax.vjp(lambda a, b: a @ b @ b, a, b)[1](to)).lower(a, b, a).compile()
    start = processor_seconds()
    compiled = jax.jit(function, keep_unused=True).lower(*inputs).compile()
    seconds = processor_seconds() - start
    return _calls(
        lambda: jax.block_until_ready(compiled(*inputs)),
        lambda results: (results[0], *results[1]),
        seconds,
        f"jax {jax.__version__}",
    )


def _torch(each: Model, threads: int) -> Calls:
    import torch

    from .torch_twins import TWINS

    torch.set_num_threads(threads)
    function = TWINS[each.twin]
    inputs = [torch.as_tensor(x) for x in each.inputs()]
    inputs = [x if x.is_floating_point() else x.long() for x in inputs]
    wanted = [inputs[k].requires_grad_() for k in each.wrt]

    def derivative():
        value = function(*inputs)
        return (value.detach(), *torch.autograd.grad(value, wanted))

    return _calls(derivative, lambda results: results, None, f"torch {torch.__version__}")


def _calls(derivative, arrays, seconds: float | None, version: str, into=None, release=None) -> Calls:
    as_arrays = lambda results: tuple(map(np.asarray, arrays(results)))
    return Calls(derivative, derivative, as_arrays, as_arrays, seconds, version, into, release)
