"""Functions on memory that call themselves: against JAX."""

import memory_of_recursion
import on_memory
import pytest

PROGRAMS = memory_of_recursion.PROGRAMS


@pytest.mark.parametrize("name", PROGRAMS)
def test_both_modes_agree_with_jax(name):
    on_memory.check(PROGRAMS[name])
