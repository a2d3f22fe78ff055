"""`lagrad-layout-tape`: what one iteration records, and its adjoint reads, lies together."""

from __future__ import annotations

from dataclasses import dataclass

from .. import build
from ..ad.reverse.regions import LEAST, Region, regions
from ..errors import Report
from ..lowering.walk import walk
from ..mlir import ir
from ..passes import Pass, option
from .storage import Storage, store
from .tapes import Level, Tape, tapes


@dataclass(frozen=True)
class LayoutTape(Pass):
    """Lay out the tapes of a loop as an array of structures.

    ```mlir
    %t:2 = scf.for %i = ... iter_args(%a = %e, %b = %e) -> (tensor<?xf64>, tensor<?xf64>) {
      %1 = tensor.insert %x into %a[%i] : tensor<?xf64>
      %2 = tensor.insert %y into %b[%i] : tensor<?xf64>
      scf.yield %1, %2 : tensor<?xf64>, tensor<?xf64>
    } {lagrad.tape = array<i64: 0, 1>}
    ```
    becomes
    ```mlir
    %t = scf.for %i = ... iter_args(%s = %e) -> tensor<?x2xf64> {
      %1 = tensor.insert %x into %s[%i, %c0] : tensor<?x2xf64>
      %2 = tensor.insert %y into %1[%i, %c1] : tensor<?x2xf64>
      scf.yield %2 : tensor<?x2xf64>
    } {lagrad.tape = array<i64: 0>}
    ```
    Tapes go together that one loop nest fills, that have the same sizes, and whose rows the same loop bodies read: what
    is read at another time stays apart. The fields are in the order in which the adjoint reads them. Floats and
    integers of the same width share a tensor of integers. So the rows of a loop with many tapes are in few cache lines.

    Fields are whole rows where rows are vectors, so that vector code still loads what lies side by side: two tapes of
    `tensor<?x4xf64>` become one of `tensor<?x2x4xf64>`. What one run of an inner loop records in a field is such a row
    too if that is no more than `field-bytes`; with `field-bytes=0` the fields of each iteration lie together, which
    suits scratchpads (Hakimi, Tapeflow, 2023: regions). The values stay what they are, bit for bit.
    """

    name = "lagrad-layout-tape"
    creates = ("arith", "scf", "tensor")

    field_bytes: int = option(
        256, "The most bytes that a run of an inner loop records field by field, of one field.", least=0
    )

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context, op.location:
            found = tapes(op)
            for group in groups(op, found):
                report.remark(group[0].outermost.loop.location, f"{len(group)} tapes of this loop lie in one tensor")
                store(group, _fields(group, self.field_bytes), found)


def is_of_scalars(tape: Tape) -> bool:
    return all(op.name == "tensor.insert" for op in tape.innermost.writes)


def groups(op: ir.Operation, found: list[Tape], any_width: bool = False) -> list[list[Tape]]:
    """The tapes that go together, in the order of use: of one width, and two or more, or else of whatever width."""
    order = {child: number for number, child in enumerate(walk(op))}
    together = regions(found, lambda tape: _region(tape, any_width), least=1 if any_width else LEAST)
    return [sorted(group, key=lambda tape: min(order[r] for r in tape.readers())) for group in together]


def _region(tape: Tape, any_width: bool) -> Region:
    """Tapes go together that one nest fills with rows of one size, in the same places, and the same blocks read."""
    *outer, _ = tape.levels
    filled = [(level.loop, *build.shape_of(level.type), *level.empty.operands) for level in tape.levels]
    return Region(
        filled_by=(*filled, *(_place(level.writes[0]) for level in outer)),
        kind=None if any_width else _kind(tape.element),
        read_in=frozenset(op.block for op in tape.readers()),
    )


def _kind(type: ir.Type) -> int | ir.Type:
    """What an element has in common with those that may share a tensor: its bits, where these can be cast."""
    if isinstance(type, ir.IndexType):
        return 64
    return type.width if isinstance(type, (ir.FloatType, ir.IntegerType)) else type


def _place(write: ir.Operation) -> tuple:
    """Where the part of an inner loop is put."""
    numbers = [write.attributes[f"static_{name}"] for name in ("offsets", "sizes", "strides")]
    return (*numbers, *list(write.operands)[2:])


def _fields(group: list[Tape], field_bytes: int) -> Storage:
    elements, behind = [tape.element for tape in group], _behind(group, field_bytes)
    if all(e == elements[0] for e in elements):
        return Storage(elements[0], lambda _, v: v, lambda _, v: v, len(group), behind)
    word = ir.IntegerType.get_signless(_kind(elements[0]))
    return Storage(word, lambda _, v: _cast(v, word), lambda n, v: _cast(v, elements[n]), len(group), behind)


def _behind(group: list[Tape], field_bytes: int) -> int:
    """How many dimensions of the tapes are behind the fields: those along which vector code reads and writes.

    These are the ones of rows that are vectors, or else that of the iterations of an inner loop.
    """
    tape = group[0]
    shape = build.shape_of(tape.innermost.type)
    if len(shape) != 1 or len(tape.levels) == 1:
        return max(0, len(shape) - 1)
    is_short = shape[0] != build.DYNAMIC and shape[0] * build.bytes_of(tape.element) <= field_bytes
    return int(is_short and all(map(_fills_a_row, tape.levels[:-1])))


def _fills_a_row(level: Level) -> bool:
    """Whether an inner loop fills the innermost dimensions of a tape."""
    write = level.writes[0]
    _, sizes, _ = build.slice_parts(write, 2)
    rank = len(build.shape_of(write.operands[0].type))
    return all(size == 1 for size in sizes[: len(sizes) - rank])


def _cast(value: ir.Value, to: ir.Type) -> ir.Value:
    """The same bits as another type of elements."""
    now = build.element(value.type)
    shaped = build.tensor_type(build.shape_of(value.type), to) if build.is_tensor(value.type) else to
    indices = isinstance(now, ir.IndexType) or isinstance(to, ir.IndexType)
    return build.emit1("arith.index_cast" if indices else "arith.bitcast", shaped, value)
