"""What a user is told, as text."""
