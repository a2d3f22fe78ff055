"""Formulas: expressions of SymPy's, what may be done with them, and how operations become these and back."""
