"""What operations do to the values that memory holds, an operation at a time."""
