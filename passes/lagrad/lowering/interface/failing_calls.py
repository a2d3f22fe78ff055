"""Which functions of a lowered module take memory or check something, and so may fail, and who calls them."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...analysis.call_graph import symbol
from ...mlir import ir
from ..threads.team import PARALLEL
from ..walk import callee_in_llvm as callee
from ..walk import walk
from . import failure_functions as functions
from .checks import CHECK, SITES

# The functions of the C library that take memory or give it back, and what is called in their place.
OF_LIBRARY = {
    "malloc": functions.ALLOCATE,
    "aligned_alloc": functions.ALLOCATE_ALIGNED,
    "free": functions.FREE,
}
TAKES = {"malloc", "aligned_alloc"}


@dataclass
class Program:
    """The functions of a module, and what they call."""

    module: ir.Operation
    functions: dict[str, ir.Operation] = field(default_factory=dict)  # those that are defined
    calls: dict[str, list[ir.Operation]] = field(default_factory=dict)
    teams: set[str] = field(default_factory=set)  # functions that threads run
    addressed: set[str] = field(default_factory=set)  # functions whose address is taken, teams among them
    may_call_back: bool = False  # whether code that is not ours may call one of them that is no team

    def __post_init__(self):
        for view in self.module.regions[0].blocks[0].operations:
            op = view.operation
            if op.name == "llvm.func" and op.regions[0].blocks:
                self.functions[symbol(op)] = op
        for name, function in self.functions.items():
            ops = list(walk(function))
            self.calls[name] = [op for op in ops if op.name == "llvm.call"]
            for op in ops:
                if op.name == "llvm.mlir.addressof" and (target := _address(op)) in self.functions:
                    self.addressed.add(target)
            self.teams |= {team for call in self.calls[name] if (team := team_of(call))}

    def sites(self) -> list[str]:
        """The texts of the checks; their declaration goes."""
        for view in self.module.regions[0].blocks[0].operations:
            op = view.operation
            if op.name == "llvm.func" and symbol(op) == CHECK:
                return [ir.StringAttr(text).value for text in op.attributes[SITES]]
        return []

    def concerned(self) -> set[str]:
        """The functions that take or give back memory, that check, or that call one of these."""
        found = self._calling({*OF_LIBRARY, CHECK})
        self.may_call_back = bool(found & self.addressed - self.teams)
        return found | self._with_callers(self._calling_others()) if self.may_call_back else found

    def called_instead(self) -> set[str]:
        """The functions that are called once all that the library does is done by ours, and checks complain."""
        called = {name for calls in self.calls.values() for call in calls if (name := callee(call)) is not None}
        ours = {name: own for name, own in OF_LIBRARY.items() if name not in self.functions}
        ours[CHECK] = functions.COMPLAIN
        return {ours.get(name, name) for name in called}

    def may_fail(self) -> set[str]:
        """Those after whose call it is asked whether to go on."""
        found = self._calling({*TAKES, CHECK})
        return found | self._with_callers(self._calling_others()) if self.may_call_back else found

    def _calling(self, names: set[str]) -> set[str]:
        """The functions that call one of the functions that are not defined here, or that call one that does."""
        outside = names - self.functions.keys()
        calling = {name for name, calls in self.calls.items() if any(callee(call) in outside for call in calls)}
        return self._with_callers(calling)

    def _calling_others(self) -> set[str]:
        return {name for name, calls in self.calls.items() if any(map(self.is_not_ours, calls))}

    def _with_callers(self, found: set[str]) -> set[str]:
        found = set(found)
        while more := {name for name in self.calls.keys() - found if self._callees(name) & found}:
            found |= more
        return found

    def _callees(self, name: str) -> set[str]:
        return set().union(*map(self.callees, self.calls[name]))

    def callees(self, call: ir.Operation) -> set[str]:
        return {name for name in (callee(call), team_of(call)) if name in self.functions}

    def is_not_ours(self, call: ir.Operation) -> bool:
        """Is what is called, by name or by an address, something that may call what it was given?"""
        name = callee(call)
        return name is None or name not in self.functions and name not in (*OF_LIBRARY, CHECK, PARALLEL)


def team_of(call: ir.Operation) -> str | None:
    """The function that threads run, if this makes a team of them."""
    if callee(call) != PARALLEL or isinstance(call.operands[0].owner, ir.Block):
        return None
    address = call.operands[0].owner.operation
    return _address(address) if address.name == "llvm.mlir.addressof" else None


def _address(op: ir.Operation) -> str:
    """The function, or the global, of which an operation has the address."""
    return ir.FlatSymbolRefAttr(op.attributes["global_name"]).value
