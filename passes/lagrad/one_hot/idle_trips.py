"""Iterations of a loop that read zeros, and change nothing.

Values are followed through the body as zero, or as the same as one that the loop carries. What a body adds to may be
at an index that is data. What it overwrites must be at the loop's own index, in a tensor that begins as zeros: two
iterations could meet at any other.
"""

from __future__ import annotations

from .. import build
from ..analysis.call_graph import callee
from ..analysis.program import walk
from ..mlir import ir
from .access import Access, access, is_inside
from .bodies import ELEMENTWISE, is_zero, is_zero_op, maps_of, summands
from .elements import added_element
from .hot_reads import Read, read_at
from .rewrite import Rewrite
from .slices import written_parts
from .terms import same

_PURE = ("arith.", "math.", "tensor.", "linalg.", "scf.", "affine.")
_ZERO = "zero"
Known = str | ir.Value | None  # zero, the same as a value that is carried, or anything


class IdleTrip:
    """Values of a loop's body in an iteration that reads zeros."""

    def __init__(self, rewrite: Rewrite, op: ir.Operation, how: Access, sources: list[Read]):
        self.rewrite, self.op, self.how = rewrite, op, how
        self.hot = dict(sources)
        self.sources = [value for value, _ in sources]
        self.body = op.regions[0].blocks[0]
        self.iv = self.body.arguments[0]
        self.known: dict[ir.Value, Known] = {}
        self.overwritten: dict[
            ir.Value, list[tuple[int, Access] | None]
        ] = {}  # carried -> where insertions have the loop's index
        self.added: set[ir.Value] = set()

    def changes_nothing(self) -> bool:
        carried = list(self.body.arguments)[1:]
        self.known |= {v: v for v in carried}
        starts = dict(zip(carried, list(self.op.operands)[3:]))
        if not _is_followed(self.op):
            return False
        yields = self.run(self.body)
        if not all(_alike(self.of(value), own) for value, own in zip(yields, carried)):
            return False
        return all(self._may_overwrite(starts[root], root, places) for root, places in self.overwritten.items())

    def _may_overwrite(self, start: ir.Value, root: ir.Value, places: list[tuple[int, Access] | None]) -> bool:
        """Whether no iteration can overwrite with a zero what another one has written."""
        form = self.rewrite.sparse(start)
        if form is None or any(place is None for place in places):
            return False
        if root not in self.hot and (form.terms or root in self.added):
            return False
        d, how = (self.hot[root], self.how) if root is not None and root in self.hot else places[0]
        return all(d == other and how.is_like(another) for other, another in places)

    def of(self, value: ir.Value) -> Known:
        if value not in self.known:
            form = self.rewrite.sparse(value)
            is_none = form is not None and not form.terms and not is_inside(value, self.body)
            constant = build.is_real(value.type) and build.constant_of(value) == 0
            self.known[value] = _ZERO if is_none or constant else None
        return self.known[value]

    def is_zero(self, value: ir.Value) -> bool:
        return isinstance(self.of(value), str)

    def root(self, value: ir.Value) -> ir.Value | None:
        known = self.of(value)
        return known if isinstance(known, ir.Value) else None

    def run(self, block: ir.Block) -> list[ir.Value]:
        *ops, terminator = [view.operation for view in block.operations]
        for op in ops:
            for value, known in zip(op.results, self.step(op)):
                self.known[value] = known
        return list(terminator.operands)

    def step(self, op: ir.Operation) -> list[Known]:
        name = op.name
        none: list[Known] = [None] * len(op.results)
        match name:
            case "tensor.extract" | "tensor.extract_slice":
                source = op.operands[0]
                return [_ZERO if source in self.sources or self.is_zero(source) or self._is_read_apart(op) else None]
            case "tensor.cast" | "tensor.collapse_shape" | "tensor.expand_shape":
                return [_ZERO if self.is_zero(op.operands[0]) else None]
            case "tensor.insert":
                return [self.inserted(op)]
            case "tensor.insert_slice":
                return [self.inserted_slice(op)]
            case "tensor.splat" | "tensor.from_elements":
                return [_ZERO if all(map(self.is_zero, op.operands)) else None]
            case "linalg.fill":
                return [_ZERO if self.is_zero(op.operands[0]) else None]
            case "scf.for":
                return self.inner_loop(op)
            case "scf.if":
                return self.branch(op)
            case "func.call":
                return self.call(op)
            case _ if name in ELEMENTWISE:
                return [self.arithmetic(op)]
            case _ if name.startswith("linalg."):
                return [self.structured(op, n) for n in range(len(op.results))]
        return none

    def arithmetic(self, op: ir.Operation) -> Known:
        if is_zero_op(op, self.is_zero):
            return _ZERO
        if op.name == "arith.addf":
            for kept, other in (op.operands, reversed(list(op.operands))):
                if self.is_zero(other):
                    return self.of(kept)
        if op.name == "arith.subf" and self.is_zero(op.operands[1]):
            return self.of(op.operands[0])
        if op.name == "arith.select":
            one, other = (self.root(v) for v in list(op.operands)[1:])
            return one if one is not None and other is not None and one == other else None
        return None

    def inserted(self, op: ir.Operation) -> Known:
        value, into, *place = op.operands
        root = self.root(into)
        if root is not None and root in self.hot and not self._is_apart(op, 1, root):
            return None
        if root is not None and (added := added_element(op)) is not None and self.is_zero(added.value):
            self.added.add(root)
            return root
        if not self.is_zero(value):
            return None
        if root is not None:
            self.overwritten.setdefault(root, []).append(self._own_dimension(place, root))
        return self.of(into)

    def inserted_slice(self, op: ir.Operation) -> Known:
        value, into = op.operands[0], op.operands[1]
        root = self.root(into)
        if root is not None and root in self.hot and not self._is_apart(op, 1, root):
            return None
        if root is not None and self._is_unchanged_part(value, op):
            self.added.add(root)
            return root
        if not self.is_zero(value):
            return None
        if root is not None:
            offsets, sizes, _ = written_parts(op, 2)
            self.overwritten.setdefault(root, []).append(
                self._own_dimension(
                    [o if n == 1 and isinstance(o, ir.Value) else None for o, n in zip(offsets, sizes)], root
                )
            )
        return self.of(into)

    def _is_read_apart(self, op: ir.Operation) -> bool:
        """Whether this reads a carried tensor that is zero at the iteration's own index there."""
        root = self.root(op.operands[0])
        return root is not None and root in self.hot and self._is_apart(op, 0, root)

    def _is_apart(self, op: ir.Operation, number: int, root: ir.Value) -> bool:
        """Whether an operation reads or writes a carried tensor at the iteration's own index only."""
        found = read_at(op, number, self.hot[root], self.iv)
        return found is not None and found.is_like(self.how)

    def _is_unchanged_part(self, value: ir.Value, insert: ir.Operation) -> bool:
        """Whether a slice is what was there, with zeros added: made from a slice of the same tensor."""
        while not isinstance(value.owner, ir.Block):
            op = value.owner.operation
            if op.name == "tensor.extract_slice":
                parts = zip(written_parts(op, 1), written_parts(insert, 2))
                is_there = all(len(a) == len(b) and all(map(same, a, b)) for a, b in parts)
                return is_there and _alike(self.root(op.operands[0]), self.root(insert.operands[1]))
            kept = self._kept_operand(op, ir.OpResult(value).result_number)
            if kept is None:
                return False
            value = kept
        return False

    def _kept_operand(self, op: ir.Operation, number: int) -> ir.Value | None:
        """The operand that a structured operation gives as it is, since all that it adds is zero."""
        if op.name == "arith.addf" and build.is_tensor(op.results[0].type):
            x, y = op.operands
            return x if self.is_zero(y) else y if self.is_zero(x) else None
        if not op.name.startswith("linalg.") or (split := self._split(op, number)) is None:
            return None
        accumulates, terms, zeros = split
        left = [s for s in terms if not is_zero(s.value, zeros)]
        body, ins = op.regions[0].blocks[0], len(op.operands) - len(op.results)
        if accumulates:
            return op.operands[ins + number] if not left else None
        if len(left) == 1 and left[0].sign > 0 and left[0].value in list(body.arguments)[:ins]:
            k = list(body.arguments).index(left[0].value)
            return op.operands[k] if maps_of(op)[k] == maps_of(op)[ins + number] else None
        return None

    def _split(self, op: ir.Operation, number: int):
        if not len(op.regions):
            return None  # a softmax, or one that packs, has no body
        block = op.regions[0].blocks[0]
        if len(block.arguments) != len(op.operands) or any(len(view.operation.regions) for view in block.operations):
            return None
        found = summands(op, number)
        if found is None:
            return None
        zeros = {a for a, v in zip(block.arguments, op.operands) if self.is_zero(v)}
        for view in block.operations:  # what the body reads of tensors itself
            child = view.operation
            if child.name == "tensor.extract" and (
                child.operands[0] in self.sources or self.is_zero(child.operands[0])
            ):
                zeros.add(child.results[0])
        return found[0], found[1], zeros

    def structured(self, op: ir.Operation, number: int) -> Known:
        kept = self._kept_operand(op, number)
        if kept is not None:
            return self.of(kept)
        split = self._split(op, number)
        if split is not None and not split[0] and all(is_zero(s.value, split[2]) for s in split[1]):
            return _ZERO
        return None

    def _own_dimension(self, place: list, root: ir.Value) -> tuple[int, Access] | None:
        """The dimension in which an insertion is at an index of the loop's own, and at which."""
        own = self.hot.get(root)
        found = ((d, access(v, self.iv)) for d, v in enumerate(place) if v is not None)
        return next(((d, how) for d, how in found if how is not None and (own is None or d == own)), None)

    def inner_loop(self, op: ir.Operation) -> list[Known]:
        body = op.regions[0].blocks[0]
        carried, starts = list(body.arguments)[1:], list(op.operands)[3:]
        for argument, start in zip(carried, starts):
            self.known[argument] = self.of(start)
        if any(self.of(start) is None for start in starts):
            return [None] * len(starts)
        yields = self.run(body)
        found = [self.of(v) for v in starts]
        if all(_alike(self.of(y), own) for y, own in zip(yields, found)):
            return found
        return [None] * len(starts)

    def branch(self, op: ir.Operation) -> list[Known]:
        sides = [self.run(region.blocks[0]) for region in op.regions if len(list(region.blocks))]
        return [self.of(pair[0]) if len(pair) == 2 and _alike(*map(self.of, pair)) else None for pair in zip(*sides)]

    def call(self, op: ir.Operation) -> list[Known]:
        """What a function gives for zeros."""
        block = callee(op).regions[0].blocks[0]
        for argument, value in zip(block.arguments, op.operands):
            self.known[argument] = _ZERO if self.is_zero(value) else None
        return [_ZERO if self.is_zero(v) else None for v in self.run(block)]


def _is_followed(op: ir.Operation, inside: tuple[str, ...] = ()) -> bool:
    """Whether there is nothing in an operation but what has no effects, and is followed; also in what it calls."""
    for child in walk(op):
        if child.name == "func.call":
            function, name = callee(child), child.attributes["callee"].value
            if function is None or name in inside or len(list(function.regions[0].blocks)) != 1:
                return False
            if not _is_followed(function, (*inside, name)):
                return False
        elif child.name == "scf.while" or not child.name.startswith((*_PURE, "func.return")):
            return False
    return True


def _alike(one: Known, other: Known) -> bool:
    if isinstance(one, str) or isinstance(other, str):
        return isinstance(one, str) and isinstance(other, str)
    return one is not None and other is not None and one == other
