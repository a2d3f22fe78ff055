"""Large products: calls of a library, and functions of our own."""
