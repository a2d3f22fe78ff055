"""What recursive functions leave behind, in tensors that have room for all calls: their records.

A call of a recursive function has as many residuals as there are calls below it. So residuals are no results of their
own but rows of tensors that all calls share, one tensor an element type and one of indices. Each call writes what
its adjoint will read where the call before it ended:

    indices     ends, one a tensor | the records of the calls inside | sizes of the results
    elements                         the records of the calls inside | the results

A *cursor* is where a call begins in each tensor. The ends come first, as the adjoint goes through the calls in the
order in which they ran: from the beginning of one call it knows the beginning of the next.

Three functions are made of a recursive function f (n results, k tensors of records):

    f_record(arguments, tensors, cursors) -> results, tensors, cursors behind    runs f, and writes
    f_recall(arguments, tensors, cursors) -> results, cursors behind             reads what the call at the cursors gave
    f_replay(arguments, tensors, cursors) -> results                             f whose calls are recalled

The last calls nothing that calls itself: its pullback is that of f. A condition with a call behind it is recorded as
well, if floats decide it: the code that replays may round another way.

Where the tensors are too small `f_record` goes on without writing, so that its cursors say how much room there must be.
"""

from __future__ import annotations

import math

from ... import build
from ...analysis.call_graph import functions, signature, symbol
from ...analysis.program import walk
from ...analysis.recorded import said
from ...build import DYNAMIC, is_tensor, shape_of
from ...dialect import RECORDED, UPDATES
from ...mlir import ir
from .declarations import close, declare, open_body
from .recalls import write_recall
from .record_layout import Layout, add, all_in_one, element_count
from .threaded import THREADED, Threaded

_FIRST = 256  # elements of each tensor, at first: most calls need no second run


def can_record(function: ir.Operation, layout: Layout) -> bool:
    """Whether the calls in a function run in an order that records can have."""
    for call in walk(function):
        op = call
        while layout.callee(call) is not None and (op := op.parent.operation) != function:
            if op.name not in THREADED or any(len(list(region.blocks)) != 1 for region in op.regions):
                return False
    return True


def write(module: ir.Operation, primals: dict[str, ir.Operation], layout: Layout) -> dict[str, dict[str, str]]:
    """Writes the three functions of each of some that call each other: function -> record, recall, replay -> symbol.

    `primals` are these functions without effects, structured, and such that `can_record`.
    """
    made = {}
    for name, primal in primals.items():
        inputs, results = signature(primal)
        with primal.location:
            record = declare(module, f"{name}_record", [*inputs, *layout.extra], [*results, *layout.extra])
            tapes = range(len(layout.types))
            own = list(ir.DenseI64ArrayAttr(primal.attributes[UPDATES])) if UPDATES in primal.attributes else []
            pairs = [*own, *(place for n in tapes for place in (len(inputs) + n, len(results) + n))]
            record.attributes[UPDATES] = ir.DenseI64ArrayAttr.get(pairs)
            cursors = [build.index_type()] * len(layout.types)
            recall = declare(module, f"{name}_recall", [*inputs, *layout.extra], [*results, *cursors])
            replay = declare(module, f"{name}_replay", [*inputs, *layout.extra], results)
        missing = [n for n in range(len(results)) if n not in layout.results[name]]
        recall.attributes[RECORDED] = said(symbol(replay), name, len(layout.extra), missing)
        made[name] = {"record": symbol(record), "recall": symbol(recall), "replay": symbol(replay)}
    for name, primal in primals.items():
        table = functions(module)
        with primal.location:
            _Record(table[made[name]["record"]], primal, layout, made).write()
            _Replay(table[made[name]["replay"]], primal, layout, made).write()
            write_recall(table[made[name]["recall"]], name, signature(primal)[1], layout)
    return made


def write_augmented(module: ir.Operation, name: str, made: dict[str, str], layout: Layout) -> ir.Operation:
    """Writes the function that runs one with enough room, and gives its results, its records and where they begin."""
    table = functions(module)
    given, types = signature(table[made["record"]])
    count, width = len(given) - len(layout.extra), len(layout.types)
    results = types[: len(types) - len(layout.extra)]
    with table[made["record"]].location:
        function = declare(module, f"{name}_augmented", given[:count], [*results, *layout.extra])
        function.attributes[RECORDED] = said(made["replay"], name, len(layout.extra))
        entry = open_body(function)
        with ir.InsertionPoint(entry):
            loop = _run_until_it_fits(made["record"], list(entry.arguments), results, layout)
            close(function, [*loop.results[width:], *[build.index(0)] * width])
    return function


