"""`lagrad-hoist-invariants`: what does not change along a dimension is computed once for all of it."""

from __future__ import annotations

from dataclasses import dataclass

from ...build import DYNAMIC, compare_integers, emit, emit1, index, is_tensor
from ...forms.generic import Generic
from ...forms.nests import nest
from ...mlir import ir, memref
from ...passes import Pass
from ..walk import walk

BLOCK = 256  # points at a time: what is kept of them stays in the first cache
# Points at a time where nothing is kept, only read again. Rows that stay in a cache are read from the first one; rows
# from memory in long runs, as it likes them (`python -m benchmarks.derivatives.directions`).
READ_BLOCK, LONG_READ_BLOCK, LONG_ROW = 512, 1 << 17, 1 << 15
_ROW = 16  # points of a row that share a division, and do not wait for it
_DIVISIONS = ("arith.divf", "arith.remf")
_CHEAP = {
    "math.absf", "math.copysign", "math.fma",
    *(f"complex.{name}" for name in "add sub mul neg conj re im create constant eq neq".split()),
}  # fmt: skip
_SCOPES = ("func.func", "scf.parallel", "scf.forall")  # where a stack buffer may live


@dataclass(frozen=True)
class HoistInvariants(Pass):
    """Write loops for a `linalg.generic` on buffers that computes the same function for every index of a dimension.

    `out[d, i] = ct[d, i] * exp(x[i])` would compute `exp(x[i])` for every `d`. It becomes

    ```
    for block of i
      for i in block: w[i] = exp(x[i])
      for d
        for i in block: out[d, i] = ct[d, i] * w[i]
    ```
    with `w` on the stack, so that the functions of many directions are computed once. What costs no more than to be
    read, sums and products, is computed again, but in blocks too if it reads what does not change along an outer
    dimension: then `x` comes from memory once, not once for each direction. A division of what changes along no row,
    as of the mean of a channel of images, is left to LLVM, which does it once for each row.
    """

    name = "lagrad-hoist-invariants"
    aim = "hoisting"
    creates = ("scf", "memref", "arith")

    def run(self, op, report) -> None:
        for generic in [child for child in walk(op) if child.name == "linalg.generic"]:
            if (plan := _plan(generic)) is not None:
                with generic.location, ir.InsertionPoint(generic):
                    plan.emit()
                generic.erase()


