"""What an object of a lowered module is linked with."""

from __future__ import annotations

from pathlib import Path

from ...mlir import ir
from ..products.blas_functions import LIBRARIES
from ..threads.team import PARALLEL


def link_flags(lowered: ir.Operation) -> list[str]:
    """Flags for a linker, as pkg-config would print them: BLAS and OpenMP if the module calls them, and libm.

    The functions of the wheel scipy-openblas32 are found in the wheel; those called `cblas_*` in any library
    that is called cblas, as netlib's is.
    """
    flags = []
    names = _undefined(lowered)
    if any(name.startswith(LIBRARIES["openblas"]) for name in names):
        flags += _openblas()
    if any(name.startswith(LIBRARIES["cblas"]) for name in names):
        flags.append("-lcblas")
    if PARALLEL in names:
        flags.append(_OPENMP)
    return [*flags, "-lm"]


def all_link_flags() -> list[str]:
    """Flags that do for every module, threads and the BLAS of the wheel included."""
    return [*_openblas(), _OPENMP, "-lm"]


_OPENMP = "-lgomp"


def _openblas() -> list[str]:
    import scipy_openblas32

    folder = Path(scipy_openblas32.get_lib_dir())
    return [f"-L{folder}", f"-Wl,-rpath,{folder}", "-lscipy_openblas"]


def _undefined(lowered: ir.Operation) -> list[str]:
    """The functions that a lowered module declares."""
    found = []
    for op in lowered.regions[0].blocks[0].operations:
        if op.operation.name == "llvm.func" and not op.operation.regions[0].blocks:
            found.append(ir.StringAttr(op.operation.attributes["sym_name"]).value)
    return found
