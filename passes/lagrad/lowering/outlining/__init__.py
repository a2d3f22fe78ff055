"""Large functions become several: what LLVM optimises at a time stays small."""
