"""Write docs/reference/stable-interface.txt: all that semantic versioning covers, a line each.

    python tools/stable_interface.py

A test compares the file with what there is. So a change of it shows in a review, and is decided there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from lagrad import dialect, transforms
from lagrad.lowering.interface.c_types import ELEMENTS
from lagrad.lowering.interface.failure_functions import MESSAGE, RELEASE
from lagrad.pipelines import NAMED
from lagrad_cli.completion import PROGRAMS, command_of

sys.path.insert(0, str(Path(__file__).parent))
from python_api import MODULES, definitions, signature  # noqa: E402

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "stable-interface.txt"
PYTHON = ("lagrad", "lagrad.jax", "lagrad.torch")


def page(_: str = "") -> str:
    """The text of the file, whatever it was before."""
    return "".join(f"{line}\n" for line in [*_python(), *_program(), *_c(), *_commands(), *_passes()])


def _python() -> Iterator[str]:
    for module in PYTHON:
        for name in sorted(MODULES[module]):
            for qualified, node in definitions(module, name):
                yield f"python {module}.{qualified}{signature(node)}"


def _program() -> Iterator[str]:
    yield from (f"attribute {name}" for name in sorted(dialect.SAID))
    operations = {dialect.GRAD, dialect.TANGENT, dialect.STOP_GRADIENT, dialect.PACK, dialect.UNPACK} | {
        name for name in dialect.CHECKS if name.startswith("lagrad.")
    }
    yield from (f"operation {name}" for name in sorted(operations - {dialect.SHAPE, dialect.EITHER}))


def _c() -> Iterator[str]:
    for element in ELEMENTS.values():
        yield f"c {element.mlir}: {element.c}"
    yield "c int64_t NAME(arguments, each array followed by its dynamic sizes; then a pointer for each result)"
    yield "c int64_t NAME_result_sizes(arguments, int64_t *result)"
    yield f"c const char *{MESSAGE}(int64_t status)"
    yield f"c void {RELEASE}(void)"


def _commands() -> Iterator[str]:
    for program in sorted(PROGRAMS):
        for parameter in command_of(program).params:
            if isinstance(parameter, click.Option):
                yield f"command {program} {' '.join(sorted(parameter.opts))}"


def _passes() -> Iterator[str]:
    yield from (f"pipeline {name}" for name in sorted(NAMED))
    for name in transforms.names():
        yield " ".join(["pass", name, *sorted(transforms.find(name).options())])


if __name__ == "__main__":
    PAGE.write_text(page())
