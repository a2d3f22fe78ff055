"""Operations of the llvm dialect on numbers, as those of `arith` and `math`."""

from __future__ import annotations

from .. import build
from ..mlir import ir
from .emission import Emission, raises

# The same operation: operands in the same order, one result.
_ARITH = {
    "add": "addi", "sub": "subi", "mul": "muli", "sdiv": "divsi", "udiv": "divui", "srem": "remsi", "urem": "remui",
    "and": "andi", "or": "ori", "xor": "xori", "shl": "shli", "lshr": "shrui", "ashr": "shrsi",
    "fadd": "addf", "fsub": "subf", "fmul": "mulf", "fdiv": "divf", "frem": "remf", "fneg": "negf",
    "sext": "extsi", "zext": "extui", "trunc": "trunci", "fpext": "extf", "fptrunc": "truncf", "bitcast": "bitcast",
    "sitofp": "sitofp", "uitofp": "uitofp", "fptosi": "fptosi", "fptoui": "fptoui",
    "intr.smax": "maxsi", "intr.smin": "minsi", "intr.umax": "maxui", "intr.umin": "minui",
    "intr.maxnum": "maxnumf", "intr.minnum": "minnumf", "intr.maximum": "maximumf", "intr.minimum": "minimumf",
}  # fmt: skip
_MATH = {
    "intr.abs": "absi", "intr.ctlz": "ctlz", "intr.cttz": "cttz", "intr.ctpop": "ctpop", "intr.fabs": "absf",
    "intr.powi": "fpowi", "intr.pow": "powf", "intr.rint": "roundeven", "intr.nearbyint": "roundeven",
    **{f"intr.{name}": name for name in (
        "acos asin atan atan2 ceil copysign cos cosh exp exp2 floor fma log log10 log2 round roundeven sin sinh sqrt "
        "tan tanh trunc").split()},
}  # fmt: skip
PLAIN = {f"llvm.{one}": f"arith.{other}" for one, other in _ARITH.items()}
PLAIN |= {f"llvm.{one}": f"math.{other}" for one, other in _MATH.items()}

# What a program means without them: hints, and notes for a debugger.
IGNORED = {
    f"llvm.intr.{name}"
    for name in (
        "assume dbg.declare dbg.value dbg.label lifetime.start lifetime.end invariant.start invariant.end "
        "experimental.noalias.scope.decl var.annotation donothing"
    ).split()
}


def flags(op: ir.Operation) -> dict[str, ir.Attribute]:
    """The fast-math flags of an operation, as `arith` and `math` spell them."""
    given = op.attributes.get("fastmathFlags")
    text = str(given) if given is not None else ""
    if not text or text == "#llvm.fastmath<none>":
        return {}
    return {"fastmath": ir.Attribute.parse(text.replace("#llvm.", "#arith."))}


@raises(*PLAIN)
def _plain(e: Emission, op: ir.Operation) -> None:
    if op.name == "llvm.bitcast" and (read := e.value(op.operands[0])).type != op.operands[0].type:  # as what it is
        if read.type != op.results[0].type:
            raise e.refusal(op, f"it takes {op.results[0].type} out of memory of {read.type}")
        e.values[op.results[0]] = read
        return
    e.values[op.results[0]] = build.emit1(PLAIN[op.name], op.results[0].type, *map(e.value, op.operands), **flags(op))


@raises("llvm.intr.fmuladd")
def _multiply_add(e: Emission, op: ir.Operation) -> None:
    a, b, c = map(e.value, op.operands)
    product = build.emit1("arith.mulf", a.type, a, b, **flags(op))
    e.values[op.results[0]] = build.emit1("arith.addf", a.type, product, c, **flags(op))


@raises("llvm.icmp", "llvm.fcmp")
def _compare(e: Emission, op: ir.Operation) -> None:
    if e.is_pointer(op.operands[0]):
        e.values[op.results[0]] = e.compare_pointers(op)
        return
    kind = "arith.cmpi" if op.name == "llvm.icmp" else "arith.cmpf"
    attributes = {"predicate": op.attributes["predicate"]} | flags(op)
    e.values[op.results[0]] = build.emit1(kind, op.results[0].type, *map(e.value, op.operands), **attributes)


@raises("llvm.select")
def _select(e: Emission, op: ir.Operation) -> None:
    if e.is_pointer(op.results[0]):
        e.select_pointer(op)
        return
    operands = map(e.value, op.operands)
    e.values[op.results[0]] = build.emit1("arith.select", op.results[0].type, *operands)


@raises("llvm.freeze")
def _freeze(e: Emission, op: ir.Operation) -> None:
    e.bind(op.results[0], op.operands[0])


@raises("llvm.intr.expect", "llvm.intr.expect.with.probability", "llvm.intr.ssa.copy")
def _expect(e: Emission, op: ir.Operation) -> None:
    e.bind(op.results[0], op.operands[0])


@raises("llvm.mlir.constant")
def _constant(e: Emission, op: ir.Operation) -> None:
    result = op.results[0]
    if not isinstance(result.type, (ir.IntegerType, ir.FloatType, ir.VectorType)):
        raise e.refusal(op, f"a constant of type {result.type} has no counterpart on memory")
    e.values[result] = build.emit1("arith.constant", result.type, value=op.attributes["value"])


@raises("llvm.mlir.zero", "llvm.mlir.undef", "llvm.mlir.poison")
def _any_number(e: Emission, op: ir.Operation) -> None:
    """What is undefined may be anything: it is zero."""
    type = op.results[0].type
    if e.is_pointer(op.results[0]):
        return  # null: `Storage.roots` finds it
    if isinstance(type, ir.VectorType):
        zero = ir.FloatAttr.get if isinstance(type.element_type, ir.FloatType) else ir.IntegerAttr.get
        splat = ir.DenseElementsAttr.get_splat(type, zero(type.element_type, 0))
        e.values[op.results[0]] = build.emit1("arith.constant", type, value=splat)
    elif isinstance(type, (ir.IntegerType, ir.FloatType)):
        e.values[op.results[0]] = build.constant(type, 0)
    else:
        raise e.refusal(op, f"a value of type {type} has no counterpart on memory")


@raises("llvm.intr.stacksave", "llvm.intr.stackrestore")
def _stack(e: Emission, op: ir.Operation) -> None:
    """Around arrays of a length that the program computes; where these end, bufferization decides."""


@raises(*IGNORED)
def _ignore(e: Emission, op: ir.Operation) -> None:
    for result in op.results:
        if list(result.uses):
            raise e.refusal(op, "its result is used")
