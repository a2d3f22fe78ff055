"""Which sizes are equal, so that few values stand for them, defined as far out as possible.

Where linalg operations meet on a dimension the sizes agree, and a cast says what they are (MLIR
leaves other programs undefined, and compiled functions check their arguments for it). A carried tensor has its
initial value's sizes if, that supposed of all carried tensors, it is so after an iteration;
a branch's result has those that both sides agree on.

Upstream resolves `tensor.dim` through operations, but not through carried values.
"""

from __future__ import annotations

from .. import build
from ..analysis import linalg_form
from ..analysis.program import walk
from ..build import DYNAMIC, shape_of
from ..dialect import SHAPE
from ..mlir import ir

Size = ir.Value | int


def resolve(function: ir.Operation) -> None:
    """Lets one value stand for all sizes that are equal, among those that `lagrad.shape` names."""
    sizes = _Sizes(function)
    ops = [op for op in walk(function) if op.name in ("scf.for", "scf.if", "linalg.generic", "tensor.cast")]
    supposed = [slot for op in ops if op.name == "scf.for" for slot in _slots(op)]
    while True:
        classes = _Classes()
        for op in ops:
            if op.name == "linalg.generic" and not _is_conditional(op):
                _join_dimensions(op, sizes, classes)
            elif op.name == "tensor.cast" and not _is_conditional(op):
                before, after = op.operands[0], op.results[0]
                if build.is_tensor(before.type) and build.is_tensor(after.type):  # ranked ones
                    classes.join_all(sizes.of(before), sizes.of(after))
        for argument, init, result, _ in supposed:
            classes.join_all(sizes.of(argument), sizes.of(init))
            classes.join_all(sizes.of(result), sizes.of(init))
        _join_branches([op for op in ops if op.name == "scf.if"], sizes, classes)
        steady = [slot for slot in supposed if classes.agree(sizes.of(slot[3]), sizes.of(slot[1]))]
        if steady == supposed:
            break
        supposed = steady
    _replace(function, classes)


def _slots(loop: ir.Operation) -> list[tuple[ir.Value, ...]]:
    """(argument, initial value, result, yielded value) of each carried tensor of open size."""
    body = loop.regions[0].blocks[0]
    yields = list(body.operations)[-1].operands
    slots = zip(list(body.arguments)[1:], list(loop.operands)[3:], loop.results, yields)
    return [slot for slot in slots if build.is_tensor(slot[0].type) and DYNAMIC in shape_of(slot[0].type)]


def _is_conditional(op: ir.Operation) -> bool:
    """Whether an operation stands in a branch, so that what it says need not hold outside."""
    parent = op.parent.operation
    while parent.name != "func.func":
        if parent.name != "scf.for":
            return True
        parent = parent.parent.operation
    return False


class _Sizes:
    """The sizes of tensors, as `lagrad.shape` operations name them."""

    def __init__(self, function: ir.Operation):
        self._open = {
            op.operands[0]: [_number_or_value(size) for size in list(op.operands)[1:]]
            for op in walk(function)
            if op.name == SHAPE
        }

    def of(self, tensor: ir.Value) -> list[Size]:
        dynamic = iter(self._open.get(tensor, ()))
        return [next(dynamic) if n == DYNAMIC else n for n in shape_of(tensor.type)]


def _number_or_value(size: ir.Value) -> Size:
    number = build.constant_of(size)
    return size if number is None else number


class _Classes:
    """Sets of equal sizes."""

    def __init__(self):
        self._parent: dict[Size, Size] = {}

    def first(self, size: Size) -> Size:
        while size in self._parent:
            size = self._parent[size]
        return size

    def join(self, one: Size, other: Size) -> None:
        one, other = self.first(one), self.first(other)
        if isinstance(one, int) and isinstance(other, int) or one == other:
            return
        if isinstance(one, int):
            one, other = other, one
        self._parent[one] = other

    def join_all(self, ones: list[Size], others: list[Size]) -> None:
        for one, other in zip(ones, others):
            self.join(one, other)

    def agree(self, ones: list[Size], others: list[Size]) -> bool:
        return all(self.first(a) == self.first(b) for a, b in zip(ones, others))

    def groups(self) -> list[tuple[Size, list[ir.Value]]]:
        """(a member that stands for the rest, all members that are values) of each class."""
        found: dict[Size, list[ir.Value]] = {}
        for size in self._parent:
            found.setdefault(self.first(size), []).append(size)
        return [
            (first, members if isinstance(first, int) else [*members, first])
            for first, members in found.items()
        ]


def _join_dimensions(op: ir.Operation, sizes: _Sizes, classes: _Classes) -> None:
    met: dict[int, Size] = {}
    for value, map in zip(op.operands, linalg_form.maps(op)):
        for expression, size in zip(map.results, sizes.of(value)):
            if isinstance(expression, ir.AffineDimExpr):
                if expression.position in met:
                    classes.join(met[expression.position], size)
                met.setdefault(expression.position, size)


def _join_branches(branches: list[ir.Operation], sizes: _Sizes, classes: _Classes) -> None:
    """Inner branches before those around them."""
    for op in reversed(branches):
        sides = [list(region.blocks[0].operations)[-1].operands for region in op.regions if list(region.blocks)]
        for number, result in enumerate(op.results):
            if build.is_tensor(result.type):
                one, other = (sizes.of(side[number]) for side in sides)
                for own, a, b in zip(sizes.of(result), one, other):
                    if classes.first(a) == classes.first(b):
                        classes.join(own, a)


def _replace(function: ir.Operation, classes: _Classes) -> None:
    """Puts the outermost and first member of each class in the place of the others it reaches.

    Nothing is replaced before all is looked up: an operation's hash depends on its operands.
    """
    entry = function.regions[0].blocks[0]
    order = {op: number for number, op in enumerate(walk(function))}
    better: list[tuple[ir.Value, ir.Value]] = []
    for first, members in classes.groups():
        if isinstance(first, int):
            with function.location, ir.InsertionPoint.at_block_begin(entry):
                best = build.index(first)
            members = [m for m in members if m != best]
        else:
            best = min(members, key=lambda v: _place(v, order))
        for member in members:
            if member != best and (isinstance(first, int) or _reaches(best, member, order)):
                better.append((member, best))
    for member, best in better:
        member.replace_all_uses_with(best)


def _place(value: ir.Value, order: dict) -> tuple[int, int]:
    """Depth and position of where a value is defined."""
    return len(_around(value)), _position(value, order)


def _position(value: ir.Value, order: dict) -> int:
    owner = value.owner
    return -1 if isinstance(owner, ir.Block) else order[owner.operation]


def _around(value: ir.Value) -> list[ir.Block]:
    """The block that defines a value and those around it."""
    owner = value.owner
    block = owner if isinstance(owner, ir.Block) else owner.operation.block
    blocks = [block]
    while (parent := block.owner.operation).name != "func.func":
        block = parent.block
        blocks.append(block)
    return blocks


def _reaches(best: ir.Value, member: ir.Value, order: dict) -> bool:
    """Whether `best` is defined before `member`, in its block or one around it."""
    return _around(best)[0] in _around(member) and _position(best, order) < _position(member, order)
