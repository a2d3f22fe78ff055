"""Loops of scalars: their order, what all iterations share, and what data choose."""
