"""Reading a program: the dialects that it speaks of are loaded first.

Upstream's load when the parser meets them. StableHLO and CHLO, in which JAX exports programs, are registered by the
bindings on request only.
"""

from __future__ import annotations

import functools

from . import mlir
from .mlir import ir

_ARTIFACT = b"ML\xefR\rStableHLO_v"  # begins what `jax.export` serializes: bytecode of StableHLO's versioned form
_MARKS = ("stablehlo", "chlo")


def parse(program: str | bytes, context: ir.Context) -> ir.Module:
    """The module that a text or bytecode is, in the context; ir.MLIRError if it is none."""
    speaks_of = program.__contains__
    found = any(speaks_of(mark if isinstance(program, str) else mark.encode()) for mark in _MARKS)
    artifact = isinstance(program, bytes) and program.startswith(_ARTIFACT)
    if (found or artifact) and _load_stablehlo(context) and artifact:
        return mlir.stablehlo.deserialize_portable_artifact(context, program)
    with context:
        return ir.Module.parse(program)


def _load_stablehlo(context: ir.Context) -> bool:
    """Loads StableHLO and CHLO, with their passes; False if the bindings have none, which the parser then says.

    CHLO has no handle in the bindings; it is loaded by a pass that may make operations of it.
    """
    try:
        _register_passes()
    except AttributeError:  # upstream's own bindings
        return False
    mlir.stablehlo.register_dialect(context)
    with context, ir.Location.unknown():
        loading = mlir.passmanager.PassManager.parse("builtin.module(func.func(convert-torch-to-stablehlo))")
        loading.run(ir.Module.create().operation)
    return True


@functools.cache
def _register_passes() -> None:
    """Once a process: to register a pass twice is an error."""
    assert mlir.torch_passes
    mlir.stablehlo.register_stablehlo_passes()
