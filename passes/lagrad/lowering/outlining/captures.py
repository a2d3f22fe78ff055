"""What an operation reads from around it: constants, views and addresses, which go where it goes, and arguments."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable

from ...build import defining_op
from ...forms.generic import clone_into, rewire
from ...mlir import ir
from ...triangular.encodings import values_of
from ..facts.memory import are_apart
from ..facts.views import INSIDE, TYPES
from ..walk import reached, walk

_CONSTANTS = {"arith.constant", "memref.get_global", "llvm.mlir.constant"}
_ADDRESS = "memref.extract_aligned_pointer_as_index"
# An address goes with the buffer, so that LLVM sees where it comes from.
_ADDRESSES = {_ADDRESS, "arith.index_cast", "llvm.inttoptr", "llvm.getelementptr"}
_MOVES = _CONSTANTS | INSIDE | _ADDRESSES | {"memref.reinterpret_cast"}
_READS = {"memref.load", "vector.load", "memref.dim"}


class Captures:
    """The values that an operation and those inside it use, and that are made outside."""

    def __init__(self, op: ir.Operation):
        self._op = op
        self.arguments: list[ir.Value] = []  # in the order in which they are used
        self._moved: list[ir.Operation] = []  # what goes along, each after what it reads
        self._seen = {v for child in (op, *walk(op)) for v in values_of(child)}
        for child in (op, *walk(op)):
            for value in child.operands:
                self._capture(value)

    def _capture(self, value: ir.Value) -> None:
        if value in self._seen:
            return
        self._seen.add(value)
        maker = defining_op(value)
        if maker is None or maker.name not in _MOVES:
            self.arguments.append(value)
            return
        for operand in maker.operands:
            self._capture(operand)
        self._moved.append(maker)

    def copy(self, values: list[ir.Value]) -> ir.Operation:
        """A copy of the operation, at the insertion point, that reads `values` as its arguments."""
        known = dict(zip(self.arguments, values, strict=True))
        for maker in self._moved:
            clone_into(maker, known)
        copy = self._op.clone().operation
        rewire(copy, known)
        return copy

    @functools.cached_property
    def alone(self) -> set[ir.Value]:
        """The buffers among the arguments that share no memory which the operation writes with what else it uses.

        There are none where an address is an argument, as nobody knows of what.
        """
        if any(map(_is_address, self.arguments)):
            return set()
        globals = [maker.results[0] for maker in self._moved if maker.name == "memref.get_global"]
        buffers = [v for v in (*self.arguments, *globals) if isinstance(v.type, TYPES)]
        written = {v for v in buffers if self._is_written(v)}
        pairs = [pair for pair in itertools.combinations(buffers, 2) if not written.isdisjoint(pair)]
        meeting = {value for pair in pairs if not are_apart(*pair) for value in pair}
        return set(buffers) - meeting - set(globals)

    def _is_written(self, buffer: ir.Value) -> bool:
        """Whether the operation may write to a buffer, by the name of a view or an address too."""
        users = lambda name: (use.owner.operation for use in name.uses)
        names = reached([buffer], lambda name: (v for op in users(name) if op.name in _MOVES for v in op.results))
        return not names.isdisjoint(self._not_only_read)

    @functools.cached_property
    def _not_only_read(self) -> set[ir.Value]:
        """What is an operand of more than reads and views."""
        users = (op for op in (self._op, *walk(self._op)) if op.name not in _READS and op.name not in _MOVES)
        return {value for user in users for value in user.operands}


def _is_address(value: ir.Value) -> bool:
    """Whether a number or pointer may say where memory is."""

    def is_address(value: ir.Value) -> bool:
        return str(value.type) == "!llvm.ptr" or defining_op(value, _ADDRESS) is not None

    def computed_from(value: ir.Value) -> Iterable[ir.Value]:
        maker = defining_op(value)
        return maker.operands if maker is not None and maker.name.startswith(("arith.", "llvm.")) else ()

    return any(map(is_address, reached([value], computed_from)))
