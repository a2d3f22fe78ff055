"""Loops of which one trip does something: nests over elements, and their indexing maps.

A loop whose body reads a sparse tensor only where an index of it is the loop's own,

    for %p: %v = extract %x[.., %p + b, ..]; ...

and which leaves all that it carries as it is where what it reads there is zero, is the body of one trip. What
is left to be shown is that a trip of zeros changes nothing: values are followed through the body as zero, or as the same
as one that the loop carries. What a body adds to may be at an index that is data. What it overwrites must be at the loop's own
index, in a tensor that begins as zeros: two trips could meet at any other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .. import build
from ..analysis.program import walk
from ..mlir import ir
from .bodies import ELEMENTWISE, is_zero, is_zero_op, maps_of, summands
from .elements import added_element
from .rewrite import Form, Rewrite
from .slices import written_parts
from .terms import Index, Term, as_value, both, index_of, plus, same

_PURE = ("arith.", "math.", "tensor.", "linalg.", "scf.", "affine.")
_ZERO = "zero"
Known = str | ir.Value | None  # zero, the same as a value that is carried, or anything


@dataclass(frozen=True)
class Access:
    """An index as sign * iv + base; `base` is a sum of old values and a number."""

    sign: int
    values: tuple[tuple[int, ir.Value], ...]
    number: int

    def is_like(self, other: "Access") -> bool:
        return (
            (self.sign, self.number, len(self.values)) == (other.sign, other.number, len(other.values))
            and all(s == t and v == w for (s, v), (t, w) in zip(self.values, other.values))
        )


def access(value: ir.Value, iv: ir.Value) -> Access | None:
    """How an index follows from an induction variable; None where it does not, or not one to one."""
    found = _linear(value, iv)
    return found if found is not None and abs(found.sign) == 1 else None


def _linear(value: ir.Value, iv: ir.Value) -> Access | None:
    if value == iv:
        return Access(1, (), 0)
    number = build.constant_of(value)
    if number is not None:
        return Access(0, (), int(number))
    body = iv.owner
    if not isinstance(value.owner, ir.Block) and _is_in(value.owner.operation.block, body):
        op = value.owner.operation
        if op.name in ("arith.addi", "arith.subi"):
            x, y = (_linear(v, iv) for v in op.operands)
            sign = 1 if op.name == "arith.addi" else -1
            if x is None or y is None:
                return None
            return Access(x.sign + sign * y.sign, (*x.values, *((sign * s, v) for s, v in y.values)), x.number + sign * y.number)
        return None
    if isinstance(value.owner, ir.Block) and _is_in(value.owner, body):
        return None
    if not isinstance(value.owner, ir.Block) and value.owner.operation.name == "arith.subi":
        x, y = (_linear(v, iv) for v in value.owner.operation.operands)
        if x is not None and y is not None and not y.values:
            return Access(x.sign, x.values, x.number - y.number)
    return Access(0, ((1, value),), 0)


def _is_in(block: ir.Block, outer: ir.Block) -> bool:
    while block != outer:
        op = block.owner.operation
        if op.name == "func.func":
            return False
        block = op.block
    return True


def single_trip(rewrite: Rewrite, op: ir.Operation, branch: Callable) -> bool:
    """Writes the one trip of a loop that does something; False where there is no such trip."""
    body = op.regions[0].blocks[0]
    iv = body.arguments[0]
    starts = list(op.operands)[3:]
    for group in _hot_reads(rewrite, op):
        index, how, sources = group
        if not _Idle(rewrite, op, how, sources).holds():
            continue
        trip = _solved(rewrite, how, index)
        inside = _is_trip(rewrite, op, how, sources, trip)
        solved = [v for child in walk(op) for v in child.results if isinstance(v.type, ir.IndexType) and _is_at(v, iv, how)]

        def run() -> list[Form]:
            rewrite.bind(iv, as_value(trip))
            for argument, start in zip(list(body.arguments)[1:], starts):
                rewrite.bind(argument, rewrite.form(start))
            rewrite.given |= {v: as_value(index) for v in solved}  # what the trip was found from need not be computed
            yields = [rewrite.form(v) for v in rewrite.run(body)]
            for v in solved:
                del rewrite.given[v]
            return yields

        found = run() if inside is True else branch(rewrite, inside, run, lambda: [rewrite.form(v) for v in starts])
        for result, form in zip(op.results, found):
            rewrite.bind(result, form)
        rewrite.gain(op, "one trip of 'scf.for' does something")
        return True
    return False


Read = tuple[ir.Value, int]  # an old tensor, or what the loop carries for one, and the dimension of it that the loop runs through


def _is_at(value: ir.Value, iv: ir.Value, how: Access) -> bool:
    found = access(value, iv)
    return found is not None and found.is_like(how)


def _hot_reads(rewrite: Rewrite, op: ir.Operation) -> list[tuple[Index, Access, list[Read]]]:
    """The sparse tensors that a body reads at the loop's own index; those of one trip together."""
    body = op.regions[0].blocks[0]
    iv = body.arguments[0]
    reads: dict[ir.Value, list[tuple[ir.Operation, int]]] = {}
    terms: dict[ir.Value, Term] = {}
    for child in walk(op):
        for number, value in enumerate(child.operands):
            form = rewrite.sparse(value)
            if form is not None and len(form.terms) == 1 and not _is_in(defining_block(value), body):
                reads.setdefault(value, []).append((child, number))
    groups: list[tuple[Index, Access, list[Read]]] = []
    for start, carried in zip(list(op.operands)[3:], list(body.arguments)[1:]):
        form = rewrite.sparse(start)
        if form is not None and len(form.terms) == 1:
            reads[carried] = [(use.owner.operation, use.operand_number) for value in _carried_on(carried) for use in value.uses]
            terms[carried] = form.terms[0]
    for value, users in reads.items():
        term = terms.get(value) or rewrite.sparse(value).terms[0]
        for d in term.hot:
            hows = [_read_at(child, number, d, iv) for child, number in users if child.name not in _NO_READS]
            if not hows or any(how is None or not how.is_like(hows[0]) for how in hows):
                continue
            for index, how, sources in groups:
                if same(index, term.place[d]) and how.is_like(hows[0]):
                    sources.append((value, d))
                    break
            else:
                groups.append((term.place[d], hows[0], [(value, d)]))
    captured = [(index, how, [read for read in sources if read[0] not in terms]) for index, how, sources in groups]
    return groups + [group for group, whole in zip(captured, groups) if group[2] and len(group[2]) < len(whole[2])]


