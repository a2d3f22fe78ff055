"""Floating-point arithmetic and elementary functions."""
