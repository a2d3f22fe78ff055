"""A function of an MLIR program and its derivatives of any order, each compiled when it is asked for.

The program stays as it is: `lagrad-differentiate` takes the request as options. Other libraries' functions and tensors
are fitted to these functions in `lagrad.jax` and `lagrad.torch`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Self

from . import pipelines, requests
from .errors import Failure
from .execute import Program, compile
from .lowering.interface.c_types import Parameter, Signature

_REQUEST = re.compile(rf"lagrad\.({'|'.join(requests.KINDS)})\b")
_FLOATS = ("f64", "f32", "f16", "bf16", "complex<f64>", "complex<f32>")


@dataclass(frozen=True)
class Step:
    """One differentiation, in the words of lagrad-differentiate."""

    mode: str
    wrt: tuple[int, ...]

    def flag(self, function: str, result: str) -> str:
        wrt = ",".join(map(str, self.wrt))
        return f"lagrad-differentiate{{function={function} mode={self.mode} wrt={wrt} result={result}}}"


@dataclass(frozen=True)
class Derivative:
    """The function `name` of the MLIR `text`, differentiated by `steps`, one after the other, run by `threads`."""

    text: str = field(repr=False)  # may be long
    name: str
    steps: tuple[Step, ...] = ()
    threads: int = 1

    with_places: ClassVar[dict[str, Callable[[], str]]] = {}  # by text, what gives it with the lines of Python

    @classmethod
    @functools.cache
    def of(cls, text: str, name: str, steps: tuple[Step, ...] = (), threads: int = 1) -> Self:
        """One object for one derivative: what is compiled once stays so."""
        return cls(text, name, steps, threads)

    def differentiated(self, mode: str, wrt: tuple[int, ...]) -> Self:
        """Its derivative with respect to some of its arguments."""
        return type(self).of(self.text, self.name, (*self.steps, Step(mode, wrt)), self.threads)

    @functools.cached_property
    def names(self) -> list[str]:
        """The function, and what each step makes."""
        return [self.name, *(f"{self.name}__{n}" for n in range(1, 1 + len(self.steps)))]

    @functools.cached_property
    def program(self) -> Program:
        """It and nothing else, compiled. Raises Failure for what cannot be differentiated or compiled, with the lines
        of Python where they are known."""
        try:
            return self._compiled(self.text)
        except Failure:
            if self.text not in self.with_places:
                raise
            return self._compiled(self.with_places[self.text]())

    def _compiled(self, text: str) -> Program:
        flags = [step.flag(before, after) for step, before, after in zip(self.steps, self.names, self.names[1:])]
        before, after = pipelines.NAMED["lagrad-default"].split(",lagrad-differentiate,")
        own = ["lagrad-differentiate"] if _REQUEST.search(text) else []
        pipeline = ",".join([before, *own, *flags, after, "lagrad-to-llvm-blas"])
        return compile(text, pipeline=pipeline, entry=self.names[-1], threads=self.threads)

    @functools.cached_property
    def signature(self) -> Signature:
        return self.program[self.names[-1]].signature

    def floats(self, parameters: Sequence[Parameter]) -> tuple[int, ...]:
        """The numbers of those that have derivatives."""
        return tuple(n for n, p in enumerate(parameters) if p.element.mlir in _FLOATS)
