"""Effects of random programs are kept, or refused with the reason."""

import pytest
from effect_checks import PIPELINES, check_effects
from effect_programs import generated

from lagrad.errors import Failure

REFUSED = (
    "again in the adjoint of this branch",
    "this has an effect and cannot run again, but the adjoint of a loop marked 'lagrad.replay' reads what it computes",
    "this has an effect and cannot run again, and what it computes cannot be recorded",
)


def check_generated(seed: int) -> bool:
    """Whether a random program is differentiated; then, that its effects are kept."""
    pipeline = list(PIPELINES.values())[seed % len(PIPELINES)]
    try:
        check_effects(generated(seed), pipeline, first=seed % 4 > 0)
    except Failure as failure:
        assert any(words in failure.diagnostics[0].message for words in REFUSED), failure
        return False
    return True


def test_effects_of_random_programs_are_kept():
    assert sum(map(check_generated, range(18))) >= 12


@pytest.mark.long
@pytest.mark.parametrize("start", range(100, 400, 25))
def test_effects_of_many_random_programs_are_kept(start):
    assert sum(map(check_generated, range(start, start + 25))) >= 16
