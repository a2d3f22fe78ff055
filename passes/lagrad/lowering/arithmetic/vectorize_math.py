"""`lagrad-vectorize-math`: elementary functions in loops become arithmetic, of which LLVM makes vector code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from ... import build
from ...build import constant_of, defining_op, emit1, replace_op
from ...dialect import EXACT
from ...forms import trip_count
from ...mlir import ir
from ...passes import Pass, option
from ..machine import processors
from ..walk import walk
from .declare_variants import Variants, for_several
from .elementary import error_function, exponential, logarithm, power, trigonometric
from .elementary.arithmetic import Float

_WRITTEN: dict[str, Callable[..., Float]] = {
    "math.exp": exponential.exp,
    "math.exp2": exponential.exp2,
    "math.expm1": exponential.expm1,
    "math.tanh": exponential.tanh,
    "math.sinh": exponential.sinh,
    "math.cosh": exponential.cosh,
    "math.log": logarithm.log,
    "math.log2": logarithm.log2,
    "math.log10": logarithm.log10,
    "math.log1p": logarithm.log1p,
    "math.atan": trigonometric.atan,
    "math.erf": error_function.erf,
    "math.erfc": error_function.erfc,
    "math.powf": power.power,
}
_CALLED = ("math.sin", "math.cos")
_ALONE = ("math.tanh", "math.sinh", "math.expm1")  # of one number, too: the C library takes as long or twice as long
_ACCUMULATE = {
    *("arith.addf", "arith.mulf", "arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf"),
    *("arith.addi", "arith.muli", "arith.andi", "arith.ori", "arith.xori"),
    *("arith.maxsi", "arith.minsi", "arith.maxui", "arith.minui"),
}
_FEWEST = 4  # iterations of a loop that vector code is worth its while for
# The loop is not unrolled before the vectorizer has seen it: calls one after another it leaves as they are.
_LOOPED = "#llvm.loop_annotation<unroll = <disable = true>>"
_FOLDED = "#llvm.loop_annotation<vectorize = <predicateEnable = true>, unroll = <disable = true>>"
_LOOPS = ("scf.for", "scf.parallel", "scf.while")
_NOT_LESS = 3  # oge, of `arith.cmpf`
_FILL = 256  # bytes: as many elements fill the vectors of an iteration of LLVM's loop, four at most
_LARGE = 150  # operations of a body that takes longer than masks do


@dataclass(frozen=True)
class VectorizeMath(Pass):
    """Compute elementary functions in innermost loops by arithmetic, so that LLVM makes vector code of the loops.

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      %0 = memref.load %x[%i] : memref<?xf64>
      %1 = math.exp %0 : f64
      memref.store %1, %y[%i] : memref<?xf64>
    }
    ```
    calls the C library for each element. Instead of the call there will be a reduction of the argument and a
    polynomial, without branches, that is right for all arguments to 3 ulp (`erfc`: 6), infinities, NaNs and denormal
    numbers included. `sin` and `cos` of large arguments (2^30, or 2^16 in f32) need a branch: they become calls of a
    function of the module that LLVM knows variants of for 4, 8 or 16 elements at once.

    Functions marked `lagrad.exact` are left to the library, too.

    Functions of vectors are computed so wherever they stand, and so are `tanh`, `sinh` and `expm1`, for which the
    library takes longer. Another function of a number that depends on the iteration before, or stands in no loop, is
    left to the C library: for one value that is as fast. So are `sin` and `cos` in a loop that carries a state which is
    no sum: it gets no lanes, and the library has both in one call.

    With `fold-tails`, the elements that do not fill a vector are computed in a vector too, the rest of which is masked.
    A row of 14 is two vectors of 8 then, not one and six elements. Masks take time, and keep processors from fetching
    memory early. So a loop over more is two: one over as many elements as fill vectors, and one over the last ones.
    """

    name = "lagrad-vectorize-math"
    aim = "vector-math"
    creates = ("arith", "math", "func", "scf", "vector", "llvm")
    processor: str = processors.chosen("The processor that may have an instruction for y 2^k, as for --target-cpu.")
    fold_tails: bool = option(True, "Ask LLVM for masked vectors where loops over functions end.")

    def run(self, op, report) -> None:
        variants = Variants(op)
        loops = Loops()
        for child in list(walk(op)):
            if child.name == "math.sincos" and reason(child, loops) is None:
                _split(child)
        loops = Loops()
        folded: dict[ir.Operation, int] = {}  # loop -> so many elements fill vectors
        functions = [child for child in walk(op) if child.name in _WRITTEN or child.name in _CALLED]
        # All reasons come first: loops grow with what is written into them.
        for child, why in [(child, reason(child, loops)) for child in functions if not _is_simple_power(child)]:
            is_alone = why is not None
            if is_alone and (child.name not in _ALONE or _is_bound(child)):
                report.remark(child.location, f"'{child.name}' is left to the C library: {why}")
                continue
            is_vector = isinstance(child.results[0].type, ir.VectorType)
            with child.location, ir.InsertionPoint(child):
                if child.name in _CALLED and is_vector:
                    replacement = for_several(child.name, child.operands[0])
                elif child.name in _CALLED:
                    replacement = variants.call(child)
                else:
                    is_flat = not is_vector or child.results[0].type.rank == 1  # as the intrinsic wants it
                    scales = is_flat and processors.registers(self.processor).scales
                    replacement = _written(child, scales, is_alone or _waits(child, loops))
            how = "by arithmetic, for one number" if is_alone else "for a vector of numbers at once"
            report.remark(child.location, f"'{child.name}' is computed {how}")
            child.results[0].replace_all_uses_with(replacement)
            if not is_vector and not is_alone:
                # The name is that of the attribute of the branch which the loop becomes.
                annotation = ir.Attribute.parse(_FOLDED if self.fold_tails else _LOOPED)
                loop = child.parent.operation
                loop.attributes["loop_annotation"] = annotation
                folded[loop] = max(folded.get(loop, 0), _FILL // build.bytes_of(child.results[0].type))
            child.erase()
        if self.fold_tails:
            for loop, multiple in folded.items():
                _split_off_tail(loop, multiple)


def _split_off_tail(loop: ir.Operation, multiple: int) -> None:
    """Makes a loop of the last elements only that is masked, and one before it that is not, if there are more."""
    lower, upper, step = list(loop.operands)[:3] if loop.name == "scf.for" else (None, None, None)
    if lower is None or trip_count.is_unsigned(loop) or (constant_of(lower), constant_of(step)) != (0, 1):
        return
    trips = trip_count.known(loop)
    if trips is not None and trips <= multiple or len(loop.regions[0].blocks[0].operations) > _LARGE:
        return
    if trips is not None and trips % multiple == 0:
        loop.attributes["loop_annotation"] = ir.Attribute.parse(_LOOPED)
        return
    with loop.location, ir.InsertionPoint(loop):
        count = upper if trips is not None else emit1("arith.maxsi", upper.type, upper, lower)
        full = emit1("arith.andi", upper.type, count, build.constant(upper.type, -multiple))
    tail = loop.clone(ip=ir.InsertionPoint.after(loop))
    for number, (result, last) in enumerate(zip(loop.results, tail.results)):
        result.replace_all_uses_with(last)
        tail.operands[3 + number] = result
    loop.operands[1] = tail.operands[0] = full
    loop.attributes["loop_annotation"] = ir.Attribute.parse(_LOOPED)


class Loops(dict):
    """What is to know of a loop, found once."""

    def __missing__(self, loop: ir.Operation) -> Loop:
        waiting = _waiting(loop)
        self[loop] = Loop(any(inner.name in _LOOPS for inner in walk(loop)), waiting, _has_state(loop, waiting))
        return self[loop]


class Loop(NamedTuple):
    has_others: bool  # inside
    waiting: set[ir.Operation]  # for the iteration before
    has_state: bool  # that an iteration computes from the last one, and is no sum, product or extremum


def _waiting(loop: ir.Operation) -> set[ir.Operation]:
    """The operations of a loop's body that compute with what it carries."""
    (block,) = loop.regions[0].blocks
    if loop.name != "scf.for" or len(block.arguments) == 1:
        return set()
    values, found = set(list(block.arguments)[1:]), set()
    for view in block.operations:
        op = view.operation
        if any(v in values for o in (op, *walk(op)) for v in o.operands):
            found.add(op)
            values.update(op.results)
    return found


def _has_state(loop: ir.Operation, waiting: set[ir.Operation]) -> bool:
    """Whether a loop carries what LLVM makes no lanes of."""
    if not waiting:
        return False
    (block,) = loop.regions[0].blocks
    *_, end = block.operations
    return any(
        defining_op(value) in waiting and not _is_accumulated(argument, value, end.operation)
        for argument, value in zip(list(block.arguments)[1:], end.operands)
    )


def _is_accumulated(argument: ir.BlockArgument, value: ir.Value, end: ir.Operation) -> bool:
    """Whether steps of one kind, with no other use, make the value from the argument: `a + x`, or `a + x + y`."""
    kind = defining_op(value).name
    while (uses := list(argument.uses)) and len(uses) == 1:
        user = uses[0].owner.operation
        if user == end:
            return argument == value
        if user.name != kind or kind not in _ACCUMULATE:
            return False
        argument = user.results[0]
    return False


def _split(op: ir.Operation) -> None:
    """A sine and a cosine instead of both together."""
    x = op.operands[0]
    with op.location, ir.InsertionPoint(op):
        parts = [emit1(name, x.type, x) for name in ("math.sin", "math.cos")]
    replace_op(op, *parts)


def _written(op: ir.Operation, scales: bool, waits: bool) -> ir.Value:
    """The result of a function by arithmetic, at the insertion point."""
    size = _of_minus_size(op) if op.name == "math.exp" else None
    if size is not None:
        return exponential.decay(Float(size, scales)).value
    return _WRITTEN[op.name](*(Float(x, scales, waits) for x in op.operands)).value


def _of_minus_size(exp: ir.Operation) -> ir.Value | None:
    """The x of e^(x >= 0 ? -x : x), as coarsening writes e^-|x|. The sign of a zero, where they differ, is not seen."""
    choice = defining_op(exp.operands[0], "arith.select")
    condition = defining_op(choice.operands[0], "arith.cmpf") if choice else None
    if condition is None or ir.IntegerAttr(condition.attributes["predicate"]).value != _NOT_LESS:
        return None
    minus, x = choice.operands[1], choice.operands[2]
    negated = defining_op(minus, "arith.negf")
    if negated is None or negated.operands[0] != x or condition.operands[0] != x:
        return None
    return x if constant_of(condition.operands[1]) == 0.0 else None


def _is_simple_power(op: ir.Operation) -> bool:
    """Whether LLVM has something better for a power: a product, a quotient or a root."""
    return op.name == "math.powf" and constant_of(op.operands[1]) in (-1.0, 0.0, 0.5, 1.0, 2.0)


def _waits(op: ir.Operation, loops: Loops) -> bool:
    """Whether a function waits for the iteration before."""
    loop = op.parent.operation
    return loop.name == "scf.for" and op in loops[loop].waiting


def _is_bound(op: ir.Operation) -> bool:
    """Whether a function has to be the C library's."""
    return EXACT in op.attributes or str(_element(op)) not in ("f64", "f32")


def _element(op: ir.Operation) -> ir.Type:
    type = op.results[0].type
    return type.element_type if isinstance(type, ir.VectorType) else type


def reason(op: ir.Operation, loops: Loops) -> str | None:
    """Why a function cannot be computed for several numbers at once; None if it can."""
    if _is_bound(op):
        is_exact = EXACT in op.attributes
        other = f"only f64 and f32 are computed otherwise, not {_element(op)}"
        return "another copy of it must give the same bits" if is_exact else other
    if isinstance(op.results[0].type, ir.VectorType):
        return None
    loop = op.parent.operation
    if loop.name not in ("scf.for", "scf.parallel"):
        return "it stands in no loop" if loop.name == "func.func" else f"it stands in '{loop.name}'"
    if loop.name == "scf.for" and (trips := trip_count.known(loop)) is not None and trips < _FEWEST:
        return f"the loop that it stands in has {trips} iteration{'s' * (trips != 1)}"
    found = loops[loop]
    if found.has_others:
        return "the loop that it stands in has another one inside"
    if op in found.waiting:
        return "it waits for the iteration before"
    if op.name in (*_CALLED, "math.sincos") and found.has_state:  # of one number they are one call of the library
        return "the loop that it stands in carries a state"
    return None
