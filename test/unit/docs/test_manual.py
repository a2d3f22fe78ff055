"""docs/cli.md is complete: it names every flag of the three commands."""

import click
import pytest
from documents import ROOT

from lagrad_cli import check, run
from lagrad_cli.opt import options

MANUAL = (ROOT / "docs" / "cli.md").read_text()
CHECK, RUN = MANUAL.index("\n## lagrad-check"), MANUAL.index("\n## lagrad-run")
SECTIONS = {"lagrad-opt": MANUAL[:RUN], "lagrad-run": MANUAL[RUN:CHECK], "lagrad-check": MANUAL[CHECK:]}
PARAMETERS = {
    "lagrad-opt": options.all_options(),
    "lagrad-run": run.command.params,
    "lagrad-check": check.command.params,
}


@pytest.mark.parametrize("command", SECTIONS)
def test_every_flag_is_in_the_manual(command):
    flags = [flag for p in PARAMETERS[command] if isinstance(p, click.Option) for flag in p.opts]
    missing = [flag for flag in flags if flag.startswith("-") and flag not in SECTIONS[command]]
    assert len(flags) >= 6 and missing == []
