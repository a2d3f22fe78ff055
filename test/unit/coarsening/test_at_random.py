"""Segments at random: what is coarsened has the derivatives that ordinary AD gives, where these and the value are
finite.

`pytest -m long test/unit/coarsening` takes many more.
"""

import numpy as np
import pytest
from random_segments import program

import lagrad


@pytest.mark.parametrize("seed", (7, 31, 355))
def test_some(seed):
    check(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_many(seed):
    check(seed)


def check(seed: int) -> None:
    text = program(seed)
    coarse, ordinary = lagrad.compile(text, pipeline="lagrad-coarsened,lagrad-to-llvm"), lagrad.compile(text)
    rng = np.random.default_rng(seed)
    for _ in range(4):
        point, direction = rng.uniform(-1.5, 1.5, 3), rng.normal(size=3)
        if not np.isfinite(ordinary.f(*point)):
            continue  # NaN in, NaN out
        interleaved = [v for pair in zip(point, direction) for v in pair]
        for name, arguments in (
            ("f", point),
            ("gradient", point),
            ("pushforward", interleaved),
            ("twice", interleaved),
        ):
            expected = np.array(getattr(ordinary, name)(*arguments))
            if np.isfinite(expected).all():
                found = np.array(getattr(coarse, name)(*arguments))
                np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-7, err_msg=f"@{name} of seed {seed}")
