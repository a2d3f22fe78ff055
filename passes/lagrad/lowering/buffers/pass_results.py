"""`lagrad-pass-results`: private functions write what they return into memory of their callers."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...errors import Report
from ...mlir import ir, memref
from ...passes import Pass
from ..facts.views import is_scratch
from ..walk import last
from .called import Function, only_called


@dataclass(frozen=True)
class PassResults(Pass):
    """Have the callers of a private function take the memory of results of fixed sizes that it makes to be returned.

    ```mlir
    func.func private @f(%x: f64) -> memref<4xf64> {
      %r = memref.alloc() : memref<4xf64>
      ...
      return %r : memref<4xf64>
    }
    %y = func.call @f(%x)
    ```
    becomes
    ```mlir
    func.func private @f(%x: f64, %r: memref<4xf64> {lagrad.restrict}) {
      ...
      return
    }
    %y = memref.alloc() : memref<4xf64>
    func.call @f(%x, %y)
    ```
    Upstream's deallocation does not know that the result of a call lies in memory of its own. It would ask at the end
    of the function, when the code runs, which of the other buffers each result is. If a function returns an argument,
    its callers use what they passed: upstream's deallocation would clone the returned one.
    """

    name = "lagrad-pass-results"
    aim = "in-place"
    creates = ("func", "memref")

    def run(self, op: ir.Operation, report: Report) -> None:
        for function in only_called(op).values():
            back = last(function.entry)
            made = [n for n, value in enumerate(back.operands) if _is_made_to_return(value, back)]
            given = {n: ir.BlockArgument(v).arg_number for n, v in enumerate(back.operands) if _is_argument(v)}
            if made or given:
                _write(function, back, made, given)


def _is_made_to_return(value: ir.Value, back: ir.Operation) -> bool:
    """Does the function take this memory, which has a fixed size, and return it once?"""
    type = value.type
    if not isinstance(type, ir.MemRefType) or not type.has_static_shape or not is_scratch(value):
        return False
    users = [use.owner.operation for use in value.uses]
    is_plain = type.memory_space is None and type.affine_map == ir.AffineMap.get_identity(type.rank)
    return is_plain and value.owner.operation.block == back.block and users.count(back) == 1


def _is_argument(value: ir.Value) -> bool:
    """Is it what the caller has passed, and the function has written to, perhaps?"""
    return isinstance(value.type, ir.MemRefType) and isinstance(value.owner, ir.Block)


def _write(function: Function, back: ir.Operation, made: list[int], given: dict[int, int]) -> None:
    kept = [n for n in range(len(back.operands)) if n not in made and n not in given]
    buffers = [back.operands[n].owner.operation for n in made]
    with back.location, ir.InsertionPoint(back):
        build.emit("func.return", [], [back.operands[n] for n in kept])
    back.erase()
    for op in buffers:
        build.replace_op(op, function.entry.add_argument(op.results[0].type, op.location))
    function.retype([list(function.calls[0].results)[n].type for n in kept])
    for call in function.calls:
        _call(call, made, given, kept)


def _call(call: ir.Operation, made: list[int], given: dict[int, int], kept: list[int]) -> None:
    with call.location, ir.InsertionPoint(call):
        taken = [memref.alloc(call.results[n].type, [], []) for n in made]
        new = build.like(call, [*call.operands, *taken], [call.results[n].type for n in kept])
    passed = [call.operands[argument] for argument in given.values()]
    values = dict(zip([*made, *given, *kept], [*taken, *passed, *new.results]))
    build.replace_op(call, *(values[n] for n in range(len(values))))
