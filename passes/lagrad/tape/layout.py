"""`lagrad-layout-tape`: what one iteration records, and its adjoint reads, lies together."""

from __future__ import annotations

from dataclasses import dataclass

from .. import build
from ..errors import Failure, Report
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
    least = 1 if any_width else 2
    together: list[list[Tape]] = []
    for tape in found:
        group = next((g for g in together if _go_together(g[0], tape, any_width)), None)
        if group is None:
            together.append([tape])
        else:
            group.append(tape)
    return [sorted(g, key=lambda tape: min(order[r] for r in tape.readers())) for g in together if len(g) >= least]


def _go_together(one: Tape, other: Tape, any_width: bool) -> bool:
    """Whether two tapes are filled by one nest, of one size, and read together."""
    return (
        len(one.levels) == len(other.levels)
        and (any_width or _bits(one.element) == _bits(other.element))
        and all(_fit(a, b) for a, b in zip(one.levels, other.levels))
        and all(_same_slice(a, b) for a, b in zip(one.levels[:-1], other.levels[:-1]))
        and _blocks(one) == _blocks(other)
    )


def _bits(type: ir.Type) -> int | None:
    """The bits of an element that may share a tensor with others; None never does."""
    if isinstance(type, ir.IndexType):
        return 64
    if isinstance(type, (ir.FloatType, ir.IntegerType)) and type.width >= 8:
        return type.width
    return None if isinstance(type, ir.ComplexType) else 1


def _fit(one: Level, other: Level) -> bool:
    return (
        one.loop == other.loop
        and build.shape_of(one.type) == build.shape_of(other.type)
        and list(one.empty.operands) == list(other.empty.operands)
    )


def _same_slice(one: Level, other: Level) -> bool:
    """Whether inner loops' parts are put to the same place."""
    first, second = one.writes[0], other.writes[0]
    return (
        first.attributes["static_offsets"] == second.attributes["static_offsets"]
        and first.attributes["static_sizes"] == second.attributes["static_sizes"]
        and first.attributes["static_strides"] == second.attributes["static_strides"]
        and list(first.operands)[2:] == list(second.operands)[2:]
    )


def _blocks(tape: Tape) -> set[ir.Block]:
    """Where a tape is read."""
    return {op.block for op in tape.readers()}


def _fields(group: list[Tape]) -> Storage:
    elements = [tape.element for tape in group]
    if all(e == elements[0] for e in elements):
        return Storage(elements[0], lambda _, v: v, lambda _, v: v, len(group))
    word = ir.IntegerType.get_signless(_bits(elements[0]))
    return Storage(word, lambda _, v: _cast(v, word), lambda n, v: _cast(v, elements[n]), len(group))


def _cast(value: ir.Value, to: ir.Type) -> ir.Value:
    """The same bits as another type of elements."""
    now = build.element(value.type)
    if now == to:
        return value
    shaped = build.tensor_type(build.shape_of(value.type), to) if build.is_tensor(value.type) else to
    indices = isinstance(now, ir.IndexType) or isinstance(to, ir.IndexType)
    return build.emit1("arith.index_cast" if indices else "arith.bitcast", shaped, value)