_NO_READS = ("tensor.dim", "scf.for", "scf.yield")


def _carried_on(carried: ir.Value) -> list[ir.Value]:
    """What a loop carries, and what becomes of it in a trip by writing to it, also in loops inside."""
    found = [carried]
    for value in found:  # grows
        for use in value.uses:
            op, number = use.owner.operation, use.operand_number
            if op.name in ("tensor.insert", "tensor.insert_slice") and number == 1:
                more = [op.results[0]]
            elif op.name == "scf.for" and number >= 3:
                more = [op.regions[0].blocks[0].arguments[number - 2], op.results[number - 3]]
            else:
                continue
            found += [v for v in more if all(v != other for other in found)]
    return found


def defining_block(value: ir.Value) -> ir.Block:
    """The block in which a value is defined."""
    return value.owner if isinstance(value.owner, ir.Block) else value.owner.operation.block


def _read_at(op: ir.Operation, number: int, d: int, iv: ir.Value) -> Access | None:
    """How an operation reads dimension `d` of its operand: one index of it, which follows from the loop's."""
    if op.name == "tensor.insert" and number == 1:
        return access(op.operands[2 + d], iv)
    if op.name == "tensor.insert_slice" and number == 1:
        offsets, sizes, _ = written_parts(op, 2)
        return access(offsets[d], iv) if sizes[d] == 1 and isinstance(offsets[d], ir.Value) else None
    if number != 0:
        return None
    if op.name == "tensor.extract":
        return access(op.operands[1 + d], iv)
    if op.name == "tensor.extract_slice":
        offsets, sizes, _ = written_parts(op, 1)
        return access(offsets[d], iv) if sizes[d] == 1 and isinstance(offsets[d], ir.Value) else None
    return None


def _solved(rewrite: Rewrite, how: Access, index: Index) -> Index:
    """The trip that reads at an index: sign * (index - base)."""
    base: Index = how.number
    for sign, value in how.values:
        new = index_of(rewrite.dense(value))
        base = new if isinstance(base, int) and base == 0 and sign > 0 else plus(base, new, sign)
    return plus(index, base, -1) if how.sign > 0 else plus(base, index, -1)


