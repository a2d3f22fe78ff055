"""Pipelines: their texts, those that have a name, options that a lowering gets, and one run over a module."""

from .checks import ROOT, did_you_mean
from .named import IMPORT, NAMED, PREPARE, RAISE, lowerings, pass_names
from .options import (
    for_processor,
    has_lowering,
    stopped_after,
    with_bounds,
    with_linked_functions,
    with_profile,
    with_threads,
)
from .reading import Visits, nest_functions, new_context, no_stage, read
from .running import diagnostic_of, failure_of, run
from .text import BadPipeline

__all__ = [
    "IMPORT",
    "NAMED",
    "PREPARE",
    "RAISE",
    "ROOT",
    "BadPipeline",
    "Visits",
    "diagnostic_of",
    "did_you_mean",
    "failure_of",
    "for_processor",
    "has_lowering",
    "lowerings",
    "nest_functions",
    "new_context",
    "no_stage",
    "pass_names",
    "read",
    "run",
    "stopped_after",
    "with_bounds",
    "with_linked_functions",
    "with_profile",
    "with_threads",
]
