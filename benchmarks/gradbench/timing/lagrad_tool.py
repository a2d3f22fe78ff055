"""The evals by the tool's own programs."""

from __future__ import annotations

from ..function import compiled, text


def load(name: str, arrays: tuple, number: int):
    """The objective and the derivative, as functions without arguments that give an array."""
    names = ("cost", "dir") if name == "kmeans" else ("primal", "gradient")
    program = compiled(text(name), *names)
    given = (*arrays, number) if name in ("llsq", "ode") else arrays
    return tuple(lambda f=program[each]: f(*given) for each in names)
