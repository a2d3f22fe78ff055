"""lagrad: automatic differentiation of MLIR programs."""


def __getattr__(name: str):
    """`lagrad.compile`, imported on first use: the command line starts faster without it."""
    if name == "compile":
        from .execute import compile

        return compile
    raise AttributeError(f"module 'lagrad' has no attribute '{name}'")
