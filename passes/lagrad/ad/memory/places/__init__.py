"""Which memory a memref stands for, where its elements lie in it, and how they are read and written."""
