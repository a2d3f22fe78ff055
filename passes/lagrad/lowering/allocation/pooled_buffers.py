"""Buffers that the iterations of a loop take and give back: their memory comes from a pool of the function.

Upstream's deallocation says who owns which buffer and when it is free, and that stays as it is; but it is a pool that
takes the memory back, and gives it to who needs some next. So no bound of the sizes is needed. A private function that
is called in a loop gets the pool of its caller, for what it returns and for itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from ... import build
from ...analysis.call_graph import is_public, symbol
from ...mlir import ir, scf
from ..facts.in_use import loops_around, runs_at_once
from ..facts.views import root_of
from ..walk import callee, walk
from .buffer_bytes import can_hold
from .pool import Pool, add_functions


def take_from_pools(module: ir.Operation) -> None:
    """Gives the buffers of loops, and of functions that loops call, the memory of pools."""
    program = _Program(module)
    plans = [
        (name, program.count(name), program.sites(name), program.calls(name))
        for name in program.functions
        if program.uses_pool(name)
    ]
    names = add_functions(module) if plans else {}
    for name, count, sites, calls in plans:
        function = program.functions[name]
        with function.location:
            pool = _receive(function, names) if name in program.given else _make(function, count, names)
            _use(function, pool, sites, calls)


class _Program:
    """Which functions of a module take memory in loops, and where."""

    def __init__(self, module: ir.Operation):
        views = [view.operation for view in module.regions[0].blocks[0].operations]
        ours = [op for op in views if op.name == "func.func" and len(list(op.regions[0].blocks)) == 1]
        self.functions = {_name(op): op for op in ours}
        self._allocs: dict[str, list[ir.Operation]] = {name: [] for name in self.functions}
        self._calls: dict[str, list[ir.Operation]] = {name: [] for name in self.functions}
        self._carried = dict.fromkeys(self.functions, 0)
        self._counts: dict[str, int] = {}
        others = set()  # functions that are not only called from those above
        for function in views:
            name = _name(function)
            for op in walk(function):
                match op.name:
                    case "memref.alloc" if name in self.functions:
                        if can_hold(op) and not runs_at_once(op):
                            self._allocs[name].append(op)
                    case "func.call" if name in self.functions:
                        self._calls[name].append(op)
                        if runs_at_once(op):  # iterations that run at once must not share a pool either
                            others.add(callee(op))
                    case "func.call" | "func.constant":
                        others.add(callee(op))
                    case "scf.for" | "scf.while" if name in self.functions:
                        self._carried[name] += max(_buffers(op.results), _buffers(op.operands))
        private = {name for name, f in self.functions.items() if not is_public(f)} - others
        takes = {name for name in private if self._allocs[name]}
        while more := {name for name in private - takes if self._callees(name) & takes}:
            takes |= more
        self.given = {callee(call) for calls in self._calls.values() for call in calls if _is_in_loop(call)} & takes
        while more := (set().union(*map(self._callees, self.given)) & takes) - self.given:
            self.given |= more

    def sites(self, name: str) -> list[ir.Operation]:
        """The allocations that get their memory from a pool."""
        return [op for op in self._allocs[name] if name in self.given or _is_in_loop(op)]

    def calls(self, name: str) -> list[ir.Operation]:
        """The calls of functions that are given a pool."""
        return [call for call in self._calls[name] if callee(call) in self.given]

    def uses_pool(self, name: str) -> bool:
        return name in self.given or bool(self.sites(name) or self.calls(name))

    def count(self, name: str) -> int:
        """How many blocks can be in use at once: those of an iteration, and for each loop those of the one before."""
        if name not in self._counts:
            self._counts[name] = 0  # for calls of itself, which may find all blocks in use
            returned = sum(_buffers(call.results) for call in self.calls(name))
            inner = max((self.count(callee(call)) for call in self.calls(name)), default=0)
            self._counts[name] = len(self.sites(name)) + self._carried[name] + returned + inner
        return self._counts[name]

    def _callees(self, name: str) -> set[str]:
        return {callee(call) for call in self._calls[name]}


def _is_in_loop(op: ir.Operation) -> bool:
    return any(True for _ in loops_around(op))


def _buffers(values: Sequence[ir.Value]) -> int:
    return sum(isinstance(value.type, ir.MemRefType) for value in values)


def _make(function: ir.Operation, count: int, names: dict[str, str]) -> Pool:
    entry = function.regions[0].blocks[0]
    with ir.InsertionPoint.at_block_begin(entry):
        pool = Pool.open(count, names)
    with ir.InsertionPoint(list(entry.operations)[-1]):
        pool.close()
    return pool


def _receive(function: ir.Operation, names: dict[str, str]) -> Pool:
    """The caller's, as two more arguments."""
    given = [function.regions[0].blocks[0].add_argument(t, function.location) for t in Pool.types()]
    type = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
    more = ir.FunctionType.get([*type.inputs, *Pool.types()], type.results)
    function.attributes["function_type"] = ir.TypeAttr.get(more)
    if "arg_attrs" in function.attributes:
        attributes = [*ir.ArrayAttr(function.attributes["arg_attrs"]), *(ir.DictAttr.get({}) for _ in given)]
        function.attributes["arg_attrs"] = ir.ArrayAttr.get(attributes)
    return Pool(*given, names)


def _use(function: ir.Operation, pool: Pool, sites: list[ir.Operation], calls: list[ir.Operation]) -> None:
    for dealloc in [op for op in walk(function) if op.name == "memref.dealloc"]:
        maker = root_of(dealloc.operands[0]).owner
        if isinstance(maker, ir.Block) or maker.operation.name != "memref.alloc" or maker.operation in sites:
            with dealloc.location, ir.InsertionPoint(dealloc):
                is_foreign = scf.IfOp(pool.put(dealloc.operands[0]))
                with ir.InsertionPoint(is_foreign.then_block):
                    dealloc.move_before(scf.yield_([]))
    for op in sites:
        with op.location, ir.InsertionPoint(op):
            memory = pool.take(ir.MemRefType(op.results[0].type), list(op.operands))
            op.results[0].replace_all_uses_with(memory)
        op.erase()
    for op in calls:
        with op.location, ir.InsertionPoint(op):
            call = build.like(op, [*op.operands, *pool.values], [r.type for r in op.results])
        build.replace_op(op, *call.results)


def _name(function: ir.Operation) -> str:
    return symbol(function) if "sym_name" in function.attributes else ""
