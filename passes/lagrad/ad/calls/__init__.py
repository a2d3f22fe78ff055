"""Calls that stay calls: own derivatives, functions that are split in two, and functions that call themselves."""
