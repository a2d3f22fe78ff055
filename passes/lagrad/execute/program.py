"""The functions of a compiled module."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from typing import Any

from .. import pipelines
from ..arrays.function import Function
from ..lowering.machine.native import Loaded

Recipe = tuple[str | bytes, dict]  # a program's text or bytecode, and the options that it was compiled with


class Program:
    """The functions of a compiled module: `program.f(x)`, `program["f"](x)`.

    A program with one function is that function: `program(x)`.
    """

    def __init__(
        self,
        functions: dict[str, Function],
        loaded: Loaded | None = None,
        recipe: Recipe | None = None,
        again: Callable[[str | bytes, dict], Program] | None = None,
    ):
        self.functions, self._loaded, self._recipe, self._again = functions, loaded, recipe, again

    def __repr__(self) -> str:
        lines = [(function.__doc__ or "").removeprefix("Compiled ") for function in self.functions.values()]
        return "\n".join(["<lagrad program:", *(f"  {line}" for line in lines)]) + ">"

    def __reduce__(self):
        """A program is its text and how it was compiled; who unpickles it compiles it again, or takes it from disk."""
        if self._recipe is None:
            raise pickle.PicklingError("a program that lagrad.compile did not make cannot be pickled")
        return self._again, self._recipe

    @property
    def recipe(self) -> Recipe | None:
        """What `compile` made it of: the text or bytecode, and the options; None if `compile` did not make it."""
        return self._recipe

    def release_memory(self) -> None:
        """Gives memory that is kept for the next call to the system: of large temporaries, and of results nobody has.

        So does the end of the program, when no function of it is left.
        """
        if self._loaded is not None:
            self._loaded.release()
        for function in self.functions.values():
            for kept in getattr(function, "kept", ()):  # functions of others have none
                kept.release()

    def __getitem__(self, name: str) -> Function:
        if name not in self.functions:
            raise _NoFunction(self._missing(name))
        return self.functions[name]

    def __getattr__(self, name: str) -> Function:
        known = self.__dict__.get("functions", {})
        if name not in known or name.startswith("__"):
            raise AttributeError(self._missing(name))
        return known[name]

    def _missing(self, name: str) -> str:
        known = self.__dict__.get("functions", {})
        if near := pipelines.did_you_mean(name, known):
            return f"the program has no function '{name}'{near}"
        return f"the program has no function '{name}'; it has {', '.join(known) or 'none'}"

    def __iter__(self) -> Iterator[str]:
        return iter(self.functions)

    def __len__(self) -> int:
        return len(self.functions)

    def __contains__(self, name: object) -> bool:
        return name in self.functions

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.functions]

    def __call__(self, *arguments: Any, out: Any = None, **named: Any) -> Any:
        if len(self.functions) != 1:
            raise TypeError(f"the program has {len(self.functions)} functions; name one of {', '.join(self.functions)}")
        (only,) = self.functions.values()
        return only(*arguments, out=out, **named)


class _NoFunction(KeyError):
    """A KeyError whose message is shown as it is."""

    def __str__(self) -> str:
        return self.args[0]
