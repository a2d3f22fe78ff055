"""StableHLO's control flow as `scf`: `while`, `if` and `case`.

The operations in the regions stay what they are. What a loop carries unchanged, it carries no more; tensors of rank
zero it carries as scalars.
"""

from __future__ import annotations

from .... import build
from ....analysis.program import walk
from ....mlir import ir
from .emission import EQ, compare
from .scalars import boxed, extracted, is_rank_zero

_CONTROL = ("stablehlo.while", "stablehlo.if", "stablehlo.case")


def convert(module: ir.Operation) -> None:
    for op in [op for op in walk(module) if op.name in _CONTROL]:
        with op.location:
            _while(op) if op.name == "stablehlo.while" else _branches(op)


def _while(op: ir.Operation) -> None:
    """The blocks move to the new loop, with the arguments that vary."""
    inits = list(op.operands)
    head, tail = (region.blocks[0] for region in op.regions)
    next_values = list(_last(tail).operands)
    varying = [k for k, value in enumerate(next_values) if value != tail.arguments[k]]
    with ir.InsertionPoint(op):
        given = [extracted(inits[k]) for k in varying]
        types = [value.type for value in given]
        loop = ir.Operation.create("scf.while", results=types, operands=given, regions=2)
    for block, region in zip((head, tail), loop.regions):
        block.append_to(region)
        _take(block, inits, varying)
    end = _last(head)
    with ir.InsertionPoint(end):
        build.emit("scf.condition", [], [extracted(end.operands[0]), *head.arguments])
    end.erase()
    end = _last(tail)
    with ir.InsertionPoint(end):
        build.emit("scf.yield", [], [extracted(end.operands[k]) for k in varying])
    end.erase()
    with ir.InsertionPoint(op):
        outcome = dict(zip(varying, loop.results))
        _replace(op, [boxed(outcome[k], r.type) if k in outcome else inits[k] for k, r in enumerate(op.results)])


def _take(block: ir.Block, inits: list[ir.Value], varying: list[int]) -> None:
    """The block's arguments become the varying ones, as they are carried."""
    old = list(block.arguments)
    for k, argument in enumerate(old):
        if k not in varying:
            argument.replace_all_uses_with(inits[k])
            continue
        type = build.element(argument.type) if is_rank_zero(argument.type) else argument.type
        new = block.add_argument(type, ir.Location.current)
        with ir.InsertionPoint.at_block_begin(block):
            argument.replace_all_uses_with(boxed(new, argument.type))
    for _ in old:
        block.erase_argument(0)


def _branches(op: ir.Operation) -> None:
    """`if` has a flag; `case` an index, for which the last branch is the one of all numbers that no other has."""
    types = [result.type for result in op.results]
    blocks = [region.blocks[0] for region in op.regions]
    if len(blocks) == 1:
        return _only(op, blocks[0])
    with ir.InsertionPoint(op):
        which = extracted(op.operands[0])
        if op.name == "stablehlo.case" and len(blocks) == 2:
            which = compare(which, build.constant(which.type, 0), EQ)
        if len(blocks) == 2:
            new = ir.Operation.create("scf.if", types, [which], regions=2)
        else:
            cases = ir.DenseI64ArrayAttr.get(range(len(blocks) - 1))
            chosen = build.emit1("arith.index_cast", build.index_type(), which)
            new = ir.Operation.create("scf.index_switch", types, [chosen], {"cases": cases}, regions=len(blocks))
            blocks.insert(0, blocks.pop())  # the default comes first there
    for block, region in zip(blocks, new.regions, strict=True):
        block.append_to(region)
        end = _last(block)
        with ir.InsertionPoint(end):
            build.emit("scf.yield", [], list(end.operands))
        end.erase()
    _replace(op, list(new.results))


def _only(op: ir.Operation, block: ir.Block) -> None:
    """A `case` of one branch is that branch."""
    *body, end = [child.operation for child in block.operations]
    for child in body:
        child.move_before(op)
    _replace(op, list(end.operands))


def _replace(op: ir.Operation, values: list[ir.Value]) -> None:
    for result, value in zip(op.results, values, strict=True):
        result.replace_all_uses_with(value)
    op.erase()


def _last(block: ir.Block) -> ir.Operation:
    return list(block.operations)[-1].operation
