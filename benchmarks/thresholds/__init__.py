"""From which sizes on a way of computing pays: what the numbers in the lowering come from."""