def _is_trip(rewrite: Rewrite, op: ir.Operation, how: Access, sources: list[Read], trip: Index) -> ir.Value | bool:
    """Whether the loop has the trip: for certain where it runs through all of a dimension."""
    low, high, step = (index_of(rewrite.dense(v)) for v in list(op.operands)[:3])
    source, d = sources[0]
    if source in (carried := list(op.regions[0].blocks[0].arguments)):
        source = op.operands[2 + carried.index(source)]
    size = rewrite.sparse(source).sizes[d]
    high = _without_bound(high)
    if isinstance(low, int) and low == 0 and isinstance(step, int) and step == 1 and same(high, size):
        if how.sign > 0 and not how.values and how.number == 0:
            return True
        if how.sign < 0 and _is_last(rewrite, how, size):
            return True
    begins = build.compare_integers("sle", as_value(low), as_value(trip))
    ends = build.compare_integers("slt", as_value(trip), as_value(high))
    inside = both(begins, ends)
    if isinstance(step, int) and step == 1:
        return inside
    far = plus(trip, low, -1)
    left = build.emit1("arith.remsi", build.index_type(), as_value(far), as_value(step))
    return both(inside, build.compare_integers("eq", left, build.index(0)))


def _is_last(rewrite: Rewrite, how: Access, size: Index) -> bool:
    """Whether the base of an index is size - 1."""
    if not how.values:
        return isinstance(size, int) and how.number == size - 1
    if len(how.values) > 1:
        return False
    (sign, value), = how.values
    return sign > 0 and how.number == -1 and same(_without_bound(index_of(rewrite.dense(value))), size)


def _without_bound(index: Index) -> Index:
    """x for max(x, 0): they are equal where x is the size of a tensor."""
    if isinstance(index, int) or isinstance(index.owner, ir.Block):
        return index
    op = index.owner.operation
    return index_of(op.operands[0]) if op.name == "arith.maxsi" and build.constant_of(op.operands[1]) == 0 else index


# -- what a trip of zeros does ---------------------------------------------------------------------


class _Idle:
    """Values of a loop's body in a trip that reads zeros."""

    def __init__(self, rewrite: Rewrite, op: ir.Operation, how: Access, sources: list[Read]):
        self.rewrite, self.op, self.how = rewrite, op, how
        self.hot = dict(sources)
        self.sources = [value for value, _ in sources]
        self.body = op.regions[0].blocks[0]
        self.iv = self.body.arguments[0]
        self.known: dict[ir.Value, Known] = {}
        self.overwritten: dict[ir.Value, list[tuple[int, Access] | None]] = {}  # carried -> where insertions have the loop's index
        self.added: set[ir.Value] = set()

    def holds(self) -> bool:
        carried = list(self.body.arguments)[1:]
        self.known |= {v: v for v in carried}
        starts = dict(zip(carried, list(self.op.operands)[3:]))
        if any(not child.name.startswith(_PURE) or child.name == "scf.while" for child in walk(self.op)):
            return False
        yields = self.run(self.body)
        if not all(_alike(self.of(value), own) for value, own in zip(yields, carried)):
            return False
        return all(self._may_overwrite(starts[root], root, places) for root, places in self.overwritten.items())

    def _may_overwrite(self, start: ir.Value, root: ir.Value, places: list[tuple[int, Access] | None]) -> bool:
        """Whether no trip can overwrite with a zero what another one has written."""
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
            is_none = form is not None and not form.terms and not _is_in(defining_block(value), self.body)
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
                self._own_dimension([o if n == 1 and isinstance(o, ir.Value) else None for o, n in zip(offsets, sizes)], root)
            )
        return self.of(into)

    def _is_read_apart(self, op: ir.Operation) -> bool:
        """Whether this reads a carried tensor that is zero at the trip's own index there."""
        root = self.root(op.operands[0])
        return root is not None and root in self.hot and self._is_apart(op, 0, root)

    def _is_apart(self, op: ir.Operation, number: int, root: ir.Value) -> bool:
        """Whether an operation reads or writes a carried tensor at the trip's own index only."""
        found = _read_at(op, number, self.hot[root], self.iv)
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
        block = op.regions[0].blocks[0]
        if len(block.arguments) != len(op.operands) or any(len(view.operation.regions) for view in block.operations):
            return None
        found = summands(op, number)
        if found is None:
            return None
        zeros = {a for a, v in zip(block.arguments, op.operands) if self.is_zero(v)}
        for view in block.operations:  # what the body reads of tensors itself
            child = view.operation
            if child.name == "tensor.extract" and (child.operands[0] in self.sources or self.is_zero(child.operands[0])):
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


def _alike(one: Known, other: Known) -> bool:
    if isinstance(one, str) or isinstance(other, str):
        return isinstance(one, str) and isinstance(other, str)
    return one is not None and other is not None and one == other
