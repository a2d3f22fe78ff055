"""Code that measures itself: which loops and calls take the time, and what they compute and move."""
