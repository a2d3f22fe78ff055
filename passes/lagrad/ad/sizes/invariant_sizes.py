"""Which sizes are equal, so that few values stand for them, defined as far out as possible.

Where linalg operations meet on a dimension the sizes agree, and a cast says what they are (MLIR
leaves other programs undefined, and compiled functions check their arguments for it). What is said in a
branch holds in that branch. A carried tensor has its
initial value's sizes if, that supposed of all carried tensors, it is so after an iteration;
a branch's result has those that both sides agree on.

Upstream resolves `tensor.dim` through operations, but not through carried values.
"""

from __future__ import annotations

from ... import build
from ...analysis import linalg_form
from ...analysis.program import walk
from ...build import DYNAMIC, shape_of
from ...dialect import SHAPE
from ...mlir import ir

Size = ir.Value | int


def resolve(function: ir.Operation) -> None:
    """Lets one value stand for all sizes that are equal, among those that `lagrad.shape` names."""
    facts = _Facts(function)
    supposed = [(op, slot) for op in facts.loops for slot in _slots(op)]
    while True:
        classes = facts.classes(supposed)
        steady = [
            (op, slot)
            for op, slot in supposed
            if classes[_scope(op)].agree(facts.sizes.of(slot[3]), facts.sizes.of(slot[1]))
        ]
        if steady == supposed:
            break
        supposed = steady
    _replace(function, classes)


class _Facts:
    """What is known of sizes, by the scope in which it holds: a block of which all or nothing runs."""

    def __init__(self, function: ir.Operation):
        self.sizes = _Sizes(function)
        self.scopes: dict[ir.Block, list[ir.Operation]] = {function.regions[0].blocks[0]: []}  # outer ones first
        for op in walk(function):
            if op.name in ("scf.for", "scf.if", "linalg.generic", "tensor.cast"):
                self.scopes.setdefault(_scope(op), []).append(op)
        self.loops = [op for ops in self.scopes.values() for op in ops if op.name == "scf.for"]
        self.branches = [op for ops in self.scopes.values() for op in ops if op.name == "scf.if"]

    def classes(self, supposed: list) -> dict[ir.Block, "_Classes"]:
        """Sets of equal sizes by scope, if some carried tensors keep theirs."""
        learned: dict[ir.Block, list] = {scope: [] for scope in self.scopes}
        slots: dict[ir.Block, list] = {scope: [] for scope in self.scopes}
        for op, slot in supposed:
            slots[_scope(op)].append(slot)
        while True:
            classes: dict[ir.Block, _Classes] = {}
            for scope, ops in self.scopes.items():
                own = _Classes(_around_scope(scope, classes))
                for op in ops:
                    self._join(op, own)
                for one, other in learned[scope]:
                    own.join(one, other)
                for argument, init, result, _ in slots[scope]:
                    own.join_all(self.sizes.of(argument), self.sizes.of(init))
                    own.join_all(self.sizes.of(result), self.sizes.of(init))
                classes[scope] = own
            if not self._learn(classes, learned):
                return classes

    def _join(self, op: ir.Operation, classes: "_Classes") -> None:
        if op.name == "linalg.generic":
            _join_dimensions(op, self.sizes, classes)
        elif op.name == "tensor.cast":
            before, after = op.operands[0], op.results[0]
            if build.is_tensor(before.type) and build.is_tensor(after.type):  # ranked ones
                classes.join_all(self.sizes.of(before), self.sizes.of(after))

    def _learn(self, classes: dict, learned: dict) -> bool:
        """Adds the sizes of results on which both sides of a branch agree; whether there were new ones."""
        found = False
        for op in self.branches:
            here = classes[_scope(op)]
            sides = [list(region.blocks[0].operations)[-1].operands for region in op.regions if list(region.blocks)]
            within = [classes.get(region.blocks[0]) or _Classes(here) for region in op.regions if list(region.blocks)]
            for number, result in enumerate(op.results):
                for own, *both in zip(self.sizes.of(result), *(self.sizes.of(side[number]) for side in sides)):
                    ones, others = (_seen_outside(op, inner.equals(size)) for inner, size in zip(within, both))
                    common = next((size for size in ones if size in others), None)
                    if common is not None and here.first(common) != here.first(own):
                        learned[_scope(op)].append((own, common))
                        found = True
        return found


