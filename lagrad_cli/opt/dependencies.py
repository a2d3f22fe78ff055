"""What an output is made of, as a rule of Make, which Ninja and CMake read too."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable


def rule(output: str, inputs: Iterable[str]) -> str:
    """`OUT: IN IN`, with the whole path of each input once."""
    paths = dict.fromkeys(map(os.path.abspath, inputs))
    return f"{_escaped(output)}: {' '.join(map(_escaped, paths))}\n"


def _escaped(path: str) -> str:
    return re.sub(r"([ #])", r"\\\1", path).replace("$", "$$")
