"""A derivative that its caller asks for, of a program that stays as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import pipelines, requests
from .analysis.call_graph import functions
from .arrays import argument_names
from .errors import Failure, error
from .mlir import ir
from .transforms.front_ends.raise_llvm import defined


@dataclass(frozen=True)
class Asked:
    """A kind of derivative of the function `primal`; `wrt` has numbers or names of arguments, None means all floats."""

    kind: str
    primal: str
    wrt: tuple[int | str, ...] | None = None
    with_primal: bool = False

    def declare(self, module: ir.Operation, lines: Sequence[str] = ()) -> str:
        """Adds the request to a module whose text has these `lines`; its name, which the module did not have.

        A function of the llvm dialect works on memrefs then. Raises Failure for a function or an argument that is not
        there, and for the gradient or Hessian of a function whose result is no single number.
        """
        with module.context:
            is_of_llvm = self.primal in defined(module)
        if is_of_llvm:
            pipelines.run(module, f"{pipelines.RAISE.removesuffix('}')} function={self.primal}}}")
        with module.context:
            function = functions(module).get(self.primal)
            names = argument_names.known(function, lines) if function is not None else []
            name = requests.fresh_name(module, f"{self.primal}_{self.kind}")
            wrt = self._numbers(names, module.location)
            location = function.location if function is not None else module.location
            requests.declare(module, self.kind, self.primal, wrt, name, location, self.with_primal)
            requests.named(module, [name])  # which raises
        return name

    def _numbers(self, names: list[str | None], location: ir.Location) -> list[int] | None:
        return None if self.wrt is None else [self._number(each, names, location) for each in self.wrt]

    def _number(self, wanted: int | str, names: list[str | None], location: ir.Location) -> int:
        if isinstance(wanted, int):
            return wanted
        known = [name or f"arg{n}" for n, name in enumerate(names)]
        bare = wanted.removeprefix("%")
        for spelled in (known, argument_names.positions(len(known))):
            if bare in spelled:
                return spelled.index(bare)
        there = ", ".join(known) or "none"
        raise Failure(error(location, f"@{self.primal} has no argument '{wanted}'; it has {there}"))
