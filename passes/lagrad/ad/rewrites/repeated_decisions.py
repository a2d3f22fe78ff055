"""What floats decide in code that both sweeps run: each part of it rounds alike in both.

What an outermost loop decides is recorded (`analysis.recording.cut`). The adjoint of a branch, and of a loop inside of
a loop, runs the primal's code again, and the parts of the adjoint of a `linalg.generic` run its body each. Optimised
differently, two copies of one sum may differ in their last bits, and be on different sides of a comparison. Records
of all that would take memory for each inner iteration. So the arithmetic behind these comparisons is marked
`lagrad.exact`: no pass lets LLVM reorder or fuse it, or takes another function for one of the C library's. Such
arithmetic gives the same bits wherever it stands.

Marked is the arithmetic on single numbers and on elements of tensors, through what loops carry and branches choose,
and in sums, which then keep the order of the program. It ends at the values of the function's own block, which are
computed once. Of an operation on tensors that runs once in an outermost loop, all parts of the adjoint read the same
tensors; long sums behind these are recorded (`analysis.recording.cut`) and may be computed in any order.

A function that is called there, and not inlined, may have several versions, one that leaves records among them. It
and all that it calls are marked as a whole, once all derivatives are written (`mark_called`).
"""

from __future__ import annotations

from collections.abc import Sequence

from ...analysis import linalg_form
from ...analysis.call_graph import functions, reachable
from ...analysis.jumps import JUMPS, is_long, jumping
from ...analysis.program import Program, walk
from ...analysis.recording.rewound import counts_for, is_counted, is_rewound
from ...analysis.rounding import EXACT as ROUNDS_NOTHING
from ...build import has_derivative, is_tensor
from ...dialect import EXACT
from ...mlir import ir

# What has a kink there: the parts of an adjoint have to agree about the side.
_KINKS = {*"arith.maximumf arith.maxnumf arith.minimumf arith.minnumf math.absf math.clampf".split()}
_ARITHMETIC = ("arith", "complex", "math")


def mark(program: Program, request: ir.Operation, rewinds: bool = False) -> bool:
    """Marks the arithmetic behind the comparisons of a function that its derivative makes twice; whether there is any.

    What stands in the program hashes otherwise then: the analyses of it have to be made anew. Where functions are
    called there, the `request` is marked, too. Any loop may be one that is computed again, if it `rewinds`.
    """
    blocks = list(program.blocks())
    found = _behind(program, [v for block in blocks for v in _decided_again(program, block, rewinds)])
    once = _behind(program, [v for block in blocks for v in _decided_by_parts(program, block)], is_once=True)
    counted = _behind(program, [v for block in blocks for v in _decided_again(program, block, rewinds, counts=True)])
    if any(op.name == "func.call" for op in (*found, *counted)):
        request.attributes[EXACT] = ir.UnitAttr.get()
    always = {op: None for op in (*found, *once) if op.name != "func.call"}
    for op in always:
        op.attributes[EXACT] = ir.UnitAttr.get()
    only_counted = [op for op in counted if op.name != "func.call" and op not in always]
    _number(program, only_counted)
    return bool(always or only_counted)


def _number(program: Program, ops: Sequence[ir.Operation]) -> None:
    """Marks operations with a number that their copies will have, too, unless they are such copies already."""
    numbers = [ir.IntegerAttr(op.attributes[EXACT]).value for op in walk(program.function) if _is_numbered(op)]
    number = max(numbers, default=-1)
    for op in ops:
        if EXACT not in op.attributes:
            number += 1
            op.attributes[EXACT] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), number)


def _is_numbered(op: ir.Operation) -> bool:
    return EXACT in op.attributes and isinstance(op.attributes[EXACT], ir.IntegerAttr)


def mark_called(module: ir.Operation) -> bool:
    """Marks the arithmetic of all functions that marked functions call; these are not marked any longer.

    Gives whether there were any.
    """
    table = functions(module)
    marked = [name for name, function in table.items() if EXACT in function.attributes]
    for name in marked:
        del table[name].attributes[EXACT]
        called = [table[callee] for callee in reachable(module, name) if callee in table]
        for each in called:
            mark_all(each)
    return bool(marked)


def mark_all(function: ir.Operation) -> None:
    """Marks all the arithmetic of a function."""
    for op in [op for op in walk(function) if _is_arithmetic(op)]:
        op.attributes[EXACT] = ir.UnitAttr.get()


def _decided_again(program: Program, block: ir.Block, rewinds: bool, counts: bool = False) -> list[ir.Value]:
    """The floats by which a block decides, if each run of it decides the same again."""
    around = block.owner.operation
    inside = program.block_of_op(around) if around.name == "linalg.generic" else block
    again = _runs_again(program, inside, rewinds, counts)
    return jumping(program, block) if again else []


def _decided_by_parts(program: Program, block: ir.Block) -> list[ir.Value]:
    """The floats by which the body of an operation decides, in each part of its adjoint."""
    around = block.owner.operation
    if around.name != "linalg.generic":
        return []
    if any(map(linalg_form.is_full, linalg_form.maps(around))):
        return jumping(program, block)
    ops = [op for op in program.ops(block) if op.name in JUMPS | _KINKS]  # see `compared`
    return [v for op in ops for v in op.operands if has_derivative(v.type)]


def _runs_again(program: Program, block: ir.Block, rewinds: bool, counts: bool) -> bool:
    """Whether a block is inside of a branch, of two loops, or of a loop that is computed again; with `counts`, also of
    one whose iterations another one has counted.
    """
    loops = 0
    while block != program.entry:
        op = block.owner.operation
        if op.name == "scf.for":
            loops += 1 + (rewinds or is_rewound(op) or counts and is_counted(op))
        elif op.name == "scf.while" and counts_for(op):
            loops += 1 + (rewinds or counts)
        elif op.name != "linalg.generic":
            return True
        block = program.block_of_op(op)
    return loops > 1


def _behind(program: Program, values: Sequence[ir.Value], is_once: bool = False) -> list[ir.Operation]:
    """The arithmetic and the calls that values follow from, back to what is computed once.

    What runs once in an outermost loop ends at calls and long sums that can be recorded.
    """
    found: list[ir.Operation] = []
    seen: set[ir.Value] = set()
    work = list(values)
    while work:
        value = work.pop()
        if value in seen or program.block_of(value) == program.entry:
            continue
        seen.add(value)
        owner = value.owner
        if isinstance(owner, ir.Block):
            work += [edge.source for edge in program.flow.back(value) or ()]
            continue
        op = owner.operation
        if is_once and is_long(program, op) and _keep_sizes(program, op):
            continue
        if has_derivative(value.type) and (op.name == "func.call" or _is_arithmetic(op)):
            found.append(op)
        edges = program.flow.back(value)
        work += list(op.operands) if edges is None else [*program.flow.decisions(op), *(edge.source for edge in edges)]
    return found


def _keep_sizes(program: Program, op: ir.Operation) -> bool:
    """Whether the results have one size in all iterations around. Otherwise they may have no tape to be recorded on."""
    sizes = [size for r in op.results if is_tensor(r.type) for size in program.dynamic_sizes(r)]
    return all(program.block_of(size) == program.entry for size in sizes)


def _is_arithmetic(op: ir.Operation) -> bool:
    """Whether an operation may round."""
    return (
        op.name.split(".")[0] in _ARITHMETIC
        and op.name not in ROUNDS_NOTHING
        and any(has_derivative(r.type) for r in op.results)
    )
