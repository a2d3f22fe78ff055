"""`lagrad-outline-parts`: parts of a function that are alike, as the layers of a network, become one function."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ... import build
from ...analysis.walk import values_of
from ...build import defining_op, emit
from ...dialect import RESTRICT
from ...errors import Report
from ...mlir import ir
from ...passes import Pass, option
from ..facts.in_place import inside
from ..facts.memory import kind
from ..facts.views import ALLOCATIONS
from ..interface.restrict_arguments import OUTLINED
from ..walk import walk
from .captures import MOVES, Captures, pointers
from .repeats import Repeat, repeats

_ASIDE = MOVES | {*ALLOCATIONS, "memref.dim"}  # what computes nothing, and may stand anywhere between the parts
_WORKS = ("linalg.", "arith.", "math.", "scf.", "memref.load", "memref.store", "memref.copy")
_REFUSED = ("memref.alloc", "memref.alloca", "memref.dealloc", "func.call", "cf.assert")  # in what is moved


@dataclass(frozen=True)
class OutlineParts(Pass):
    """Make parts of a function that are alike one private function, which is not inlined.

    ```mlir
    %t = memref.alloc() : memref<64x64xf32>
    linalg.matmul ins(%x, %v : ...) outs(%t : ...)
    linalg.generic ins(%t : ...) outs(%y : ...)
    %u = memref.alloc() : memref<64x64xf32>
    linalg.matmul ins(%y, %w : ...) outs(%u : ...)
    linalg.generic ins(%u : ...) outs(%z : ...)
    ```
    becomes
    ```mlir
    call @f.part.0(%x, %v, %y)
    call @f.part.0(%y, %w, %z)
    ```
    and what follows sees the layers of a network once, their adjoints once, however many there are. Parts are alike if
    they do the same with other values, and follow one another at equal distances. Constants and views move into the
    function, and so do buffers that are there for one part only. The rest are arguments, marked `lagrad.restrict` and
    listed in `lagrad.outlined`: parts stay where these may share memory that is written. So do parts that give numbers,
    take memory of a size found at run time, check something or call; and those that together have fewer than `least`
    operations beside one of them, or whose buffers have fewer than `elements` elements: a call takes time, too.
    """

    name = "lagrad-outline-parts"
    aim = "compile-time"
    creates = ("func",)

    least: int = option(60, "How many operations there must be fewer for parts to become a function.", least=1)
    elements: int = option(1 << 10, "The fewest elements of the buffers of a part that is worth a call.", least=0)

    def run(self, op: ir.Operation, report: Report) -> None:
        views = [view.operation for view in op.regions[0].blocks[0].operations]
        functions = [f for f in views if f.name == "func.func" and len(list(f.regions[0].blocks)) == 1]
        with op.context:
            for function in functions:
                alike = _alike(function, self.least)
                kind_of = functools.cache(kind)
                made = [each for parts in alike for each in _outlined(parts, self.least, kind_of)]
                made = [each for each in made if each.captures.elements() >= self.elements]
                for number, each in enumerate(made):
                    _insert(each, function, number)
                if made:
                    count = sum(len(each.parts) for each in made)
                    report.remark(function.location, f"{count} parts of this function are calls now")


# -- which operations are alike -------------------------------------------------------------


def _alike(function: ir.Operation, least: int) -> Iterator[list[list[ir.Operation]]]:
    """Lists of operations of a function that do the same with other values."""
    views = [view.operation for view in function.regions[0].blocks[0].operations]
    ops = [op for op in views if op.name not in _ASIDE]
    bodies = [list(walk(op)) for op in ops]
    own = [_own_key(op) if op.name.startswith(_WORKS) else None for op in ops]
    times = Counter(own)
    keys = [
        (_key(mine, children) if mine is not None and times[mine] > 1 else None) or number
        for number, (mine, children) in enumerate(zip(own, bodies))
    ]
    found = list(repeats(keys, [1 + len(children) for children in bodies], least))
    place = {op: number for number, op in enumerate(ops)}
    spans = [_span(op, place) for op in views if op.name in ALLOCATIONS] if found else []
    for repeat in found:
        begin = _begin(repeat, [span for span in spans if span])
        count = repeat.count
        starts = [begin + k * repeat.step for k in range(count)]
        yield [ops[start : start + repeat.length] for start in starts]


def _weight(op: ir.Operation) -> int:
    return 1 + sum(1 for _ in walk(op))


def _key(own: tuple, body: list[ir.Operation]) -> tuple | None:
    """What operations have in common that are alike but for the values that they read, given what an operation has
    without those inside; None for one like no other."""
    if any(child.name in _REFUSED for child in body):
        return None
    return own, *map(_own_key, body)


def _own_key(op: ir.Operation) -> tuple:
    return op.name, *build.attributes_of(op).items(), *(v.type for v in op.operands), *(v.type for v in values_of(op))


def _span(alloc: ir.Operation, place: dict[ir.Operation, int]) -> tuple[int, int] | None:
    """The first and the last operation that use a buffer; None if it is freed in the middle, say."""
    users = [inside(user, alloc.block) for user in _users(alloc.results[0]) if user.name != "memref.dealloc"]
    places = [place[user] for user in users if user in place]
    return (min(places), max(places)) if places else None


def _begin(repeat: Repeat, spans: list[tuple[int, int]]) -> int:
    """Where the parts begin so that most buffers are used in one part only."""

    def used_in_one(begin: int) -> int:
        return sum((first - begin) // repeat.step == (last - begin) // repeat.step for first, last in spans)

    return max(range(repeat.begin, repeat.begin + repeat.spare + 1), key=used_in_one)


def _users(buffer: ir.Value) -> Iterator[ir.Operation]:
    """What uses a buffer, also by the names of its views; not the views."""
    for use in buffer.uses:
        user = use.owner.operation
        if user.name in MOVES:
            for result in user.results:
                yield from _users(result)
        else:
            yield user


# -- a function of them ---------------------------------------------------------------------


@dataclass
class _Part:
    """Operations that a function will do, and what it gets for them."""

    ops: list[ir.Operation]
    arguments: list[ir.Value]

    def gives(self) -> bool:
        """Whether others read what the operations compute, other than from memory."""
        block, own = self.ops[0].block, set(self.ops)
        return any(
            inside(use.owner.operation, block) not in own for op in self.ops for r in op.results for use in r.uses
        )

    def has_alone(self, number: int) -> bool:
        """Whether a buffer is there for these operations only, and may be taken for them."""
        maker = defining_op(self.arguments[number], *ALLOCATIONS)
        if maker is None or len(maker.operands):
            return False
        own = set(self.ops)
        users = list(_users(maker.results[0]))
        frees = [user for user in users if user.name == "memref.dealloc"]
        return len(frees) == (maker.name == "memref.alloc") and all(
            inside(user, maker.block) in own for user in users if user not in frees
        )


@dataclass
class _Made:
    """What will be a function: the first part, and all that will be calls of it."""

    captures: Captures
    parts: list[_Part]


def _outlined(found: list[list[ir.Operation]], least: int, kind_of: Callable) -> Iterator[_Made]:
    """What of operations that are alike can be a function."""
    if sum(map(_weight, found[0])) * (len(found) - 1) < least:
        return
    captures = Captures(*found[0])
    read = [captures.arguments_of(ops) for ops in found]
    parts = [_Part(ops, arguments) for ops, (arguments, same) in zip(found, read) if same == len(ops)]
    if len(parts) == 1:
        same = max(same for _, same in read[1:])
        for piece in (slice(same), slice(same + 1, None)):
            yield from _outlined([ops[piece] for ops in found], least, kind_of)
        return
    parts = [part for part in parts if not part.gives() and captures.are_apart(part.arguments, kind_of)]
    if len(parts) > 1:
        yield _Made(captures, parts)


def _insert(made: _Made, around: ir.Operation, number: int) -> None:
    """Makes the function, and calls of it instead of the parts."""
    captures = made.captures
    inner = {n for n in captures.buffers if all(part.has_alone(n) for part in made.parts)}
    function = _function(captures, inner, around, number)
    for part in made.parts:
        _call(function, part, inner)


def _function(captures: Captures, inner: set[int], around: ir.Operation, number: int) -> ir.Operation:
    """A function, in front of the one `around`, that does what a part does, in memory of its own for some of it."""
    given = {n: v for n, v in enumerate(captures.arguments) if n not in inner}
    buffers = [v for v in given.values() if isinstance(v.type, ir.MemRefType)]
    alone = ir.DictAttr.get({RESTRICT: ir.UnitAttr.get()})
    said = {
        "llvm.no_inline": ir.UnitAttr.get(),
        "arg_attrs": ir.ArrayAttr.get([alone if v in buffers else ir.DictAttr.get({}) for v in given.values()]),
        OUTLINED: ir.DenseI64ArrayAttr.get(pointers(given.values(), buffers)),
    }
    name = f"{ir.StringAttr(around.attributes['sym_name']).value}.part.{number}"
    with around.location:
        with ir.InsertionPoint(around):
            function = build.private_function(name, [v.type for v in given.values()], [], said)
        block = build.entry(function)
        values: list[ir.Value | None] = [None] * len(captures.arguments)
        for n, argument in zip(given, block.arguments):
            values[n] = argument
        with ir.InsertionPoint(block):
            for n in sorted(inner):
                maker = captures.arguments[n].owner.operation
                values[n] = maker.clone(ip=ir.InsertionPoint.current).operation.results[0]
            captures.copy(values)
            for n in sorted(inner):
                if captures.arguments[n].owner.operation.name == "memref.alloc":
                    emit("memref.dealloc", [], [values[n]])
            emit("func.return", [], [])
    return function


def _call(function: ir.Operation, part: _Part, inner: set[int]) -> None:
    """A call in place of a part's operations, without the buffers that the function has itself."""
    last = part.ops[-1]
    target = ir.FlatSymbolRefAttr.get(ir.StringAttr(function.attributes["sym_name"]).value)
    with last.location, ir.InsertionPoint(last):
        emit("func.call", [], [v for n, v in enumerate(part.arguments) if n not in inner], callee=target)
    for op in reversed(part.ops):
        op.erase()
    for n in inner:
        _erase(part.arguments[n].owner.operation)


def _erase(op: ir.Operation) -> None:
    """Erases a buffer, its views and what frees it."""
    for user in [use.owner.operation for result in op.results for use in result.uses]:
        _erase(user)
    op.erase()
