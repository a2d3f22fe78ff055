"""The options of the lowering, and what of the pipeline depends on them: conditions of steps, and options of passes."""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import dataclass

from ..errors import Failure

MATH = ("vector", "precise")  # where elementary functions are computed: by vector code, or by the C library
SUBNORMALS = ("flush", "keep", "flush-all")  # in products of matrices, nowhere, in all arithmetic
OWN = ("define", "declare")  # functions of ours: in the module, or in code that is linked with it
MEMORY = (*OWN, "lend")  # in the module, with companions of the C functions to which the caller lends memory
PROFILES = ("none", "time", "work")  # what lagrad-profile-loops measures
_X86 = platform.machine().lower() in ("x86_64", "amd64")  # lagrad-flush-subnormals sets a register of these


@dataclass(frozen=True)
class Options:
    """What a lowering is asked for. Raises Failure for a value that does not exist.

    `strict` keeps the order of every floating-point operation, and calls no other functions than the C library's.
    `blas` names the library for large contractions (`blas.LIBRARIES`), beside functions of our own. `math` is one of
    MATH, `subnormals` one of SUBNORMALS, `products` one of OWN and `memory` one of MEMORY: where the functions are that
    multiply matrices, and that list what a call has taken. `processor` is the one that our functions are for. `counted`
    code counts its operations. `threads` share the iterations of loops; strict code has the same sums with any number
    of them. `check_bounds` is "true" where indices and sizes are checked when the code runs, `inspect` is "true" where
    the passes of `lowering/optional/` run: code that looks at its data first. `profile` is one of PROFILES: whether
    code measures the time or the work of its loops, `profile_depth` of them inside each other.
    """

    strict: bool = False
    blas: str | None = None
    math: str = "vector"
    counted: bool = False
    threads: str = "1"
    subnormals: str = "flush"
    products: str = "define"
    memory: str = "define"
    processor: str = "native"
    check_bounds: str = "false"
    inspect: str = "false"
    profile: str = "none"
    profile_depth: str = "2"

    def __post_init__(self):
        if self.math not in MATH:
            raise Failure(f"option 'math' is {' or '.join(MATH)}, not '{self.math}'")
        if self.subnormals not in SUBNORMALS:
            known = f"{', '.join(SUBNORMALS[:-1])} or {SUBNORMALS[-1]}"
            raise Failure(f"option 'subnormals' is {known}, not '{self.subnormals}'")
        for name, value, known in (("products", self.products, OWN), ("memory", self.memory, MEMORY)):
            if value not in known:
                raise Failure(f"option '{name}' is {', '.join(known[:-1])} or {known[-1]}, not '{value}'")
        if not self.threads.isdecimal() or int(self.threads) < 1:
            raise Failure(f"option 'threads' is a number from 1 on, not '{self.threads}'")
        if self.profile not in PROFILES:
            raise Failure(f"option 'profile' is {', '.join(PROFILES[:-1])} or {PROFILES[-1]}, not '{self.profile}'")
        if not self.profile_depth.isdecimal():
            raise Failure(f"option 'profile-depth' is a number from 0 on, not '{self.profile_depth}'")
        if self.profile != "none" and self.has_threads:
            raise Failure("a profile is of one thread: leave out 'threads'")
        for name, value in (("check-bounds", self.check_bounds), ("inspect", self.inspect)):
            if value not in ("true", "false"):
                raise Failure(f"option '{name}' is true or false, not '{value}'")

    @property
    def has_threads(self) -> bool:
        return int(self.threads) > 1

    @property
    def is_tiled(self) -> bool:
        """Whether loops run for several columns at once."""
        return not (self.strict or self.counted)

    @property
    def library(self) -> str | None:
        """Who computes large products: a BLAS, "none" for functions of our own only, None for loops only."""
        return self.blas or ("none" if self.is_tiled else None)

    @property
    def flushes(self) -> bool:
        """Whether some arithmetic takes subnormal numbers for zero."""
        return _X86 and (self.subnormals == "flush-all" or self.subnormals == "flush" and self.library is not None)


@dataclass(frozen=True)
class Condition:
    """When a step of the pipeline runs; `text` says it to people."""

    text: str
    holds: Callable[[Options], bool]


ALWAYS = Condition("", lambda given: True)
CHECKED = Condition("with check-bounds", lambda given: given.check_bounds == "true")
FREE = Condition("unless strict", lambda given: not given.strict)
RAISED = Condition(
    "unless strict, counted or with check-bounds",
    lambda given: not (given.strict or given.counted or given.check_bounds == "true"),
)
COUNTED = Condition("where counted", lambda given: given.counted)
THREADS = Condition("with several threads", lambda given: given.has_threads)
PROFILED = Condition("with profile", lambda given: given.profile != "none")
INSPECTED = Condition("with inspect", lambda given: given.inspect == "true")
INSPECTED_TILED = Condition(
    "with inspect, unless strict or counted", lambda given: INSPECTED.holds(given) and given.is_tiled
)
TILED = Condition("unless strict or counted", lambda given: given.is_tiled)
PRODUCTS = Condition("with a BLAS, or unless strict or counted", lambda given: given.library is not None)
DEFINED = Condition(
    f"{PRODUCTS.text}; unless products=declare",
    lambda given: PRODUCTS.holds(given) and given.products == "define",
)
FLUSHED = Condition("where subnormal numbers are flushed", lambda given: given.flushes)
FAST_MATH = Condition("unless strict or math=precise", lambda given: not given.strict and given.math != "precise")


# Options of a pass for those of the lowering: their text, or none where the pass has its defaults.


def processor(options: Options) -> str:
    return "" if options.processor == "native" else f"processor={options.processor}"


def any_processor(options: Options) -> str:
    return f"processor={options.processor}"


def library(options: Options) -> str:
    return f"library={options.library}"


def shared(options: Options) -> str:
    return threads(options) if options.has_threads else ""


def fills(options: Options) -> str:
    """Counted code does all that the program says."""
    return "fills=false repeats=false" if options.counted else ""


def threads(options: Options) -> str:
    return f"threads={options.threads}"


def sums(options: Options) -> str:
    return "sums=false" if options.strict else ""


def whole(options: Options) -> str:
    return "whole=true"


def flushed(options: Options) -> str:
    return "everywhere=true" if options.subnormals == "flush-all" else library(options)


def declared(options: Options) -> str:
    return "declare=true" if options.memory == "declare" else ""


def lent(options: Options) -> str:
    return "lend=true" if options.memory == "lend" else ""


def profiled(options: Options) -> str:
    return f"measure={options.profile} depth={options.profile_depth}"