def _run_until_it_fits(record: str, arguments: list[ir.Value], results: list[ir.Type], layout: Layout) -> ir.Operation:
    width, here = len(layout.types), ir.Location.current
    cursors = [build.index_type()] * width
    passed = [*cursors, *results, *layout.tensors]
    loop = ir.Operation.create("scf.while", results=passed, operands=[build.index(_FIRST)] * width, regions=2)
    before = loop.regions[0].blocks.append(*cursors, arg_locs=[here] * width)
    with ir.InsertionPoint(before):
        rooms = list(before.arguments)
        tensors = [build.empty(type, [room]) for type, room in zip(layout.tensors, rooms)]
        operands = [*arguments, *tensors, *[build.index(0)] * width]
        callee = ir.FlatSymbolRefAttr.get(record)
        values = build.emit("func.call", [*results, *layout.extra], operands, callee=callee)
        ends = values[len(values) - width :]
        lacks = [build.compare_integers("ugt", end, room) for end, room in zip(ends, rooms)]
        again = lacks[0]
        for other in lacks[1:]:
            again = build.emit1("arith.ori", again.type, again, other)
        most = [build.emit1("arith.maxui", build.index_type(), *pair) for pair in zip(ends, rooms)]
        build.emit("scf.condition", [], [again, *most, *values[: len(values) - width]])
    after = loop.regions[1].blocks.append(*passed, arg_locs=[here] * len(passed))
    with ir.InsertionPoint(after):
        build.emit("scf.yield", [], list(after.arguments)[:width])
    return loop


class _Record(Threaded):
    """The state is the tensors of records, and the cursors."""

    def start(self, tensors):
        self.rooms = [build.emit1("tensor.dim", build.index_type(), tensor, build.index(0)) for tensor in tensors]

    def first(self, extra):
        return extra

    def returned(self, state):
        return state

    def call(self, name, operands, results, state):
        width, head = self.width, state[self.width]
        begin = [*state[:width], add(head, width), *state[width + 1 :]]
        types = [*results, *self.layout.extra]
        callee = ir.FlatSymbolRefAttr.get(self.made[name]["record"])
        values = build.emit("func.call", types, [*operands, *begin], callee=callee)
        values, state = values[: len(results)], values[len(results) :]
        sizes = []
        for number in self.layout.results[name]:
            state = self._push(values[number], state)
            if is_tensor(results[number]):
                sizes += build.dynamic_sizes(results[number], build.sizes_of(values[number]))
        for size in sizes:
            state = self._push(size, state)
        indices = state[0]
        for place, end in enumerate(state[width:]):
            indices = self._put(end, indices, 0, add(head, place))
        return values, [indices, *state[1:]]

    def decide(self, value, state):
        if (index := build.index_type()) != value.type:
            return value, self._push(build.emit1("arith.index_castui", index, value), state)
        return value, self._push(value, state)

    def _push(self, value: ir.Value, state: list[ir.Value]) -> list[ir.Value]:
        """Writes a scalar, or the elements of a tensor, behind what is there."""
        at = self.layout.types.index(build.element(value.type) if is_tensor(value.type) else value.type)
        state, cursor = list(state), state[self.width + at]
        if not is_tensor(value.type):
            state[at] = self._put(value, state[at], at, cursor)
            state[self.width + at] = add(cursor, 1)
            return state
        if not shape_of(value.type):
            return self._push(build.extract(value, []), state)
        sizes = build.sizes_of(value)
        count = element_count(sizes)
        end = add(cursor, count)
        fits = build.compare_integers("ule", end, self.rooms[at])
        branch = ir.Operation.create("scf.if", results=[state[at].type], operands=[fits], regions=2)
        with ir.InsertionPoint(branch.regions[0].blocks.append()):
            build.emit("scf.yield", [], [build.insert_slice(_flat(value), state[at], [cursor], [count], [1])])
        with ir.InsertionPoint(branch.regions[1].blocks.append()):
            build.emit("scf.yield", [], [state[at]])
        state[at], state[self.width + at] = branch.results[0], end
        return state

    def _put(self, value: ir.Value, tensor: ir.Value, at: int, place: ir.Value) -> ir.Value:
        """Writes an element; one that has no room goes to the first place, as all is written again with more room."""
        fits = build.compare_integers("ult", place, self.rooms[at])
        place = build.emit1("arith.select", build.index_type(), fits, place, build.index(0))
        return build.insert(value, tensor, [place])


def _flat(tensor: ir.Value) -> ir.Value:
    """The elements of a tensor in a row, with a dynamic size."""
    rank, flat = len(shape_of(tensor.type)), build.tensor_type([DYNAMIC], build.element(tensor.type))
    if rank > 1:
        whole = shape_of(tensor.type)
        size = DYNAMIC if DYNAMIC in whole else math.prod(whole)
        row = build.tensor_type([size], build.element(tensor.type))
        tensor = build.emit1("tensor.collapse_shape", row, tensor, reassociation=all_in_one(rank))
    return tensor if tensor.type == flat else build.emit1("tensor.cast", flat, tensor)


class _Replay(Threaded):
    """The state is the cursors."""

    def start(self, tensors):
        self.tensors = tensors

    def first(self, extra):
        return extra[self.width :]

    def returned(self, state):
        return []

    def call(self, name, operands, results, state):
        begin = [add(state[0], self.width), *state[1:]]
        types = [*results, *[build.index_type()] * self.width]
        callee = ir.FlatSymbolRefAttr.get(self.made[name]["recall"])
        values = build.emit("func.call", types, [*operands, *self.tensors, *begin], callee=callee)
        return values[: len(results)], values[len(results) :]

    def decide(self, value, state):
        number = build.extract(self.tensors[0], [state[0]])
        if value.type != number.type:
            number = build.emit1("arith.index_castui", value.type, number)
        return number, [add(state[0], 1), *state[1:]]
