"""What a function uses beside its arguments, seen in a run of it on tensors without data."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

import torch
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode, unset_fake_temporarily
from torch.autograd.function import BackwardCFunction
from torch.overrides import TorchFunctionMode
from torch.utils import _pytree as trees

from ..errors import Failure
from . import control

TRANSFORMED = (
    "the exporter cannot follow transformations of torch.func and their tensors into a function; "
    "pass such tensors as arguments, and transform what lagrad.torch gives, as often as is needed"
)


State = tuple[bool, tuple[tuple[str, torch.nn.Module | None], ...]]


def state_of(module: torch.nn.Module) -> State:
    """Whether it is in training, and the modules in it by name: with others it would compute something else."""
    return module.training, tuple(module._modules.items())


@dataclass
class Observed:
    """Modules and tensors that a function closes over or is."""

    modules: dict[torch.nn.Module, State] = field(default_factory=dict)  # that are called
    tensors: list[torch.Tensor] = field(default_factory=list)
    branches: list = field(default_factory=list)  # what branches and loops give

    def outermost(self) -> list[torch.nn.Module]:
        """The modules that are in none of the others."""
        inner = {each for module in self.modules for each in module.modules() if each is not module}
        return [module for module in self.modules if module not in inner]

    def same_memory(self, tensor: torch.Tensor) -> torch.Tensor:
        """The tensor that this one is a view of the whole of: the exporter detaches parameters. Itself if none is."""
        for each in self.tensors:
            if each is tensor or _memory(each) == _memory(tensor):
                return each
        return tensor


def observed(function: Callable, tensors: tuple[torch.Tensor, ...]) -> Observed:
    """Runs a function of tensors on some of these types. Raises Failure if it calls a `torch.autograd.Function`.

    The exporter sees what such a function computes, and not the derivative that it has.
    """
    found, before, own = Observed(), [], threading.get_ident()

    def note(module, _):  # of the calls of all threads
        if threading.get_ident() == own and module not in found.modules:
            found.modules[module] = state_of(module)
            with unset_fake_temporarily():
                before.extend((buffer, buffer.clone()) for buffer in module.buffers(recurse=False))

    with FakeTensorMode(allow_non_fake_inputs=True) as fakes, torch.enable_grad():
        given = [fakes.from_tensor(each) for each in tensors]
        # Clones, because autograd forbids to write to what it starts from, and the exporter says it better.
        given = [each.requires_grad_().clone() if _is_float(each) else each for each in given]
        hook = torch.nn.modules.module.register_module_forward_pre_hook(note)
        try:
            # Eager, so that `torch.cond` calls its branches, and does not let them be compiled.
            with _Watch(found), torch.compiler.set_stance("force_eager"):
                results = function(*given)
        finally:
            hook.remove()
            with unset_fake_temporarily():
                _restore(before)
    leaves = trees.tree_leaves((results, found.branches))
    _refuse_custom([each.grad_fn for each in leaves if isinstance(each, torch.Tensor)])
    return found


def _is_float(tensor: torch.Tensor) -> bool:
    return tensor.is_floating_point() or tensor.is_complex()


class _Watch(TorchFunctionMode):
    """Notes the tensors with data that operations meet."""

    def __init__(self, found: Observed):
        super().__init__()
        self.found = found

    def __torch_function__(self, function, types, args=(), kwargs=None):
        for each in trees.tree_leaves((args, kwargs)):
            if isinstance(each, torch.Tensor) and not isinstance(each, FakeTensor):
                if torch._C._functorch.is_functorch_wrapped_tensor(each):
                    raise Failure(TRANSFORMED)
                if all(each is not known for known in self.found.tensors):
                    self.found.tensors.append(each)
        with self:
            made = control.run(function, args)
        if made is None:
            return function(*args, **(kwargs or {}))
        self.found.branches += made
        return made[0]


def _restore(before: list[tuple[torch.Tensor, torch.Tensor]]) -> None:
    """Undoes what the run has done to buffers: what only depends on numbers that are known is computed after all."""
    with torch.no_grad():
        for buffer, was in before:
            if not torch.equal(buffer, was):
                buffer.copy_(was)


def _refuse_custom(work: list) -> None:
    seen = set()
    while work:
        node = work.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        if isinstance(node, BackwardCFunction):
            name = type(node).__name__.removesuffix("Backward")
            raise Failure(f"the function calls {name}, a torch.autograd.Function, whose derivative is not exported")
        work += [before for before, _ in node.next_functions]


def _memory(tensor: torch.Tensor) -> tuple:
    return tensor.data_ptr(), tensor.dtype, tuple(tensor.shape), tensor.stride()
