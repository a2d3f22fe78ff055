"""Functions of ours that are the same in every program, as machine code that is made once for a processor.

They take longer to compile than many a program. A program that runs here is linked with them; what is written to a
file has its own. Those for products of matrices stay in the process, for all programs. Those that list what a call has
taken keep memory for the next one: each program gets the code anew, and with it memory of its own.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable

from . import cache
from .lowering.interface import failure_functions
from .lowering.machine.constants import translated
from .lowering.machine.native import Loaded, object_code
from .lowering.products import guarded_product, product_kernel
from .lowering.products.define_products import functions, lowered
from .mlir import ir

_NAMES = (product_kernel.name_of, guarded_product.name_of)
PRODUCTS = {name_of(element): element for element in product_kernel.ELEMENTS for name_of in _NAMES}
MEMORY = failure_functions.TAKING  # a program that declares one of these is linked with `memory_code`


def addresses(names: Iterable[str], cpu: str) -> dict[str, int]:
    """Where functions of PRODUCTS are in this process, as code for a processor; they stay."""
    return {name: _loaded(PRODUCTS[name], cpu).addresses[name] for name in names}


@functools.cache
def _loaded(element: str, cpu: str) -> Loaded:
    return Loaded(_product_code(element, cpu), list(functions(element, cpu)))


def _product_code(element: str, cpu: str) -> bytes:
    """An object file with the functions for products of these elements."""
    return _kept(product_kernel.name_of(element), cpu, lambda: lowered("".join(functions(element, cpu).values())))


@functools.cache
def memory_code(cpu: str) -> bytes:
    """An object file with the functions of MEMORY, and what a program offers with them."""
    return _kept("memory", cpu, failure_functions.whole)


def _kept(name: str, cpu: str, text: Callable[[], str]) -> bytes:
    """An object file from the disk if it is there, or else of a text in LLVM's dialect."""
    store = cache.store()
    key = cache.key([name, cpu]) if store else ""
    if store and (kept := store.get(key)):
        return kept
    with ir.Context() as context, ir.Location.unknown(context):
        module = ir.Module.parse(text())
        for view in module.body.operations:
            if "sym_visibility" in view.operation.attributes:
                del view.operation.attributes["sym_visibility"]
        llvm, _ = translated(module.operation)
    code = object_code(llvm, cpu)
    if store:
        store.put(key, code)
    return code
