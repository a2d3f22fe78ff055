"""The walk over a function on memory that emits it on tensors: what memory holds is a value that operations pass on.

A rule for an operation gets the raiser and the operation, emits at the insertion point, and tells the raiser what
stands for its results. Operations that touch no memory are copied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .... import build
from ....analysis.memory import touches_memory
from ....errors import Failure, error, note
from ....mlir import ir
from ....rules import is_foreign
from ...scope import Scope, clone
from ..places import index_arithmetic as index
from ..places.index_arithmetic import Index
from ..places.pointers import Pointer
from ..places.points_to import PointsTo, Root
from ..places.views import Contents

if TYPE_CHECKING:
    from .recursion import Recursion

Rule = Callable[["Raiser", ir.Operation], None]
RULES: dict[str, Rule] = {}


def raises(*names: str) -> Callable[[Rule], Rule]:
    """Enters a function into the table of rules."""

    def enter(rule: Rule) -> Rule:
        RULES.update(dict.fromkeys(names, rule))
        return rule

    return enter


class Raiser:
    """What is known at the place that is emitted."""

    def __init__(self, points_to: PointsTo, recursion: "Recursion | None" = None):
        self.points_to, self.recursion = points_to, recursion
        self.scope = Scope()
        self.pointers: dict[ir.Value, Pointer] = {}
        self.contents: Contents = {}
        self.renamed: dict[Root, list[Root]] = {}  # buffers that a loop exchanges: what stands for them inside
        self.addresses: dict[ir.Value, set[ir.Value]] = {}  # what depends on where memory lies: which memory that is

    def value(self, value: ir.Value) -> ir.Value:
        """What stands for a value that is no memref."""
        return self.scope[value]

    def index(self, number: Index) -> Index:
        """A number, or a value of the program, as a number where it is constant."""
        if isinstance(number, int):
            return number
        constant = build.constant_of(number)
        return constant if isinstance(constant, int) else self.scope[number]

    def pointer(self, memref: ir.Value) -> Pointer:
        return self.pointers[memref]

    def read(self, memref: ir.Value) -> ir.Value:
        """All that a memref holds, as a tensor."""
        return self.pointers[memref].read(self.contents)

    def write(self, memref: ir.Value, tensor: ir.Value) -> None:
        self.pointers[memref].write(tensor, self.contents)

    def changed(self, *ops: ir.Operation) -> list[Root]:
        """Memory that operations may write, of that which exists before them."""
        return [root for root in self._renamed(self.points_to.written(*ops)) if root in self.contents]

    def roots(self, memref: ir.Value) -> list[Root]:
        """The memory that a memref may stand for."""
        return self._renamed(self.points_to.roots(memref))

    def _renamed(self, roots: list[Root]) -> list[Root]:
        return list(dict.fromkeys(own for root in roots for own in self.renamed.get(root, [root])))

    @contextmanager
    def inside(self, block: ir.Block) -> Iterator[None]:
        """Emits into a block of an operation: what is learned there is forgotten behind it."""
        scope, contents = self.scope, self.contents
        self.scope, self.contents = Scope(scope), dict(contents)
        try:
            with ir.InsertionPoint(block):
                yield
        finally:
            self.scope, self.contents = scope, contents

    def block(self, block: ir.Block) -> ir.Operation:
        """Emits the operations of a block; gives its terminator."""
        (*operations, last) = [view.operation for view in block.operations]
        for op in operations:
            self.operation(op)
        return last

    def operation(self, op: ir.Operation) -> None:
        with op.location:
            if any(v in self.addresses for v in op.operands):
                self._address(op)
            elif op.name in RULES:
                RULES[op.name](self, op)
            elif op.name.startswith("linalg.") and touches_memory(op):
                RULES["linalg"](self, op)
            elif touches_memory(op):
                raise refusal(op)
            else:
                self.copy(op)

    def copy(self, op: ir.Operation) -> None:
        """Emits an operation that touches no memory as it is."""
        clone(op, self.scope)

    def _address(self, op: ir.Operation) -> None:
        """Arithmetic on addresses has no meaning on tensors; that memory lies apart is asserted where it is memory.

        Not of two parts of one buffer, which are one memory here too.
        """
        if op.name.split(".")[0] not in ("arith", "cf") or op.name in ("cf.br", "cf.cond_br", "cf.switch"):
            raise Failure(
                error(
                    op.location,
                    f"cannot follow '{op.name}', which depends on the address of memory",
                    note(None, "compute with indices into a memref instead"),
                )
            )
        sides = [self.addresses.get(value, set()) for value in op.operands]
        if op.name == "arith.cmpi" and self._share(*sides):
            raise Failure(
                error(
                    op.location,
                    "cannot follow a function that needs its buffers to lie apart, with two parts of one buffer",
                    note(None, "let each of its arguments be a buffer of its own"),
                )
            )
        self.addresses.update(dict.fromkeys(op.results, set().union(*sides)))

    def _share(self, ones: set[ir.Value], others: set[ir.Value]) -> bool:
        """Whether the two sides of a comparison of addresses may have memory in common."""
        return any(set(self.roots(one)) & set(self.roots(other)) for one in ones for other in others)


_ADVICE = {
    "func.call": "define the called function, as lagrad-define-calls does, or pass it values and tensors",
    "memref.view": "let the function allocate the bytes, and look at them as elements of one type",
}


def refusal(op: ir.Operation) -> Failure:
    """Why an operation on memory cannot be raised."""
    advice = _ADVICE.get(op.name, "docs/memory-programs.md lists the operations on memory that have derivatives")
    if is_foreign(op.name):
        advice = "say what it is with shadow or lowering (docs/rules.md)"
    return Failure(error(op.location, f"cannot follow memory through '{op.name}'", note(None, advice)))


def sizes_of(raiser: Raiser, type: ir.Type, dynamic: list[ir.Value]) -> list[Index]:
    """The sizes of a memref type, whose open ones are `dynamic`."""
    rest = iter(dynamic)
    return [raiser.index(next(rest)) if n == build.DYNAMIC else n for n in ir.MemRefType(type).shape]


def positions(raiser: Raiser, values: list[ir.Value]) -> list[ir.Value]:
    """Indices of an access."""
    return [index.value(raiser.index(v)) for v in values]
