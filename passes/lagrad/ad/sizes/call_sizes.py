"""The sizes of what a called function returns, from its arguments.

A call that stays a call hides how large its results are. Where that is arithmetic on integers and on the sizes of
arguments, the caller can do it too, before the call and without it.
"""

from __future__ import annotations

from ... import build
from ...analysis.call_graph import functions, is_declaration, reachable, recursive
from ...analysis.program import Program
from ...analysis.recording.cut import is_repeatable
from ...analysis.recording.slices import BlockSlice, Slicer
from ...analysis.split import Split
from ...mlir import ir
from ..reverse import tape
from ..rewrites import isolated, normal_form
from ..scope import Scope
from . import recursive_sizes


class CallSizes:
    """Knows the functions of a module, whichever are called; `derivatives` those that were split."""

    def __init__(self, module: ir.Operation, derivatives: dict = {}):
        self.module, self.derivatives = module, derivatives
        self._known: dict[str, _Callee | None] = {}
        self._recursive: dict[str, recursive_sizes.Sizes] = {}  # the functions that call themselves
        self._copies: list[ir.Module] = []  # kept alive

    def emit(self, result: ir.Value, operands: list[ir.Value] | None = None) -> list[ir.Value | int] | None:
        """The sizes of a result of a call, computed at the insertion point; None if the call alone tells them.

        `operands` are what the call is given there.
        """
        call = result.owner.operation
        name = call.attributes["callee"].value
        if isinstance(split := self.derivatives.get(name), Split):
            name = split.primal or name
        operands = list(call.operands) if operands is None else operands
        if name not in self._known:
            self._known[name] = self._read(name)
        if name in self._recursive:
            return recursive_sizes.emit(result, operands, self._recursive[name])
        callee = self._known[name]
        return None if callee is None else callee.emit(operands, ir.OpResult(result).result_number)

    def _read(self, name: str) -> "_Callee | None":
        table = functions(self.module)
        if name not in table or is_declaration(table[name]):
            return None
        loops = recursive(self.module, name)
        if name in loops:
            found = recursive_sizes.infer(loops, lambda each, of_result: self._program(each, loops, of_result))
            self._recursive |= {
                each: {**sizes, **recursive_sizes.updated(table[each])} for each, sizes in found.items()
            }
            return None
        found = self._program(name, loops)
        return None if found is None else _Callee(found)

    def _program(
        self, name: str, opaque: list[str], of_result: recursive_sizes.OfResult | None = None
    ) -> Program | None:
        """A function in normal form."""
        table = functions(self.module)
        inside = [table[callee] for callee in reachable(self.module, name) if callee in table]
        copy, root = isolated.isolate(table[name], inside, opaque), isolated.root_name(table[name], opaque)
        normal_form.inline_calls(copy, root)
        function = isolated.function_named(copy, root)
        if len(list(function.regions[0].blocks)) != 1:
            return None
        normal_form.to_linalg(copy)
        normal_form.to_scalars(copy, root)
        normal_form.name_sizes(copy, root, of_result)
        self._copies.append(copy)
        return Program(isolated.function_named(copy, root))


class _Callee:
    """A function in normal form, of which the sizes of results are wanted."""

    def __init__(self, program: Program):
        self.program = program
        self.slicer = Slicer(self.program)

    def emit(self, operands: list[ir.Value], number: int) -> list[ir.Value | int] | None:
        result = self.program.results[number]
        part = self.slicer.block(self.program.entry, self.program.dynamic_sizes(result))
        if not self._is_cheap(part):
            return None
        scope = Scope().bind(self.program.arguments, operands)
        tape.emit_slice(self.slicer, part, scope)
        return [n if isinstance(n, int) else scope[n] for n in self.program.sizes(result)]

    def _is_cheap(self, part: BlockSlice) -> bool:
        """Whether a slice makes no tensors and may run again."""
        for op, keys in part.ops:
            if op.name == "scf.for":
                inner = [self.slicer.loop(op, keys).body]
            elif op.name == "scf.if":
                inner = self.slicer.branch(op, keys).bodies
            else:
                inner = []
                if not is_repeatable(self.program, op) or any(build.is_tensor(r.type) for r in op.results):
                    return False
            if not all(self._is_cheap(body) for body in inner):
                return False
        return True
