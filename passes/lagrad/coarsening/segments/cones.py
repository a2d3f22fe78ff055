"""Which operations make a segment: cones of scalar operations of one block.

A cone is a value, its *root*, and all that only it is computed from: a value that two cones read is the root of a
third, so nothing is computed twice, and what is reused is where segments are cut. A cone that is too large is cut at
its most reused value. Shen et al. (OOPSLA 2021, section 6) find segments by reuse in the same spirit; the cones are
ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...analysis.program import walk
from ...build import constant_of
from ...mlir import ir
from ..formulas.terms import SINGULAR, has_term
from .branches import captured, is_choice, is_nest


@dataclass
class Segment:
    """Operations of one block in their order; the last one's result is all that others read.

    `inputs` are the values that it reads, in the order of their first use. Literals are no inputs. The conditions that
    branches in it compute are: they are not taken apart, so closed forms choose as the program does.
    """

    ops: list[ir.Operation]
    inputs: list[ir.Value]

    @property
    def root(self) -> ir.Value:
        return self.ops[-1].results[0]

    @property
    def is_singular(self) -> bool:
        """Whether a rule of an operation in it has a partial that is infinite somewhere."""
        inside = [op for own in self.ops for op in (own, *walk(own))]
        return any(op.name in SINGULAR for op in inside)

    @property
    def nests(self) -> list[ir.Operation]:
        """The branches in it that have branches or conditions inside."""
        return [op for op in self.ops if is_nest(op)]

    @property
    def location(self) -> ir.Location:
        return self.ops[-1].location


def segments(function: ir.Operation, largest: int, phi: bool = True) -> Iterator[Segment]:
    """The segments of a function of two operations or more, at most `largest`; without `phi`, none has choices.

    One operation is a segment too, if it is a nest of branches.
    """
    choices = {op for op in walk(function) if _is_small_choice(op, largest) and (phi or not is_nest(op))}
    blocks = [function.regions[0].blocks[0]]
    for op in walk(function):
        if op.name.startswith("scf.") and op not in choices:
            blocks += [block for region in op.regions for block in region.blocks]
    for block in blocks:
        if not _is_inside(block, choices):
            ops = [view.operation for view in block.operations]
            yield from _of([op for op in ops if _is_term(op, phi) or phi and op in choices], largest)


def parts(segment: Segment, largest: int) -> Iterator[Segment]:
    """The segments in one, if its nests of branches are no choices: of what is around them, and of their branches."""
    nests = segment.nests
    yield from _of([op for op in segment.ops if op not in nests], largest)
    for block in (block for nest in nests for region in nest.regions for block in region.blocks):
        ops = [view.operation for view in block.operations]
        yield from _of([op for op in ops if has_term(op) or _is_small_choice(op, largest)], largest)


def _is_small_choice(op: ir.Operation, largest: int) -> bool:
    return is_choice(op) and _size(op) <= largest


def _size(op: ir.Operation) -> int:
    """Operations that one counts for: those inside a nest count too."""
    return 1 + sum(child.name not in ("arith.constant", "scf.yield") for child in walk(op)) if is_nest(op) else 1


def _is_term(op: ir.Operation, phi: bool) -> bool:
    return has_term(op) and (phi or op.name != "arith.select")


def _is_inside(block: ir.Block, choices: set[ir.Operation]) -> bool:
    around = block.owner.operation
    while around.name != "func.func":
        if around in choices or not around.name.startswith(("scf.", "func.")):
            return True
        around = around.parent.operation
    return False


def _of(terms: list[ir.Operation], largest: int) -> Iterator[Segment]:
    """The segments that operations of one block make."""
    cut: set[ir.Operation] = set()
    while True:
        cones = _cones(terms, cut)
        excess = [cone for cone in cones if len(cone) > 1 and sum(map(_size, cone)) > largest]
        if not excess:
            break
        cut |= {_most_reused(cone) for cone in excess}
    for cone in map(_without_addends, cones):
        if len(cone) > 1 or is_nest(cone[0]):
            yield Segment(cone, list(dict.fromkeys(_inputs(cone))))


def _inputs(cone: list[ir.Operation]) -> list[ir.Value]:
    """The values that operations read and do not make, once for each use. Literals are none."""
    inside = set(cone)
    read = [value for op in cone for value in (*op.operands, *captured(op)) if constant_of(value) is None]
    return [value for value in read if isinstance(value.owner, ir.Block) or value.owner.operation not in inside]


def _without_addends(cone: list[ir.Operation]) -> list[ir.Operation]:
    """A cone without last sums with what nothing else in it reads.

    There is nothing to gain in these; and a loop that adds up the cone stays a loop that adds up something.
    """
    while len(cone) > 1 and cone[-1].name in ("arith.addf", "arith.subf"):
        *rest, root = cone
        inputs = _inputs(cone)
        added = [value for value in root.operands if inputs.count(value) == 1]
        if len(added) != 1 or constant_of(next(v for v in root.operands if v != added[0])) is not None:
            break
        cone = rest
    return cone


def _cones(terms: list[ir.Operation], cut: set[ir.Operation]) -> list[list[ir.Operation]]:
    """The cones of a block, each in the order of the program. `cut` are roots in any case."""
    root: dict[ir.Operation, ir.Operation] = {}
    cones: dict[ir.Operation, list[ir.Operation]] = {}
    for op in reversed(terms):
        users = {_in_block(use.owner.operation, op.block) for use in op.results[0].uses}
        roots = {root.get(user) for user in users}
        joins = op not in cut and len(roots) == 1 and None not in roots
        root[op] = roots.pop() if joins else op
        cones.setdefault(root[op], []).append(op)
    return [cone[::-1] for cone in reversed(cones.values())]


def _in_block(op: ir.Operation, block: ir.Block) -> ir.Operation:
    """The operation of a block that a user is, or is inside of."""
    while op.block != block:
        op = op.parent.operation
    return op


def _most_reused(cone: list[ir.Operation]) -> ir.Operation:
    """Where a cone is cut: the value with the most uses, of several the one nearest to the middle."""
    middle = len(cone) / 2
    uses = [sum(1 for _ in op.results[0].uses) for op in cone[:-1]]
    return cone[max(range(len(uses)), key=lambda n: (uses[n], -abs(n - middle)))]
