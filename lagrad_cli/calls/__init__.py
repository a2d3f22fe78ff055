"""What a call from the command line gets and gives: arguments, sizes, results, and its time."""
