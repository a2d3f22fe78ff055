"""Functions on memory as functions on tensors, and derivatives on memory around theirs (docs/design)."""
