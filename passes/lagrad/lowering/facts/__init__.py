"""What passes ask of a program before they change it: which memory, which sizes, who reads what and when.

Nothing here emits or moves an operation.
"""
