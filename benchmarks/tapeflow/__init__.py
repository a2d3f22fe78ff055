"""Tapes of programs that the Tapeflow thesis measures, with the passes over tapes and without."""
