"""StableHLO, in which JAX exports programs, as the dialects that derivatives are made in.

Upstream's `stablehlo-legalize-to-linalg` converts most operations. What it leaves is converted here, one kind a file:
control flow, scatters, sorts, factors and transforms, functions of CHLO. Then scalars in tensors of rank zero become
scalars.
"""
