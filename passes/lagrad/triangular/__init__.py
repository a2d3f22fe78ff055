"""Active sparsity: triangular tensors are worked on and stored by half."""
