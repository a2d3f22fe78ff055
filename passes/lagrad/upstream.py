"""What is known about upstream's passes without asking the bindings, which cannot list them.

The table is written by tools/extract_upstream_passes.py.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path


@functools.cache
def table() -> dict[str, dict]:
    """Pass -> {"anchor": the operation it runs on or "any", "only": whether it runs on no other,
    "options": {option: default}}."""
    return json.loads(Path(__file__).with_name("upstream_passes.json").read_text())
