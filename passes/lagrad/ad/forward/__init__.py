"""Forward mode: the primal with the tangent of each value beside it."""
