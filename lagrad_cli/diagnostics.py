"""Diagnostics as text, as the library renders them too."""

from __future__ import annotations

from lagrad.diagnostics.rendering import OPERATION_NOTE, Place, Renderer, place_of

__all__ = ["OPERATION_NOTE", "Place", "Renderer", "place_of"]
