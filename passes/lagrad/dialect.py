"""The `lagrad` operations: how a program speaks about derivatives.

    "lagrad.grad"(%x, %y) {F = @f, of = [0]}      cotangents of @f's arguments `of`
    "lagrad.tangent"(%x, %dx) {F = @f, of = [0]}  tangents of @f's results
        both with `include_primal`: @f's results first
    "lagrad.stop_gradient"(%x)                    %x, through which no derivative flows
    "lagrad.pack"(%t), "lagrad.unpack"(%t)        triangular storage
    "lagrad.cholesky"(%a), "lagrad.solve"(%a, %b) and others, of `rules/linear_algebra.py`

They are written in MLIR's generic form. The dialect is not registered with MLIR: an IRDL
definition gives all operands of a variadic group one type, and `lagrad.grad` takes any
mixture. So a context accepts unregistered operations, and `check` does, right after
parsing, what the verifier would have done: it refuses every operation that neither MLIR
nor this table knows, and every `lagrad` operation that is not as the table says.

`lagrad.shape` is internal: it ties a tensor to the values of its dimensions while a
function is being differentiated, and never leaves the compiler. So is
`"lagrad.either"(%p, %a, %b)` of the lowering, one of two tensors, whose sizes may differ:
`arith.select` is an operation on their elements for the passes that make loops of such.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator

from .diagnostics import foreign
from .errors import Failure, error
from .mlir import ir

GRAD, TANGENT = "lagrad.grad", "lagrad.tangent"
STOP_GRADIENT = "lagrad.stop_gradient"
PACK, UNPACK = "lagrad.pack", "lagrad.unpack"
SHAPE, EITHER = "lagrad.shape", "lagrad.either"
PACKED = "lagrad.packed"  # on a module: which parameters of its functions are packed
COARSENED = "lagrad.coarsened"  # on a module: it has segments with a derivative in closed form
UPDATES = "lagrad.updates"  # on a private function: pairs of an argument and the result that is to take its place
RECORDED = "lagrad.recorded"  # on a private function: whose derivative its calls have (ad/calls/records.py)
REGION = "lagrad.region"  # on a private function: made of an operation with a region (transforms/own_regions.py)
EXACT = "lagrad.exact"  # on arithmetic: every copy of it must round alike (ad/rewrites/repeated_decisions.py)
NO_DERIVATIVE = "lagrad.no_derivative"  # on a function: why it has none, and what to do
APART = "lagrad.apart"  # on a function: which one it calls where its arguments do not overlap (ad/memory/versions.py)
# On an argument: of what the function writes through others, nothing is in it, and the other way around.
RESTRICT = "lagrad.restrict"
WHOLE = "lagrad.whole"  # on a slice: it is all of its source

# What programs may say; these names are stable (docs/stability.md).
SAID = {
    f"lagrad.{name}"
    for name in (
        "pullback gradient pushforward jacobian hessian hvp value_and_grad "  # requests
        "wrt with_primal of_sum cotangent tangent vectors mode chunk compressed "  # what they may say
        "custom_pullback custom_pushforward inactive local_jacobian pure "  # what a program says of its functions
        "replay snapshots schedule snapshots_on snapshots_apart trips checkpoint "  # and of its loops
        "coarsen no_coarsen "  # of what is differentiated in closed form
        "leading "  # of the matrices of a table of libraries
        "example entries"  # inputs, entry points
    ).split()
}
# Every attribute with a meaning, what passes tell each other as well; one that is misspelt would change a derivative
# in silence.
ATTRIBUTES = SAID | {
    f"lagrad.{name}"
    for name in (
        "rewind second_pullback called segment interface equal_sizes result_sizes computed_sizes lends sites unwinds "
        "restrict outlined updates recorded exact whole packed triangle vector_variants apart part no_derivative "
        "coarsened "
        "tape layer layer_bytes in_layer scratchpad streamed"  # over tapes
    ).split()
}
CHECKS: dict[str, Callable[[ir.Operation], str | None]] = {}  # of ours with rules: what is wrong with one, or None
OURS = {STOP_GRADIENT, SHAPE}  # these have rules as well
_WORDS = {
    GRAD: ("F", "of", "grad_signal", "include_primal", "sparse"),
    TANGENT: ("F", "of", "include_primal"),
}
ACCEPTED: set[str] = {STOP_GRADIENT}  # and the operations that rules brought; `lagrad.rules` fills it
LOADERS: list[Callable[[ir.Context], None]] = []  # what defines dialects in a context
REPLAY = "lagrad.replay"  # on a loop: it runs again in each iteration of the loop around, which keeps no tape of it
SNAPSHOTS = "lagrad.snapshots"  # on a loop: how many states are kept at a time; its adjoint computes the others again
SCHEDULE = "lagrad.schedule"  # beside it: which states are kept
DIRECTORY = "lagrad.snapshots_on"  # beside it: where they are kept in a file
SNAPSHOTS_APART = "lagrad.snapshots_apart"  # beside it: at least so many iterations are between two of them
SECOND_PULLBACK = "lagrad.second_pullback"  # on a requested pullback: what calls of it have as theirs
CALLED = "lagrad.called"  # on a request on memory: on tensors it is a function that is called, and has such a one
WHICH = (SCHEDULE, DIRECTORY, SNAPSHOTS_APART)  # what may be said beside how many they are
TRIPS = "lagrad.trips"  # on a loop: how often it runs at most, for a budget of memory
PIECES = ("func.func", "func.call", "scf.execute_region", "scf.for")  # what may be marked `lagrad.checkpoint`
SCHEDULES = ("binomial", "periodic", "two-level", "bisection")
CHECKPOINT = "lagrad.checkpoint"  # on a function, a call, a region or a loop's body: its adjoint runs it again
REWIND = "lagrad.rewind"  # on a loop in the adjoint of such a loop: it computes a state again (snapshots/nest.py)
LAYER = "lagrad.layer"  # on a loop over layers of a tape: the iterations of a layer
LAYER_BYTES = "lagrad.layer_bytes"  # beside it: how large its scratchpads are together, at most
IN_LAYER = "lagrad.in_layer"  # on the loop over these: behind it, optimisation may have made others beside it, or none
LEADING = "lagrad.leading"  # in a table of libraries, on a matrix: the argument that says how long its rows are
PURE = "lagrad.pure"  # on a function or a call: it may be repeated or left out
COARSEN, NO_COARSEN = "lagrad.coarsen", "lagrad.no_coarsen"  # on a function: whatever its segments cost
SEGMENT = "lagrad.segment"  # on a private function: it was a segment, and is inlined once its derivative is there
FLAGS = {PURE, COARSEN, NO_COARSEN, SEGMENT, CHECKPOINT, REPLAY, REWIND, IN_LAYER}
FLAGS |= {f"lagrad.{name}" for name in ("compressed", "inactive", "local_jacobian", "of_sum", "with_primal")}


def load(context: ir.Context) -> None:
    """Makes a context accept the `lagrad` operations and the dialects of rules; `check` tells right from wrong ones."""
    context.allow_unregistered_dialects = True
    for define in LOADERS:
        define(context)


def check(module: ir.Operation, allow_unregistered: bool = False) -> None:
    """Raises a Failure with one located error for each operation that is unknown or malformed."""
    known: dict[str, bool] = {}
    errors = [error(module.location, text) for text in _wrong_attributes(module)]
    for op in _all(module):
        if len(op.attributes):
            errors += [error(op.location, text) for text in _wrong_attributes(op)]
        name = op.name
        if name not in known:
            known[name] = module.context.is_registered_operation(name)
        if known[name] or name in ACCEPTED - OURS - CHECKS.keys():
            continue
        if name in CHECKS:
            complaint = CHECKS[name](op)
        elif name.startswith("lagrad."):
            complaint = _complaint(name, op)
        elif allow_unregistered:
            continue
        else:
            complaint = f"unregistered operation '{name}'"
            way = foreign.way_from(name)
            allowed = "; if this is intended, pass --allow-unregistered-dialect, or --load its rules"
            complaint += f": {way}" if way else allowed
        if complaint:
            errors.append(error(op.location, complaint))
    if errors:
        raise Failure(*errors)


def _all(module: ir.Operation) -> list[ir.Operation]:
    """The operations inside a module, outer ones first."""
    found: list[ir.Operation] = []

    def note(op: ir.Operation) -> ir.WalkResult:
        found.append(op)
        return ir.WalkResult.ADVANCE

    module.walk(note, ir.WalkOrder.PRE_ORDER)
    return found[1:]


def _wrong_attributes(op: ir.Operation) -> Iterator[str]:
    """A complaint for each attribute of an operation, or of a function's arguments, that only looks like ours."""
    dictionaries = [op.attributes]
    if "arg_attrs" in op.attributes:
        dictionaries += op.attributes["arg_attrs"]
    for attributes in dictionaries:
        for name in (own if isinstance(own, str) else own.name for own in attributes):
            if not name.startswith("lagrad."):
                continue
            if name not in ATTRIBUTES:
                near = difflib.get_close_matches(name, sorted(ATTRIBUTES), 1)
                yield f"unknown attribute '{name}'" + (f"; did you mean '{near[0]}'?" if near else "")
            elif name in FLAGS and not isinstance(attributes[name], ir.UnitAttr):
                yield f"'{name}' takes no value; where it does not hold, leave it out"
            elif name in (REPLAY, REWIND, LAYER, LAYER_BYTES, IN_LAYER) and op.name != "scf.for":
                yield f"'{name}' is said of loops, of 'scf.for', not of '{op.name}'{_lowered(op)}"
            elif name == LAYER and not (isinstance(attributes[name], ir.IntegerAttr) and attributes[name].value > 0):
                yield f"'{name}' is how many iterations a layer has, at least 1, not {attributes[name]}"
            elif name == LAYER_BYTES and not isinstance(attributes[name], ir.IntegerAttr):
                yield f"'{name}' is how large the scratchpads of a layer are together, not {attributes[name]}"
            elif name == CHECKPOINT and op.name not in PIECES:
                yield f"'{name}' is said of {', '.join(map(repr, PIECES[:-1]))} and {PIECES[-1]!r}, not of '{op.name}'"
            elif name in (SNAPSHOTS, *WHICH, TRIPS):
                yield from _wrong_snapshots(name, attributes, op)
            elif name in (COARSEN, NO_COARSEN) and op.name != "func.func":
                yield f"'{name}' is said of functions, of 'func.func', not of '{op.name}'"
            elif name == COARSEN and NO_COARSEN in attributes:
                yield f"'{name}' and '{NO_COARSEN}' are said of one function: leave out one of them"
            elif name == NO_DERIVATIVE and no_derivative(op) is None:
                yield f"'{name}' is said of functions, by two texts: why, and what to do; not by {attributes[name]}"
            elif name == PURE and op.name not in ("func.func", "func.call"):
                yield f"'{name}' is said of functions and of calls, of 'func.func' and 'func.call', not of '{op.name}'"


