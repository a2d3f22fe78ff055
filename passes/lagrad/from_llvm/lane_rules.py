"""Operations of the llvm dialect on lanes of vectors, as those of `vector`."""

from __future__ import annotations

from .. import build
from ..mlir import ir
from .emission import Emission, raises
from .scalar_rules import flags

_KINDS = {
    "fadd": "add", "fmul": "mul", "fmax": "maxnumf", "fmin": "minnumf", "fmaximum": "maximumf", "fminimum": "minimumf",
    "add": "add", "mul": "mul", "and": "and", "or": "or", "xor": "xor",
    "smax": "maxsi", "smin": "minsi", "umax": "maxui", "umin": "minui",
}  # fmt: skip
_REDUCE = "llvm.intr.vector.reduce."


@raises(*(_REDUCE + name for name in _KINDS))
def _reduce(e: Emission, op: ir.Operation) -> None:
    *start, vector = map(e.value, op.operands)  # sums and products of floats begin with a number
    kind = ir.Attribute.parse(f"#vector.kind<{_KINDS[op.name.removeprefix(_REDUCE)]}>")
    e.values[op.results[0]] = build.emit1(
        "vector.reduction", op.results[0].type, vector, *start, kind=kind, **flags(op)
    )


@raises("llvm.shufflevector")
def _shuffle(e: Emission, op: ir.Operation) -> None:
    """A lane that nobody says anything of may be any lane."""
    lanes = [max(0, lane) for lane in ir.DenseI32ArrayAttr(op.attributes["mask"])]
    vectors = map(e.value, op.operands)
    mask = ir.DenseI64ArrayAttr.get(lanes)
    e.values[op.results[0]] = build.emit1("vector.shuffle", op.results[0].type, *vectors, mask=mask)


@raises("llvm.extractelement", "llvm.insertelement")
def _one_lane(e: Emission, op: ir.Operation) -> None:
    *operands, lane = map(e.value, op.operands)
    number = build.constant_of(lane)
    dynamic = [] if isinstance(number, int) else [build.to_index(lane)]
    position = ir.DenseI64ArrayAttr.get([number if not dynamic else build.DYNAMIC])
    kind = "vector.extract" if op.name == "llvm.extractelement" else "vector.insert"
    if kind == "vector.insert":
        operands.reverse()  # the number first
    e.values[op.results[0]] = build.emit1(kind, op.results[0].type, *operands, *dynamic, static_position=position)
