"""Programs as front ends export them, in the dialects that are differentiated: StableHLO, LLVM, vectors, calls."""
