"""`lagrad-mark-tapes`: calls that say, once tensors are memory, which memory is a tape's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .. import build
from ..build import emit
from ..dialect import LAYER
from ..lowering.walk import walk
from ..mlir import ir
from ..passes import Pass
from .tapes import is_only_read, start_of, tapes

_MARK = "lagrad.tape."


@dataclass(frozen=True)
class MarkTapes(Pass):
    """Call a function of no effect with each tape, once it is filled.

    `lagrad-trace-accesses`, which runs when tensors have become memory, finds the memory of tapes by these calls.
    """

    name = "lagrad-mark-tapes"
    creates = ("func",)

    def run(self, op: ir.Operation, report) -> None:
        with op.context, op.location:
            values = [tape.outermost.result for tape in tapes(op)] + list(_of_layers(op))
            for number, value in enumerate(values):
                name, loop = f"{_MARK}{number}", value.owner.operation
                with loop.location, ir.InsertionPoint.after(loop):
                    emit("func.call", [], [value], callee=ir.FlatSymbolRefAttr.get(name))
                with ir.InsertionPoint.at_block_begin(op.regions[0].blocks[0]):
                    _declare_mark(name, value.type)


def is_mark(name: str) -> bool:
    """Whether a function with that name is one of these."""
    return name.startswith(_MARK)


def _of_layers(op: ir.Operation) -> Iterator[ir.Value]:
    """What loops over layers fill and others only read, from the empty tensor on."""
    for loop in (child for child in walk(op) if child.name == "scf.for" and LAYER in child.attributes):
        for result, start in zip(loop.results, list(loop.operands)[3:]):
            if build.is_tensor(result.type) and start_of(start) is not None and is_only_read(result):
                yield result


def _declare_mark(name: str, type: ir.Type) -> None:
    reads = ir.DictAttr.get({"bufferization.access": ir.StringAttr.get("read")})
    build.private_function(name, [type], [], {"arg_attrs": ir.ArrayAttr.get([reads])})