def _lowered(op: ir.Operation) -> str:
    """What to do with a loop that becomes one of those."""
    return "; write it as one, as --lower-affine does" if op.name == "affine.for" else ""


def _wrong_snapshots(name: str, attributes, op: ir.Operation) -> Iterator[str]:
    """What is wrong with a mark that says how many states of a loop are kept, or which, or how often it runs."""
    value = attributes[name]
    if op.name not in ("scf.for", "scf.while"):
        yield f"'{name}' is said of loops, of 'scf.for' and 'scf.while', not of '{op.name}'{_lowered(op)}"
    elif name == SNAPSHOTS and not (isinstance(value, ir.IntegerAttr) and value.value > 0):
        yield f"'{name}' is a number of states, at least 1, as in '{name} = 10', not {value}"
    elif name == TRIPS and not (isinstance(value, ir.IntegerAttr) and value.value >= 0):
        yield f"'{name}' is how often a loop runs at most, as in '{name} = 1000', not {value}"
    elif name == SCHEDULE and not (isinstance(value, ir.StringAttr) and value.value in SCHEDULES):
        yield f"'{name}' is one of {', '.join(SCHEDULES)}, not {value}"
    elif name == DIRECTORY and not (isinstance(value, ir.StringAttr) and value.value and "\0" not in value.value):
        yield f"'{name}' is a directory, as in '{name} = \"/tmp\"', not {value}"
    elif name == SNAPSHOTS_APART and not (isinstance(value, ir.IntegerAttr) and value.value > 0):
        yield f"'{name}' is a number of iterations, at least 1, as in '{name} = 10', not {value}"
    elif name in WHICH and SNAPSHOTS not in attributes:
        yield f"'{name}' is said beside '{SNAPSHOTS}', how many states are kept"


