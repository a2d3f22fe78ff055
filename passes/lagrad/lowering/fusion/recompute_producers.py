"""Cheap elementwise operations with several readers: each reader gets a copy, which upstream's fusion then takes in.

    %d = linalg.generic ... ins(%x, %mean : tensor<?x?xf32>, tensor<?xf32>) { arith.subf } -> tensor<?x?xf32>
    %s = linalg.generic ... ins(%d ...) { %q = arith.mulf %in, %in ... arith.addf %out, %q }
    %n = linalg.generic ... ins(%d, %r ...) { arith.mulf }

Upstream fuses a producer that has one use. `%d` would be an array that is written once and read twice; computed in both
readers it is two reads of `%x`. The adjoint of a normalisation or a mask reads such values again and again.

What decides is a count for each element: of arrays read and written, and of arithmetic in between, through all that
would be computed again. Exponentials and gathers are never computed again, and nothing becomes part of a product of
matrices. Copies of what rounds may differ in their last bits, so no comparison for equality may follow from two of
them: the place of a maximum has to be found again. Arithmetic that another comparison follows from in two places is
marked `lagrad.exact`: on which side of a kink a number is must be the same for all that depends on it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod

from ... import build
from ...analysis import linalg_form
from ...dialect import EXACT
from ...errors import Report
from ...forms import results
from ...mlir import ir
from ..facts.in_place import accesses, only_reads, viewed
from ..facts.sum_of_products import sums
from ..walk import walk

_FEWEST = 4096  # elements of an array that is worth it
_VECTOR = 8  # elements of the rows that arithmetic runs along: whole vectors, or so many that the rest does not count
_LONG = 4 * _VECTOR
_MOST_READ = 8  # arrays that a reader goes through
# What an element costs, in reads from the second cache.
_WRITE = 2.0
_STEP = 0.2  # an operation on vectors
_ROUNDING = {"arith.addf": 1, "arith.subf": 1, "arith.mulf": 1, "arith.divf": 16}
_STEPS = _ROUNDING | dict.fromkeys(
    """
    arith.negf arith.cmpf arith.cmpi arith.select arith.maximumf arith.minimumf arith.maxnumf arith.minnumf
    arith.addi arith.subi arith.andi arith.ori arith.xori arith.extf arith.extui arith.extsi arith.truncf arith.sitofp
    arith.uitofp math.absf
    """.split(),
    1,
) | {"arith.constant": 0, "linalg.index": 0, "linalg.yield": 0}  # fmt: skip
_READERS = ("func.return", "bufferization.materialize_in_destination", "tensor.extract")
_EQUALITIES = (1, 6, 8, 13)  # of `arith.cmpf`: oeq, one, ueq, une


def recompute(block: ir.Block, report: Report) -> None:
    """Gives the readers in a block copies where that is cheaper."""
    _Recomputation(block).run(report)


@dataclass
class _Tree:
    """What computes an element: steps, and the tensors that it reads there, one element for each point.

    Parts of one tensor are neighbours, as in a stencil: they count once.
    """

    steps: int
    rounds: bool
    read: dict[ir.Value, None] = field(default_factory=dict)


class _Recomputation:
    """Operations are numbered: a copy, or a part of one, has the number of what it is made from."""

    def __init__(self, block: ir.Block):
        self.block = block
        self.ops = [view.operation for view in block.operations]
        self.trees: dict[ir.Value, _Tree] = {}  # of what becomes a part of all its readers
        self.numbers: dict[ir.Value, int] = {}
        self.own: set[ir.Operation] = set()
        self.comparing: set[ir.Operation] = set()  # of the block's own, those from which a question of equality follows
        self.decided: set[int] = set()  # from which a comparison follows, in the operation or behind it

    def look_behind(self, generics: list[ir.Operation]) -> None:
        """Finds what comparisons follow from, from the last operation on."""
        self.numbers = {result: n for n, op in enumerate(generics) for result in op.results}
        self.own = set(self.ops)
        for op in reversed(self.ops):
            compared = [child for child in (op, *walk(op)) if _is_comparison(child)]
            users = [user for result in op.results for user in _users_of(result)]
            if _is_opaque(op) or any(map(_is_equality, compared)) or any(map(self.compares, users)):
                self.comparing.add(op)
            if op.name == "linalg.generic" and (compared and _has_comparison(op) or any(map(self.decides, users))):
                self.decided.update(self.numbers[result] for result in op.results)

    def run(self, report: Report) -> None:
        """Decides from the first operation on, and copies from the last one on: a copy reads its operands once more."""
        producers: list[tuple[ir.Operation, set[int]]] = []
        generics = [op for op in self.ops if op.name == "linalg.generic"]
        for op in filter(self.is_candidate, generics):
            if not self.numbers:
                self.look_behind(generics)
            trees = [self.tree(op, number) for number in range(len(op.results))]
            readers = [self.chosen(*pair) for pair in zip(op.results, trees)]
            kept = [r for r, own in zip(op.results, readers) if len(own) < len(_users_of(r))]
            if len(kept) > 1 and len(op.results) > 1:
                continue  # one operation writes them
            for part, tree, own in zip(self.parts(op), trees, readers):
                result = part.results[0]
                if len(own) == len(_users_of(result)):
                    self.trees[result] = tree
                producers.append((part, {self.numbers[reader.results[0]] for reader in own}))
        for op, readers in reversed(producers):
            copies = self.copy(op, readers)
            if copies > 1:
                report.remark(op.location, f"is computed again by each of its {copies} readers")

    def is_candidate(self, op: ir.Operation) -> bool:
        """Whether an operation makes elements of large tensors from those of its inputs alone, and is cheap."""
        if not op.results or not _is_large(op.results[0].type) or set(linalg_form.iterators(op)) != {"parallel"}:
            return False
        body, ins, maps = op.regions[0].blocks[0], linalg_form.inputs(op), linalg_form.maps(op)
        outs = list(zip(list(op.operands)[ins:], maps[ins:], list(body.arguments)[ins:]))
        if not all(_is_fresh(out) and map == maps[ins] and not list(old.uses) for out, map, old in outs):
            return False
        is_cheap = all(view.operation.name in _STEPS for view in body.operations)
        is_mapped = maps[ins].is_permutation and all(map(_is_plain, maps))
        return is_mapped and is_cheap and all(map(self.stays, list(op.operands)[:ins]))

    def tree(self, op: ir.Operation, number: int) -> _Tree:
        """What computes an element of a result."""
        body, maps = op.regions[0].blocks[0], linalg_form.maps(op)
        *before, end = (view.operation for view in body.operations)
        needed = {end.operands[number]}
        tree = _Tree(0, False)
        for inner in reversed(before):
            if any(result in needed for result in inner.results):
                needed.update(inner.operands)
                tree.steps += _STEPS[inner.name]
                tree.rounds |= inner.name in _ROUNDING
        for argument, value, map in list(zip(body.arguments, op.operands, maps))[: linalg_form.inputs(op)]:
            if argument not in needed:
                continue
            inside = self.trees.get(value)
            if inside is not None and (map.is_permutation or not inside.steps):
                tree.steps += inside.steps
                tree.rounds |= inside.rounds
                tree.read |= inside.read if map.is_permutation else {}
            elif map.is_permutation:
                tree.read[viewed(value)] = None
        return tree

    def stays(self, value: ir.Value) -> bool:
        """Whether nobody writes to a tensor, or to what it is a part of, so that it can be read later."""
        if not build.is_tensor(value.type):
            return True
        value = viewed(value)
        if isinstance(value.owner, ir.Block):
            if value.owner.owner.operation.name != "func.func":
                return False
        elif value.owner.operation.name.startswith("bufferization."):
            return False
        return all(only_reads(user, number) or user.name in _READERS for user, number in accesses(value))

    def can_take(self, user: ir.Operation, value: ir.Value, tree: _Tree) -> bool:
        """Whether a reader computes each element once, or, if that is no work, any number of times."""
        if user.name != "linalg.generic" or user.block != self.block:
            return False
        maps, ins = linalg_form.maps(user), linalg_form.inputs(user)
        fits = _is_plain if tree.steps == 0 else linalg_form.is_full
        if not all(n < ins and fits(maps[n]) for n, operand in enumerate(user.operands) if operand == value):
            return False
        return set(linalg_form.iterators(user)) == {"parallel"} or not _is_product(user)

    def chosen(self, value: ir.Value, tree: _Tree) -> list[ir.Operation]:
        """The readers for which computing a value again costs less: all users, so that nobody writes it, or some."""
        users = _users_of(value)
        readers = [user for user in users if self.can_take(user, value, tree)]
        if tree.rounds and sum(map(self.compares, users)) > 1:
            return []
        if len(readers) == len(users) == 1:
            return readers
        again = [self.extra(user, value, tree) + _STEP * tree.steps for user in readers]
        if len(readers) == len(users) and sum(again) - _STEP * tree.steps < _WRITE + len(users):
            return readers
        return [user for user, cost in zip(readers, again) if cost < 1]

    def extra(self, user: ir.Operation, value: ir.Value, tree: _Tree) -> float:
        """How many arrays a reader reads in addition if it computes a value; infinite where it reads too many."""
        others: dict[ir.Value, None] = {}
        for operand, map in list(zip(user.operands, linalg_form.maps(user)))[: linalg_form.inputs(user)]:
            if operand != value and map.is_permutation:
                others |= self.trees[operand].read if operand in self.trees else {viewed(operand): None}
        more = [leaf for leaf in tree.read if leaf not in others]
        return len(more) if len(others) + len(more) <= _MOST_READ else float("inf")

    def compares(self, user: ir.Operation) -> bool:
        """Whether it may depend on the last bits of what an operation reads which floats are equal."""
        return user in self.comparing or user not in self.own

    def decides(self, user: ir.Operation) -> bool:
        """Whether a comparison of floats follows from what an operation reads, in it or behind it."""
        if user.name != "linalg.generic":
            return user.name != "func.return" and any(map(_is_comparison, (user, *walk(user))))
        return self.numbers.get(user.results[0]) in self.decided if user.results else _has_comparison(user)

    def copy(self, op: ir.Operation, readers: set[int]) -> int:
        """A copy in front of each reader, and of each copy of one.

        The last one gets the operation itself, if nobody else is left.
        """
        value = op.results[0]
        users = _users_of(value)
        chosen = [user for user in users if user.results and self.numbers.get(user.results[0]) in readers]
        if sum(map(self.decides, users)) > 1 or len(chosen) > 1 and _has_comparison(op):
            _keep_bits(op)
        for user in chosen[1:] if len(chosen) == len(users) else chosen:
            with ir.InsertionPoint(user):
                copy = op.clone()
            self.numbers[copy.results[0]] = self.numbers[value]
            for number, operand in enumerate(user.operands):
                if operand == value:
                    user.operands[number] = copy.results[0]
        return len(chosen)

    def parts(self, op: ir.Operation) -> list[ir.Operation]:
        """An operation for each result of one, in its place."""
        if len(op.results) == 1:
            return [op]
        number = self.numbers[op.results[0]]
        with op.location, ir.InsertionPoint(op):
            parts = [results.keep(op, [n]) for n in range(len(op.results))]
        if sum(map(_has_comparison, parts)) > 1:
            for part in parts:
                _keep_bits(part)
        for result, part in zip(op.results, parts):
            if _asks_for_equality(part) or any(map(self.compares, _users_of(result))):
                self.comparing.add(part)
            self.own.add(part)
            result.replace_all_uses_with(part.results[0])
            del self.numbers[result]
            self.numbers[part.results[0]] = number
        op.erase()
        return parts


def _users_of(value: ir.Value) -> list[ir.Operation]:
    """Each once."""
    return list(dict.fromkeys(use.owner.operation for use in value.uses))


def _is_plain(map: ir.AffineMap) -> bool:
    """Whether each index is a dimension, or constant, as where a dimension of size 1 is repeated."""
    return all(isinstance(index, (ir.AffineDimExpr, ir.AffineConstantExpr)) for index in map.results)


def _is_fresh(value: ir.Value) -> bool:
    return build.defining_op(value, "tensor.empty") is not None


def _is_large(type: ir.Type) -> bool:
    """Whether a tensor has many elements, in rows of whole vectors, or long ones.

    Alone it is one row. Computed from what is broadcast it is rows, and the rest of each goes one by one.
    """
    shape = build.shape_of(type)
    row = next((size for size in reversed(shape) if size != 1), 1)
    is_even = row % _VECTOR == 0 or row >= _LONG
    if build.DYNAMIC in shape:
        return row == build.DYNAMIC or is_even
    return prod(shape) >= _FEWEST and is_even


def _is_opaque(op: ir.Operation) -> bool:
    """Whether it is not looked into what an operation does."""
    return op.name == "func.call" or op.name != "linalg.generic" and len(op.regions) > 0


def _asks_for_equality(op: ir.Operation) -> bool:
    return any(map(_is_equality, (op, *walk(op))))


def _has_comparison(op: ir.Operation) -> bool:
    return any(_is_comparison(view.operation) for view in op.regions[0].blocks[0].operations)


def _is_comparison(op: ir.Operation) -> bool:
    return op.name == "arith.cmpf"


def _keep_bits(op: ir.Operation) -> None:
    """Has every copy of the arithmetic of an operation round alike."""
    for view in op.regions[0].blocks[0].operations:
        if view.operation.name in _ROUNDING:
            view.operation.attributes[EXACT] = ir.UnitAttr.get()


def _is_equality(op: ir.Operation) -> bool:
    """Whether an operation asks for two floats, neither of them a constant, whether they are equal."""
    if op.name != "arith.cmpf" or op.attributes["predicate"].value not in _EQUALITIES:
        return False
    left, right = op.operands
    return left != right and build.constant_of(left) is None and build.constant_of(right) is None


def _is_product(generic: ir.Operation) -> bool:
    """Whether an operation sums products of factors that depend on different dimensions, or is not known not to."""
    found = sums(generic)
    if found is None:
        return False
    return any(len({factor.dims for factor in term.factors}) > 1 for terms in found for term in terms)
