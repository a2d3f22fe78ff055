"""lagrad: automatic differentiation of MLIR programs."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .arrays.interruptible import interruptible
    from .arrays.sparse import sparse_hessian, sparse_jacobian, sparsity_pattern
    from .errors import CheckFailed, Failure
    from .execute import Program, compile
    from .gradients import grad, hessian, jacobian, jvp, value_and_grad, vjp

    __version__: str

__all__ = [
    "CheckFailed",
    "Failure",
    "Program",
    "compile",
    "grad",
    "hessian",
    "interruptible",
    "jacobian",
    "jvp",
    "sparse_hessian",
    "sparse_jacobian",
    "sparsity_pattern",
    "value_and_grad",
    "vjp",
]

# name -> where it is, imported on first use: the command line starts faster without
_PLACES = {
    "CheckFailed": ".errors",
    "Failure": ".errors",
    "Program": ".execute",
    "compile": ".execute",
    "interruptible": ".arrays.interruptible",
    "sparse_hessian": ".arrays.sparse",
    "sparse_jacobian": ".arrays.sparse",
    "sparsity_pattern": ".arrays.sparse",
    **dict.fromkeys(("grad", "hessian", "jacobian", "jvp", "value_and_grad", "vjp"), ".gradients"),
}


def __getattr__(name: str):
    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("lagrad")
    if name in _PLACES:
        return getattr(importlib.import_module(_PLACES[name], __name__), name)
    raise AttributeError(f"module 'lagrad' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted([*globals(), *_PLACES, "__version__"])
