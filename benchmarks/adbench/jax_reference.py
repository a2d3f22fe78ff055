"""JAX, for the references that need it."""


class MissingJax(ImportError):
    """JAX is not installed; the text says how to get it."""


def float64_jax():
    """The module `jax`, computing in f64."""
    try:
        import jax
    except ImportError:
        raise MissingJax("the reference derivative needs JAX: python -m pip install -e '.[test]'") from None
    jax.config.update("jax_enable_x64", True)
    return jax
