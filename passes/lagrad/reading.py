"""Reading a program: the dialects that it speaks of are loaded first.

Upstream's load when the parser meets them. StableHLO and CHLO, in which JAX exports programs, and `tm_tensor`, of which
some operations of PyTorch's exports are, are registered by the bindings on request only.
"""

from __future__ import annotations

import functools
import re

from . import mlir
from .errors import Failure, error, note
from .mlir import ir

_ARTIFACT = b"ML\xefR\rStableHLO_v"  # begins what `jax.export` serializes: bytecode of StableHLO's versioned form
_MESH = re.compile(r"(?m)^\s*sdy\.mesh\b.*$")  # in a syntax of its own
_MARKS = ("stablehlo", "chlo")


def parse(program: str | bytes, context: ir.Context) -> ir.Module:
    """The module that a text or bytecode is, in the context; ir.MLIRError if it is none."""
    speaks_of = program.__contains__
    found = any(speaks_of(mark if isinstance(program, str) else mark.encode()) for mark in _MARKS)
    artifact = isinstance(program, bytes) and program.startswith(_ARTIFACT)
    if (found or artifact) and _load_stablehlo(context) and artifact:
        if _is_sharded(program):
            return parse(_text_by_jax(program), context)
        return mlir.stablehlo.deserialize_portable_artifact(context, program)
    if speaks_of("tm_tensor" if isinstance(program, str) else b"tm_tensor"):
        _load_tm_tensor(context)
    with context:
        return _without_shardings(program, context) if _is_sharded(program) else ir.Module.parse(program)


def _is_sharded(program: str | bytes) -> bool:
    return ("sdy." if isinstance(program, str) else b"sdy.") in program


def _without_shardings(program: str | bytes, context: ir.Context) -> ir.Module:
    """The module without what JAX says of how to share its calls among devices, in a dialect that the bindings lack."""
    if isinstance(program, str):
        program = _MESH.sub("", program)
    allowed, context.allow_unregistered_dialects = context.allow_unregistered_dialects, True
    try:
        module = ir.Module.parse(program)
    finally:
        context.allow_unregistered_dialects = allowed
    todo = [module.operation]
    while todo:
        op = todo.pop()
        for name in [name for name in op.attributes if name.startswith("sdy.")]:
            del op.attributes[name]
        todo += [inner.operation for region in op.regions for block in region for inner in block]
    return module


def _text_by_jax(artifact: bytes) -> str:
    """The text of what `jax.export` serializes, from JAX's bindings: ours cannot read the bytes of shardings."""
    try:
        from jaxlib.mlir import ir as jax_ir
        from jaxlib.mlir.dialects import sdy, stablehlo
    except ImportError:
        raise Failure(
            error(
                None,
                "this bytecode says how calls are shared among devices ('sdy'), which only JAX's bindings can read",
                note(None, "install jax, or export text: jax.export.export(f)(...).mlir_module()"),
            )
        ) from None
    with jax_ir.Context() as context:
        for dialect in (sdy, stablehlo):
            dialect.register_dialect(context)
        module = stablehlo.deserialize_portable_artifact(context, artifact)
        return module.operation.get_asm(enable_debug_info=True)


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


def _load_tm_tensor(context: ir.Context) -> None:
    """By a pass that may make operations of it, as there is no handle; without the passes the parser says the rest."""
    try:
        assert mlir.torch_passes
    except AttributeError:
        return
    with context, ir.Location.unknown():
        loading = mlir.passmanager.PassManager.parse("builtin.module(func.func(convert-torch-to-tmtensor))")
        loading.run(ir.Module.create().operation)


@functools.cache
def _register_passes() -> None:
    """Once a process: to register a pass twice is an error."""
    assert mlir.torch_passes
    mlir.stablehlo.register_stablehlo_passes()
