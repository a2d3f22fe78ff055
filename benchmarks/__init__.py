"""Programs that are measured, and what measures them. Run from a checkout; not installed."""
