"""`lagrad-distribute-loops`: threads share the iterations of a loop."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ...ad.rewrites import control_forms
from ...ad.rewrites.rule_forms import replace
from ...build import constant_of, index, replace_op
from ...dialect import EXACT
from ...errors import Failure
from ...forms import trip_count
from ...mlir import arith, ir, memref, scf
from ...passes import Pass, option
from ..facts.independence import Dependent, Independent, independence
from ..facts.whole_buffers import is_on_whole
from ..loops.carried_sums import carries_sums, cells_of, with_sums_in_memory
from ..walk import walk
from .parts import in_parts, shared_sums, sizes
from .team import can_pass, is_part, run_by_team
from .work import known_work, most_work, work

_IN_ORDER = {"scf.parallel": control_forms.parallel, "scf.forall": control_forms.forall}
_PER_ELEMENT = 32  # bytes, of a buffer that each part has one of: it is filled, added to, and added


@dataclass(frozen=True)
class DistributeLoops(Pass):
    """Have several threads share the iterations of a loop, where these are independent.

    ```mlir
    scf.for %i = %c0 to %n step %c1 { ... }
    ```
    becomes, if it has enough to do, which the program asks where the bounds are no constants,
    ```mlir
    func.call @GOMP_parallel(%team, %data, %threads, %c0_i32) : (!llvm.ptr, !llvm.ptr, i32, i32) -> ()
    ```
    where `%team` is a function in which each thread takes its part of the iterations. What the loop was before does not
    matter: an elementwise operation, a parallel loop, the adjoint of one. That iterations are independent is proved, or
    the loop stays as it is: `--remarks` says why. Sums that iterations share, in memory or carried by the loop, are
    made in a buffer of each part, and the buffers added in order. The iterations are cut into as many parts as there
    are `threads`, whatever the processor has or the library gives, so results are the same in every run. Of loops
    around each other the outermost one is distributed that can be. Loops that call BLAS are left alone; those around
    products, and other operations on whole buffers, are shared before these become calls and loops (`whole`).

    The functions called are those of OpenMP, in `libgomp` or `libomp`.
    """

    name = "lagrad-distribute-loops"
    creates = ("arith", "func", "llvm", "memref", "scf")
    threads: int = option(2, "How many parts the iterations are cut into, each for a thread.")
    sums: bool = option(
        True, "Also loops whose iterations add to something that they share: that is another order of the sum."
    )
    work: int = option(
        1 << 24, "Bytes of floats that a loop reads, writes and computes at least; a number in no vector counts as 32."
    )

    whole: bool = option(
        False, "Only loops of constant sizes around operations on whole buffers, which become calls and loops later."
    )

    def __post_init__(self) -> None:
        if not 1 <= self.threads <= 1024:
            raise Failure(f"option 'threads' of '{self.name}' is from 1 to 1024, not {self.threads}")

    def run(self, op, report) -> None:
        if self.threads > 1:
            in_order = [] if self.whole else [child for child in walk(op) if child.name in _IN_ORDER]
            for child in reversed(in_order):  # inner ones first
                replace(child, _IN_ORDER[child.name])
            replaced: list[ir.Value] = []
            for view in list(op.regions[0].blocks[0].operations):
                for region in () if is_part(view.operation) else view.operation.regions:
                    for block in region.blocks:
                        self._visit(op, block, report, replaced)
            for buffer in replaced:
                _erase_if_not_used(buffer)

    def _visit(self, module: ir.Operation, block: ir.Block, report, replaced: list[ir.Value]) -> None:
        """Distributes the loops of a block; buffers that others took the place of are `replaced`."""
        for view in list(block.operations):
            op = view.operation
            location = op.location
            if op.name == "scf.for" and (not self.whole or any(map(is_on_whole, walk(op)))):
                try:
                    how = self._distribute(module, op, replaced)
                except Dependent as why:
                    if not self.whole:  # it will be asked again
                        report.remark(location, f"runs the iterations of this loop in one thread: {why}")
                else:
                    report.remark(location, f"runs the iterations of this loop in {how}")
                    continue
            for region in op.regions:
                for inner in region.blocks:
                    self._visit(module, inner, report, replaced)

    def _distribute(self, module: ir.Operation, loop: ir.Operation, replaced: list[ir.Value]) -> str:
        """Has threads share a loop if it has enough to do, which the program asks where that is not known. Says how."""
        _check_counter(loop, self.threads)
        if not carries_sums(loop):
            raise Dependent(loop, "an iteration needs what the iteration before it has computed")
        if self.whole and known_work(loop) is None:
            raise Dependent(loop, "what it has to do is not known")
        with loop.location:
            cells = cells_of(loop)
            with ir.InsertionPoint(loop):
                trial = with_sums_in_memory(loop, cells) if cells else loop.clone().operation
            made = [trial, *(cell.owner.operation for cell in cells)]
            if (most := most_work(trial)) is not None and most < self.work:
                return self._left_alone(made)
            try:
                found = self._independence(trial, loop)
            except Dependent:
                self._left_alone(made)
                raise
            others = [root for root in shared_sums(found) if root not in cells]
            pays = self._is_known_enough(trial, others)
            pays = bool(pays) if self.whole else pays
            if pays is False:
                return self._left_alone(made)
            with ir.InsertionPoint(loop):
                if pays:
                    (parts, places), results = self._in_parts(trial, found, cells, loop)
                else:
                    enough = self._is_enough(trial, others)
                    results = (branch := scf.IfOp(enough, [r.type for r in loop.results], has_else=True)).results
                    with ir.InsertionPoint(branch.then_block):
                        (parts, places), sums = self._in_parts(trial, found, cells, loop)
                        scf.yield_(sums)
                    with ir.InsertionPoint(branch.else_block):
                        scf.yield_(list(loop.clone().operation.results))
            replace_op(loop, *results)
            run_by_team(module, parts, self.threads, places)
            replaced += found.scratch
        return f"{self.threads} threads" + ("" if pays else " if it has enough to do")

    def _left_alone(self, made: list[ir.Operation]) -> str:
        """Erases what was made to share a loop."""
        for op in made:
            op.erase()
        return "one thread: it has too little to do"

    def _in_parts(self, trial: ir.Operation, found: Independent, cells: list[ir.Value], loop: ir.Operation):
        """The loop over parts, with their places, here, and the sums that it leaves in the cells."""
        for cell, start in zip(cells, list(loop.operands)[3:]):
            memref.store(start, cell, [])
        parts = in_parts(trial, found, self.threads)
        return parts, [memref.load(cell, []) for cell in cells]

    def _independence(self, loop: ir.Operation, instead: ir.Operation) -> Independent:
        found = independence(loop, in_order=False, vectors=True, instead=instead)
        keeps_order = any(EXACT in op.attributes for update in found.updates for op in update.sums)
        if found.updates and (keeps_order or not self.sums):
            raise Dependent(loop, "iterations add to something that they share, and sums keep their order")
        for root in shared_sums(found):
            type = ir.MemRefType(root.type)
            if type.affine_map != ir.AffineMap.get_identity(type.rank):
                raise Dependent(loop, "iterations add to a part of a buffer that comes from elsewhere")
        if not can_pass(loop):
            raise Dependent(loop, "it uses a value of a type that threads are not given")
        return found

    def _is_known_enough(self, loop: ir.Operation, shared: list[ir.Value]) -> bool | None:
        """Whether threads pay; None where that is known at run time only."""
        known = known_work(loop)
        types = [ir.MemRefType(root.type) for root in shared]
        if known is None or not all(type.has_static_shape for type in types):
            return None
        return known >= self.work + sum(self.threads * _PER_ELEMENT * math.prod(type.shape) for type in types)

    def _is_enough(self, loop: ir.Operation, shared: list[ir.Value]) -> ir.Value:
        """Whether there is so much to do that threads pay, at run time."""
        least = index(self.work)
        for root in shared:
            elements = index(self.threads * _PER_ELEMENT)
            for size in sizes(root):
                elements = arith.muli(elements, size)
            least = arith.addi(least, elements)
        return arith.cmpi(arith.CmpIPredicate.uge, work(loop), least)


def _erase_if_not_used(buffer: ir.Value) -> None:
    users = [use.owner.operation for use in buffer.uses]
    if all(user.name == "memref.dealloc" for user in users):
        for op in (*users, buffer.owner.operation):
            op.erase()


def _check_counter(loop: ir.Operation, threads: int) -> None:
    step = constant_of(loop.operands[2])
    if step is None or step < 1 or not isinstance(loop.operands[0].type, ir.IndexType):
        raise Dependent(loop, "its step is no positive constant, or its counter no index")
    count = trip_count.known(loop)
    if count is not None and count < threads:
        raise Dependent(loop, f"it has fewer than {threads} iterations")
