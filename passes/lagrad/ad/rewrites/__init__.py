"""The form in which functions are differentiated, and what is rewritten into it."""
