"""`lagrad-ignore-zero-signs`: where nothing can tell -0 from 0, sums may be written in another way."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from ...analysis.call_graph import functions, is_public
from ...analysis.walk import values_of
from ...build import replace_op
from ...errors import Report
from ...mlir import ir
from ...passes import Pass
from ..arithmetic.set_fastmath import Flags, flags_of
from ..facts.in_place import passed_on
from ..facts.memory import Kind, kind
from ..facts.views import TYPES, VIEWS, root_of
from ..walk import callee, last, walk
from .zero_guards import choice_of_guard

_SUMS = {"arith.addf", "arith.subf", "arith.mulf", "arith.negf"}
_EXTREMA = {"arith.maximumf", "arith.minimumf"}  # which of two zeros is larger takes longer to find than all the rest
_FOLLOWED = {"scf.for", "scf.if"}
_NEW_MEMORY = {"memref.alloc", "memref.alloca", "memref.get_global"}
_OF_MEMORY = VIEWS | _NEW_MEMORY | {"memref.load", "memref.store", "memref.copy", "memref.dim", "memref.dealloc"}
_GENERIC = "linalg.generic"
# Of tensors: what only moves elements.
_MOVES = {
    f"tensor.{name}"
    for name in (
        "extract insert extract_slice insert_slice cast expand_shape collapse_shape from_elements splat empty dim"
    ).split()
}
_OF_TENSORS = _MOVES | {_GENERIC, "linalg.fill", "linalg.yield"}
_STORE = "bufferization.materialize_in_destination"
_ALL, _NONE = frozenset(range(4)), frozenset()
# Of which operands a result shows the sign that a zero has. Of all others it shows none, and so do comparisons.
_SHOWN: dict[str, frozenset[int]] = {
    **dict.fromkeys(
        ("arith.addf", "arith.subf", "arith.mulf", "arith.negf", "arith.extf", "arith.truncf", "math.fma"), _ALL
    ),
    **dict.fromkeys(("arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf", "arith.select"), _ALL),
    **dict.fromkeys(
        [
            f"math.{odd}"
            for odd in (
                "sqrt cbrt sin tan tanh sinh asin atan asinh atanh erf expm1 log1p floor ceil round roundeven trunc"
            ).split()
        ],
        _ALL,
    ),
    **dict.fromkeys([f"math.{even}" for even in "absf cos cosh exp exp2 log log2 log10 acos acosh".split()], _NONE),
    **dict.fromkeys(("arith.cmpf", "arith.fptosi", "arith.fptoui"), _NONE),
    "arith.divf": frozenset({0}),
    "math.powf": _NONE,
    "math.copysign": _NONE,
}
# Which operands decide more than the sign of a zero by theirs: of infinity, of an angle, of a number.
_TELLING = {"arith.divf": {1}, "math.powf": {0}, "math.copysign": {1}}
_INTEGERS = {"arith.constant", *(f"arith.{name}" for name in "addi subi muli cmpi andi ori xori index_cast".split())}
_TELLS_NOTHING = _FOLLOWED | _OF_MEMORY | _INTEGERS | _SHOWN.keys() - {"arith.select"}  # which may be one of buffers

_GIVES_NO_ROOT = VIEWS | _INTEGERS | _SHOWN.keys() - {"arith.select"}


@dataclass(frozen=True)
class IgnoreZeroSigns(Pass):
    """Add the flag `nsz` to arithmetic where nothing sees the sign that a zero of it has.

    The sign of a zero is seen where it is a divisor (`1 / -0` is another infinity than `1 / 0`), an argument of `atan2`
    or `copysign`, the base of a power, or taken as bits; a comparison does not see it, and what a public function
    returns may be either zero. It is followed backwards from there, through arithmetic, loops, branches and memory; a
    call, and all else that is not known here, sees everything. LLVM reorders no sums, and takes no common factors out,
    without this flag (`python -m benchmarks.thresholds.observations`), and a maximum takes eight instructions instead
    of three. On tensors, where no two values share memory, more is seen to have it than on buffers.

    Where nothing sees the sign, a cotangent that stays zero when it is divided by zero takes one choice, not two:
    `u == 0 ? 0 : u / v` for `u / v` if that is a number, else `u == 0 ? 0 : u / v`.
    """

    name = "lagrad-ignore-zero-signs"
    aim = "reassociation"

    def run(self, op: ir.Operation, report: Report) -> None:
        flags = Flags()
        inside = {name: list(walk(function)) for name, function in functions(op).items()}
        called = {callee(child) for ops in inside.values() for child in ops}
        for name, function in functions(op).items():
            asking = [child for child in inside[name] if _may_be_flagged(child)]
            guards = [(child, choice) for child in inside[name] if (choice := choice_of_guard(child)) is not None]
            if asking or guards:
                seen = _Seen(function, inside[name], is_entry=name not in called and is_public(function))
                for child in asking:
                    if not seen.shows(child.results[0]):
                        flags.add(child, "nsz")
                for guard, choice in [each for each in guards if not seen.shows(each[0].results[0])]:
                    replace_op(guard, choice)


def _may_be_flagged(op: ir.Operation) -> bool:
    return op.name in _EXTREMA or op.name in _SUMS and "reassoc" in flags_of(op)


def _has_signs(type: ir.Type) -> bool:
    """A number, or a tensor of numbers."""
    return isinstance(type.element_type if isinstance(type, ir.RankedTensorType) else type, ir.FloatType)


class _Seen:
    """The values of a function, whose operations are `ops`, whose zeros show their sign somewhere.

    An entry is called from outside only: what it gives back shows nothing.
    """

    def __init__(self, function: ir.Operation, ops: list[ir.Operation], is_entry: bool):
        self.is_entry = is_entry
        self.values: set[ir.Value] = set()
        self.memory: set[ir.Value | None] = set()
        self.stored: dict[ir.Value | None, list[ir.Value]] = defaultdict(list)
        self.found: list[ir.Value] = []
        self.is_one_memory = any(_passes_memory_on(op) for op in ops if op.name not in _GIVES_NO_ROOT)
        roots = (v for op in (function, *ops) if op.name not in _GIVES_NO_ROOT for v in values_of(op))
        kinds = {kind(v) for v in roots if isinstance(v.type, TYPES) and any(True for _ in v.uses)}
        self.may_overlap = not kinds <= {Kind.FRESH, Kind.CONSTANT, Kind.ALONE}
        for op in ops:
            if op.name in ("memref.store", "memref.copy"):  # of a number, of all of another buffer
                self.stored[self._memory(op.operands[1])].append(op.operands[0])
        for value in () if is_entry else function.regions[0].blocks[0].arguments:
            self._see(value)  # what is stored there is read by those who call
        for op in ops:
            self.found += self._told(op)
        while self.found:
            self._see(self.found.pop())

    def shows(self, value: ir.Value) -> bool:
        return not _has_signs(value.type) or value in self.values

    def _memory(self, buffer: ir.Value) -> ir.Value | None:
        """What stands for the memory of a buffer, and for all other memory that may be the same."""
        memory = root_of(buffer)
        return None if self.is_one_memory or self.may_overlap and kind(memory) != Kind.FRESH else memory

    def _told(self, op: ir.Operation) -> list[ir.Value]:
        """The operands whose signs an operation shows by itself, whoever sees its results."""
        name = op.name
        if name in _TELLING:
            return [op.operands[n] for n in _TELLING[name]]
        if name in _TELLS_NOTHING:
            return []
        if name in ("func.return", _STORE):
            return [] if self.is_entry else list(op.operands)
        if name == "scf.yield":
            return [] if op.parent.operation.name in _FOLLOWED else list(op.operands)
        if (name in _OF_TENSORS or name in _SHOWN) and not _has_buffers(op):
            return []
        return list(op.operands)

    def _see(self, value: ir.Value) -> None:
        if isinstance(value.type, ir.MemRefType):
            self._see_memory(self._memory(value))
        elif value not in self.values and _has_signs(value.type):
            self.values.add(value)
            self.found += self._sources(value)

    def _see_memory(self, memory: ir.Value | None) -> None:
        if memory not in self.memory:
            self.memory.add(memory)
            self.found += self.stored[memory]

    def _sources(self, value: ir.Value) -> list[ir.Value]:
        """The values whose signs a value shows."""
        if isinstance(value.owner, ir.Block):
            around, number = value.owner.owner.operation, ir.BlockArgument(value).arg_number
            if around.name == _GENERIC and not _has_buffers(around):
                return [around.operands[number]]
            return passed_on(value) or []
        op = value.owner.operation
        if op.name == "arith.mulf" and op.operands[0] == op.operands[1]:
            return []  # the square of both zeros is the same one
        if op.name in _FOLLOWED:
            return passed_on(value)
        if op.name == _GENERIC:
            return [last(op.regions[0].blocks[0]).operands[ir.OpResult(value).result_number]]
        if op.name == "memref.load":
            return [op.operands[0]]
        shown = _SHOWN.get(op.name, _ALL)
        return [v for n, v in enumerate(op.operands) if n in shown]


def _has_buffers(op: ir.Operation) -> bool:
    return any(isinstance(v.type, ir.MemRefType) for v in op.operands)


def _passes_memory_on(op: ir.Operation) -> bool:
    """Whether a buffer is the result of something that takes no memory: then there are two names for one buffer."""
    return op.name not in _OF_MEMORY and any(isinstance(r.type, ir.MemRefType) for r in op.results)
