"""Ordinary programs, as people export them from JAX and PyTorch: gradient and value, beside those tools' own.

`programs/` has the programs, and `models.json` there what their arguments are. `networks`, `sequences` and `numerics`
have them in JAX, `torch_twins` some of them in PyTorch. `python -m benchmarks.models export` writes the programs anew,
`run` measures.
"""
