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

from collections.abc import Callable
from dataclasses import dataclass

from .. import build
from ..analysis.call_graph import functions, signature, symbol
from ..analysis.program import walk
from ..analysis.recorded import Recorded, recorded, said
from ..build import DYNAMIC, is_tensor, shape_of
from ..dialect import RECORDED, UPDATES
from ..mlir import ir
from .declarations import close, declare, open_body
from .scope import Scope, clone

_FIRST = 256  # elements of each tensor, at first: most calls need no second run
_THREADED = {"scf.if", "scf.for", "scf.while", "scf.index_switch", "scf.execute_region"}


@dataclass(frozen=True)
class Layout:
    """What is recorded of the calls of some functions that call each other."""

    types: tuple[ir.Type, ...]  # of the tensors' elements, that of the indices first
    results: dict[str, tuple[int, ...]]  # function -> the results that are recorded
    names: dict[str, str]  # what calls name -> the function

    @property
    def tensors(self) -> list[ir.Type]:
        return [build.tensor_type([DYNAMIC], type) for type in self.types]

    @property
    def extra(self) -> list[ir.Type]:
        """The arguments behind those of a function: tensors, and a cursor for each."""
        return [*self.tensors, *[build.index_type()] * len(self.types)]

    def callee(self, op: ir.Operation) -> str | None:
        """The function of these that a call names."""
        return self.names.get(op.attributes["callee"].value) if op.name == "func.call" else None


def layout(signatures: dict[str, list[ir.Type]], read: set[tuple[str, int]], names: dict[str, str]) -> Layout:
    """Scalars are recorded, whatever reads them; of the tensors that functions give, those that an adjoint reads."""
    chosen = {
        name: tuple(n for n, type in enumerate(results) if not is_tensor(type) or (name, n) in read)
        for name, results in signatures.items()
    }
    types = [build.element(signatures[name][n]) for name, numbers in chosen.items() for n in numbers]
    return Layout(tuple(dict.fromkeys([build.index_type(), *types])), chosen, names)


def can_record(function: ir.Operation, layout: Layout) -> bool:
    """Whether the calls in a function run in an order that records can have."""
    for call in walk(function):
        op = call
        while layout.callee(call) is not None and (op := op.parent.operation) != function:
            if op.name not in _THREADED or any(len(list(region.blocks)) != 1 for region in op.regions):
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
            pairs = [place for n in tapes for place in (len(inputs) + n, len(results) + n)]
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
            _write_recall(table[made[name]["recall"]], name, signature(primal)[1], layout)
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


def _add(x: ir.Value, y: ir.Value | int) -> ir.Value:
    return build.emit1("arith.addi", build.index_type(), x, build.index(y) if isinstance(y, int) else y)


def _less(x: ir.Value, y: ir.Value | int) -> ir.Value:
    return build.emit1("arith.subi", build.index_type(), x, build.index(y) if isinstance(y, int) else y)


def _count(sizes: list[ir.Value | int]) -> ir.Value:
    """The number of elements of a tensor."""
    product = build.index(1)
    for size in sizes:
        factor = build.index(size) if isinstance(size, int) else size
        product = build.emit1("arith.muli", build.index_type(), product, factor)
    return product


