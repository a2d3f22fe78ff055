"""Before anything else: checks of bounds where they are wanted, indices, and sizes that must agree."""
