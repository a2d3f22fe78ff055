"""What each analysis of a derivative is worth, on four simulations: `python -m benchmarks.simulations check|run`.

An edge loop over an unstructured mesh, a stencil in two dimensions, an implicit step, and a ray integrator
(`programs/`), as in "Adjoint Data-Flow Analyses and Checkpointing" (L. Hascoët and M. Araya-Polo, 2006). Gradients are
JAX's; docs/analyses.md has what is measured.
"""
