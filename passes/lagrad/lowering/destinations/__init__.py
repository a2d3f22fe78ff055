"""Where tensors are written: a destination for every writer, and loops that update what they carry in place."""
