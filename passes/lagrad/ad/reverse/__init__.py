"""Reverse mode: the primal sweep and its tapes, and the adjoint sweep."""
