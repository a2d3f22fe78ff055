"""Many directions at once: batched derivatives, Jacobians, Hessians, seeds of one nonzero."""
