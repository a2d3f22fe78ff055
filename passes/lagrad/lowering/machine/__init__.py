"""Machine code: processors, LLVM IR, objects, and what became of loops."""
