"""--verify-roundtrip, on modules that print as something else."""

from __future__ import annotations

import pytest

from lagrad import pipelines
from lagrad.errors import Failure
from lagrad.mlir import ir
from lagrad_cli.opt.drive import check_roundtrip


class Printing:
    """Stands for a module that prints as `text`."""

    def __init__(self, text: str):
        self.operation, self.text = self, text

    def get_asm(self, **_) -> str:
        return self.text


@pytest.fixture(autouse=True)
def context():
    with pipelines.new_context() as context:
        yield context


def test_a_module_that_prints_as_itself():
    check_roundtrip(ir.Module.parse("func.func @f() { return }"))


def test_a_module_that_prints_as_no_module():
    with pytest.raises(Failure, match="the printed program does not parse: "):
        check_roundtrip(Printing("func.func @f("))


def test_a_module_that_prints_as_another():
    with pytest.raises(Failure, match="the printed program parses as another one"):
        check_roundtrip(Printing("module {}"))
