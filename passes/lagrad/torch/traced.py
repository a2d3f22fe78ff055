"""PyTorch functions and modules as MLIR programs: exported by torch-mlir, and given back as functions of tensors."""

from __future__ import annotations

import contextvars
import re
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import torch
from torch._subclasses.fake_tensor import DataDependentOutputException, DynamicOutputShapeException
from torch.utils import _pytree as trees

from ..errors import Failure
from . import program
from .derived import Derived
from .observed import Observed, State, observed, state_of
from .refusals import all_lines, is_known, own_frames, refused

_ONE_AT_A_TIME = threading.Lock()
_exporting = contextvars.ContextVar("exporting", default=False)


def is_exporting() -> bool:
    """Is a function being traced for lagrad? Then derivatives in it are PyTorch's, to be exported with the rest."""
    return _exporting.get()


@dataclass(frozen=True)
class Type:
    """Of a tensor what the exported program depends on."""

    shape: tuple[int, ...]
    dtype: torch.dtype

    @staticmethod
    def of(tensor: torch.Tensor) -> Type:
        return Type(tuple(tensor.shape), tensor.dtype)


@dataclass(frozen=True)
class Traced:
    """A function for arguments of some types: a flat function of the tensors it holds and those it is given."""

    function: Derived
    state: tuple[program.Held, ...]  # parameters, buffers and tensors closed over, which come first
    state_types: tuple[Type, ...]
    written: tuple[int, ...]  # which of these are buffers that get the first results
    modules: tuple[tuple[torch.nn.Module, State], ...]  # those that were called, and how they were
    result_tree: Any
    results: tuple[Any, ...]  # leaves: Type of a tensor, or what is no tensor

    def is_current(self) -> bool:
        """Are the modules as they were, so that tracing would give the same?"""
        types = tuple(Type.of(each.tensor()) for each in self.state)
        return types == self.state_types and all(state_of(module) == was for module, was in self.modules)

    def held(self) -> list[torch.Tensor]:
        """The tensors, copies of those that the call is to change: autograd needs them as they were."""
        tensors = [each.tensor() for each in self.state]
        for n in self.written:
            tensors[n] = tensors[n].clone()
        return tensors

    def result(self, flat: tuple[torch.Tensor, ...]) -> Any:
        """What the function gives; buffers that it updates are updated."""
        with torch.no_grad():
            for n, new in zip(self.written, flat):
                self.state[n].tensor().copy_(new)
        tensors = iter(flat[len(self.written) :])
        leaves = [_typed(next(tensors), each.dtype) if isinstance(each, Type) else each for each in self.results]
        return trees.tree_unflatten(leaves, self.result_tree)


def _typed(tensor: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """MLIR's integers have no sign, and PyTorch's have."""
    return tensor if tensor.dtype == dtype else tensor.view(dtype)


def traced(function: Callable, leaves: list[Any], tree: Any, threads: int = 1) -> Traced:
    """The function for these arguments, the leaves of `(args, kwargs)`. Those that are no tensors are constants.

    So many `threads` will run it.

    Raises Failure for what the exporter or lagrad cannot take.
    """
    flat = _Flat(function, leaves, tree)
    types = [Type.of(leaf) for leaf in leaves if isinstance(leaf, torch.Tensor)]
    # In a thread of its own there are no transformations of torch.func around it, and no modes. The exporter has state
    # that threads share, so there is one at a time.
    with _ONE_AT_A_TIME, ThreadPoolExecutor(1) as thread:
        seen, exported = thread.submit(contextvars.copy_context().run, _exported, flat, types).result()
    Derived.with_places[exported.text] = lambda: exported.with_places
    return Traced(
        Derived.of(exported.text, "main", threads=threads),
        exported.state,
        tuple(Type.of(each.tensor()) for each in exported.state),
        exported.written,
        tuple(seen.modules.items()),
        flat.result_tree,
        tuple(flat.results),
    )


def _exported(flat: _Flat, types: list[Type]) -> tuple[Observed, program.Exported]:
    tensors = tuple(torch.empty(each.shape, dtype=each.dtype) for each in types)
    _exporting.set(True)
    try:
        seen = observed(flat.forward, tensors)
        flat.called = torch.nn.ModuleList(seen.outermost())
        with all_lines():
            return seen, program.exported(flat, tensors, seen)
    except Exception as problem:
        if not isinstance(problem, _UNKNOWN) and not type(problem).__module__.startswith("torch._dynamo"):
            raise  # an error of the function's own
        raise Failure(f"{_place(problem)}{_reason(problem)}") from problem


# Asked for while tensors have no data. What `torch.cond` and `torch.while_loop` cannot export comes from dynamo.
_UNKNOWN = DataDependentOutputException, DynamicOutputShapeException


def _reason(problem: Exception) -> str:
    text = str(problem)
    if explained := re.search(r"^ *Explanation: (.*?)(?: Found in <.*)?$", text, re.M):  # dynamo's words
        hint = re.search(r"^ *Hint: (.*)$", text, re.M)
        return f"PyTorch cannot export the function: {explained[1]}" + (f" {hint[1]}" if hint else "")
    reason = text.strip().partition("\n")[0]
    if is_known(reason):
        return refused(reason)
    return f"the function decides by the numbers in its tensors, which the exporter does not know: {reason}"


def _place(problem: Exception) -> str:
    """Where in the function that is, if it is known: "file:line: "."""
    own = own_frames(traceback.extract_tb(problem.__traceback__))
    return f"{own[-1].filename}:{own[-1].lineno}: " if own else ""


class _Flat(torch.nn.Module):
    """A function of a list of tensors that gives a list of tensors, around one of trees."""

    def __init__(self, function: Callable, leaves: list[Any], tree: Any):
        super().__init__()
        self.inside = (function, leaves, tree)  # in a tuple, so that a module does not become a part of this one
        self.result_tree: Any = None
        self.results: list[Any] = []

    def forward(self, *tensors):
        (function, leaves, tree), given = self.inside, iter(tensors)
        leaves = [next(given) if isinstance(leaf, torch.Tensor) else leaf for leaf in leaves]
        args, kwargs = trees.tree_unflatten(leaves, tree)
        results, self.result_tree = trees.tree_flatten(function(*args, **kwargs))
        self.results = [Type.of(each) if isinstance(each, torch.Tensor) else each for each in results]
        found = tuple(each for each in results if isinstance(each, torch.Tensor))
        if not found:
            raise Failure("the function gives no tensor, so there is nothing to compile")
        return found