class _Threaded:
    """A copy of a function that hands some values from each call inside to the next: a `state`.

    Branches and loops with calls inside take the state, and give it back.
    """

    def __init__(self, function: ir.Operation, primal: ir.Operation, layout: Layout, made: dict[str, dict[str, str]]):
        self.function, self.primal, self.layout, self.made = function, primal, layout, made
        self.count = len(signature(primal)[0])
        self.width = len(layout.types)

    def write(self) -> None:
        entry = open_body(self.function)
        with ir.InsertionPoint(entry):
            body = self.primal.regions[0].blocks[0]
            scope = Scope().bind(body.arguments, list(entry.arguments)[: self.count])
            extra = list(entry.arguments)[self.count :]
            self.start(extra[: self.width])
            values, state = self.block(body, scope, self.first(extra))
            close(self.function, [*values, *self.returned(state)])

    def block(self, block: ir.Block, scope: Scope, state: list[ir.Value]) -> tuple[list[ir.Value], list[ir.Value]]:
        """Copies a block; what its terminator takes, and the state behind it."""
        (*operations, last) = [view.operation for view in block.operations]
        for op in operations:
            with op.location:
                if (name := self.layout.callee(op)) is not None:
                    operands = []
                    for value in op.operands:  # a number made of floats may be another one the next time
                        is_number = isinstance(value.type, (ir.IntegerType, ir.IndexType))
                        operand, state = self.decided(value, scope, state) if is_number else (scope[value], state)
                        operands.append(operand)
                    values, state = self.call(name, operands, [r.type for r in op.results], state)
                    scope.bind(op.results, values)
                elif any(self.layout.callee(child) is not None for child in walk(op)):
                    values, state = _CONTROL[op.name](self, op, scope, state)
                    scope.bind(op.results, values)
                else:
                    clone(op, scope)
        return [scope[v] for v in last.operands], state

    def decided(self, value: ir.Value, scope: Scope, state: list[ir.Value]) -> tuple[ir.Value, list[ir.Value]]:
        """A condition, a bound or a choice, of the primal, which is recorded unless integers alone make it."""
        return (scope[value], state) if _is_exact(value) else self.decide(scope[value], state)

    # -- what the copies differ in --------------------------------------------------------------

    def start(self, tensors: list[ir.Value]) -> None:
        """At the beginning of the function."""
        raise NotImplementedError

    def first(self, extra: list[ir.Value]) -> list[ir.Value]:
        """The state at first, of the last arguments."""
        raise NotImplementedError

    def returned(self, state: list[ir.Value]) -> list[ir.Value]:
        raise NotImplementedError

    def call(self, name: str, operands: list[ir.Value], results: list[ir.Type], state: list[ir.Value]):
        """The results of a call, and the state behind it."""
        raise NotImplementedError

    def decide(self, value: ir.Value, state: list[ir.Value]) -> tuple[ir.Value, list[ir.Value]]:
        raise NotImplementedError

    # -- branches and loops ---------------------------------------------------------------------

    def _branches(self, op: ir.Operation, scope: Scope, state: list[ir.Value], chosen: list[ir.Value], **attributes):
        types = [r.type for r in op.results]
        new = ir.Operation.create(
            op.name, results=[*types, *(v.type for v in state)], operands=chosen, attributes=attributes,
            regions=len(op.regions),
        )  # fmt: skip
        for region, old in zip(new.regions, op.regions):
            with ir.InsertionPoint(region.blocks.append()):
                values, behind = self.block(old.blocks[0], Scope(scope), state)
                build.emit("scf.yield", [], [*values, *behind])
        return list(new.results)[: len(types)], list(new.results)[len(types) :]

    def _if(self, op: ir.Operation, scope: Scope, state: list[ir.Value]):
        condition, state = self.decided(op.operands[0], scope, state)
        return self._branches(op, scope, state, [condition])

    def _switch(self, op: ir.Operation, scope: Scope, state: list[ir.Value]):
        choice, state = self.decided(op.operands[0], scope, state)
        return self._branches(op, scope, state, [choice], cases=op.attributes["cases"])

    def _region(self, op: ir.Operation, scope: Scope, state: list[ir.Value]):
        return self._branches(op, scope, state, [])

    def _for(self, op: ir.Operation, scope: Scope, state: list[ir.Value]):
        bounds = []
        for value in list(op.operands)[:3]:
            bound, state = self.decided(value, scope, state)
            bounds.append(bound)
        carried = [*(scope[v] for v in list(op.operands)[3:]), *state]
        types = [bounds[0].type, *(v.type for v in carried)]
        kept = {name: op.attributes[name] for name in op.attributes if name != "operandSegmentSizes"}
        operands = [*bounds, *carried]
        new = ir.Operation.create("scf.for", results=types[1:], operands=operands, attributes=kept, regions=1)
        body = new.regions[0].blocks.append(*types, arg_locs=[op.location] * len(types))
        count = 1 + len(list(op.results))
        with ir.InsertionPoint(body):
            arguments = list(body.arguments)
            inside = Scope(scope).bind(op.regions[0].blocks[0].arguments, arguments[:count])
            values, behind = self.block(op.regions[0].blocks[0], inside, arguments[count:])
            build.emit("scf.yield", [], [*values, *behind])
        return list(new.results)[: count - 1], list(new.results)[count - 1 :]

    def _while(self, op: ir.Operation, scope: Scope, state: list[ir.Value]):
        (before, after), width = [region.blocks[0] for region in op.regions], len(state)
        carried = [*(scope[v] for v in op.operands), *state]
        passed = [*(r.type for r in op.results), *(v.type for v in state)]
        new = ir.Operation.create("scf.while", results=passed, operands=carried, regions=2)
        types = [v.type for v in carried]
        block = new.regions[0].blocks.append(*types, arg_locs=[op.location] * len(types))
        with ir.InsertionPoint(block):
            arguments = list(block.arguments)
            inside = Scope(scope).bind(before.arguments, arguments[: len(types) - width])
            (_, *values), behind = self.block(before, inside, arguments[len(types) - width :])
            condition, behind = self.decided(list(before.operations)[-1].operands[0], inside, behind)
            build.emit("scf.condition", [], [condition, *values, *behind])
        block = new.regions[1].blocks.append(*passed, arg_locs=[op.location] * len(passed))
        with ir.InsertionPoint(block):
            arguments = list(block.arguments)
            inside = Scope(scope).bind(after.arguments, arguments[: len(passed) - width])
            values, behind = self.block(after, inside, arguments[len(passed) - width :])
            build.emit("scf.yield", [], [*values, *behind])
        return list(new.results)[: len(passed) - width], list(new.results)[len(passed) - width :]


