"""Where the time of a compiled function goes: `measure`, and how to read it: `text`, `as_json`."""

from .measurement import Measured, Profile, measure
from .report import as_json, text

__all__ = ["Measured", "Profile", "as_json", "measure", "text"]
