"""Forms of operations that derivatives and the lowering both want, and arithmetic on them."""
