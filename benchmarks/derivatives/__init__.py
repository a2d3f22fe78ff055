"""What kinds of derivatives cost: many directions, rows, sparse ones, and those of long loops."""
