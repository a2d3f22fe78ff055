"""Derivatives of derivatives, of either mode, against JAX."""

import itertools

import pytest
from against_jax import check
from programs import VARIANTS, composed, load

import lagrad

MODES = ("pushforward", "pullback")
MIXED = [kinds for kinds in itertools.product(MODES, MODES) if "pushforward" in kinds]

# One for each construct: elementwise, contractions, reductions with ties, gathers, loops and branches.
PROGRAMS = (
    "scalar_powers", "scalar_max_min", "elementwise_select", "matmul_accumulating", "logsumexp", "product_reduction",
    "generic_max_reduction_shares", "gather_in_body", "for_nested", "for_slices_of_captured", "for_with_branch",
    "for_tensor_carried_dynamic", "while_with_branch", "index_switch_in_loop", "if_tensor", "pad_computed",
    "concat_rows",
    "complex_abs_angle", "conv_1d_nwc_wcf", "parallel_with_branch", "call_with_loop", "lstm_cell",
)  # fmt: skip

CASES = [(name, kinds) for name, kinds in zip(PROGRAMS[::2], itertools.cycle(MIXED))]


@pytest.mark.parametrize("name, kinds", CASES)
def test_second_order(name, kinds):
    check_composed(name, kinds)


@pytest.mark.long
@pytest.mark.parametrize("name, kinds", [c for c in itertools.product(PROGRAMS, MIXED) if c not in CASES])
def test_other_second_orders(name, kinds):
    check_composed(name, kinds)


@pytest.mark.parametrize(
    "name, kinds",
    [
        ("for_power", ("pullback", "pushforward", "pushforward")),
        ("for_with_branch", ("pushforward", "pullback", "pushforward")),
        ("scalar_powers", ("pushforward", "pushforward", "pullback")),
    ],
)
def test_third_order(name, kinds):
    check_composed(name, kinds)


def check_composed(name, kinds):
    plain = load(name)
    request = next(iter(plain.requests.values()))
    program, places = composed(plain, request.primal, request.wrt, kinds)
    last = program.requests[f"own_{len(kinds) - 1}"]
    functions = lagrad.compile(program.text, entry=[last.name])
    for changes in ({}, *VARIANTS.get(name, [])[:1]):
        check(program, functions, last, {places[n]: value for n, value in changes.items()})
