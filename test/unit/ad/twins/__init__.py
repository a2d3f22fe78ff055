"""Hand-written JAX versions of the programs in `test/programs`, by function name."""

import jax

jax.config.update("jax_enable_x64", True)

from . import bodies, combinations, complexes, control, exports, flow, higher, markers, named, parallels, scalars, shapes, structured, tensors, whole  # noqa: E402

TWINS = {
    name: value
    for module in (scalars, tensors, structured, control, whole, markers, flow, parallels, shapes, named, bodies, exports, complexes, higher, combinations)
    for name, value in vars(module).items()
    if not name.startswith("_") and callable(value) and getattr(value, "__module__", None) == module.__name__
}
