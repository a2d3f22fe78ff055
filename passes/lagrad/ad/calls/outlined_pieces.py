"""What is marked `lagrad.checkpoint` as a function of its own.

    scf.execute_region {...} {lagrad.checkpoint}   =>   a call of @f_piece(what the region reads)
    scf.for ... {body} {lagrad.checkpoint}         =>   scf.for ... {call of @f_piece(counter, carried, what it reads)}
    call @g(...) {lagrad.checkpoint}               =>   call @g_piece(...), a copy of @g

Constants move along, and tensors that are empty or full of one. The functions are marked, and not inlined. What works
on memory waits until it works on tensors: `ad/memory` keeps the mark of a region or of a loop, and makes such a region
of each call of a marked function.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ... import build
from ...analysis.call_graph import functions, is_declaration, signature, symbol
from ...analysis.memory import touches_memory
from ...analysis.program import captured_by, walk
from ...dialect import CHECKPOINT
from ...errors import Failure, error, note
from ...mlir import ir
from ..scope import Scope, clone, copy_in
from .declarations import close, declare, fresh, open_body

_FREE = {"arith.constant", "tensor.empty", "linalg.fill"}


def outline(module: ir.Operation) -> None:
    """Rewrites what is marked in the functions of a module. Failure for what cannot be a function."""
    for function in list(functions(module).values()):
        marked = [op for op in walk(function) if CHECKPOINT in op.attributes]
        for op in reversed(marked):  # inner ones first
            if op.name != "func.call" and touches_memory(op):
                if op.name == "scf.execute_region":
                    op.attributes["no_inline"] = ir.UnitAttr.get()  # canonicalization would drop the mark
                continue
            del op.attributes[CHECKPOINT]
            with op.location:
                if op.name == "func.call":
                    _call(module, op)
                elif op.name == "scf.for":
                    _body(module, symbol(function), op, op.regions[0].blocks[0])
                else:
                    _region(module, symbol(function), op)


def refuse_on_memory(root: ir.Operation) -> None:
    """Failure for a mark that is left in a program whose derivative does not pass through memory."""
    for op in walk(root):
        if CHECKPOINT in op.attributes and op.name in ("scf.execute_region", "scf.for"):
            raise Failure(
                error(
                    op.location,
                    f"'{CHECKPOINT}' cannot hold here: this reads or writes memory through which no derivative passes",
                    note(op.location, "read that memory before, or leave out the mark"),
                )
            )


def wrap_calls(module: ir.Operation) -> None:
    """Puts each call of a marked function that takes memory into a marked region, so that it may be inlined there."""
    table = functions(module)
    for function in table.values():
        for op in [op for op in walk(function) if op.name == "func.call"]:
            called = table.get(op.attributes["callee"].value)
            if called is not None and CHECKPOINT in called.attributes and touches_memory(op):
                _wrap(op)


def _wrap(call: ir.Operation) -> None:
    types, marks = [v.type for v in call.results], {CHECKPOINT: ir.UnitAttr.get(), "no_inline": ir.UnitAttr.get()}
    with call.location, ir.InsertionPoint(call):
        region = ir.Operation.create("scf.execute_region", results=types, attributes=marks, regions=1)
        with ir.InsertionPoint(region.regions[0].blocks.append()):
            inside = call.clone(ip=ir.InsertionPoint.current).operation
            build.emit("scf.yield", [], list(inside.results))
    for before, after in zip(call.results, region.results):
        before.replace_all_uses_with(after)
    call.erase()


def _call(module: ir.Operation, call: ir.Operation) -> None:
    """Calls a marked copy of the function."""
    table, name = functions(module), call.attributes["callee"].value
    if name not in table or is_declaration(table[name]):
        raise Failure(
            error(
                call.location,
                f"'{CHECKPOINT}' has a function run again, and @{name} has no body",
                note(table[name].location if name in table else None, "a derivative of it takes what it needs itself"),
            )
        )
    copy = table[name].clone(ip=ir.InsertionPoint(table[name])).operation
    copy.attributes["sym_name"] = ir.StringAttr.get(fresh(f"{name}_piece", table), module.context)
    copy.attributes["sym_visibility"] = ir.StringAttr.get("private")
    for mark in (CHECKPOINT, "no_inline"):
        copy.attributes[mark] = ir.UnitAttr.get()
    call.attributes["callee"] = ir.FlatSymbolRefAttr.get(symbol(copy))


def _region(module: ir.Operation, name: str, op: ir.Operation) -> None:
    blocks = list(op.regions[0].blocks)
    if len(blocks) != 1:
        raise Failure(
            error(
                op.location,
                f"'{CHECKPOINT}' is said of a region of one block, not of {len(blocks)}; run --lift-cf-to-scf",
            )
        )
    with ir.InsertionPoint(op):
        values = piece(module, name, captured_by(op), lambda scope: copy_in(scope, blocks[0]))
    for before, after in zip(op.results, values):
        before.replace_all_uses_with(after)
    op.erase()


def _body(module: ir.Operation, name: str, loop: ir.Operation, body: ir.Block) -> None:
    operations = [view.operation for view in body.operations]
    with ir.InsertionPoint(operations[-1]):
        given = [*body.arguments, *captured_by(loop)]
        values = piece(module, name, given, lambda scope: copy_in(scope, body))
    for number, value in enumerate(values):
        operations[-1].operands[number] = value
    for op in reversed(operations[:-1]):
        op.erase()


def piece(
    module: ir.Operation, name: str, read: Sequence[ir.Value], copy: Callable[[Scope], list[ir.Value]]
) -> list[ir.Value]:
    """Makes a function of what `copy` writes, which reads some values, and calls it at the insertion point."""
    given = [value for value in read if not is_free(value)]
    function = declare(module, f"{name}_piece", [v.type for v in given])
    for mark in (CHECKPOINT, "no_inline"):
        function.attributes[mark] = ir.UnitAttr.get()
    with ir.InsertionPoint(entry := open_body(function)):
        scope = Scope().bind(given, entry.arguments)
        for value in read:
            copy_free(value, scope)
        close(function, copy(scope))
    _, results = signature(function)
    return build.emit("func.call", results, given, callee=ir.FlatSymbolRefAttr.get(symbol(function)))


def is_free(value: ir.Value) -> bool:
    """Whether a value costs nothing to have again: a constant, a tensor without contents, or one full of constants."""
    if isinstance(value.owner, ir.Block):
        return False
    return value.owner.operation.name in _FREE and all(map(is_free, value.owner.operation.operands))


def copy_free(value: ir.Value, scope: Scope) -> None:
    """Copies such a value to the insertion point, if the scope does not know it."""
    if value not in scope:
        for operand in value.owner.operation.operands:
            copy_free(operand, scope)
        clone(value.owner.operation, scope)
