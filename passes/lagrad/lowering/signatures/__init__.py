"""What functions take: destinations of their results, and values for what nobody reads."""
