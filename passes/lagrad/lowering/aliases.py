"""Which buffers may have elements in common, where functions of the module are called.

`Aliases(functions).apart(x, y)`: buffers of different roots are apart, besides what `read_originals.apart` sees, if one of them is
memory that goes by no other name than those of its views. A call gives another name to an argument that the function may return.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..mlir import ir
from .buffers import VIEWS, is_scratch, is_view, root
from .in_place import last
from .read_originals import apart
from .walk import callee

_NO_NAME = {*VIEWS, "memref.load", "memref.store", "memref.copy", "memref.dim", "memref.dealloc"}


class Aliases:
    def __init__(self, functions: dict[str, ir.Operation]):
        self._functions = functions
        self._returned: dict[str, set[int]] = {}

    def apart(self, x: ir.Value, y: ir.Value) -> bool:
        """Have two buffers no element in common?"""
        return apart(x, y) or root(x) != root(y) and any(self._has_one_name(root(buffer)) for buffer in (x, y))

    def _has_one_name(self, buffer: ir.Value) -> bool:
        return is_scratch(buffer) and not any(self._names(use) for use in _uses(buffer))

    def _names(self, use: ir.OpOperand) -> bool:
        """May an operation give a buffer another name?"""
        user = use.owner.operation
        if user.name == "func.call" and callee(user) in self._functions:
            return use.operand_number in self._may_return(callee(user))
        return not (user.name in _NO_NAME or user.name.startswith("linalg."))

    def _may_return(self, name: str) -> set[int]:
        """The numbers of the arguments in whose memory results of a function may be."""
        if name not in self._returned:
            entry = self._functions[name].regions[0].blocks[0]
            everything = set(range(len(entry.arguments)))
            self._returned[name] = everything  # of a function that calls itself
            found: set[int] = set()
            seen = {v for v in last(entry).operands if isinstance(v.type, ir.MemRefType)}
            work = list(seen)
            while work:
                buffer = root(work.pop())
                if isinstance(buffer.owner, ir.Block) and buffer.owner == entry:
                    found.add(ir.BlockArgument(buffer).arg_number)
                    continue
                made_of = self._made_of(buffer)
                if made_of is None:
                    found = everything
                    break
                work += [v for v in made_of if v not in seen]
                seen.update(made_of)
            self._returned[name] = found
        return self._returned[name]

    def _made_of(self, buffer: ir.Value) -> list[ir.Value] | None:
        """The buffers one of which another one, that is no view, may be; None where that is not known."""
        if isinstance(buffer.owner, ir.Block):
            return None
        op, number = buffer.owner.operation, ir.OpResult(buffer).result_number
        match op.name:
            case "memref.alloc" | "memref.alloca":
                return []
            case "scf.if":
                return [last(region.blocks[0]).operands[number] for region in op.regions]
            case "func.call" if callee(op) in self._functions:
                return [op.operands[n] for n in self._may_return(callee(op)) if isinstance(op.operands[n].type, ir.MemRefType)]
        return None


def _uses(buffer: ir.Value) -> Iterator[ir.OpOperand]:
    for use in buffer.uses:
        yield use
        for result in use.owner.operation.results:
            if is_view(result):
                yield from _uses(result)
