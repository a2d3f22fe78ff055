"""Values that an equation defines: the operations, and the iteration that finds a fixed point.

    %x = "lagrad.fixed_point"(%start) ({
    ^bb0(%x: f64):
      ...
      "lagrad.yield"(%next) : (f64) -> ()
    }) {tolerance = 1.0e-12 : f64, max_iterations = 100 : i64} : (f64) -> f64

gives x with x = body(x), `"lagrad.root"` one with body(x) = 0. In place of the region there may be a function,
`"lagrad.fixed_point"(%start, %p) {F = @step, ...}`: of the states, and of other operands that stay as they are. The
iteration ends when no number changes by more than `tolerance`, times the largest one if that is more than one; with
`relative`, times the largest one in any case. After `max_iterations` without that the program ends with a message. What
they are differentiated as is in `transforms.implicit_functions`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .. import build, dialect
from ..build import is_tensor, shape_of
from ..mlir import ir
from ..scalars import Scalar, call, where
from .operations import lowering, terminators
from .text import copy_block

FIXED_POINT, ROOT, YIELD = "lagrad.fixed_point", "lagrad.root", "lagrad.yield"
_WORDS = ("F", "tolerance", "max_iterations", "relative")


def complaint(op: ir.Operation) -> str | None:
    """What is wrong with one of these operations, or None."""
    states = [v.type for v in op.results]
    if strange := [own for own in op.attributes if "." not in own and own not in _WORDS]:
        return f"'{op.name}' has no attribute '{strange[0]}'; it may have {', '.join(_WORDS)}"
    if not isinstance(op.attributes.get("tolerance"), ir.FloatAttr) or op.attributes["tolerance"].value <= 0:
        return f"'{op.name}' needs a tolerance above zero, as in tolerance = 1.0e-10 : f64"
    most = op.attributes.get("max_iterations")
    if not isinstance(most, ir.IntegerAttr) or most.value < 1:
        return f"'{op.name}' needs the number max_iterations, as in max_iterations = 100 : i64"
    if wrong := _wrong_function(op, states) if "F" in op.attributes else _wrong_region(op, states):
        return wrong
    elements = {str(build.element(type)) for type in states}
    if elements not in ({"f32"}, {"f64"}):
        return f"'{op.name}' is of numbers, and tensors of them, of one type, f64 or f32"
    if op.name == ROOT and (len(states) != 1 or len(shape_of(states[0])) > 1):
        return f"'{op.name}' is of one number, or of one tensor of rank 1"
    return None


def _wrong_region(op: ir.Operation, states: list[ir.Type]) -> str | None:
    blocks = [block for region in op.regions for block in region.blocks]
    takes = [v.type for v in op.operands]
    if len(op.regions) != 1 or len(blocks) != 1 or takes != states or [a.type for a in blocks[0].arguments] != states:
        return f"'{op.name}' has a region of one block, whose arguments, like the results, have the operands' types"
    end = blocks[0].operations[len(blocks[0].operations) - 1].operation
    if end.name != YIELD or [v.type for v in end.operands] != states:
        return f"the region of '{op.name}' ends with a '{YIELD}' of the types of the operands"
    return None


def _wrong_function(op: ir.Operation, states: list[ir.Type]) -> str | None:
    around, name = op, op.attributes["F"]
    while around.name != "builtin.module":
        around = around.parent.operation
    functions = [view.operation for view in around.regions[0].blocks[0].operations]
    wanted = getattr(name, "value", None)
    named = [f for f in functions if f.name == "func.func" and f.attributes["sym_name"].value == wanted]
    if not named:
        return f"'{op.name}': F = {name} is no function of this module"
    expected = ir.FunctionType.get([v.type for v in op.operands], states)
    if named[0].attributes["function_type"].value != expected:
        return f"'{op.name}': {name} has type {named[0].attributes['function_type'].value}, not {expected}"
    if list(op.regions):
        return f"'{op.name}' has a region or a function F, not both"
    return None


def _yield_complaint(op: ir.Operation) -> str | None:
    around = op.parent.operation.name
    return None if around in (FIXED_POINT, ROOT) else f"'{YIELD}' ends the region of {FIXED_POINT} or {ROOT}"


terminators(YIELD)
dialect.CHECKS.update({FIXED_POINT: complaint, ROOT: complaint, YIELD: _yield_complaint})
dialect.ACCEPTED.update((FIXED_POINT, ROOT))


@lowering(FIXED_POINT)
def fixed_point(op: ir.Operation) -> list[ir.Value]:
    """The loop that applies the region until its result does not change."""
    if "F" not in op.attributes:
        (block,) = op.regions[0].blocks
        return iterated(op, list(op.operands), lambda states: copy_block(block, states))
    count = len(op.results)
    starts, rest = list(op.operands)[:count], list(op.operands)[count:]
    types, step = [v.type for v in starts], op.attributes["F"]
    return iterated(op, starts, lambda states: build.emit("func.call", types, [*states, *rest], callee=step))


def iterated(op: ir.Operation, starts: list[ir.Value], step: Callable) -> list[ir.Value]:
    """States after as many steps as the operation asks for; the program ends where they do not settle."""
    bit, index = ir.IntegerType.get_signless(1), build.index_type()
    types = [v.type for v in starts]
    takes, gives = [*types, index], [*types, bit, index]
    loop = ir.Operation.create("scf.while", results=gives, operands=[*starts, build.index(1)], regions=2)
    before = loop.regions[0].blocks.append(*takes, arg_locs=[op.location] * len(takes))
    with ir.InsertionPoint(before):
        *states, count = before.arguments
        nexts = step(states)
        most = build.index(op.attributes["max_iterations"].value)
        moves = build.emit1("arith.xori", bit, _settled(op, states, nexts), build.constant(bit, 1))
        more = build.emit1("arith.andi", bit, moves, build.compare_integers("ult", count, most))
        again = build.emit1("arith.addi", index, count, build.index(1))
        build.emit("scf.condition", [], [more, *nexts, moves, again])
    after = loop.regions[1].blocks.append(*gives, arg_locs=[op.location] * len(gives))
    with ir.InsertionPoint(after):
        *found, _, count = after.arguments
        build.emit("scf.yield", [], [*found, count])
    *found, moves, _ = loop.results
    settled = build.emit1("arith.xori", bit, moves, build.constant(bit, 1))
    told = f"'{op.name}' has not settled after {op.attributes['max_iterations'].value} iterations"
    build.emit("cf.assert", [], [settled], msg=ir.StringAttr.get(told))
    return found


def _settled(op: ir.Operation, states: Sequence[ir.Value], nexts: Sequence[ir.Value]) -> ir.Value:
    """Whether no number has changed by more than is allowed; a NaN has."""
    element = build.element(states[0].type)
    zero = build.constant(element, 0.0)
    change = size = Scalar(zero)
    for old, new in zip(states, nexts):
        change = call("arith.maximumf", change, _largest([old, new], lambda a, b: b - a))
        size = call("arith.maximumf", size, _largest([new], lambda a: a))
    least = Scalar(zero) if "relative" in op.attributes else Scalar(build.constant(element, 1.0))
    size = where(size > least, size, least)
    return (change <= op.attributes["tolerance"].value * size).value


def _largest(values: list[ir.Value], body: Callable) -> Scalar:
    """The largest absolute value of what a body makes of numbers, or of the elements of tensors."""
    if not is_tensor(values[0].type):
        return call("math.absf", body(*map(Scalar, values)))
    type = values[0].type
    rank = len(shape_of(type))
    start = build.zeros(build.tensor_type([], build.element(type)), [])
    maps = [ir.AffineMap.get_identity(rank)] * len(values) + [ir.AffineMap.get(rank, 0, [])]

    def larger(arguments: list[ir.Value]) -> list[ir.Value]:
        *own, so_far = map(Scalar, arguments)
        return [call("arith.maximumf", so_far, call("math.absf", body(*own))).value]

    return Scalar(build.extract(build.generic(values, [start], maps, ["reduction"] * rank, larger)[0], []))
