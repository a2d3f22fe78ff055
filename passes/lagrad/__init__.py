"""lagrad: automatic differentiation of MLIR programs."""

import importlib

# name -> where it is, imported on first use: the command line starts faster without
_PLACES = {
    "compile": ".execute",
    "sparse_hessian": ".arrays.sparse",
    "sparse_jacobian": ".arrays.sparse",
    "sparsity_pattern": ".arrays.sparse",
}


def __getattr__(name: str):
    if name in _PLACES:
        return getattr(importlib.import_module(_PLACES[name], __name__), name)
    raise AttributeError(f"module 'lagrad' has no attribute '{name}'")