def _scope(op: ir.Operation) -> ir.Block:
    """The block around an operation and the loops that it stands in, of which all or nothing runs."""
    block = op.block
    while (parent := block.owner.operation).name == "scf.for":
        block = parent.block
    return block


def _around_scope(scope: ir.Block, classes: dict) -> "_Classes | None":
    """What is known around a scope; None for a function's."""
    while (parent := scope.owner.operation).name != "func.func":
        scope = _scope(parent)
        if scope in classes:
            return classes[scope]
    return None


def _seen_outside(op: ir.Operation, sizes: list[Size]) -> list[Size]:
    """Of some sizes, those that are not computed in the regions of an operation."""
    inner = [block for region in op.regions for block in region.blocks]
    return [n for n in sizes if isinstance(n, int) or not any(block in inner for block in _around(n))]


def _slots(loop: ir.Operation) -> list[tuple[ir.Value, ...]]:
    """(argument, initial value, result, yielded value) of each carried tensor of open size."""
    body = loop.regions[0].blocks[0]
    yields = list(body.operations)[-1].operands
    slots = zip(list(body.arguments)[1:], list(loop.operands)[3:], loop.results, yields)
    return [slot for slot in slots if build.is_tensor(slot[0].type) and DYNAMIC in shape_of(slot[0].type)]


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
    """Sets of equal sizes: those of an outer scope, and what holds here besides."""

    def __init__(self, outer: "_Classes | None" = None):
        self._outer = outer
        self._parent: dict[Size, Size] = {}

    def first(self, size: Size) -> Size:
        if self._outer is not None:
            size = self._outer.first(size)
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

    def equals(self, size: Size) -> list[Size]:
        """Sizes that equal one: of those that are equal in the outer scope already, the first."""
        first = self.first(size)
        return [first, *(other for other in self._parent if self.first(other) == first)]

    def groups(self) -> list[tuple[Size, list[ir.Value]]]:
        """(a member that stands for the rest, all members that are values) of each class."""
        found: dict[Size, list[ir.Value]] = {}
        for size in self._parent:
            found.setdefault(self.first(size), []).append(size)
        return [(first, members if isinstance(first, int) else [*members, first]) for first, members in found.items()]


def _join_dimensions(op: ir.Operation, sizes: _Sizes, classes: _Classes) -> None:
    met: dict[int, Size] = {}
    for value, map in zip(op.operands, linalg_form.maps(op)):
        for expression, size in zip(map.results, sizes.of(value)):
            if isinstance(expression, ir.AffineDimExpr):
                if expression.position in met:
                    classes.join(met[expression.position], size)
                met.setdefault(expression.position, size)


def _replace(function: ir.Operation, classes: dict[ir.Block, _Classes]) -> None:
    """Puts the outermost and first member of each class in the place of the others it reaches.

    What holds in a scope is said of the values that are made in it. Nothing is replaced before all is looked up:
    an operation's hash depends on its operands.
    """
    entry = function.regions[0].blocks[0]
    order = {op: number for number, op in enumerate(walk(function))}
    best_of: dict[Size, ir.Value] = {}
    better: list[tuple[ir.Value, ir.Value]] = []
    for scope, own in classes.items():
        for first, members in own.groups():
            if isinstance(first, int):
                with function.location, ir.InsertionPoint.at_block_begin(entry):
                    best = build.index(first)
            else:
                best = min((best_of.get(m, m) for m in members), key=lambda v: _place(v, order))
            if scope == entry:
                best_of.update(dict.fromkeys([first, *members], best))
            for member in members:
                if member == best or scope not in _around(member):
                    continue
                if isinstance(first, int) or _reaches(best, member, order):
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
