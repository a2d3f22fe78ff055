"""Record or recompute: the cheapest set of keys of a loop body to record.

A minimum cut. Each key is a pair of nodes: cutting between them records the key, cutting
the edge from the source to the first recomputes it; who recomputes a key must have its
operands, recorded or recomputed in turn. Carried values cannot be recomputed, the induction
variable and what is captured are free. Where the cut is empty the loop needs no tape
(LAGrad, section 3.4: tape size reduction).

Nested loops are cut twice. One cut through the whole nest weighs what an inner loop records
against what an outer one would have to keep for computing it again; there, a value that an
inner loop carries is computed again by running that loop once more. It says what is worth
recording, and so does one through each smaller nest, which may be run again as a whole. Then
each loop is cut by itself, the inner ones first, where that costs nothing; what an inner loop
records is a key of the outer one's body. Where that is marked `lagrad.replay` it cannot be recorded there:
the inner loop runs again for each iteration of the outer one.

What is computed again may round in another way (`rounding`). So a maximum is not recorded where the elements that
it is of are computed again: none of them might equal it. Nor are numbers computed again that decide for an integer
or a branch, or integers that follow from such numbers, if the loop has run before: it may have decided for something
else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...build import has_derivative, is_tensor
from ...dialect import REPLAY
from ...errors import Failure, error, note
from ...mlir import ir
from ..jumps import long_before_jumps
from ..program import Program
from ..rounding import rounds
from . import cost
from .cost import Costs
from .max_flow import Network
from .slices import Key, Residual, Slicer

INFINITE = 1 << 100


def is_repeatable(program: Program, op: ir.Operation) -> bool:
    """Whether running an operation a second time gives the same values and has no effect."""
    return unrepeatable(program, op) is None


def unrepeatable(program: Program, op: ir.Operation) -> ir.Operation | None:
    """What is not to run again of an operation and of those inside it; None if all may."""
    if not program.is_kept(op):
        return None
    if program.has_effect(op):
        return op
    inside = (unrepeatable(program, child) for block in program.bodies(op) for child in program.ops(block))
    return next((found for found in inside if found is not None), None)


def unrepeatable_part(slicer: Slicer, op: ir.Operation, keys: Iterable[Key]) -> ir.Operation | None:
    """The same of the part of an operation that computes `keys` of it."""
    whole = unrepeatable(slicer.program, op)
    if whole is None or op.name not in ("scf.for", "scf.if"):
        return whole
    bodies = [slicer.loop(op, keys).body] if op.name == "scf.for" else slicer.branch(op, keys).bodies
    inside = (unrepeatable_part(slicer, *step) for body in bodies for step in body.ops)
    return next((found for found in inside if found is not None), None)


def _is_repeatable_slice(slicer: Slicer, steps: Iterable[tuple[ir.Operation, list[Key]]]) -> bool:
    return all(unrepeatable_part(slicer, *step) is None for step in steps)


def recorded_keys(
    slicer: Slicer,
    costs: Costs,
    loop: ir.Operation,
    needs: Iterable[Key],
    given: Iterable[Key] = (),
    runs_before: bool = True,
) -> list[Key]:
    """The keys of the body of `loop` to record so that all of `needs` can be had again.

    Those that are `given` cost nothing. `runs_before` is whether the loop runs before its adjoint even if nothing is
    recorded.
    """
    graph = _Graph(slicer, costs, [loop], list(needs), runs_before)
    graph.make_free(given)
    chosen = graph.cut()
    states = _next_states(slicer, loop, chosen)
    if any(key in graph.once for key in states):
        graph.make_free(states)
        chosen = graph.cut()
    if impossible := [key for key in chosen if graph.once[key] >= INFINITE]:
        graph.refuse(impossible[0])
    chosen |= _sizes_to_record(slicer, loop, chosen)
    return sorted(chosen, key=slicer.order)


def changing_sizes(slicer: Slicer, loop: ir.Operation, recorded: Iterable[Key]) -> tuple[list[ir.Value], list[Key]]:
    """The sizes without which rows cannot be read, and the recorded keys that can be read without them."""
    fixed = [key for key in recorded if not slicer.changing_sizes(loop, key)]
    return list(dict.fromkeys(size for key in recorded for size in slicer.changing_sizes(loop, key))), fixed


def _sizes_to_record(slicer: Slicer, loop: ir.Operation, chosen: set[Key]) -> set[ir.Value]:
    """The sizes of recorded rows that do not follow from the iteration and from what else is recorded."""
    sizes, fixed = changing_sizes(slicer, loop, sorted(chosen, key=slicer.order))
    body = slicer.program.body(loop)
    induction = body.arguments[0]
    found = set()
    for size in sizes:
        part = slicer.block(body, [size], fixed)
        free = all(a == induction for a in part.arguments)
        if not free or not _is_repeatable_slice(slicer, part.ops) or any(rounds(op) for op, _ in part.ops):
            found.add(size)
    return found


def worth_recording(
    slicer: Slicer, costs: Costs, loops: list[ir.Operation], needs: list[Key], given: Iterable[Key] = ()
) -> set[Key]:
    """The keys that one cut through a nest records: `loops`, the outermost first.

    `needs` are what their adjoints read of the values of their bodies; keys that are `given` cost nothing.
    """
    graph = _Graph(slicer, costs, loops, needs, runs_before=False)
    graph.make_free(given)
    return graph.cut()


def _next_states(slicer: Slicer, loop: ir.Operation, chosen: set[Key]) -> list[ir.Value]:
    """What a loop yields for the carried values that it records: one row more of the same tape.

    Not in a loop, where the tape would become two as a row of the outer one.
    """
    program = slicer.program
    if program.is_in_loop(loop):
        return []
    states = zip(list(program.body(loop).arguments)[1:], program.yields(loop))
    return [
        after
        for before, after in states
        if before in chosen
        and after != before
        and not slicer.changing_sizes(loop, before)
        and before not in program.overwritten
    ]


def _is_replayed(key: Key) -> bool:
    """Whether a key is what a loop records that is to run again for each iteration of the one around it."""
    while isinstance(key, Residual):
        if REPLAY in key.loop.attributes:
            return True
        key = key.key
    return False


def _unwrapped(key: Key) -> tuple[ir.Value, Callable[[ir.Value], list[Key]]]:
    """The value that a key holds rows of, or is; and what makes such keys of another value, for some of these loops."""
    loops = []
    while isinstance(key, Residual):
        loops.append(key.loop)
        key = key.key

    def wrapped(value: ir.Value) -> list[Key]:
        keys: list[Key] = []
        for inner in range(len(loops) + 1):
            row = value
            for loop in reversed(loops[:inner]):
                row = Residual(loop, row)
            keys.append(row)
        return keys

    return key, wrapped


class _Graph:
    """The keys of loop bodies behind `needs`: operands in the bodies, cost of recording and of recomputing."""

    def __init__(self, slicer: Slicer, costs: Costs, loops: list[ir.Operation], needs: list[Key], runs_before: bool):
        self.slicer, self.costs, self.loop = slicer, costs, loops[0]
        self.weights: dict[ir.Block, int] = {}  # body -> how often it runs, for a run of the first loop's
        for loop in loops:
            around = self.weights.get(slicer.program.block_of_op(loop))
            self.weights[slicer.program.body(loop)] = 1 if around is None else around * max(1, cost.trips(loop))
        self.needs = [key for key in dict.fromkeys(needs) if self._is_inside(key)]
        self.operands: dict[Key, list[Key]] = {}
        self.once: dict[Key, int] = {}  # to record
        self.again: dict[Key, int] = {}  # to recompute; absent: impossible
        self.together: list[tuple[Key, Key]] = []  # if the first is computed again, so is the second
        work = list(self.needs)
        while work:
            key = work.pop()
            if key not in self.operands:
                self._add(key)
                work += self.operands[key]
        if costs.mode == "functions":
            self._run_one_by_one()
        for key in list(self.operands):
            self._keep_decision(key, runs_before)
        if runs_before and not slicer.program.is_in_loop(self.loop):
            for value in long_before_jumps(slicer.program, slicer.program.body(self.loop)):
                if value in self.operands:
                    self._record(value)

    def _run_one_by_one(self) -> None:
        """Elementary functions of scalars cost more in a body that reads what it carries: no lanes run it at once."""
        makers = {key: self.slicer.maker(key) for key in self.operands if isinstance(key, ir.Value)}
        bodies = {self.slicer.home(key) for key, op in makers.items() if op is None}
        for key, op in makers.items():
            if op and key in self.again and self.slicer.home(key) in bodies and cost.is_elementary(op):
                self.again[key] *= cost.ONE_BY_ONE

    def _keep_decision(self, key: Key, runs_before: bool) -> None:
        """What decided something, and what it decided, come from one run."""
        value, rows = _unwrapped(key)
        decisions = self.slicer.decisions
        is_first = runs_before and isinstance(key, ir.Value) and not has_derivative(value.type)
        for source in decisions.sources(value):
            for behind in (row for row in rows(source) if row in self.operands):
                if is_first and not isinstance(source.owner, ir.Block) and not is_tensor(source.type):
                    self._record(behind)
                else:
                    self.together.append((behind, key))
        if is_first and decisions.rounds_inside(value):
            self._record(key)

    def _record(self, key: Key) -> None:
        """Does not compute a key again that can be recorded."""
        if self.once[key] < INFINITE:
            self.again.pop(key, None)

    def make_free(self, keys: Iterable[Key]) -> None:
        self.once.update((key, 0) for key in keys if self.once.get(key, INFINITE) < INFINITE)

    def _is_inside(self, key: Key) -> bool:
        """Whether a key has to be recorded or recomputed: induction variables and captures have not."""
        home = self.slicer.home(key)
        return home in self.weights and key != home.arguments[0]

    def _add(self, key: Key) -> None:
        slicer, program = self.slicer, self.slicer.program
        body, op = slicer.home(key), slicer.maker(key)
        self.once[key] = self._recording(key)
        self.operands[key] = []
        if op is None:
            around = body.owner.operation
            if around == self.loop:
                return
            rerun = slicer.loop(around, [Residual(around, key)])
            steps = rerun.body.ops
            again = self._recording_once(key) + sum(self.costs.recompute(program, step) for step, _ in steps)
            behind = rerun.outer
        else:
            steps, again = [(op, [key])], self.costs.recompute(program, op)
            behind = slicer.behind(op, [key])
        self.operands[key] = [v for v in dict.fromkeys(behind) if self._is_inside(v)]
        if _is_repeatable_slice(slicer, steps):
            self.again[key] = round(again * self.weights[body])

    def _recording(self, key: Key) -> int:
        if _is_replayed(key):
            return INFINITE
        slicer, row = self.slicer, key
        home = slicer.home(key)
        while True:
            around = home.owner.operation
            row = Residual(around, row)
            if around == self.loop:
                break
            home = slicer.program.block_of_op(around)
        if any(slicer.home(size) in self.weights for size in slicer.size_keys(row)) or not self._is_bounded(row):
            return INFINITE
        rows = self.weights[slicer.home(key)]
        while isinstance(key, Residual):
            rows *= max(1, cost.trips(key.loop))
            key = key.key
        last = cost.READ_BYTE * cost.bytes_in(key) if key in slicer.program.overwritten else 0
        return round(self._recording_once(key) * rows + last)

    def _recording_once(self, key: ir.Value) -> float:
        """The cost of a row: of the part that an iteration overwrites, which is put back twice, if there is one."""
        part = self.slicer.program.overwritten.get(key)
        if part is None:
            return self.costs.record(key)
        return self.costs.record(key) * 2 * cost.bytes_in(part) / cost.bytes_in(key)

    def _is_bounded(self, row: Residual) -> bool:
        """Whether the largest size of a row can be found before the loop."""
        slicer, loops, key = self.slicer, [], row
        while isinstance(key, Residual):
            loops.append(key.loop)
            key = key.key
        for size in slicer.program.dynamic_sizes(key):
            loop = slicer.changes_in(size, loops)
            if loop is not None:
                steps = slicer.loop(loop, [Residual(loop, size)]).body.ops
                if not _is_repeatable_slice(slicer, steps):
                    return False
        return True

    def cut(self) -> set[Key]:
        """The keys to record."""
        if all(key in self.again and not self.operands[key] for key in self.needs) and sum(self.again.values()) <= min(
            (self.once[key] for key in self.needs), default=0
        ):
            return set()
        if len(self.operands) == len(self.needs) and not self.again:
            return set(self.needs)  # nothing to choose
        return self._used(self._minimum_cut())

    def _minimum_cut(self) -> set[Key]:
        keys = list(self.operands)
        number = {key: 2 + 2 * i for i, key in enumerate(keys)}
        source, sink = 0, 1
        network = Network(2 + 2 * len(keys))
        for key in keys:
            inside, outside = number[key], number[key] + 1
            network.edge(source, inside, self.again.get(key, INFINITE))
            network.edge(inside, outside, self.once[key])
            for operand in self.operands[key]:
                network.edge(number[operand] + 1, inside, INFINITE)
        for key in self.needs:
            network.edge(number[key] + 1, sink, INFINITE)
        for one, other in self.together:
            network.edge(number[other], number[one], INFINITE)
        if network.saturate(source, sink) >= INFINITE:
            hopeless = [k for k in keys if self.once[k] >= INFINITE]
            self.refuse(next((k for k in hopeless if k not in self.again), hopeless[0]))
        near = network.reachable(source)
        return {key for key in keys if near[number[key]] >= 0 > near[number[key] + 1]}

    def _used(self, cut: set[Key]) -> set[Key]:
        """Of a cut, the keys at which a walk from the needs stops; a free key may be cut for nothing."""
        used: dict[Key, None] = {}
        seen, work = set(self.needs), list(self.needs)
        while work:
            key = work.pop()
            if key in cut:
                used[key] = None
                continue
            work += [k for k in self.operands[key] if k not in seen]
            seen.update(self.operands[key])
        return set(used)

    def refuse(self, key: Key) -> None:
        maker = self.slicer.maker(key)
        around = self.slicer.home(key).owner.operation
        if maker is not None:
            steps = [(maker, [key])]
        else:
            steps = [] if around == self.loop else self.slicer.loop(around, [Residual(around, key)]).body.ops
        found = (unrepeatable_part(self.slicer, *step) for step in steps)
        effect = next((op for op in found if op is not None), None)
        if _is_replayed(key) and effect is not None:
            raise Failure(
                error(
                    effect.location,
                    f"this has an effect and cannot run again, but the adjoint of a loop marked '{REPLAY}' reads "
                    f"what it computes",
                    note(self.loop.location, f"of this loop, for each trip; without '{REPLAY}' all of it is recorded"),
                )
            )
        if effect is not None:
            raise Failure(
                error(
                    effect.location,
                    "this has an effect and cannot run again, and what it computes cannot be recorded",
                    note(
                        self.loop.location,
                        "the adjoint of this loop reads it, and how many rows that takes cannot be found out before: "
                        "let the loops inside have bounds that are known before it",
                    ),
                )
            )
        raise Failure(
            error(
                maker.location if maker else self.loop.location,
                "cannot record a tensor whose shape changes from one iteration to the next",
                note(
                    self.loop.location,
                    "the adjoint of this loop reads it, and how large it gets cannot be found out before; carry a "
                    "tensor of the largest shape instead",
                ),
            )
        )
