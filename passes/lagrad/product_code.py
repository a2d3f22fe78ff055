"""Our functions for products of matrices as machine code, made once for a processor.

They are the same in every program, and take longer to compile than most of them. A program that runs here is linked
with them; what is written to a file has its own.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

from . import cache
from .lowering.machine import processors
from .lowering.machine.constants import translated
from .lowering.machine.native import Loaded, object_code
from .lowering.products import product_kernel
from .lowering.products.define_products import lowered_functions
from .mlir import ir

NAMES = {product_kernel.name_of(element): element for element in product_kernel.ELEMENTS}


def addresses(names: Iterable[str], cpu: str) -> dict[str, int]:
    """Where these functions are in this process, as code for a processor; they stay."""
    return {name: _loaded(NAMES[name], cpu).addresses[name] for name in names}


@functools.cache
def _loaded(element: str, cpu: str) -> Loaded:
    return Loaded(_code(element, cpu), [product_kernel.name_of(element)])


def _code(element: str, cpu: str) -> bytes:
    """An object file, from the disk if it is there."""
    store = cache.store()
    key = cache.key([product_kernel.name_of(element), cpu]) if store else ""
    if store and (kept := store.get(key)):
        return kept
    registers = processors.registers(cpu)
    tile = product_kernel.tile_of(element, registers.bytes, registers.count)
    with ir.Context() as context, ir.Location.unknown(context):
        module = ir.Module.parse(lowered_functions(tile))
        whole = module.body.operations[0].operation
        del whole.attributes["sym_visibility"]
        text, _ = translated(module.operation)
    code = object_code(text, cpu)
    if store:
        store.put(key, code)
    return code
