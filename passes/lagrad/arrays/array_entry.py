"""An entry to compiled code that takes NumPy arrays as the objects they are.

What Python spends a microsecond on, it does in nanoseconds: it checks type, shape and layout of
every array, and that results overlap nothing. It returns DONE, or 0 where anything is not as it
should be, without having run the code; the caller then finds out what. Where the code has failed it
returns the status, which is neither.

Where sizes of results must be computed, another entry does that before, and this one takes them.

It reads the fields of PyArrayObject, whose layout NumPy's C API fixes; `is_known` makes sure.
"""

from __future__ import annotations

import ctypes
import math
import sys
from collections.abc import Iterable

import numpy as np

from ..lowering.interface.c_types import Parameter, Signature

_LLVM = {"f64": "double", "f32": "float"}
_CONVERTED = {"f16", "bf16", "complex<f64>", "complex<f32>"}  # scalars that are not passed as they are
DONE = 1  # no status of code that has failed
_TYPE = "numpy.ndarray"
_CONTIGUOUS, _ALIGNED, _WRITEABLE = 0x1, 0x100, 0x400


class _Array(ctypes.Structure):
    """PyArrayObject, as numpy/ndarraytypes.h declares it."""

    _fields_ = [
        ("references", ctypes.c_ssize_t),
        ("type", ctypes.c_void_p),
        ("data", ctypes.c_void_p),
        ("rank", ctypes.c_int),
        ("sizes", ctypes.POINTER(ctypes.c_ssize_t)),
        ("strides", ctypes.POINTER(ctypes.c_ssize_t)),
        ("base", ctypes.c_void_p),
        ("dtype", ctypes.c_void_p),
        ("flags", ctypes.c_int),
    ]


def is_known() -> bool:
    """Whether arrays of this interpreter and this NumPy lie in memory as the entry reads them."""
    if object.__basicsize__ != 16 or ctypes.sizeof(ctypes.c_void_p) != 8 or sys.byteorder != "little":
        return False
    probe = np.zeros((2, 3))[:, :2]
    seen = _Array.from_address(id(probe))
    return (
        (seen.type, seen.data, seen.dtype) == (id(np.ndarray), probe.ctypes.data, id(probe.dtype))
        and (seen.rank, seen.sizes[:2], seen.strides[:2]) == (2, [2, 2], [24, 8])
        and seen.flags & (_CONTIGUOUS | _ALIGNED | _WRITEABLE) == _ALIGNED | _WRITEABLE
    )


def is_possible(signature: Signature) -> bool:
    """Whether there is such an entry: scalars are what C takes, and arrays contiguous."""
    if any(p.strides is not None for p in signature.arguments):
        return False
    return _CONVERTED.isdisjoint(p.element.mlir for p in signature.arguments if p.is_scalar)


def symbols(dtypes: Iterable[np.dtype]) -> dict[str, int]:
    """The addresses that entries for arrays of these types ask for, by name; the types must stay alive."""
    return {_TYPE: id(np.ndarray)} | {_symbol(dtype): id(dtype) for dtype in dtypes}


def declarations(names: Iterable[str]) -> str:
    """LLVM IR that declares symbols, of types and of code."""
    return "".join(f"@{name} = external global i8\n" for name in dict.fromkeys(names))


def text(name: str, signature: Signature, code: str, dtypes: list[np.dtype]) -> str:
    """LLVM IR of the entry `name` for the function whose symbol is `code`.

    `dtypes` are those of the arrays, arguments and results, in order. Parameters are
    the arrays as `PyObject *`, results at the end, and float and integer scalars by value. Where sizes are computed,
    what `sizes_text` computed comes last. The text names no address, so that what is made of it is of use elsewhere.
    """
    return _Entry(signature, dtypes).text(name, code)


def sizes_text(name: str, signature: Signature, code: str, dtypes: list[np.dtype]) -> str:
    """LLVM IR of the entry `name` for the function `code` that computes the sizes of results.

    Parameters are the arguments as in `text`, and an array for the sizes, of arguments too where these must be as
    computed.
    """
    return _Entry(signature, dtypes).sizes_text(name, code)


def _symbol(dtype: np.dtype) -> str:
    return f"numpy.dtype.{dtype.name}"


