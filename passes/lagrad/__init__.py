"""lagrad: automatic differentiation of MLIR programs."""
