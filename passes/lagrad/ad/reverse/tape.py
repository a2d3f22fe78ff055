"""The primal sweep: slices of the program emitted again, loops with the tapes they fill.

A tape is a tensor that the loop carries: one row an iteration, written at the iteration
number. Tapes of inner loops nest as further dimensions. What shares a tape is decided in
`tape_layout`.
"""

from __future__ import annotations

from ...analysis.recording.slices import BlockSlice, Slicer
from .. import emission
from ..scope import Scope
from .tape_layout import layout


def emit_slice(slicer: Slicer, part: BlockSlice, scope: Scope) -> None:
    """Emits the operations of a slice; the scope then has the keys it was made for, residuals among them."""
    emission.emit(slicer, part, scope, layout)
