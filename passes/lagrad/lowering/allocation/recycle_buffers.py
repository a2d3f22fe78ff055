"""`lagrad-recycle-buffers`: what a trip gives back is what the next one gets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ... import build
from ...analysis.call_graph import is_public
from ...mlir import ir, scf
from ...passes import Pass
from ..facts.views import root_of
from ..walk import callee, walk
from .reuse_scratch import is_in_loop, is_scratch, is_small, runs_apart
from .stores import Stores, add_functions, can_hold


@dataclass(frozen=True)
class RecycleBuffers(Pass):
    """Give a buffer that a loop takes in a trip and frees in a later one the memory of one that was freed.

    ```mlir
    %r = scf.for ... iter_args(%a = %x, %is_owned = %false) -> (memref<?xf64>, i1) {
      %next = memref.alloc(%n) : memref<?xf64>
      ...                                         // %next from %a
      scf.if %is_owned {
        memref.dealloc %a
      }
      scf.yield %next, %true
    }
    ```
    becomes
    ```mlir
    memref.store %c0, %rooms[%c0]                   // none is memory yet
    %r = scf.for ... iter_args(%a = %x, %is_owned = %false) -> (memref<?xf64>, i1) {
      %store = func.call @lagrad.take(%bytes, %stores, %rooms)
      %next = memref.view %store[%c0][%n] : memref<?xi8> to memref<?xf64>
      ...
      scf.if %is_owned {
        %is_foreign = func.call @lagrad.put(%pointer_of_a, %stores, %rooms)
        scf.if %is_foreign {
          memref.dealloc %a
        }
      }
      scf.yield %next, %true
    }
    ...
    func.call @lagrad.close(%stores, %rooms)
    ```
    Who owns which buffer stays as it was; a store that is too small is replaced by one of twice the size that is needed. So
    no bound of the sizes is needed, and however many trips there are, memory is taken a few times. A private function that is called
    in a loop gets the stores of its caller, for what it returns and for itself.
    """

    name = "lagrad-recycle-buffers"
    creates = ("arith", "func", "memref", "scf")

    def run(self, op, report) -> None:
        program = _Program(op)
        plans = [(name, program.count(name), program.sites(name), program.calls(name)) for name in program.functions if program.uses_stores(name)]
        names = add_functions(op) if plans else {}
        for name, count, sites, calls in plans:
            function = program.functions[name]
            with function.location:
                stores = _receive(function, names) if name in program.given else _make(function, count, names)
                _use(function, stores, sites, calls)


class _Program:
    """Which functions of a module take memory in loops, and where."""

    def __init__(self, module: ir.Operation):
        views = [view.operation for view in module.regions[0].blocks[0].operations]
        self.functions = {_name(op): op for op in views if op.name == "func.func" and len(list(op.regions[0].blocks)) == 1}
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
                        self._allocs[name].append(op)
                    case "func.call" if name in self.functions:
                        self._calls[name].append(op)
                    case "func.call" | "func.constant":
                        others.add(callee(op))
                    case "scf.for" | "scf.while" if name in self.functions:
                        self._carried[name] += max(_buffers(op.results), _buffers(op.operands))
        private = {name for name, f in self.functions.items() if not is_public(f)} - others
        takes = {name for name in private if any(map(_is_site, self._allocs[name]))}
        while more := {name for name in private - takes if self._callees(name) & takes}:
            takes |= more
        self.given = {callee(call) for calls in self._calls.values() for call in calls if is_in_loop(call)} & takes
        while more := (set().union(*map(self._callees, self.given)) & takes) - self.given:
            self.given |= more

    def sites(self, name: str) -> list[ir.Operation]:
        """The allocations that get their memory from stores."""
        sites = [op for op in self._allocs[name] if _is_site(op)]
        return sites if name in self.given else [op for op in sites if is_in_loop(op) and not is_scratch(op)]

    def calls(self, name: str) -> list[ir.Operation]:
        """The calls of functions that are given stores."""
        return [call for call in self._calls[name] if callee(call) in self.given]

    def uses_stores(self, name: str) -> bool:
        return name in self.given or bool(self.sites(name) or self.calls(name))

    def count(self, name: str) -> int:
        """How many stores can be in use at once: those of a trip, and for each loop those of the one before."""
        if name not in self._counts:
            self._counts[name] = 0  # for calls of itself, which may find all stores in use
            returned = sum(_buffers(call.results) for call in self.calls(name))
            inner = max((self.count(callee(call)) for call in self.calls(name)), default=0)
            self._counts[name] = len(self.sites(name)) + self._carried[name] + returned + inner
        return self._counts[name]

    def _callees(self, name: str) -> set[str]:
        return {callee(call) for call in self._calls[name]}


def _is_site(alloc: ir.Operation) -> bool:
    return can_hold(alloc) and not is_small(alloc) and not runs_apart(alloc)


def _buffers(values: Sequence[ir.Value]) -> int:
    return sum(isinstance(value.type, ir.MemRefType) for value in values)


def _make(function: ir.Operation, count: int, names: dict[str, str]) -> Stores:
    entry = function.regions[0].blocks[0]
    with ir.InsertionPoint.at_block_begin(entry):
        stores = Stores.open(count, names)
    with ir.InsertionPoint(list(entry.operations)[-1]):
        stores.close()
    return stores


def _receive(function: ir.Operation, names: dict[str, str]) -> Stores:
    """The caller's, as two more arguments."""
    given = [function.regions[0].blocks[0].add_argument(t, function.location) for t in Stores.types()]
    type = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
    function.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get([*type.inputs, *Stores.types()], type.results))
    if "arg_attrs" in function.attributes:
        attributes = [*ir.ArrayAttr(function.attributes["arg_attrs"]), *(ir.DictAttr.get({}) for _ in given)]
        function.attributes["arg_attrs"] = ir.ArrayAttr.get(attributes)
    return Stores(*given, names)


def _use(function: ir.Operation, stores: Stores, sites: list[ir.Operation], calls: list[ir.Operation]) -> None:
    for dealloc in [op for op in walk(function) if op.name == "memref.dealloc"]:
        maker = root_of(dealloc.operands[0]).owner
        if isinstance(maker, ir.Block) or maker.operation.name != "memref.alloc" or maker.operation in sites:
            with dealloc.location, ir.InsertionPoint(dealloc):
                is_foreign = scf.IfOp(stores.put(dealloc.operands[0]))
                with ir.InsertionPoint(is_foreign.then_block):
                    dealloc.move_before(scf.yield_([]))
    for op in sites:
        with op.location, ir.InsertionPoint(op):
            op.results[0].replace_all_uses_with(stores.take(ir.MemRefType(op.results[0].type), list(op.operands)))
        op.erase()
    for op in calls:
        with op.location, ir.InsertionPoint(op):
            attributes = {name: op.attributes[name] for name in op.attributes}
            results = build.emit("func.call", [r.type for r in op.results], [*op.operands, *stores.values], **attributes)
        for old, new in zip(op.results, results):
            old.replace_all_uses_with(new)
        op.erase()


def _name(function: ir.Operation) -> str:
    return ir.StringAttr(function.attributes["sym_name"]).value if "sym_name" in function.attributes else ""
