"""What is left of a module when it is compiled: code and signatures, kept on disk and loaded into a process."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import dataclass

from .. import own_code
from ..arrays.calling import functions
from ..arrays.quick_calls import entry_code
from ..errors import Failure, error
from ..lowering.interface import c_types
from ..lowering.interface.c_types import Signature
from ..lowering.interface.failure_functions import EXPORTED, offered
from ..lowering.machine.constants import Constants, translated
from ..lowering.machine.native import Loaded, is_defined, object_code
from ..lowering.machine.processors import NATIVE
from ..mlir import ir
from .program import Program, Recipe


@dataclass(frozen=True)
class Compiled:
    """What is left of a module when it is compiled: of use in any process on this machine."""

    code: bytes  # an object file
    entries: bytes  # another, `arrays.quick_calls.entry_code`
    signatures: dict[str, Signature]
    offered: tuple[str, ...]  # what the code has beside the program's functions
    constants: Constants
    externals: tuple[str, ...]  # the functions that it calls and does not have
    products: tuple[str, ...] = ()  # those of ours that it calls and does not have
    takes_memory: bool = False  # it calls functions of ours that list it, and does not have them
    target_cpu: str = NATIVE
    names: dict[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)  # of arguments
    warnings: tuple[str, ...] = ()

    def load(self, recipe: Recipe, again: Callable[[str | bytes, dict], Program]) -> Program:
        """The functions in this process; `again` makes them of the `recipe` in another one."""
        symbols = [*self.signatures, *self.offered]
        ours = own_code.addresses(self.products, self.target_cpu)
        beside = [own_code.memory_code(self.target_cpu)] if self.takes_memory else []
        return self.program(Loaded(self.code, symbols, self.constants, ours, beside), recipe, again)

    def program(self, loaded: Loaded, recipe: Recipe | None = None, again: Callable | None = None) -> Program:
        """The functions, whose code is in this process."""
        sized = {name: loaded.addresses[name + c_types.SIZES] for name, s in self.signatures.items() if s.needs_sizes}
        called = functions(_wanted(self.signatures), loaded.addresses, sized, self.entries, loaded, self.names)
        return Program(called, loaded, recipe, again)


def _wanted(signatures: dict[str, Signature]) -> dict[str, Signature]:
    """The functions that are called by name: not those that compute the sizes of others' results."""
    companions = {name + c_types.SIZES for name, signature in signatures.items() if signature.needs_sizes}
    return {name: signature for name, signature in signatures.items() if name not in companions}


def compiled(lowered: ir.Operation, target_cpu: str = NATIVE) -> Compiled:
    """What a lowered module comes to. Failure for functions that it declares, but that this process does not have."""
    signatures, externals = c_types.functions(lowered), _externals(lowered)
    products = tuple(name for name in own_code.PRODUCTS if externals.pop(name, None))
    takes_memory = any([externals.pop(name, None) for name in own_code.MEMORY])
    missing = [(name, op) for name, op in externals.items() if not is_defined(name)]
    if missing:
        advice = "is defined nowhere; name the shared library that has it"
        raise Failure(*(error(op.location, f"the external function @{name} {advice}") for name, op in missing))
    text, constants = translated(lowered)
    return Compiled(
        object_code(text, target_cpu),
        entry_code(_wanted(signatures)),
        signatures,
        EXPORTED if takes_memory else offered(lowered),
        constants,
        tuple(externals),
        products,
        takes_memory,
        target_cpu,
    )


def _externals(lowered: ir.Operation) -> dict[str, ir.Operation]:
    """The functions that are declared, by name."""
    functions = [
        view.operation for view in lowered.regions[0].blocks[0].operations if view.operation.name == "llvm.func"
    ]
    declared = {ir.StringAttr(op.attributes["sym_name"]).value: op for op in functions if not op.regions[0].blocks}
    return {name: op for name, op in declared.items() if not name.startswith("llvm.")}


def kept(data: bytes | None) -> Compiled | None:
    """What was compiled before, if this process has the functions that it calls."""
    made = None if data is None else pickle.loads(data)
    return made if made is not None and all(map(is_defined, made.externals)) else None
