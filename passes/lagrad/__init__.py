"""lagrad: automatic differentiation of MLIR programs."""

import importlib

# name -> where it is, imported on first use: the command line starts faster without
_PLACES = {
    "CheckFailed": ".errors",
    "Failure": ".errors",
    "Program": ".execute",
    "compile": ".execute",
    "sparse_hessian": ".arrays.sparse",
    "sparse_jacobian": ".arrays.sparse",
    "sparsity_pattern": ".arrays.sparse",
}


def __getattr__(name: str):
    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("lagrad")
    if name in _PLACES:
        return getattr(importlib.import_module(_PLACES[name], __name__), name)
    raise AttributeError(f"module 'lagrad' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted([*globals(), *_PLACES, "__version__"])
