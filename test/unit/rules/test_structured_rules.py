"""Every rule that is not tested by itself occurs in programs of `test/programs`, which are tested against JAX."""

import pathlib
import re

import pytest

from lagrad import rules

PROGRAMS = pathlib.Path(__file__).resolve().parents[2] / "programs"
ELSEWHERE = ("arith.", "math.", "complex.", "lagrad.")  # one by one, in this folder
OPERATIONS = sorted(
    op for op in {*rules.RULES, *rules.REGIONS, *rules.REWRITTEN} - rules.INACTIVE if not op.startswith(ELSEWHERE)
)


@pytest.fixture(scope="module")
def texts():
    return [path.read_text() for path in PROGRAMS.glob("*.mlir")]


@pytest.mark.parametrize("op", OPERATIONS)
def test_some_program_differentiates_it(op, texts):
    word = re.compile(rf"(?<![\w.]){re.escape(op)}(?![\w.])")
    assert any(map(word.search, texts)), f"no program in test/programs uses '{op}'"
