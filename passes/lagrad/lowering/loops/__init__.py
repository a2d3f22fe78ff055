"""Loops of scalars: their order, what all trips share, and what data choose."""