class _Plan:
    """The loops over one generic: `along` is the dimension to be hoisted out of, the last of the others runs in
    blocks."""

    def __init__(self, generic: ir.Operation, along: int):
        self.generic = Generic(generic)
        self.count = self.generic.count
        self.along = along
        self.last = self.count - (2 if along == self.count - 1 else 1)  # what runs in blocks
        ops, yielded = self.generic.steps, self.generic.yielded
        moving = {a for a, dims in zip(self.generic.body.arguments, self.generic.dims) if along in dims}
        self.once: list[ir.Operation] = []
        self.each: list[ir.Operation] = []
        for op in ops:
            inputs = [*op.operands, *(v for inner in walk(op) for v in inner.operands)]
            moves = op.name == "linalg.index" and op.attributes["dim"].value == along
            if moves or any(v in moving for v in inputs):
                moving.update(op.results)
                self.each.append(op)
            else:
                self.once.append(op)
        used = {v for op in self.each for v in (*op.operands, *(v for i in walk(op) for v in i.operands))} | {*yielded}
        self.pays = any(map(_is_dear, self.once))
        if self.pays:
            self.kept = [r for op in self.once for r in op.results if r in used and not _is_free(op)]
        else:
            self.kept, self.once, self.each = [], [], ops

    def is_of_rows(self) -> bool:
        """Whether what is dear are divisions of what changes along neither of the two dimensions: LLVM does them once a
        row. Functions may be calls, which it leaves where they are."""
        if self.generic.extents[-1] != DYNAMIC and self.generic.extents[-1] < _ROW:
            return False
        dims = dict(zip(self.generic.body.arguments, self.generic.dims))
        for op in self.once:
            inputs = [*op.operands, *(v for inner in walk(op) for v in inner.operands)]
            own = set().union(*(dims.get(v, ()) for v in inputs))
            own |= {op.attributes["dim"].value} if op.name == "linalg.index" else set()
            if _is_dear(op) and (self.last in own or op.name not in _DIVISIONS):
                return False
            dims.update(dict.fromkeys(op.results, own))
        return True

    def rereads(self, kinds: list[bool]) -> bool:
        """Whether the plain loops would read long rows again for each index of `along`."""
        if not (kinds[self.last] and self.along < self.last):
            return False
        short = DYNAMIC != self.generic.extents[self.last] <= READ_BLOCK
        return not short and self.generic.extents[self.along] != 1

    def emit(self) -> None:
        extents = [index(n) if isinstance(n, int) else n for n in map(self.generic.size, range(self.count))]
        size = extents[self.last]
        zero, block = index(0), self._block(size)
        buffers = [_stack_buffer(v.type) for v in self.kept]
        outer = [d for d in range(self.count) if d not in (self.along, self.last)]

        def blocks(places: list[ir.Value], _) -> None:
            *places, begin = places
            at = dict(zip(outer, places))
            end = emit1("arith.minsi", begin.type, emit1("arith.addi", begin.type, begin, block), size)

            def keep(point: list[ir.Value], _) -> None:
                values = self.generic.at({**at, self.along: zero, self.last: point[0]}.__getitem__, steps=self.once)
                place = emit1("arith.subi", begin.type, point[0], begin)
                for v, buffer in zip(self.kept, buffers):
                    emit("memref.store", [], [values[v], buffer, place])

            def each(point: list[ir.Value], _) -> None:
                here = ({**at, **dict(zip(sorted(pair), point))}).__getitem__
                values = {}
                if self.kept:
                    place = emit1("arith.subi", begin.type, here(self.last), begin)
                    values = {v: emit1("memref.load", v.type, b, place) for v, b in zip(self.kept, buffers)}
                free = [op for op in self.once if _is_free(op)]
                self.generic.store(here, self.generic.at(here, values, [*free, *self.each]))

            if self.kept:
                nest([(begin, end, 1)], keep)
            pair = {self.along: extents[self.along], self.last: (begin, end, 1)}
            nest([pair[d] for d in sorted(pair)], each)

        nest([*(extents[d] for d in outer), (zero, size, block)], blocks)

    def _block(self, size: ir.Value) -> ir.Value:
        if self.kept:
            return index(BLOCK)
        is_long = compare_integers("sgt", size, index(LONG_ROW))
        return emit1("arith.select", size.type, is_long, index(LONG_READ_BLOCK), index(READ_BLOCK))


def _plan(generic: ir.Operation) -> _Plan | None:
    """How to hoist from a generic, if it can be done and pays."""
    attributes = [a.value for a in generic.attributes["indexing_maps"]]
    if any(is_tensor(v.type) for v in generic.operands) or not all(m.is_projected_permutation for m in attributes):
        return None
    kinds = ["parallel" in str(i) for i in generic.attributes["iterator_types"]]
    ins = generic.attributes["operandSegmentSizes"][0]
    dims = [{e.position for e in m.results} for m in attributes]
    if set().union(*dims) != set(range(len(kinds))) or len(kinds) < 2:
        return None
    for along in range(len(kinds)):
        if not kinds[along]:
            continue
        everywhere = all(along in own for own in dims[ins:])
        sometimes = any(own and along not in own for own in dims[:ins])
        if everywhere and sometimes:
            plan = _Plan(generic, along)
            if plan.pays and not plan.is_of_rows() or plan.rereads(kinds):
                return plan
    return None


def _is_dear(op: ir.Operation) -> bool:
    """Whether computing it again costs more than reading it: a function or a division."""
    if op.name.startswith(("math.", "complex.")):
        return op.name not in _CHEAP
    return op.name in _DIVISIONS or len(op.regions) > 0


def _is_free(op: ir.Operation) -> bool:
    return op.name in ("arith.constant", "complex.constant", "linalg.index")


def _stack_buffer(type: ir.Type) -> ir.Value:
    """Room for one value a point of a block, where it is made once."""
    here = ir.InsertionPoint.current
    op = here.block.owner.operation
    while op.name not in _SCOPES:
        op = op.parent.operation
    with ir.InsertionPoint.at_block_begin(op.regions[0].blocks[0]):
        return memref.alloca(ir.MemRefType.get([BLOCK], type), [], [])
