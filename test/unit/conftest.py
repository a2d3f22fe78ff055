"""What holds for every test."""

import gc
import os
from zlib import crc32

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from lagrad.execute import machine_code
from lagrad.lowering.machine.native import object_code, plain_object_code
from lagrad.lowering.machine.processors import NATIVE

# A busy machine makes no test fail: hypothesis neither times an example nor the drawing of one.
settings.register_profile("any load", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any load")

# What a test compiles is compiled, not found on the disk.
os.environ["LAGRAD_CACHE"] = "off"
# JAX compiles what it has not seen: without optimisation, tests against it take less time. A bfloat16 stays one.
_XLA = ("backend_optimization_level=0", "llvm_disable_expensive_passes=true", "cpu_use_fusion_emitters=false")
_XLA += ("allow_excess_precision=false", "cpu_parallel_codegen_split_count=1")
os.environ.setdefault("XLA_FLAGS", " ".join(f"--xla_{flag}" for flag in _XLA))


@pytest.fixture(autouse=True)
def _subnormal_numbers_count():
    """A test that leaves the switch of its thread at "subnormals are zero" would fail another one, which has not done
    it."""
    yield
    assert (np.full(2, 1e-300) * np.full(2, 1e-15))[0] > 0, "subnormal numbers are taken for zero after this test"


# Where tests ask for derivatives' values. LLVM takes a third of the time to compile; without its passes, and with its
# quick code generator, a tenth of that.
VALUES = {"ad", "rules", "stablehlo", "from_llvm", "coarsening", "one_hot"}


@pytest.fixture(autouse=True)
def _every_third_test_of_values_has_optimised_code(request, monkeypatch):
    """The others have what MLIR's passes give. Long and `optimized` tests, and those elsewhere, have all."""
    node = request.node
    as_users_have_it = any(node.get_closest_marker(name) for name in ("long", "optimized"))
    if node.path.parent.name in VALUES and crc32(node.nodeid.encode()) % 3 and not as_users_have_it:
        monkeypatch.setattr(
            machine_code,
            "object_code",
            lambda text, cpu: plain_object_code(text) if cpu == NATIVE else object_code(text, cpu),
        )


# Programs that take seconds to compile, in whatever way. One test has the first; else they are for `-m long`.
COSTLY = ("recursive_determinant", "recursive_in_loop", "recursive_quadrature")
_WITH_FIRST = "test_against_jax.py"


def pytest_collection_finish():
    """What is imported stays until the end: the garbage collector skips it, and looks at the rest less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(2000, 20, 50)


def pytest_collection_modifyitems(items):
    for item in items:
        given = getattr(item, "callspec", None)
        of = {value for value in given.params.values() if isinstance(value, str)} if given else set()
        if of.intersection(COSTLY) and not (COSTLY[0] in of and item.path.name == _WITH_FIRST):
            item.add_marker(pytest.mark.long)
