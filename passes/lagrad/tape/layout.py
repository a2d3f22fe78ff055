"""`lagrad-layout-tape`: what one iteration records, and its adjoint reads, lies together."""

from __future__ import annotations

from dataclasses import dataclass

from .. import build
from ..ad.reverse.regions import LEAST, Region, regions
from ..errors import Failure, Report
from ..lowering.walk import walk
from ..mlir import ir
from ..passes import Pass, option
from .storage import Storage, store
from .tapes import Tape, tapes


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
    integers of the same width share a tensor of integers. So the rows of a loop with many tapes are in few cache lines,
    and rows that are vectors lie with strides, which costs vector code what it saves cache lines; `rows=scalars` leaves
    these as they are. The values stay what they are, bit for bit (Hakimi, Tapeflow, 2023: regions).
    """

    name = "lagrad-layout-tape"
    creates = ("arith", "scf", "tensor")

    rows: str = option("all", "Tapes whose rows are put together: 'all', or 'scalars' only.")

    def __post_init__(self):
        if self.rows not in ("all", "scalars"):
            raise Failure(f"option 'rows' of '{self.name}' is all or scalars, not '{self.rows}'")

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context, op.location:
            found = tapes(op)
            for group in groups(op, [t for t in found if self.rows == "all" or is_of_scalars(t)]):
                report.remark(group[0].outermost.loop.location, f"{len(group)} tapes of this loop lie in one tensor")
                store(group, _fields(group), found)


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


def _fields(group: list[Tape]) -> Storage:
    elements = [tape.element for tape in group]
    if all(e == elements[0] for e in elements):
        return Storage(elements[0], lambda _, v: v, lambda _, v: v, len(group))
    word = ir.IntegerType.get_signless(_kind(elements[0]))
    return Storage(word, lambda _, v: _cast(v, word), lambda n, v: _cast(v, elements[n]), len(group))


def _cast(value: ir.Value, to: ir.Type) -> ir.Value:
    """The same bits as another type of elements."""
    now = build.element(value.type)
    shaped = build.tensor_type(build.shape_of(value.type), to) if build.is_tensor(value.type) else to
    indices = isinstance(now, ir.IndexType) or isinstance(to, ir.IndexType)
    return build.emit1("arith.index_cast" if indices else "arith.bitcast", shaped, value)
