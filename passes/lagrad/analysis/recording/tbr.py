"""The plan of a reverse sweep: what every adjoint reads, and what loops record for it.

Effective use and to-be-recorded analysis (LAGrad, section 3.3; Hascoet and Pascual, section
5.3). In SSA nothing is overwritten at the level of the adjoint sweep; only what a loop or a
branch computes must be recorded or computed again. The plan says which, before anything is
emitted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ...build import has_derivative, is_tensor
from ...dialect import PURE, SNAPSHOTS
from ...errors import Failure, error, note
from ...mlir import ir
from ...rules import RULES, Operation, Partials, Structured, View
from .. import linalg_form
from ..activity import Activity
from ..program import Program
from ..split import Split
from .ahead import adds_up, states_again
from .cost import Costs, makes_numbers, recompute
from .cut import changing_sizes, recorded_keys, unrepeatable_part, worth_recording
from .elementwise_reads import partial_reads
from .rewound import Rewound, is_rewound, rewound
from .slices import BlockSlice, Key, LoopSlice, Residual, Slicer


@dataclass
class Group:
    """Active inputs of a `linalg.generic` that share an indexing map, hence one adjoint op."""

    map: ir.AffineMap
    operands: list[int]  # operand numbers; empty for captured scalars
    captured: list[ir.Value]
    activity: Activity
    plan: "Plan"
    body: BlockSlice  # what the adjoint's body computes again
    given: list[int]  # outputs whose yielded value is read from the result tensor
    reads: list[Key] = field(default_factory=list)


@dataclass
class Peak:
    """An output of a `linalg.generic` that is the largest or smallest of some values.

    Its cotangent goes in equal shares to the values that equal it.
    """

    output: int
    value: ir.Value  # of the body
    body: BlockSlice  # what computes it
    reads: list[Key]


class Reads:
    """For the active operations of a block and everything inside it: the keys that adjoints read, before it is known
    what is recorded."""

    def __init__(self, slicer: Slicer, activity: Activity, costs: Costs = Costs()):
        self.slicer = slicer
        self.costs = costs
        self.program: Program = slicer.program
        self.activity = activity
        self.needs: dict[ir.Block, list[Key]] = {}  # local keys that the block's adjoint reads
        self.reads: dict[ir.Operation, list[Key]] = {}  # what the adjoint of an operation reads
        self.groups: dict[ir.Operation, list[Group]] = {}
        self.peaks: dict[ir.Operation, list[Peak]] = {}
        self._generic: dict[ir.Operation, list[Key]] = {}  # what the adjoint of a `linalg.generic` reads

    def block(self, block: ir.Block) -> list[Key]:
        """Plans a block; the keys of enclosing blocks that its adjoint reads."""
        local: dict[Key, None] = {}
        outer: dict[Key, None] = {}
        for op in self.program.ops(block):
            self.reads[op] = list(self._reads(op))
            for key in self.reads[op]:
                (local if self.slicer.home(key) == block else outer)[key] = None
        self.needs[block] = list(local)
        return list(outer)

    def _reads(self, op: ir.Operation) -> Iterable[Key]:
        if op == self.program.terminator(self.program.block_of_op(op)):
            return [k for v in self.activity.active_operands(op) for k in self.root_reads(v)]
        if not self.activity.is_active_op(op):
            return []
        match op.name:
            case "scf.for":
                return self._for_reads(op)
            case "scf.if":
                return self._if_reads(op)
            case "linalg.generic":
                return self._generic_reads(op)
            case "func.call":
                own = self.program.derivatives[op.attributes["callee"].value]
                reads = own.reads(op) if isinstance(own, Split) else op.operands
                return [*reads, *self._boundary_reads(op)]
        match RULES[op.name]:
            case Partials() as rule:
                return partial_reads(rule, op, self.activity)
            case Structured() as rule:
                active = self.activity.active_operands(op)
                return [
                    *rule.reads(op),
                    *(k for v in active for k in self.root_reads(v)),
                    *(k for v in active for k in self.program.dynamic_sizes(v)),
                ]
            case Operation() as rule:
                return [*rule.reads(op), *self._boundary_reads(op)]
        return []  # views are read where something is added to them

    def root_reads(self, value: ir.Value) -> list[Key]:
        """What adding to the adjoint of `value` reads: positions of views, sizes of the root."""
        keys: list[Key] = list(self.program.dynamic_sizes(value)) if is_tensor(value.type) else []
        while (op := view_of(value)) is not None:
            keys += RULES[op.name].reads(op)
            value = op.operands[0]
            keys += self.program.dynamic_sizes(value)
        return keys

    # -- operations with regions ------------------------------------------------------------------

    def _boundary_reads(self, op: ir.Operation) -> list[Key]:
        """Sizes and positions for the accumulators that enter and leave a region op."""
        crossing = [v for v in (*self.program.inputs(op), *op.results) if has_derivative(v.type)]
        return [k for v in crossing for k in self.root_reads(v)]

    def _for_reads(self, op: ir.Operation) -> list[Key]:
        body = self.program.body(op)
        outer = self.block(body)
        for argument in list(body.arguments)[1:]:  # its cotangent may be zeros of its shape
            if self.activity.is_active(argument):
                for size in self.program.dynamic_sizes(argument):
                    (self.needs[body] if self.slicer.home(size) == body else outer).append(size)
        return [*self.program.flow.decisions(op), *outer, *self._boundary_reads(op)]

    def _if_reads(self, op: ir.Operation) -> list[Key]:
        keys: list[Key] = [op.operands[0]]
        for branch in self.program.bodies(op):
            outer = self.block(branch)
            again = self.slicer.block(branch, self.needs[branch])
            self._check_repeatable(again)
            keys += [*again.outer, *outer]
        return keys + self._boundary_reads(op)

    def _check_repeatable(self, part: BlockSlice) -> None:
        for op, keys in part.ops:
            if (found := unrepeatable_part(self.slicer, op, keys)) is not None:
                raise Failure(
                    error(
                        found.location,
                        f"cannot run '{found.name}' again in the adjoint of this branch",
                        note(
                            found.location,
                            "its result is read there, and a second run may differ; "
                            f"move it before the branch, or mark what it calls '{PURE}'",
                        ),
                    )
                )

    def _generic_reads(self, op: ir.Operation) -> list[Key]:
        if op not in self._generic:
            self._generic[op] = self._plan_generic(op)
        return self._generic[op]

    def _plan_generic(self, op: ir.Operation) -> list[Key]:
        peaks = self.peaks[op] = self._generic_peaks(op)
        groups = self.groups[op] = self._generic_groups(op)
        keys = [k for part in (*peaks, *groups) for k in part.reads]
        sizes = [k for v in op.operands if is_tensor(v.type) for k in self.program.dynamic_sizes(v)]
        return [*keys, *sizes, *self._boundary_reads(op)]

    def _generic_peaks(self, op: ir.Operation) -> list[Peak]:
        maps, ins = linalg_form.maps(op), linalg_form.inputs(op)
        peaks = []
        for k, result in enumerate(op.results):
            value = linalg_form.extremum(op, k)
            if value is None or linalg_form.is_full(maps[ins + k]) or not self.activity.is_active(result):
                continue
            part = self.slicer.block(self.program.body(op), [value])
            self._check_repeatable(part)
            reads = [*self._read_operands(op, part), result, op.operands[ins + k]]
            peaks.append(Peak(k, value, part, reads))
        return peaks

    def _read_operands(self, op: ir.Operation, part: BlockSlice) -> list[Key]:
        """What a slice of the body of a generic needs from outside it."""
        operands = list(op.operands)
        return [operands[ir.BlockArgument(a).arg_number] for a in part.arguments] + part.outer

    def _generic_groups(self, op: ir.Operation) -> list[Group]:
        program, active = self.program, self.activity.is_active
        maps, ins = linalg_form.maps(op), linalg_form.inputs(op)
        body = program.body(op)
        members: dict[ir.AffineMap, list[int]] = {}
        for number, operand in enumerate(op.operands):
            summed = number >= ins and not linalg_form.is_full(maps[number])
            if active(operand) and active(body.arguments[number]) and not summed:
                members.setdefault(maps[number], []).append(number)
        groups = [self._group(op, map, numbers, []) for map, numbers in members.items()]
        captured = [v for v in program.captures(op) if active(v) and has_derivative(v.type)]
        if captured:
            scalar_map = ir.AffineMap.get(maps[0].n_dims, 0, [])
            groups.append(self._group(op, scalar_map, [], captured))
        return groups

    def _group(self, op, map, numbers: list[int], captured: list[ir.Value]) -> Group:
        program, body = self.program, self.program.body(op)
        arguments, ins = list(body.arguments), linalg_form.inputs(op)
        yields = program.yields(op)
        peaks = self.peaks[op]
        inner = self.activity.restricted(
            op,
            [arguments[n] for n in numbers] + captured,
            without=[yields[peak.output] for peak in peaks],
        )
        plan = Plan(self.slicer, inner, self.costs)
        outer = plan.block(body)
        plan.needs[body] += [peak.value for peak in peaks if inner.is_active(peak.value)]
        given = [
            k
            for k, value in enumerate(yields)
            if value in plan.needs[body]
            and not linalg_form.accumulates(op, k)
            and linalg_form.is_full(linalg_form.maps(op)[ins + k])
            and self.slicer.home(value) == body
            and (maker := self.slicer.maker(value)) is not None
            and recompute(program, maker) >= 4
        ]
        again = self.slicer.block(body, plan.needs[body], [yields[k] for k in given])
        self._check_repeatable(again)
        reads = [*self._read_operands(op, again), *(op.results[k] for k in given), *outer]
        return Group(map, numbers, captured, inner, plan, again, given, reads)


class Plan(Reads):
    """The keys that adjoints read, and what loops record for them.

    Of the loops in `again` nothing is recorded that can be computed; of those marked `lagrad.snapshots`, and of those
    in `snapshots`, which says how many states of them are kept, nothing at all.
    """

    def __init__(
        self,
        slicer: Slicer,
        activity: Activity,
        costs: Costs = Costs(),
        again: frozenset[ir.Operation] = frozenset(),
        snapshots: Mapping[ir.Operation, int] = {},
    ):
        super().__init__(slicer, activity, costs)
        self.again = again
        self._snapshots = snapshots
        self.recorded: dict[ir.Operation, list[Key]] = {}  # loop -> keys of its body
        self.undone: dict[ir.Operation, list[ir.Value]] = {}  # loop -> carried tensors that its adjoint puts back
        self.rewound: dict[ir.Operation, Rewound] = {}  # loop marked `lagrad.snapshots` -> how it is computed again
        self.ahead: dict[ir.Operation, LoopSlice] = {}  # loop whose adjoint runs in its order -> states
        self._worthy: dict[ir.Operation, set[Key]] = {}  # loop -> what the cut through its nest records

    def snapshots_of(self, loop: ir.Operation) -> int:
        """How many states of a loop are kept that computes them again."""
        return self._snapshots.get(loop) or ir.IntegerAttr(loop.attributes[SNAPSHOTS]).value

    def _is_rewound(self, loop: ir.Operation) -> bool:
        return loop in self._snapshots or is_rewound(loop)

    def _for_reads(self, op: ir.Operation) -> list[Key]:
        if op not in self._worthy:
            self._cut_nest(op)
        reads, body = super()._for_reads(op), self.program.body(op)
        if self._is_rewound(op):
            self.recorded[op] = []
            self.rewound[op] = rewound(self.slicer, op, self.needs[body])
            return [*reads, *self.rewound[op].outer]
        self.needs[body] += places(self.program, body.arguments)
        if self.costs.mode == "everything":
            made = [v for each in self.program.ops(body) if makes_numbers(each) for v in each.results]
            self.needs[body] = list(dict.fromkeys([*self.needs[body], *(v for v in made if has_derivative(v.type))]))
        costs = Costs("recompute") if op in self.again else self.costs
        recorded = recorded_keys(self.slicer, costs, op, self.needs[body], self._worthy[op], op not in self.again)
        if recorded and (states := self._states_again(op, costs)) is not None:
            self.recorded[op], self.ahead[op] = [], states
            return [*reads, *states.outer, *self.slicer.block(body, self.needs[body]).outer]
        again = self.slicer.block(body, self.needs[body], recorded)
        # What comes out of a loop that runs again anyway is there without being recorded.
        at_hand = {
            o.results[k] for o, keys in again.ops if o.name == "scf.for" for k in self.slicer.loop(o, keys).slots
        }
        sizes, _ = changing_sizes(self.slicer, op, recorded)
        recorded = [key for key in recorded if key not in at_hand or key in sizes]
        parts = self.program.overwritten
        undone = self.undone[op] = [key for key in recorded if isinstance(key, ir.Value) and key in parts]
        recorded = self.recorded[op] = [parts[key] if key in undone else key for key in recorded]
        reads += [op.results[ir.BlockArgument(key).arg_number - 1] for key in undone]
        sizes, fixed = changing_sizes(self.slicer, op, recorded)
        reads += self.slicer.block(body, sizes, fixed).outer
        again = self.slicer.block(body, self.needs[body], self.given(op))
        residuals = [Residual(op, key) for key in recorded]
        return [*reads, *residuals, *(size for r in residuals for size in self.slicer.size_keys(r)), *again.outer]

    def runs_backwards(self, loop: ir.Operation) -> bool:
        """Whether the adjoint of a loop begins with the last iteration.

        So does one that need not, in a loop that has to: it comes after the primal loop, and what that has read last is
        still in a cache.
        """
        if loop in self.ahead:
            return False
        if loop in self.rewound or self.undone.get(loop) or not adds_up(self.slicer, self.activity, loop):
            return True
        around = loop.parent.operation
        while around.name not in ("scf.for", "func.func"):
            around = around.parent.operation
        return around.name == "scf.for" and self.runs_backwards(around)

    def _states_again(self, loop: ir.Operation, costs: Costs) -> LoopSlice | None:
        needs, runs_before = self.needs[self.program.body(loop)], loop not in self.again
        return states_again(self.slicer, self.activity, costs, loop, needs, runs_before)

    def given(self, loop: ir.Operation) -> list[Key]:
        """What the adjoint of an iteration has: what is recorded of it, and what that is put back into."""
        return [*self.recorded.get(loop, ()), *self.undone.get(loop, ())]

    def _cut_nest(self, outermost: ir.Operation) -> None:
        """Decides for a loop and those directly inside it, at any depth, what is worth recording."""
        loops = self._nest(outermost)
        self._worthy.update((loop, set()) for loop in loops)
        if len(loops) == 1:
            return
        before = Reads(self.slicer, self.activity, self.costs)
        before.groups, before.peaks, before._generic = self.groups, self.peaks, self._generic  # these stay as they are
        before._for_reads(outermost)
        worthy: set[Key] = set()
        for loop in loops:  # an inner nest may be run again as a whole, with tapes of its own
            inner = self._nest(loop)
            if len(inner) > 1 and loop not in self.again:
                needs = [key for each in inner for key in before.needs.get(self.program.body(each), ())]
                worthy |= worth_recording(self.slicer, self.costs, inner, needs, worthy)
        for loop in loops:
            self._worthy[loop] = {key for key in worthy if self.slicer.home(key) == self.program.body(loop)}

    def _nest(self, outermost: ir.Operation) -> list[ir.Operation]:
        """A loop and those directly inside it that record, at any depth, outer ones first."""
        loops = [outermost]
        if self._is_rewound(outermost):
            return loops
        for loop in loops:  # grows
            inside = self.program.ops(self.program.body(loop))
            loops += [op for op in inside if op.name == "scf.for" and not self._is_rewound(op)]
        return loops


def places(program: Program, states: Iterable[ir.Value]) -> list[ir.Value]:
    """What says where the parts of carried tensors are that an iteration overwrites."""
    parts = [program.overwritten[state] for state in states if state in program.overwritten]
    return [v for part in parts for v in list(part.owner.operation.operands)[1:]]


def view_of(value: ir.Value) -> ir.Operation | None:
    """The view that defines a tensor, if one does."""
    owner = value.owner
    if isinstance(owner, ir.Block):
        return None
    op = owner.operation
    return op if isinstance(RULES.get(op.name), View) else None


def root(value: ir.Value) -> ir.Value:
    """The tensor that a value is a view of; itself if it is none."""
    while (op := view_of(value)) is not None:
        value = op.operands[0]
    return value
