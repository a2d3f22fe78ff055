"""Functions of MLIR programs as functions of PyTorch's tensors, with derivatives that autograd takes for its own."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import numpy as np
import torch

from ..derivatives import Derivative
from ..lowering.interface.c_types import Parameter

_DTYPES = {
    "f64": torch.float64,
    "f32": torch.float32,
    "f16": torch.float16,
    "bf16": torch.bfloat16,
    "complex<f64>": torch.complex128,
    "complex<f32>": torch.complex64,
    "index": torch.int64,
    "i64": torch.int64,
    "i32": torch.int32,
    "i16": torch.int16,
    "i8": torch.int8,
    "i1": torch.bool,
}

_SIGNED = {
    torch.uint8: torch.int8,
    torch.uint16: torch.int16,
    torch.uint32: torch.int32,
    torch.uint64: torch.int64,
}


class Derived(Derivative):
    """A function of a program, or a derivative of it, on tensors of PyTorch."""

    def __call__(self, *arguments: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """The results, with derivatives of any order in both modes; of a scalar that needs one its gradient is kept."""
        tensors = self._checked(arguments)
        wanted = tuple(n for n in self.floats(self.signature.arguments) if tensors[n].requires_grad)
        # The transformations of torch.func take pullbacks apart in any case.
        is_plain = torch.is_grad_enabled() and not torch._C._are_functorch_transforms_active()
        is_loss = wanted and is_plain and self._is_real_number
        return _Loss.apply(self, wanted, *tensors)[:1] if is_loss else _Call.apply(self, *tensors)

    def run(self, *arguments: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """The results, without a derivative; the code reads the memory of contiguous tensors where it is."""
        signature = self.signature
        passed = [_given(tensor, p) for tensor, p in zip(arguments, signature.arguments)]
        results = self.program[self.names[-1]](*passed)
        if len(signature.results) == 1:
            results = (results,)
        return tuple(_taken(result, p) for result, p in zip(results or (), signature.results))

    @property
    def _is_real_number(self) -> bool:
        """Is it a function with one result, a real number?"""
        results = self.signature.results
        return len(results) == 1 and not results[0].shape and results[0].element.mlir in ("f64", "f32", "f16", "bf16")

    def _checked(self, arguments: Sequence[torch.Tensor]) -> list[torch.Tensor]:
        """Tensors of exactly the types of the function; TypeError if one is not. Shapes are checked by the call."""
        wanted = self.signature.arguments
        if len(arguments) != len(wanted):
            raise TypeError(f"@{self.name} takes {len(wanted)} arguments, and {len(arguments)} were given")
        return [_checked(value, p, f"argument {n} of @{self.name}") for n, value, p in zip(count(), arguments, wanted)]


class _Call(torch.autograd.Function):
    """A function of a program; its pullback and its pushforward are of the same kind."""

    @staticmethod
    def forward(function: Derived, *arguments):
        return function.run(*arguments)

    @staticmethod
    def setup_context(ctx, inputs, output):
        function, *arguments = inputs
        ctx.function = function
        ctx.save_for_backward(*arguments)
        ctx.save_for_forward(*arguments)
        ctx.set_materialize_grads(False)
        floats = function.floats(function.signature.results)
        ctx.mark_non_differentiable(*(result for n, result in enumerate(output) if n not in floats))

    @staticmethod
    def backward(ctx, *cotangents):
        function, values = ctx.function, ctx.saved_tensors
        signature = function.signature
        wrt = tuple(n for n in function.floats(signature.arguments) if ctx.needs_input_grad[1 + n])
        weighted = function.floats(signature.results)
        if not wrt or all(cotangents[n] is None for n in weighted):
            return (None,) * (1 + len(values))
        weights = [_weight(cotangents[n], n, function, values) for n in weighted]
        return None, *_pulled(function, wrt, values, weights)

    @staticmethod
    def jvp(ctx, _, *tangents):
        return _pushed(ctx.function, ctx.saved_tensors, tangents)

    @staticmethod
    def vmap(info, in_dims, function: Derived, *arguments):
        """One example after the other."""
        split = [
            [value] * info.batch_size if dim is None else value.unbind(dim)
            for value, dim in zip(arguments, in_dims[1:])
        ]
        results = [torch.stack(each) for each in zip(*(function(*example) for example in zip(*split)))]
        return tuple(results), (0,) * len(results)


class _Loss(torch.autograd.Function):
    """A real number with its gradient, computed together: what a training step wants in two calls of autograd."""

    @staticmethod
    def forward(function: Derived, wrt: tuple[int, ...], *arguments):
        return function.differentiated("value_and_grad", wrt).run(*arguments)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.function, ctx.wrt, *arguments = inputs
        _, *gradients = output
        ctx.save_for_backward(*arguments, *gradients)
        ctx.save_for_forward(*arguments)
        ctx.set_materialize_grads(False)
        ctx.mark_non_differentiable(*gradients)

    @staticmethod
    def backward(ctx, cotangent, *_):
        values, gradients = ctx.saved_tensors[: -len(ctx.wrt)], ctx.saved_tensors[-len(ctx.wrt) :]
        if cotangent is None:
            return (None,) * (2 + len(values))
        if torch.is_grad_enabled():  # the gradient is to be differentiated, so it must be a function of the arguments
            return None, None, *_pulled(ctx.function, ctx.wrt, values, [cotangent])
        pulled = {n: conjugate(_times(cotangent, each)) for n, each in zip(ctx.wrt, gradients)}
        return None, None, *(pulled.get(n) for n in range(len(values)))

    @staticmethod
    def jvp(ctx, _, __, *tangents):
        return *_pushed(ctx.function, ctx.saved_tensors, tangents), *[None] * len(ctx.wrt)


def conjugate(tensor: torch.Tensor) -> torch.Tensor:
    """With numbers in memory, not with a mark; a tensor of real numbers is what it gives."""
    return tensor.conj().resolve_conj()


def _pulled(function: Derived, wrt: tuple[int, ...], values, weights) -> tuple[torch.Tensor | None, ...]:
    """Gradients of the arguments `wrt`, None of the others.

    A cotangent of PyTorch is the conjugate of one of lagrad, which pairs with a tangent without conjugating either.
    """
    gradients = function.differentiated("pullback", wrt)(*values, *map(conjugate, weights))
    pulled = {n: conjugate(gradient) for n, gradient in zip(wrt, gradients)}
    return tuple(pulled.get(n) for n in range(len(values)))


def _pushed(function: Derived, values, tangents) -> tuple[torch.Tensor | None, ...]:
    """Tangents of the results, None for integers; those of the arguments are None where they are zero."""
    signature = function.signature
    wrt = tuple(n for n in function.floats(signature.arguments) if tangents[n] is not None)
    passed = [each for n, v in enumerate(values) for each in ((v, tangents[n]) if n in wrt else (v,))]
    pushed = dict(zip(function.floats(signature.results), function.differentiated("pushforward", wrt)(*passed)))
    return tuple(pushed.get(n) for n in range(len(signature.results)))


def _times(cotangent: torch.Tensor, gradient: torch.Tensor) -> torch.Tensor:
    """A cotangent of zero gives zero, also where the gradient is infinite."""
    return gradient if cotangent == 1 else torch.where(cotangent == 0, 0, cotangent * gradient)


def _weight(cotangent: torch.Tensor | None, number: int, function: Derived, values) -> torch.Tensor:
    """A cotangent, or the zeros that autograd has None for."""
    if cotangent is not None:
        return cotangent
    with torch.no_grad():
        return torch.zeros_like(function.run(*values)[number])


def _checked(value, p: Parameter, what: str) -> torch.Tensor:
    """A tensor of exactly the argument's type; a number of Python's becomes one."""
    dtype = _DTYPES[p.element.mlir]
    if p.mlir.startswith("memref"):
        raise TypeError(f"{what} is {p.mlir}, memory that may be written to; autograd knows nothing of that")
    if isinstance(value, (bool, int, float, complex)) and not p.shape:
        return torch.tensor(value, dtype=dtype)
    if not isinstance(value, torch.Tensor):
        raise TypeError(f"{what} is {p.mlir}: a tensor of {dtype}, not {type(value).__name__}")
    if value.device.type != "cpu":
        raise TypeError(f"{what} is on the device {value.device}; lagrad compiles for the CPU")
    if value.layout != torch.strided:
        raise TypeError(f"{what} has the layout {value.layout}; lagrad takes dense tensors")
    if not _is_same(value.dtype, dtype):
        raise TypeError(f"{what} is {p.mlir}: a tensor of {dtype}, not of {value.dtype}")
    return value


def _is_same(given: torch.dtype, wanted: torch.dtype) -> bool:
    """MLIR's integers have no sign."""
    return _SIGNED.get(given, given) == wanted


def _given(tensor: torch.Tensor, p: Parameter):
    """A tensor's memory as a NumPy array, or its number; what is only marked as conjugate or negative is computed."""
    tensor = tensor.detach().resolve_conj().resolve_neg()
    if p.is_scalar:
        return tensor.item()
    dtype = _DTYPES[p.element.mlir]
    if dtype == torch.bfloat16:
        return tensor.contiguous().view(torch.int16).numpy().view(np.uint16)
    return (tensor if tensor.dtype == dtype else tensor.view(dtype)).numpy()


def _taken(result, p: Parameter) -> torch.Tensor:
    """A tensor with the memory of a result."""
    array = np.asarray(result)
    if p.element.mlir == "bf16":
        return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(array)
