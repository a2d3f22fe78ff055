"""Around upstream's bufferization."""
