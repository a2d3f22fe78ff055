"""Which entries of a Jacobian can be other than zero, and how few directions give them all."""
