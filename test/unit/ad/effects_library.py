"""External functions with state, and the trace of what was called."""

import ctypes
import functools
import pathlib
import subprocess
import tempfile

DECLARATIONS = """
func.func private @effects_draw() -> f64
func.func private @effects_draw_below(index) -> index
func.func private @effects_record(f64) attributes {lagrad.inactive}
func.func private @effects_count(index)
func.func private @effects_status(f64) -> i32 attributes {lagrad.inactive}
func.func private @effects_seed(index)
"""


@functools.cache
def path() -> str:
    """The shared library, built once a process; it stays loaded."""
    directory = tempfile.mkdtemp()
    built = f"{directory}/libeffects.so"
    subprocess.run(
        ["cc", "-O1", "-shared", "-fPIC", "-o", built, pathlib.Path(__file__).with_name("effects.c")], check=True
    )
    return built


@functools.cache
def _library() -> ctypes.CDLL:
    library = ctypes.CDLL(path())
    library.effects_length.restype = ctypes.c_int64
    library.effects_value.restype = ctypes.c_double
    library.effects_kind.argtypes = library.effects_value.argtypes = [ctypes.c_int64]
    library.effects_reset.argtypes = [ctypes.c_uint64]
    return library


def traced(function, *arguments, seed: int = 7):
    """What a call gives, and the calls of external functions that it makes: (kind, value) of each."""
    library = _library()
    library.effects_reset(seed)
    result = function(*arguments)
    return result, [(library.effects_kind(n), library.effects_value(n)) for n in range(library.effects_length())]
