"""Whole segments of a program differentiated in closed form, with SymPy as the engine: docs/design/coarsening.md."""
