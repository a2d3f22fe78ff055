"""lagrad-convert-stablehlo: what JAX exports becomes linalg on tensors."""

from __future__ import annotations

from dataclasses import dataclass

from ...analysis.program import walk
from ...diagnostics.foreign import is_stablehlo
from ...errors import Diagnostic, Failure, Report, error, note
from ...mlir import ir, passmanager
from ...passes import Pass
from .stablehlo import (
    composites,
    control,
    counted_loops,
    cumulative,
    functions,
    open_shapes,
    reductions,
    scalars,
    scatter,
    solvers,
    sort,
)

_EXPAND = "func.func(chlo-legalize-to-stablehlo)"
_TO_LINALG = (
    "stablehlo-legalize-to-linalg,stablehlo-convert-to-signless,canonicalize,reconcile-unrealized-casts,"
    "canonicalize,cse"
)
_CLEAN = "canonicalize,cse"


@dataclass(frozen=True)
class ConvertStablehlo(Pass):
    """Convert StableHLO and CHLO, in which JAX exports programs, to `linalg`, `tensor`, `scf`, `arith` and `math`.

    ```mlir
    %0 = stablehlo.tanh %x : tensor<4xf32>
    ```
    becomes a `linalg.generic` with `math.tanh`. Most operations are converted by upstream's
    `stablehlo-legalize-to-linalg`; this pass converts what that leaves: `while`, which becomes an `scf.for` where it
    counts up to a bound, `if`, `case`, `scatter`, `sort`, windows that accumulate along a
    dimension, `fft`, calls of LAPACK for factors, eigenvalues and
    triangular solves, and CHLO's functions. Tensors of rank zero become scalars.
    What cannot be converted is an error. A module without such operations stays as it is.
    """

    name = "lagrad-convert-stablehlo"
    creates = ("arith", "cf", "math", "tensor", "linalg", "scf")

    def run(self, op: ir.Operation, report: Report) -> None:
        if not op.context.is_registered_operation("stablehlo.add") or not any(map(_is_foreign, walk(op))):
            return
        with op.context, ir.Location.unknown():
            composites.convert(op)
            _upstream("inline", op)  # which leaves alone what has operations of ours
            open_shapes.convert(op)
            functions.convert(op)
            _upstream(_EXPAND, op)
            reductions.convert(op)
            cumulative.convert(op)
            control.convert(op)
            scatter.convert(op)
            sort.convert(op)
            solvers.convert(op)
            _upstream(_TO_LINALG, op)
            _refuse_rest(op)
            scalars.convert(op)
            _upstream(_CLEAN, op)
            counted_loops.convert(op)
            _upstream(_CLEAN, op)
            counted_loops.fold_clamps(op)
            _upstream(_CLEAN, op)


def _is_foreign(op: ir.Operation) -> bool:
    return is_stablehlo(op.name)


def _upstream(passes: str, module: ir.Operation) -> None:
    manager = passmanager.PassManager.parse(f"builtin.module({passes})")
    manager.enable_verifier(False)
    manager.run(module)


def _refuse_rest(module: ir.Operation) -> None:
    """Failure with an error for each operation that is left; what is inside of one goes with it."""
    left = [op for op in walk(module) if _is_foreign(op) and not _is_foreign(op.parent.operation)]
    if left:
        raise Failure(*(_refusal(op) for op in left))


# Of calls, by parts of their names, what to do.
_CALLS = {
    "python_cpu_callback": "a call back into Python, as of jax.debug.print and jax.pure_callback, stays with JAX: "
    "take it out of what is exported",
    "geev_ffi": "eigenvalues of matrices that are not symmetric are not there; jnp.linalg.eigh is for symmetric ones",
    "geqrf_ffi": "let lagrad.jax export the program, with QR factors as mode='reduced' gives them: "
    "columns of Q beyond those of the matrix are not there",
    "gesdd_ffi": "vectors beyond the singular values are not there; write full_matrices=False",
    "gees_ffi": "Schur's factors are not there; jnp.linalg.eigh is for symmetric matrices",
}


def _refusal(op: ir.Operation) -> Diagnostic:
    advice = "docs/stablehlo.md lists what is; write it with such operations, or keep that part out of the export"
    target = str(op.attributes["call_target_name"]) if op.name == "stablehlo.custom_call" else ""
    advice = next((other for name, other in _CALLS.items() if name in target), advice)
    of = f" of {op.attributes['call_target_name']}" if op.name == "stablehlo.custom_call" else ""
    return error(op.location, f"cannot convert '{op.name}'{of} to linalg", note(None, advice))
