"""Passes that inspect the data of a program where it runs; `inspect=true` turns them on.

Each says what it was worth, and where.
"""