def no_derivative(function: ir.Operation) -> tuple[str, str] | None:
    """Why a function has no derivative, and what to do, if it says so."""
    said = function.attributes[NO_DERIVATIVE] if NO_DERIVATIVE in function.attributes else None
    if function.name != "func.func" or not isinstance(said, ir.ArrayAttr) or len(said) != 2:
        return None
    texts = [each.value for each in said if isinstance(each, ir.StringAttr)]
    return (texts[0], texts[1]) if len(texts) == 2 else None


def _complaint(name: str, op: ir.Operation) -> str | None:
    """What is wrong with a `lagrad` operation, or None."""
    match name:
        case "lagrad.grad" | "lagrad.tangent":
            function = op.attributes.get("F")
            if not isinstance(function, ir.FlatSymbolRefAttr):
                return f"'{name}' needs the attribute F = @function"
            strange = [word for word in op.attributes if "." not in word and word not in _WORDS[name]]
            if strange:
                return f"'{name}' has no attribute '{strange[0]}'; it may have {', '.join(_WORDS[name])}"
            of = op.attributes.get("of")
            if of is not None and argument_numbers(of) is None:
                return f"'{name}': attribute 'of' lists argument numbers, as in of = [0, 2]"
        case "lagrad.stop_gradient":
            if len(op.operands) != 1 or [v.type for v in op.results] != [v.type for v in op.operands]:
                return f"'{name}' has one operand and one result of its type"
        case "lagrad.pack" | "lagrad.unpack":
            if len(op.operands) != 1 or len(op.results) != 1:
                return f"'{name}' has one operand and one result"
        case "lagrad.either":
            if [v.type for v in list(op.operands)[1:]] != 2 * [v.type for v in op.results] or len(op.results) != 1:
                return f"'{name}' has a flag, two operands of one type, and one result of it"
        case _:
            return (
                f"unknown operation '{name}'; the dialect has lagrad.grad, lagrad.tangent, "
                "lagrad.stop_gradient, lagrad.pack and lagrad.unpack, and those of docs/solvers.md"
            )
    return None


def argument_numbers(attribute: ir.Attribute) -> list[int] | None:
    """The integers of `[0, 2]` or `array<i64: 0, 2>`; None if it is anything else."""
    if isinstance(attribute, ir.DenseI64ArrayAttr):
        return list(attribute)
    if isinstance(attribute, ir.ArrayAttr) and all(isinstance(index, ir.IntegerAttr) for index in attribute):
        return [index.value for index in attribute]
    return None
