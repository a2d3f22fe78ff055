"""Generated programs compute the same with and without `lagrad-propagate-one-hot`."""

from __future__ import annotations

import random

import numpy as np
from chains import Chain
from hypothesis import given, settings
from hypothesis import strategies as st

import lagrad

DENSE = "lagrad-to-llvm"
SPARSE = "lagrad-propagate-one-hot,canonicalize,cse,lagrad-to-llvm"


def arguments(chain: Chain, random: np.random.Generator) -> list:
    i, j, k = (int(n) for n in random.integers(0, 12, 3))
    if random.random() < 0.3:
        j = i
    dense = iter([random.uniform(0.5, 1.5, shape) for shape in chain.dense])
    ints = iter([random.integers(0, bound, length) for length, bound in chain.ints])
    given = [float(random.uniform(0.5, 1.5)), float(random.uniform(0.5, 1.5)), i, j, k]
    return given + [next(ints) if "index" in a else next(dense) for a in chain.arguments[5:]]


def check(chains: list[Chain], seed: int, few: int = 4) -> None:
    module = "".join(chain.text for chain in chains)
    sparse = SPARSE.replace("one-hot", f"one-hot{{few={few}}}")
    dense, found = (lagrad.compile(module, pipeline=p, entry=[c.name for c in chains]) for p in (DENSE, sparse))
    random = np.random.default_rng(seed)
    for chain in chains:
        for _ in range(3):
            inputs = arguments(chain, random)
            expected = dense[chain.name](*inputs)
            if np.isfinite(expected).all():  # a zero is a strong one: it hides an infinity
                np.testing.assert_allclose(
                    found[chain.name](*inputs), expected, rtol=1e-12, atol=1e-12, err_msg=chain.text
                )


@settings(max_examples=4, deadline=None, derandomize=True)
@given(st.integers(0, 2**32 - 1), st.sampled_from([1, 2, 4]))
def test_chains_compute_the_same(seed, few):
    rng = random.Random(seed)
    check([Chain(rng, f"f{n}", rng.randint(1, 5)) for n in range(12)], seed, few)
