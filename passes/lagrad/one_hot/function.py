"""A function with what is sparse in it written out."""

from __future__ import annotations

from collections.abc import Callable

from .. import build
from ..mlir import ir
from . import control, elements, elementwise, reshapes, structured, zeros
from .bodies import ELEMENTWISE
from .calls import Versions
from .extract_slice import extract_slice
from .insert_slice import insert_slice
from .narrow import erase_unused, narrow_reads
from .prospects import may_shorten
from .rewrite import Form, Rewrite, Rule
from .while_loop import while_loop

_LINALG = (
    "generic matmul matmul_transpose_a matmul_transpose_b batch_matmul matvec vecmat batch_matvec "
    "batch_vecmat dot contract "
    "transpose broadcast reduce map add sub mul div negf abs elementwise"
).split()

RULES: dict[str, Rule] = {
    "arith.constant": zeros.constant,
    "linalg.fill": zeros.fill,
    "tensor.extract": elements.extract,
    "tensor.insert": elements.insert,
    "tensor.extract_slice": extract_slice,
    "tensor.insert_slice": insert_slice,
    "tensor.expand_shape": reshapes.expand_shape,
    "tensor.collapse_shape": reshapes.collapse_shape,
    "tensor.cast": reshapes.cast,
    "tensor.dim": reshapes.dim,
    "scf.for": control.loop,
    "scf.if": control.conditional,
    "scf.while": while_loop,
    **{name: elementwise.elementwise for name in ELEMENTWISE},
    "arith.select": lambda rewrite, op: elementwise.select(rewrite, op) or elementwise.elementwise(rewrite, op),
    **{f"linalg.{name}": structured.structured for name in _LINALG},
}


Enter = list[Form]  # what the arguments of a function are in the new one
Leave = Callable[[Rewrite, list[ir.Value]], None]  # returns what the old one returned


def rewritten(function: ir.Operation, versions: Versions) -> list[tuple[ir.Location, str]]:
    """Replaces a function by one that computes what is not zero; what got shorter, and where.

    It stays as it is where nothing got shorter. Handles into it are of no use afterwards.
    """
    if len(list(function.regions[0].blocks)) != 1 or not may_shorten(function, RULES):
        return []
    names = [own if isinstance(own, str) else own.name for own in function.attributes]
    with function.location, ir.InsertionPoint(function):
        new = ir.Operation.create(
            "func.func", attributes={name: function.attributes[name] for name in names}, regions=1
        )
    arguments = function.regions[0].blocks[0].arguments
    entry = new.regions[0].blocks.append(*(a.type for a in arguments), arg_locs=[a.location for a in arguments])

    def leave(rewrite: Rewrite, values: list[ir.Value]) -> None:
        build.emit("func.return", [], [rewrite.dense(v) for v in values])

    gains = write(function, new, list(entry.arguments), leave, versions)
    (function if gains else new).erase()
    return gains


def write(
    function: ir.Operation, new: ir.Operation, enter: Enter, leave: Leave, versions: Versions
) -> list[tuple[ir.Location, str]]:
    """Writes the body of a function anew, into one whose block has nothing yet; what got shorter."""
    old = function.regions[0].blocks[0]
    rewrite = Rewrite({**RULES, "func.call": versions.call}, versions.few)
    for argument, form in zip(old.arguments, enter):
        rewrite.bind(argument, form)
    rewrite.inside(new.regions[0].blocks[0], lambda: leave(rewrite, rewrite.run(old)))  # noqa: F821  until the `del`
    gains = [(op.location, words) for op, words in rewrite.gains]
    failed = rewrite.failed
    del rewrite
    for op in failed:
        op.erase()
    if gains:
        erase_unused(new)
        gains += narrow_reads(new, versions.few, versions.narrow_call)
    return gains