class _Entry:
    def __init__(self, signature: Signature, dtypes: list[np.dtype]):
        self.signature = signature
        self.dtypes = iter(dtypes)
        self.lines: list[str] = []
        self.count = 0
        self.sizes: dict[tuple[int, int], str] = {}  # of arguments, that are not static
        self.ranges: list[tuple[str, str]] = []  # where the memory of each array begins and ends

    def text(self, name: str, code: str) -> str:
        takes, passes = self._arguments()
        computes = self.signature.computes_sizes
        wanted = enumerate([None] * self.signature.dynamic_results if computes else self.signature.result_sizes)
        for n, p in enumerate(self.signature.results):
            takes.append(f"ptr %r{n}")
            passes += self._array(f"%r{n}", p, True)
            sizes = [str(s) if s is not None else self._of(*next(wanted)) for s in p.shape or ()]
            for k in p.dynamic:
                self._require("eq", self._size(f"%r{n}", k), sizes[k])
            self._note_range(f"%r{n}", p, sizes)
        if self.signature.results:
            self._require_apart(len(self.ranges) - len(self.signature.results))
        return self._function(name, takes + ["ptr %sizes"] * computes, code, passes, [])

    def sizes_text(self, name: str, code: str) -> str:
        takes, passes = self._arguments()
        before, self.lines = self.lines, []
        for place, (argument, dimension) in enumerate(self.signature.computed_sizes, self.signature.dynamic_results):
            self._require("eq", self._known(argument, dimension), self._computed(place))
        after, self.lines = self.lines, before
        return self._function(name, [*takes, "ptr %sizes"], code, [*passes, "ptr %sizes"], after)

    def _function(self, name: str, takes: list[str], code: str, passes: list[str], after: list[str]) -> str:
        """The function that has checked its parameters, calls the code, and goes on checking."""
        call = [
            f"  %status = call i64 @{code}({', '.join(passes)})",
            "  %failed = icmp ne i64 %status, 0",
            "  br i1 %failed, label %failure, label %success",
            "success:",
        ]
        ends = [f"  ret i64 {DONE}", "failure:", "  ret i64 %status", "no:", "  ret i64 0"]
        body = "\n".join([*self.lines, *call, *after, *ends])
        return f"define i64 @{name}({', '.join(takes)}) {{\n{body}\n}}\n"

    def _arguments(self) -> tuple[list[str], list[str]]:
        """Checks the arguments; what the entry takes for them, and what C does."""
        takes, passes = [], []
        for n, p in enumerate(self.signature.arguments):
            if p.is_scalar:
                takes.append(f"{_llvm(p)} %a{n}")
                passes.append(takes[-1])
                continue
            takes.append(f"ptr %a{n}")
            passes += self._array(f"%a{n}", p, p.mlir.startswith("memref"))
            for k in p.dynamic:
                self.sizes[n, k] = self._size(f"%a{n}", k)
                passes.append(f"i64 {self.sizes[n, k]}")
            self._note_range(f"%a{n}", p, [self._known(n, k) for k in range(len(p.shape))])
        for here, dimension, other, its in self.signature.equal_sizes:
            self._require("eq", self._known(here, dimension), str(its) if other is None else self._known(other, its))
        return takes, passes

    def _array(self, array: str, p: Parameter, written: bool) -> list[str]:
        """Checks an array but for its dynamic sizes; what C takes for it first."""
        self._require("eq", self._field(array, "type", "ptr"), f"@{_TYPE}", "ptr")
        self._require("eq", self._field(array, "dtype", "ptr"), f"@{_symbol(next(self.dtypes))}", "ptr")
        self._require("eq", self._field(array, "rank", "i32"), str(len(p.shape or ())), "i32")
        flags = _CONTIGUOUS | _ALIGNED | (_WRITEABLE if written else 0)
        masked = self._emit(f"and i32 {self._field(array, 'flags', 'i32')}, {flags}")
        self._require("eq", masked, str(flags), "i32")
        for k, size in enumerate(p.shape or ()):
            if size is not None:
                self._require("eq", self._size(array, k), str(size))
        return [f"ptr {self._field(array, 'data', 'ptr')}"]

    def _note_range(self, array: str, p: Parameter, sizes: list[str]) -> None:
        length = str(math.prod(int(s) for s in sizes if s.isdigit()) * p.element.bytes)
        for size in sizes:
            if not size.isdigit():
                length = self._emit(f"mul i64 {length}, {size}")
        start = self._field(array, "data", "i64")
        self.ranges.append((start, self._emit(f"add i64 {start}, {length}")))

    def _require_apart(self, first: int) -> None:
        """Requires that the arrays from number `first` on share no memory with those before them.

        Two loops over a table: there may be a hundred arrays, and thousands of pairs.
        """
        count = len(self.ranges)
        table = self._emit(f"alloca [{2 * count} x i64]")
        for n, bounds in enumerate(self.ranges):
            for k, address in enumerate(bounds):
                self.lines.append(f"  store i64 {address}, ptr {self._in_table(table, str(2 * n + k))}")
        self.lines += ["  br label %ranges", "ranges:", "  br label %each", "each:"]
        self.lines.append(f"  %this = phi i64 [ {first}, %ranges ], [ %next, %passed ]")
        start, end = self._bounds(table, "%this")
        self.lines += ["  br label %pair", "pair:", "  %that = phi i64 [ 0, %each ], [ %another, %apart ]"]
        self.lines += [
            "  %more = icmp ult i64 %that, %this",
            "  br i1 %more, label %compare, label %passed",
            "compare:",
        ]
        its_start, its_end = self._bounds(table, "%that")
        before, after = self._emit(f"icmp ule i64 {end}, {its_start}"), self._emit(f"icmp uge i64 {start}, {its_end}")
        self.lines += [f"  br i1 {self._emit(f'or i1 {before}, {after}')}, label %apart, label %no", "apart:"]
        self.lines += ["  %another = add i64 %that, 1", "  br label %pair", "passed:", "  %next = add i64 %this, 1"]
        self.lines += [
            f"  br i1 {self._emit(f'icmp ult i64 %next, {count}')}, label %each, label %all_apart",
            "all_apart:",
        ]

    def _bounds(self, table: str, number: str) -> tuple[str, str]:
        """Where the memory of an array begins and ends."""
        first = self._emit(f"shl i64 {number}, 1")
        second = self._emit(f"or i64 {first}, 1")
        start, end = (self._emit(f"load i64, ptr {self._in_table(table, place)}") for place in (first, second))
        return start, end

    def _in_table(self, table: str, place: str) -> str:
        return self._emit(f"getelementptr i64, ptr {table}, i64 {place}")

    def _known(self, argument: int, dimension: int) -> str:
        size = self.signature.arguments[argument].shape[dimension]
        return self.sizes[argument, dimension] if size is None else str(size)

    def _of(self, place: int, size: tuple[int | None, int] | None) -> str:
        """A size of a result, the dynamic one that comes at `place`."""
        if size is None:
            return self._computed(place)
        return str(size[1]) if size[0] is None else self._known(*size)

    def _computed(self, place: int) -> str:
        return self._emit(f"load i64, ptr {self._emit(f'getelementptr i64, ptr %sizes, i64 {place}')}")

    def _size(self, array: str, dimension: int) -> str:
        place = self._emit(f"getelementptr i64, ptr {self._field(array, 'sizes', 'ptr')}, i64 {dimension}")
        return self._emit(f"load i64, ptr {place}")

    def _field(self, array: str, field: str, type: str) -> str:
        place = self._emit(f"getelementptr i8, ptr {array}, i64 {getattr(_Array, field).offset}")
        return self._emit(f"load {type}, ptr {place}")

    def _require(self, how: str, left: str, right: str, type: str = "i64") -> None:
        self._go_on_if(self._emit(f"icmp {how} {type} {left}, {right}"))

    def _go_on_if(self, condition: str) -> None:
        self.lines += [f"  br i1 {condition}, label %l{self.count}, label %no", f"l{self.count}:"]

    def _emit(self, operation: str) -> str:
        self.count += 1
        self.lines.append(f"  %v{self.count} = {operation}")
        return f"%v{self.count}"


def _llvm(p: Parameter) -> str:
    return _LLVM.get(p.element.mlir, p.element.llvm)
