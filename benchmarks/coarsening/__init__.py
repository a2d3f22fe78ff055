"""Coarsening on six programs, ordinary AD and other tools beside it: `python -m benchmarks.coarsening check|run`.

They are those of X. Shen et al., "Coarsening optimization for differentiable programming" (OOPSLA 2021), written anew
from what the paper says about them; docs/coarsening.md has what is measured.
"""
