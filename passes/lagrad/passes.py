"""The base of our passes: a frozen dataclass whose fields are the options.

    @dataclass(frozen=True)
    class DifferentiateRequests(Pass):
        \"\"\"First line: the summary in --list-passes.\"\"\"
        name = "lagrad-differentiate"
        function: str = option("", "Differentiate this function, as if the module asked for it.")

        def run(self, op, report): ...

On the command line and in pipeline text a field `max_size` is the option `max-size`.
An option says which values it has (`least`, `known`, `check`); what follows from several of them a pass refuses in
`__post_init__`, with a Failure. So wrong ones are refused before anything runs.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from .errors import Failure, Report


def option(
    default: Any,
    help: str,
    *,
    least: int | None = None,
    known: Sequence[Any] = (),
    check: Callable[[Any], Any] = lambda value: None,
) -> Any:
    """A field of a pass that is an option: bool, int, float, str, or a tuple of str (`a=x,y`).

    It may have a `least` value, be one of those `known`, or raise a Failure by a `check`.
    """
    return dataclasses.field(default=default, metadata={"help": help, "least": least, "known": known, "check": check})


# Without a pass that says nothing else some programs do not compile, or do not mean what they say.
CORRECTNESS = "correctness"
# What others are for: time or memory, as a rule. The first ones in the order in which they build on each other.
AIMS = {
    "in-place": "tensors are updated where they are",
    "stack": "temporaries share memory",
    "active-sparsity": "what a triangular matrix says to be zero is not computed with",
    "adjoint-sparsity": "zeros of derivatives are not computed with",
    "blas": "products of matrices are calls",
    "fusion": "arithmetic on whole tensors is one loop",
    "hoisting": "what does not change in a loop is done in front of it",
    "reassociation": "sums and products may have another order",
    "simd": "loops are vector code",
    "streams": "what is larger than the caches is read and written once",
    "vector-math": "elementary functions are vector code",
    "compile-time": "large programs compile fast",
    "code-size": "wide vectors do not become much code",
    "digits": "long sums in f32 keep their digits",
    "aliasing": "code compares no addresses",
    "subnormals": "subnormal numbers, which are slow, are zero",
}


@dataclass(frozen=True)
class Pass:
    """One transformation of an operation, in place. Errors are raised as `Failure`."""

    name: ClassVar[str] = ""
    anchor: ClassVar[str] = "builtin.module"  # the operation it runs on
    creates: ClassVar[tuple[str, ...]] = ()  # dialects loaded before the run
    aim: ClassVar[str] = CORRECTNESS  # what programs lack without it: that, or one of AIMS

    def run(self, op, report: Report) -> None:
        raise NotImplementedError

    def __post_init__(self) -> None:
        for key, field in self.options().items():
            value, least, known = getattr(self, field.name), field.metadata["least"], field.metadata["known"]
            if least is not None and value < least:
                raise Failure(f"option '{key}' of '{self.name}' is {least} or more, not {value}")
            if known and value not in known:
                *others, last = map(str, known)
                given = f"'{value}'" if isinstance(value, str) else value
                raise Failure(f"option '{key}' of '{self.name}' is {', '.join(others)} or {last}, not {given}")
            field.metadata["check"](value)

    @classmethod
    def options(cls) -> dict[str, dataclasses.Field]:
        """Option spelling -> field."""
        return {f.name.replace("_", "-"): f for f in dataclasses.fields(cls)}

    @classmethod
    def from_options(cls, given: dict[str, str]) -> "Pass":
        """The pass with options as written in pipeline text, each of the type of its default.

        Failure for a text that is no such value; KeyError for an option that does not exist.
        """
        known = cls.options()
        values = {}
        for key, text in given.items():
            field = known[key]
            values[field.name] = _convert(cls.name, key, text, field.default)
        return cls(**values)


def _convert(pass_name: str, key: str, text: str, like: Any) -> Any:
    match like:
        case bool():
            if text.lower() in ("true", "1", ""):
                return True
            if text.lower() in ("false", "0"):
                return False
            raise Failure(f"option '{key}' of '{pass_name}' is true or false, not '{text}'")
        case int():
            try:
                return int(text)
            except ValueError:
                raise Failure(f"option '{key}' of '{pass_name}' is an integer, not '{text}'") from None
        case float():
            try:
                return float(text)
            except ValueError:
                raise Failure(f"option '{key}' of '{pass_name}' is a number, not '{text}'") from None
        case tuple():
            return tuple(part for part in text.split(",") if part)
        case _:
            return text
