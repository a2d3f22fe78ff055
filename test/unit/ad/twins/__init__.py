"""Hand-written JAX versions of the programs in `test/programs`, by function name."""

import importlib

import jax

jax.config.update("jax_enable_x64", True)

_MODULES = (
    "scalars", "tensors", "structured", "control", "whole",  # the elements and whole algorithms
    "markers", "flow", "parallels", "shapes", "named", "bodies", "complexes",  # a construct each
    "exports", "higher", "combinations", "nests",  # constructs together
    "forwards",  # forward mode
    "vectors", "changing", "recursions",
)  # fmt: skip

TWINS = {}
for _name in _MODULES:
    _module = importlib.import_module(f".{_name}", __name__)
    TWINS |= {
        name: value
        for name, value in vars(_module).items()
        if not name.startswith("_") and getattr(value, "__module__", None) == _module.__name__
    }
