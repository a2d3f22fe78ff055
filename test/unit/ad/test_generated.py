"""Random programs against their meaning, the same each time; `make fuzz` tries others, at more points."""

import functools

import hypothesis
import pytest
from generated import check_first_order, check_second_order
from hypothesis import HealthCheck, given, settings
from independent_draws import INDEPENDENT
from program_strategy import DRAWN_SIZES, programs
from program_tree import Doubtful


def examples(count: int):
    checks = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
    return settings(
        max_examples=count,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=checks,
        backend=INDEPENDENT,
    )


@pytest.mark.parametrize("count", [8, pytest.param(40, marks=pytest.mark.long)])
def test_generated_programs_agree_with_jax(count):
    @examples(count)
    @given(programs(length=4))
    def agrees(program):
        tried(check_first_order, program)

    agrees()


@pytest.mark.parametrize("count", [5, pytest.param(25, marks=pytest.mark.long)])
def test_second_derivatives_of_generated_programs_agree_with_jax(count):
    @examples(count)
    @given(programs(length=3, second=True))
    def agrees(program):
        tried(check_second_order, program)

    agrees()


@pytest.mark.parametrize("count", [6, pytest.param(40, marks=pytest.mark.long)])
def test_generated_programs_of_other_sizes_agree_with_their_meaning(count):
    @examples(count)
    @given(DRAWN_SIZES.flatmap(lambda sizes: programs(length=4, sizes=sizes)))
    def agrees(program):
        tried(functools.partial(check_first_order, with_jax=False), program)

    agrees()


def tried(check, program) -> None:
    hypothesis.note(str(program))
    try:
        check(program)
    except Doubtful:
        hypothesis.reject()
