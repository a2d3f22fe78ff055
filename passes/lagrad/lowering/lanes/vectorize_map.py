"""`lagrad-vectorize-map`: several iterations of a loop at once, one in each lane of a vector."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...build import bytes_of, constant_of, replace_op
from ...forms import trip_count
from ...mlir import ir, memref
from ...passes import Pass, option
from ..facts.independence import Dependent, Independent, check_separate, independence
from ..facts.places import Place
from ..facts.whole_buffers import Access
from ..loops.carried_sums import carries_sums, cells_of, with_sums_in_memory
from ..machine import processors
from ..walk import walk
from .at_once import run_at_once
from .carried_updates import hand_on, loops_to_ask
from .costs import cost_of, most_work
from .runs import accessed, counter_by_one, has_lanes, is_run
from .straighten import expand_copies, is_short, is_short_row, straighten
from .varying import varying

_WIDTHS = (4, 8)
_LONG = 300  # operations on floats in a body that has enough to do for a processor with one vector of each
_LEAST = 8  # operations of an iteration that are worth it
_PER_ACCESS = 2  # and for each element that goes to or from a lane by itself
_MOST_OPERATIONS = 4000  # of a body


class _Unsuited(Exception):
    """Iterations at once are not possible, or of no use; the text says why."""


@dataclass
class _Known:
    """What was found of loops around others, and holds for these: of those that the program had before the pass."""

    asked: set[ir.Block]  # bodies of loops that may hand on something
    straight: dict[ir.Block, bool] = field(default_factory=dict)  # bodies that were straightened, with their rows?
    work: dict[ir.Operation, int] = field(default_factory=dict)  # what operations come to at most; straight ones too
    # Until something changes:
    places: dict[ir.Operation, Place] = field(default_factory=dict)  # of elements that are read and written
    along: dict[ir.Operation, bool] = field(default_factory=dict)  # do long loops run over neighbours in memory?

    def change(self, loop: ir.Operation) -> None:
        """Something else is in a loop now."""
        self.forget()
        self.asked |= loops_to_ask(loop)

    def forget(self) -> None:
        """Some operations are gone: others may get their addresses."""
        self.places.clear()
        self.along.clear()


@dataclass(frozen=True)
class VectorizeMap(Pass):
    """Run several iterations of a loop at once, one in each lane of a vector, where they are independent.

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      %x = memref.load %a[%i, %c2] : memref<?x3xf64>
      %y = math.sin %x : f64
      memref.store %y, %b[%i] : memref<?xf64>
    }
    ```
    becomes a loop in steps of 8 (of 4 where a body is long and eight of its numbers do not fit a register) with
    ```mlir
      %x = vector.from_elements ... : vector<8xf64>   // eight loads
      %y = math.sin %x : vector<8xf64>
      vector.store %y, %b[%i] : memref<?xf64>, vector<8xf64>
    ```
    and the old one for what is left. The body is whatever an iteration does with a few numbers: a branch computes both
    sides for all lanes, or is skipped where no lane takes it, and of several branches on one condition nothing but one
    side is left where all lanes take that; inner loops stay loops; places that data decide are read lane by lane; at
    sums into memory that iterations share (`a[k] += x`) the lanes take turns, so that each element gets its terms in
    the order of the iterations; a lane does several of them where they may be about one element (`a[k + 1] += y`).
    Where all lanes add to one element, and `fastmath<reassoc>` lets sums have any order, what they have is added up
    first. Where elements move along with the iterations (`a[i] += x`, `a[i + 1] += y`), the terms of each are gathered
    from the lanes and added at once. What is next to each other in memory for one iteration, such as a row at a place
    that data decide or a block of a result, is read and written as vectors of each lane, up to 256 bits at a time, and
    transposed in registers; what a long body writes at its end is brought to the cache at its begin. What two or more
    inner loops would have each lane read again and again, as each row of `a` where it meets all rows of `c`, is read
    once.

    A loop that carries sums, has a loop in it, and reads nothing that is another in each iteration runs so too: the
    lanes add to the sums in turn, so that these have their terms in order.

    That iterations are independent is proved, or the loop stays: `--remarks` says why. Each lane computes what an
    iteration would, in its order. Left alone too are loops that keep numbers in memory between operations, that are
    little else than memory traffic, and that run over neighbours in memory, of which LLVM makes vector code. Of loops
    inside of a loop that stays, short ones are written out, up to 11 iterations.

    What one iteration adds to and the next one too, as `a[i + 1] += x, a[i] += y` where the elements do not lie side by
    side, is handed on from one to the other, and not written and read again: that is faster than lanes that take turns.
    """

    name = "lagrad-vectorize-map"
    aim = "simd"
    creates = ("arith", "llvm", "math", "memref", "scf", "vector")
    width: int = option(0, "Iterations at once: 4 or 8; 0: what suits the processor.", known=(*_WIDTHS, 0))
    processor: str = processors.chosen("The processor whose registers decide, as for --target-cpu.")
    transpose: bool = option(True, "Read and write neighbours in memory of one iteration as vectors.")
    agree: bool = option(
        True, "Have code of its own for lanes that all take one side of several branches on one condition."
    )

    def run(self, op, report) -> None:
        known = _Known(loops_to_ask(op))
        for region in op.regions:
            for block in region.blocks:
                self._visit(block, report, known, None)

    def _visit(self, block: ir.Block, report, known: _Known, straight: bool | None) -> None:
        """Of a block inside of one that was straightened, with its rows or without, or of none."""
        for view in list(block.operations):
            op, below = view.operation, straight
            if not len(op.regions):
                continue
            if op.name in ("scf.for", "scf.parallel"):
                location = op.location  # of a loop that may be gone
                try:
                    if op.regions[0].blocks[0] in known.asked and hand_on(op):
                        known, straight = _Known(known.asked | loops_to_ask(op)), None
                        raise _Unsuited("it hands on what the next one adds to")
                    is_of_sums = _is_of_sums(op)
                    done = self._vectorize_sums(op) if is_of_sums else self._vectorize(op, known, straight)
                except (Dependent, _Unsuited) as why:
                    report.remark(op.location, f"runs the iterations of this loop one by one: {why}")
                    below = known.straight.get(op.regions[0].blocks[0], straight)
                else:
                    known.forget()
                    report.remark(location, f"runs {done}")
                    continue
            for region in op.regions:
                for inner in region.blocks:
                    self._visit(inner, report, known, below)

    def _vectorize_sums(self, loop: ir.Operation) -> str:
        """The same of a loop that carries sums, which computes from what all iterations read."""
        moving = varying(loop)
        if any(op.name == "memref.load" and any(v in moving for v in op.operands) for op in walk(loop)):
            raise _Unsuited("it carries sums, and its iterations read different places of memory")
        with loop.location, ir.InsertionPoint(loop):
            cells = cells_of(loop)
            begin = [memref.store(start, cell, []) for start, cell in zip(list(loop.operands)[3:], cells)]
            other = with_sums_in_memory(loop, cells, in_order=True)
        try:
            done = self._vectorize(other, _Known(set()), None)
        except (Dependent, _Unsuited):
            for op in (other, *begin, *(cell.owner for cell in cells)):
                op.operation.erase()
            raise
        with loop.location, ir.InsertionPoint(loop):
            replace_op(loop, *(memref.load(cell, []) for cell in cells))
        return done

    def _vectorize(self, loop: ir.Operation, known: _Known, straight: bool | None) -> str:
        """Replaces a loop, says how many iterations run at once; Dependent or _Unsuited if it has to stay as it is."""
        _check_counter(loop)
        inside, body = list(walk(loop)), loop.regions[0].blocks[0]
        width = self.width or _suited_width(inside, processors.registers(self.processor).bytes)
        _check_size(loop, inside, width)
        if any(op.name == "memref.copy" for op in inside) and expand_copies(body):
            known.change(loop)
        if most_work(body, known.work) < _LEAST:
            raise _Unsuited(_LITTLE)
        if straight is True:  # nothing changes any more
            _check_inner(loop, known.along)
        accesses = check_separate(loop, places=known.places)
        moving = varying(loop, [access.root for access in accesses if access.writes])
        if cost_of(loop, moving).work < _LEAST:
            raise _Unsuited(_LITTLE)
        if straight is not True:
            rows = not _leaves_rows(loop, accesses)
            if rows or straight is None:
                known.straight[body] = rows
                if straighten(body, rows):
                    known.change(loop)
                    accesses = check_separate(loop, places=known.places)
            _check_inner(loop, known.along)
        found = independence(loop, accesses=accesses)
        if found.scratch:
            raise _Unsuited("its iterations keep numbers in memory between operations")
        moving = varying(loop)
        _check_worth(loop, moving, found)
        _check_forms(loop, moving)
        run_at_once(loop, width, moving, found, self.transpose, self.agree)
        return f"{width} iterations of this loop at once"


def _suited_width(inside: list[ir.Operation], register: int) -> int:
    """Eight iterations, but four of a long body whose numbers take two registers of so many bytes, or more, for eight.

    Two vectors of each number hide how long one operation waits for another. Of a long body there are other operations
    for that, and it needs the registers.
    """
    if len(inside) <= _LONG:
        return 8
    sizes = [bytes_of(r.type) for op in inside for r in op.results if isinstance(r.type, ir.FloatType)]
    return 4 if len(sizes) > _LONG and 8 * max(sizes) > register else 8


# -- which loops ------------------------------------------------------------------------------


_LITTLE = "it has too little to compute"


def _is_of_sums(loop: ir.Operation) -> bool:
    """Whether all that a loop carries are sums, and there is a loop in it."""
    if loop.name != "scf.for" or not loop.results or not carries_sums(loop):
        return False
    return any(op.name == "scf.for" for op in walk(loop))


def _check_counter(loop: ir.Operation) -> None:
    body = loop.regions[0].blocks[0]
    if len(body.arguments) != 1 or loop.results:
        raise _Unsuited("it has several counters, or an iteration needs what the one before it has computed")
    step = constant_of(loop.operands[2])
    if step is None or step < 1:
        raise _Unsuited("its step is no positive constant")
    if not isinstance(body.arguments[0].type, ir.IndexType):
        raise _Unsuited("its counter is no index")


def _check_size(loop: ir.Operation, inside: list[ir.Operation], width: int) -> None:
    trips = trip_count.known(loop)
    if trips is not None and trips < 2 * width:
        raise _Unsuited(f"it has fewer than {2 * width} iterations")
    if len(inside) > _MOST_OPERATIONS:
        raise _Unsuited("its body is too large")


def _leaves_rows(loop: ir.Operation, accesses: list[Access]) -> bool:
    """Whether LLVM makes vectors of rows in a loop: as it stands, its own iterations may need each other's results.

    Nobody needs to know where there are none that would be written out.
    """
    if not any(op.name == "scf.for" and is_short_row(op) for op in walk(loop)):
        return False
    try:
        independence(loop, accesses=accesses)
    except Dependent:
        return True
    return False


def _check_inner(loop: ir.Operation, known: dict[ir.Operation, bool]) -> None:
    for op in walk(loop):
        if op.name != "scf.for":
            continue
        if op not in known:
            known[op] = not op.results and not is_short(op) and _runs_along(op)
        if known[op]:
            raise _Unsuited("an inner loop runs over neighbours in memory, of which LLVM makes vector code")


def _check_worth(loop: ir.Operation, moving: set[ir.Value], found: Independent) -> None:
    cost = cost_of(loop, moving)
    if cost.work < _LEAST:
        raise _Unsuited(_LITTLE)
    in_turn = sum(2 * len(turn) for turn in found.turns if len(turn) > 1)
    if cost.work < _PER_ACCESS * max(cost.accesses, in_turn):
        raise _Unsuited("most of what it does is to read and write memory")
    if cost.accesses == 0 and not in_turn and not any(len(op.regions) for op in walk(loop)):
        raise _Unsuited("it runs over neighbours in memory, of which LLVM makes vector code")


def _runs_along(loop: ir.Operation) -> bool:
    """Does a loop without inner ones run over neighbours in memory?"""
    counter, inside = counter_by_one(loop), list(walk(loop))
    if any(op.name == "scf.for" for op in inside) or counter is None:
        return False
    accesses = [op for op in inside if op.name in ("memref.load", "memref.store")]
    if not any(op.name == "memref.store" for op in accesses):
        return False
    moving = varying(loop)
    for op in accesses:
        buffer, indices = accessed(op)
        if not moving.isdisjoint(indices) and not is_run(buffer, indices, counter, moving):
            return False
    return True


def _check_forms(loop: ir.Operation, moving: set[ir.Value]) -> None:
    """_Unsuited if the body has something that `Lanes` has no form for."""
    for op in walk(loop):
        if op.name == "scf.for" and any(v in moving for v in list(op.operands)[:3]):
            raise _Unsuited("an inner loop has a different number of iterations in each")
        if op.name in ("scf.for", "scf.if") and any(v in moving and not has_lanes(v.type) for v in op.results):
            raise _Unsuited("a branch or an inner loop passes on what no vector is made of")
