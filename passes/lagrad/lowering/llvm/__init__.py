"""What upstream's conversions to LLVM's dialect leave out."""
