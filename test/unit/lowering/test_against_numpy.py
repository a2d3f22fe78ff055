"""Lowered programs against NumPy, with and without leave to reorder arithmetic."""

from __future__ import annotations

import numpy as np
import programs_of_loops
import programs_of_vectors
import programs_without_loops
import pytest

import lagrad

PROGRAMS = programs_without_loops.PROGRAMS | programs_of_loops.PROGRAMS | programs_of_vectors.PROGRAMS


@pytest.mark.parametrize("pipeline", ["lagrad-to-llvm", "lagrad-to-llvm-strict"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name, pipeline):
    text, twin, arguments = PROGRAMS[name]
    function = lagrad.compile(text, pipeline=pipeline).f
    before = [np.copy(a) for a in arguments]
    got, want = function(*arguments), twin(*arguments)
    if not isinstance(want, tuple):
        got, want = (got,), (want,)
    assert len(got) == len(want)
    for g, w in zip(got, want):
        assert np.shape(g) == np.shape(w)
        np.testing.assert_allclose(g, w, rtol=1e-12, atol=1e-14)
    for a, b in zip(arguments, before):
        np.testing.assert_array_equal(a, b)  # what the caller passes is never written to
    arrays = [a for a in (*got, *arguments) if isinstance(a, np.ndarray)]
    for n, a in enumerate(arrays):
        assert not any(np.may_share_memory(a, b) for b in arrays[:n])
