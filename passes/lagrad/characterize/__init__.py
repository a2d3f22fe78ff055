"""What memory a derivative reads and writes, when, and what that costs with caches of several sizes."""
