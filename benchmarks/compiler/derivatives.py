"""Derivatives that any pipeline may compile: of the benchmarks, of ordinary models, and of kernels on memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import lagrad
from lagrad import emit, execute
from lagrad.mlir import ir

from ..adbench.steps import PIPELINE
from ..models import program
from ..models.model import Model
from ..polybench.affine import program as program_of
from ..polybench.arguments import arguments_of, shadows_of
from ..polybench.kernels import KERNELS
from ..polybench.sizes import sizes_of
from ..workloads import Workload


@dataclass(frozen=True)
class Derivative:
    """A function of a program, its arguments, and the pipeline by which it is compiled as a rule."""

    name: str
    text: str
    entry: str
    arguments: tuple
    pipeline: str
    tolerance: float  # of results, relative to the largest element
    in_place: bool = False  # what it writes to its arguments is its result: each call has new ones

    def module(self, pipeline: str) -> ir.Module:
        """The program without what the function does not need."""
        module = execute.parse(self.text)
        with module.context:
            execute.keep_entries(module.operation, [self.entry], pipeline)
        return module

    def lowered(self, pipeline: str) -> str:
        """The program in LLVM's dialect. Failure where the pipeline does not lower it."""
        return str(emit.lower(self.module(pipeline), pipeline))

    def compiled(self, pipeline: str) -> Callable[[], Any]:
        """A call of the function."""
        function = lagrad.compile(self.text, entry=self.entry, pipeline=pipeline)[self.entry]
        return (lambda: self._on_copies(function)) if self.in_place else (lambda: function(*self.arguments))

    def _on_copies(self, function: Callable) -> tuple:
        own = [np.copy(a) if isinstance(a, np.ndarray) else a for a in self.arguments]
        returned = function(*own)
        returned = returned if isinstance(returned, tuple) else () if returned is None else (returned,)
        return (*(a for a in own if isinstance(a, np.ndarray)), *returned)


def of_benchmark(workload: Workload) -> Derivative:
    program_ = workload.program
    return Derivative(workload.name, program_.text, program_.derivative, workload.arguments, PIPELINE, 1e-7)


def of_model(each: Model) -> Derivative:
    text = program.with_request(each)
    return Derivative(each.name, text, program.GRADIENT, tuple(each.inputs()), execute.PIPELINE, each.allowed)


def of_kernel(name: str) -> Derivative:
    """The pullback of a kernel of PolyBench, of arrays of middle size that do not overlap."""
    kernel, (_, size, _) = KERNELS[name], sizes_of(name)
    text = program_of(kernel, size, restrict=True)
    arguments = (*arguments_of(kernel, size), *shadows_of(kernel, size))
    return Derivative(name, text, "pullback", arguments, execute.PIPELINE, 1e-7, in_place=True)
