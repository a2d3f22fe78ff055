"""Adjoint sparsity: tensors with one nonzero, or few, or a few nonzero slices, are worked on there only."""
