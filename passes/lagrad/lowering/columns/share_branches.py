"""`lagrad-share-branches`: what two branches on one condition both compute, the first one computes."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from ...build import constant, emit
from ...mlir import ir
from ...passes import Pass
from ..facts.in_place import last
from ..walk import blocks

_CHEAP = {"math.absf", "math.copysign", "math.fma", "math.ceil", "math.floor", "math.trunc", "math.absi"}


@dataclass(frozen=True)
class ShareBranches(Pass):
    """Compute quotients and elementary functions once that several branches on one condition need.

    ```mlir
    %a = scf.if %c -> f64 {
      %s = math.sin %x : f64
      ...
    }
    ...
    %b = scf.if %c -> f64 {
      %s = math.sin %x : f64
      ...
    }
    ```
    The first branch yields its `%s`, and zero where it is not taken; the second reads it. A primal and its adjoint have the
    same branches, and so have the adjoints of several results. `cse` does not look from one branch into another.
    """

    name = "lagrad-share-branches"
    creates = ("arith",)

    def run(self, op, report) -> None:
        for block in reversed(blocks(op)):  # inner ones first: a branch that yields more is another operation
            groups: dict[ir.Value, list[_Branch]] = {}
            for view in block.operations:
                if view.operation.name == "scf.if":
                    groups.setdefault(view.operation.operands[0], []).append(_Branch(view.operation))
            for group in groups.values():
                if len(group) > 1:
                    _share(group)


@dataclass
class _Branch:
    op: ir.Operation
    shared: list[tuple[int, ir.Value]] = field(default_factory=list)  # what others read: the side and the value


@dataclass(frozen=True)
class _Read:
    value: ir.Value  # computed in a later branch,
    first: _Branch  # and in this one,
    number: int  # of the values that it shares


def _share(group: list[_Branch]) -> None:
    reads: list[_Read] = []
    gone: list[ir.Operation] = []  # each before what it reads
    for side in (0, 1):
        _compare(group, side, reads, gone)
    results = {id(branch): _yield_too(branch) for branch in group if branch.shared}
    for read in reads:
        read.value.replace_all_uses_with(results[id(read.first)][read.number])
    for op in gone:
        op.erase()


def _compare(group: list[_Branch], side: int, reads: list[_Read], gone: list[ir.Operation]) -> None:
    """Finds what later branches can read of earlier ones, on one side, and what they need not compute then."""
    computed: dict[Hashable, tuple[_Branch, ir.Value]] = {}
    same: dict[ir.Value, ir.Value] = {}  # a value, and the equal one of the first branch that has it
    for branch in group:
        repeated = []
        for op in _operations(branch.op, side):
            key = op.name, _attributes(op), tuple(same.get(v, v) for v in op.operands)
            first = computed.setdefault(key, (branch, op.results[0]))
            if first[0] is not branch:
                same[op.results[0]] = first[1]
                repeated.append((op, *first))
        unread: set[ir.Value] = set()
        for op, first, value in reversed(repeated):
            result = op.results[0]
            is_read = any(not any(r in unread for r in use.owner.operation.results) for use in result.uses)
            if _is_dear(op) and is_read:
                if (side, value) not in first.shared:
                    first.shared.append((side, value))
                reads.append(_Read(result, first, first.shared.index((side, value))))
            if _is_dear(op) or not is_read:
                unread.add(result)
                gone.append(op)


def _operations(branch: ir.Operation, side: int) -> list[ir.Operation]:
    """The arithmetic on numbers of one side."""
    if not branch.regions[side].blocks:
        return []
    ops = [view.operation for view in branch.regions[side].blocks[0].operations]
    return [op for op in ops if op.name.split(".")[0] in ("arith", "math") and len(op.results) == 1 and _is_number(op.results[0].type)]


def _is_number(type: ir.Type) -> bool:
    return isinstance(type, (ir.FloatType, ir.IntegerType, ir.IndexType))


def _is_dear(op: ir.Operation) -> bool:
    return op.name == "arith.divf" or op.name.startswith("math.") and op.name not in _CHEAP


def _attributes(op: ir.Operation) -> str:
    names = sorted(a if isinstance(a, str) else a.name for a in op.attributes)
    return ", ".join(f"{name} = {op.attributes[name]}" for name in names)


def _yield_too(branch: _Branch) -> list[ir.Value]:
    """The branch with what it shares for further results; gives these."""
    old = branch.op
    types = [*(r.type for r in old.results), *(value.type for _, value in branch.shared)]
    with old.location, ir.InsertionPoint(old):
        new = ir.Operation.create("scf.if", results=types, operands=list(old.operands), regions=2)
    for side, (before, after) in enumerate(zip(old.regions, new.regions)):
        if before.blocks:
            before.blocks[0].append_to(after)
            end = last(after.blocks[0]).operation
            yielded = list(end.operands)
            end.erase()
        else:
            after.blocks.append()
            yielded = []
        with old.location, ir.InsertionPoint(after.blocks[0]):
            more = [value if of == side else constant(value.type, 0) for of, value in branch.shared]
            emit("scf.yield", [], [*yielded, *more])
    for before, after in zip(old.results, new.results):
        before.replace_all_uses_with(after)
    old.erase()
    return list(new.results)[len(types) - len(branch.shared):]
