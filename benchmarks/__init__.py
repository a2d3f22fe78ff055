"""Programs that are measured, and what measures them. Run from a checkout; not installed."""

import os

os.environ.setdefault("LAGRAD_CACHE", "off")  # what compiles here is compiled
