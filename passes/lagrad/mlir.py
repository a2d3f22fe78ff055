"""The only module that imports the MLIR bindings.

Upstream's own wheel (`mlir`) is used where it is installed, else the complete
upstream bindings inside the `torch-mlir` wheel. Dialects load on first use
(`from lagrad.mlir import arith`), because importing `linalg` alone costs 0.1 s.
"""

import importlib
import importlib.util
import os
import sys
import types


def _is_upstream(name: str) -> bool:
    """Is it upstream's package, and no folder or package of the user's that is called so?"""
    spec = importlib.util.find_spec(name)
    places = spec and spec.submodule_search_locations or ()
    return any(os.path.isdir(os.path.join(place, "_mlir_libs")) for place in places)


ROOT = "mlir" if _is_upstream("mlir") else "torch_mlir"

BYTECODE = b"ML\xefR"  # how bytecode begins

_PLACES = {
    "ir": "ir",
    "passmanager": "passmanager",
    "rewrite": "rewrite",
    "execution_engine": "execution_engine",
    "capi": "_mlir_libs",
    "stablehlo": "_mlir_libs._stablehlo",  # in the wheel of torch-mlir only
    "torch_passes": "_mlir_libs._torchMlir",  # to import it registers torch-mlir's passes, and StableHLO's to linalg
    "fx": "fx",  # torch-mlir's exporter, which needs PyTorch
    "fx_importer": "extras.fx_importer",
    "decompositions": "extras.fx_decomp_util",  # what it wants to be decomposed before
    "compiler_utils": "compiler_utils",  # and the error of its pipelines
}

# Whenever they meet an operation the bindings look for its dialect's module, until they find one; ours has none.
_OURS = f"{ROOT}.dialects.lagrad"
sys.modules.setdefault(_OURS, types.ModuleType(_OURS))


def __getattr__(name: str):
    """A submodule of the bindings: `ir`, `passmanager`, ..., or a dialect by its name."""
    if name.startswith("__"):
        raise AttributeError(name)
    place = _PLACES.get(name, f"dialects.{name}")
    try:
        module = importlib.import_module(f"{ROOT}.{place}")
    except ModuleNotFoundError as problem:
        if problem.name != f"{ROOT}.{place}":
            raise
        raise AttributeError(f"the bindings have no module '{place}'") from None
    globals()[name] = module
    return module
