"""What the compiler costs, and what its passes are worth."""
