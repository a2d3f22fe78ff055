"""Our passes, one file each. The table maps a pass's name to its file and class, so that
naming a pass imports that file only."""

import importlib

# name -> (module below lagrad, class)
_PASSES = {
    "lagrad-differentiate": ("transforms.differentiate", "Differentiate"),
}


def names() -> list[str]:
    return sorted(_PASSES)


def find(name: str):
    """The pass class of that name; KeyError if there is none."""
    module, cls = _PASSES[name]
    return getattr(importlib.import_module(f"lagrad.{module}"), cls)
