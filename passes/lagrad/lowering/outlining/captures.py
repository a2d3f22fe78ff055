"""What operations read from around them: constants, views and addresses, which go where they go, and arguments."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Container, Iterable, Sequence

from ...analysis.walk import values_of
from ...build import DYNAMIC, attributes_of, defining_op
from ...forms.generic import clone_into
from ...mlir import ir
from ..facts.memory import Kind, are_apart, may_meet, roots
from ..facts.views import INSIDE, TYPES
from ..interface.restrict_arguments import ALIGNED
from ..walk import reached, walk

_CONSTANTS = {"arith.constant", "memref.get_global", "llvm.mlir.constant"}
_ADDRESS = "memref.extract_aligned_pointer_as_index"
# An address goes with the buffer, so that LLVM sees where it comes from.
_ADDRESSES = {_ADDRESS, "arith.index_cast", "llvm.inttoptr", "llvm.getelementptr"}
MOVES = _CONSTANTS | INSIDE | _ADDRESSES | {"memref.reinterpret_cast"}
_LARGE = 1 << 20  # elements
_READS = {"memref.load", "vector.load", "memref.dim"}


class Captures:
    """The values that operations and those inside them use, and that are made outside."""

    def __init__(self, *ops: ir.Operation):
        self._ops = [child for op in ops for child in (op, *walk(op))]
        self._outermost = ops
        self.arguments: list[ir.Value] = []  # in the order in which they are used
        self._moved: list[ir.Operation] = []  # what goes along, each after what it reads
        self._seen = {v for child in self._ops for v in values_of(child)}
        for child in self._ops:
            for value in child.operands:
                self._capture(value)

    def _capture(self, value: ir.Value) -> None:
        if value in self._seen:
            return
        self._seen.add(value)
        maker = defining_op(value)
        if maker is None or maker.name not in MOVES:
            self.arguments.append(value)
            return
        for operand in maker.operands:
            self._capture(operand)
        self._moved.append(maker)

    def copy(self, values: Sequence[ir.Value]) -> list[ir.Value]:
        """Copies of the operations, at the insertion point, that read `values` as their arguments; the last results."""
        known = dict(zip(self.arguments, values, strict=True))
        for maker in self._moved:
            clone_into(maker, known)
        for op in self._outermost:
            clone_into(op, known)
        return [known[result] for result in self._outermost[-1].results]

    def arguments_of(self, others: Sequence[ir.Operation]) -> tuple[list[ir.Value], int]:
        """The arguments of other operations, alike but for the values that they read, and how many of them, the first
        ones, read these as the operations do."""
        same = _Same()
        for number, (own, other) in enumerate(zip(self._outermost, others, strict=True)):
            for one, two in zip((own, *walk(own)), (other, *walk(other)), strict=True):
                same.define(one, two)
                if not all(map(same.match, one.operands, two.operands)):
                    return [], number
        return [same.other[v] for v in self.arguments], len(others)

    @functools.cached_property
    def buffers(self) -> list[int]:
        """Which arguments are buffers."""
        return [n for n, v in enumerate(self.arguments) if isinstance(v.type, TYPES)]

    def elements(self) -> int:
        """How many elements the buffers among the arguments have at least; one of a size that is not known is large."""
        sizes = (self.arguments[n].type.shape for n in self.buffers)
        return sum(math.prod(_LARGE if size == DYNAMIC else size for size in shape) for shape in sizes)

    def are_apart(self, arguments: Sequence[ir.Value], kind_of: Callable[[ir.Value], Kind]) -> bool:
        """Whether other arguments would share no memory that the operations write, with each other or with a global."""
        if self.has_addresses() or any(kind_of(v) != Kind.CONSTANT for v in self.globals()):
            return False
        whole = [root for n in self.buffers for root in roots(arguments[n])]
        kinds = {kind_of(root) for root in whole}
        if len(set(whole)) == len(whole) and not any(itertools.starmap(may_meet, itertools.product(kinds, kinds))):
            return True
        written = [self.arguments[n] in self.written for n in self.buffers]
        buffers = list(zip((arguments[n] for n in self.buffers), written))
        return all(are_apart(x, y, kind_of) for (x, a), (y, b) in itertools.combinations(buffers, 2) if a or b)

    def globals(self) -> list[ir.Value]:
        """The globals that the operations use."""
        return [maker.results[0] for maker in self._moved if maker.name == "memref.get_global"]

    def has_addresses(self) -> bool:
        """Whether an address is an argument, of which nobody knows what it is of."""
        return any(map(_is_address, self.arguments))

    @functools.cached_property
    def alone(self) -> set[ir.Value]:
        """The buffers among the arguments that share no memory which the operation writes with what else it uses.

        There are none where an address is an argument, as nobody knows of what.
        """
        if self.has_addresses():
            return set()
        buffers = [v for v in (*self.arguments, *self.globals()) if isinstance(v.type, TYPES)]
        pairs = [pair for pair in itertools.combinations(buffers, 2) if not self.written.isdisjoint(pair)]
        meeting = {value for pair in pairs if not are_apart(*pair) for value in pair}
        return set(buffers) - meeting - set(self.globals())

    @functools.cached_property
    def written(self) -> set[ir.Value]:
        """The buffers among the arguments, and the globals, that the operations may write."""
        return {v for v in (*self.arguments, *self.globals()) if isinstance(v.type, TYPES) and self._is_written(v)}

    def _is_written(self, buffer: ir.Value) -> bool:
        """Whether the operation may write to a buffer, by the name of a view or an address too."""
        users = lambda name: (use.owner.operation for use in name.uses)
        names = reached([buffer], lambda name: (v for op in users(name) if op.name in MOVES for v in op.results))
        return not names.isdisjoint(self._not_only_read)

    @functools.cached_property
    def _not_only_read(self) -> set[ir.Value]:
        """What is an operand of more than reads and views."""
        users = (op for op in self._ops if op.name not in _READS and op.name not in MOVES)
        return {value for user in users for value in user.operands}


def pointers(arguments: Iterable[ir.Value], alone: Container[ir.Value]) -> list[int]:
    """The numbers that the pointers to the elements of buffers that are alone have among the parameters for LLVM."""
    found, number = [], 0
    for value in arguments:
        is_buffer = isinstance(value.type, ir.MemRefType)
        if value in alone:
            found.append(number + ALIGNED)
        number += 3 + 2 * ir.MemRefType(value.type).rank if is_buffer else 1
    return found


def _is_address(value: ir.Value) -> bool:
    """Whether a number or pointer may say where memory is."""

    def is_address(value: ir.Value) -> bool:
        return str(value.type) == "!llvm.ptr" or defining_op(value, _ADDRESS) is not None

    def computed_from(value: ir.Value) -> Iterable[ir.Value]:
        maker = defining_op(value)
        return maker.operands if maker is not None and maker.name.startswith(("arith.", "llvm.")) else ()

    return any(map(is_address, reached([value], computed_from)))


class _Same:
    """Values of one piece of a program, and which ones those of another are that stand in the same places."""

    def __init__(self) -> None:
        self.other: dict[ir.Value, ir.Value] = {}
        self._own: dict[ir.Value, ir.Value] = {}

    def define(self, own: ir.Operation, other: ir.Operation) -> None:
        for one, two in zip(values_of(own), values_of(other), strict=True):
            self.other[one], self._own[two] = two, one

    def match(self, own: ir.Value, other: ir.Value) -> bool:
        """Whether two values may stand in the same place; what goes along with the operations must be alike."""
        if own in self.other or other in self._own:
            return own in self.other and self.other[own] == other
        makers = [maker for value in (own, other) if (maker := defining_op(value, *MOVES)) is not None]
        if makers and not (
            len(makers) == 2 and _are_alike(*makers) and all(map(self.match, makers[0].operands, makers[1].operands))
        ):
            return False
        self.other[own], self._own[other] = other, own
        return True


def _are_alike(one: ir.Operation, other: ir.Operation) -> bool:
    types = [[v.type for v in (*op.operands, *op.results)] for op in (one, other)]
    return one.name == other.name and attributes_of(one) == attributes_of(other) and types[0] == types[1]