_CONTROL: dict[str, Callable] = {
    "scf.if": _Threaded._if,
    "scf.for": _Threaded._for,
    "scf.while": _Threaded._while,
    "scf.index_switch": _Threaded._switch,
    "scf.execute_region": _Threaded._region,
}
_EXACT = ("arith.", "index.")


def _is_exact(value: ir.Value) -> bool:
    """Whether a number comes from integer arithmetic on arguments, sizes and constants, which is the same each time."""
    work, seen = [value], set()
    while work:
        value = work.pop()
        if value in seen or (isinstance(value.owner, ir.Block) and value.owner.owner.operation.name == "func.func"):
            continue
        seen.add(value)
        if isinstance(value.owner, ir.Block):
            loop = value.owner.owner.operation
            if loop.name != "scf.for" or ir.BlockArgument(value).arg_number != 0:
                return False
            work += list(loop.operands)[:3]
            continue
        op = value.owner.operation
        if op.name == "tensor.dim":
            work += list(op.operands)  # the size of an argument
            continue
        if not op.name.startswith(_EXACT) or any(build.has_derivative(v.type) for v in op.operands):
            return False
        work += list(op.operands)
    return True


class _Record(_Threaded):
    """The state is the tensors of records, and the cursors."""

    def start(self, tensors):
        self.rooms = [build.emit1("tensor.dim", build.index_type(), tensor, build.index(0)) for tensor in tensors]

    def first(self, extra):
        return extra

    def returned(self, state):
        return state

    def call(self, name, operands, results, state):
        width, head = self.width, state[self.width]
        begin = [*state[:width], _add(head, width), *state[width + 1 :]]
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
            indices = self._put(end, indices, 0, _add(head, place))
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
            state[self.width + at] = _add(cursor, 1)
            return state
        if not shape_of(value.type):
            return self._push(build.extract(value, []), state)
        sizes = build.sizes_of(value)
        count = _count(sizes)
        end = _add(cursor, count)
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
        size = DYNAMIC if DYNAMIC in whole else _product(whole)
        row = build.tensor_type([size], build.element(tensor.type))
        tensor = build.emit1("tensor.collapse_shape", row, tensor, reassociation=_all_in_one(rank))
    return tensor if tensor.type == flat else build.emit1("tensor.cast", flat, tensor)


def _product(sizes: list[int]) -> int:
    product = 1
    for size in sizes:
        product *= size
    return product


def _all_in_one(rank: int) -> ir.Attribute:
    i64 = ir.IntegerType.get_signless(64)
    return ir.ArrayAttr.get([ir.ArrayAttr.get([ir.IntegerAttr.get(i64, d) for d in range(rank)])])


class _Replay(_Threaded):
    """The state is the cursors."""

    def start(self, tensors):
        self.tensors = tensors

    def first(self, extra):
        return extra[self.width :]

    def returned(self, state):
        return []

    def call(self, name, operands, results, state):
        begin = [_add(state[0], self.width), *state[1:]]
        types = [*results, *[build.index_type()] * self.width]
        callee = ir.FlatSymbolRefAttr.get(self.made[name]["recall"])
        values = build.emit("func.call", types, [*operands, *self.tensors, *begin], callee=callee)
        return values[: len(results)], values[len(results) :]

    def decide(self, value, state):
        number = build.extract(self.tensors[0], [state[0]])
        if value.type != number.type:
            number = build.emit1("arith.index_castui", value.type, number)
        return number, [_add(state[0], 1), *state[1:]]


def _write_recall(function: ir.Operation, name: str, results: list[ir.Type], layout: Layout) -> None:
    """Reads what a call gave from behind the records of the calls inside it."""
    width = len(layout.types)
    entry = open_body(function)
    with ir.InsertionPoint(entry):
        arguments = list(entry.arguments)
        tensors, begin = arguments[-2 * width : -width], arguments[-width:]
        ends = [build.extract(tensors[0], [_less(begin[0], width - n)]) for n in range(width)]
        chosen = layout.results[name]
        open_sizes = sum(shape_of(results[n]).count(DYNAMIC) for n in chosen if is_tensor(results[n]))
        # Indices that are results come before the sizes.
        place = _less(ends[0], open_sizes)
        sizes = {}
        for number in chosen:
            if is_tensor(results[number]):
                sizes[number] = []
                for size in shape_of(results[number]):
                    if size == DYNAMIC:
                        size, place = build.extract(tensors[0], [place]), _add(place, 1)
                    sizes[number].append(size)
        places = [_less(ends[0], open_sizes), *ends[1:]]
        values: dict[int, ir.Value] = {}
        for number in reversed(chosen):
            type = results[number]
            at = layout.types.index(build.element(type) if is_tensor(type) else type)
            count = _count(sizes[number]) if is_tensor(type) else build.index(1)
            places[at] = _less(places[at], count)
            values[number] = _element_or_tensor(tensors[at], places[at], count, type, sizes.get(number, []))
        for number, type in enumerate(results):
            if number not in values:
                values[number] = build.empty(type, [build.index(0) if n == DYNAMIC else n for n in shape_of(type)])
        close(function, [*(values[n] for n in range(len(results))), *ends])


def complete(module: ir.Operation, function: ir.Operation) -> None:
    """Lets calls in a function that recall others, and read a result that is not recorded, compute it again."""
    full: dict[str, str] = {}
    for op in [op for op in walk(function) if op.name == "func.call"]:
        called = op.attributes["callee"].value
        known = recorded(functions(module)[called]) if called in functions(module) else None
        if known is None or all(not list(op.results[n].uses) for n in known.missing):
            continue
        if called not in full:
            full[called] = _write_full(module, functions(module)[called], known)
        op.attributes["callee"] = ir.FlatSymbolRefAttr.get(full[called])


def _write_full(module: ir.Operation, recall: ir.Operation, known: Recorded) -> str:
    """Writes a function that gives all results of a call that is recorded."""
    inputs, results = signature(recall)
    with recall.location:
        function = declare(module, f"{symbol(recall)}_all", inputs, results)
        function.attributes[RECORDED] = said(known.replay, known.primal, known.extra)
        entry = open_body(function)
        with ir.InsertionPoint(entry):
            arguments = list(entry.arguments)
            values = build.emit("func.call", results, arguments, callee=ir.FlatSymbolRefAttr.get(symbol(recall)))
            types = signature(functions(module)[known.primal])[1]
            operands = arguments[: len(arguments) - known.extra]
            again = build.emit("func.call", types, operands, callee=ir.FlatSymbolRefAttr.get(known.primal))
            close(function, [again[n] if n in known.missing else v for n, v in enumerate(values)])
    return symbol(function)


def _element_or_tensor(
    row: ir.Value, place: ir.Value, count: ir.Value, type: ir.Type, sizes: list[ir.Value | int]
) -> ir.Value:
    """An element of a row, or a tensor whose elements are there."""
    if not is_tensor(type):
        return build.extract(row, [place])
    shape = shape_of(type)
    if not shape:
        return build.emit1("tensor.from_elements", type, build.extract(row, [place]))
    if len(shape) == 1:
        return build.extract_slice(row, type, [place], sizes, [1])
    whole = DYNAMIC if DYNAMIC in shape else _product(shape)
    flat = build.tensor_type([whole], build.element(type))
    elements = build.extract_slice(row, flat, [place], [count if whole == DYNAMIC else whole], [1])
    static = ir.DenseI64ArrayAttr.get(shape)
    return build.emit1(
        "tensor.expand_shape", type, elements, *build.dynamic_sizes(type, sizes),
        reassociation=_all_in_one(len(shape)), static_output_shape=static,
    )  # fmt: skip
