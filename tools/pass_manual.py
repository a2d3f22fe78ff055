"""Write docs/passes.md, the manual of our passes and pipelines, from the passes themselves.

python tools/pass_manual.py
"""

from __future__ import annotations

import inspect
import textwrap
from pathlib import Path

from lagrad import transforms
from lagrad.passes import AIMS
from lagrad.pipelines import NAMED
from lagrad.pipelines.text import parse

PAGE = Path(__file__).resolve().parent.parent / "docs" / "passes.md"

_HEAD = """\
# Passes and pipelines of lagrad

Made by `tools/pass_manual.py`; do not edit. These names may stand wherever an upstream pass may: in `--pipeline`, as
flags, in one another's neighbourhood at any depth. `lagrad-opt --list-passes` prints them with upstream's.

## Pipelines

A pipeline's name stands for these passes over the module.
"""


def page(_: str = "") -> str:
    """The text of the page, whatever it was before."""
    parts = [_HEAD]
    parts += [_pipeline(name, text) for name, text in sorted(NAMED.items())]
    parts.append("\n## Passes\n")
    parts += [_pass(transforms.find(name)) for name in transforms.names()]
    return "".join(parts)


def _pipeline(name: str, text: str) -> str:
    elements = _elements(text)
    for other, longer in sorted(NAMED.items()):
        if other == name:
            continue
        theirs = _elements(longer)
        if [_name(e) for e in theirs] == [_name(e) for e in elements] and name < other:
            changed = ", ".join(f"`{own}` for `{their}`" for own, their in zip(elements, theirs) if own != their)
            return f"\n### `{name}`\n\nThe same as `{other}` with {changed}.\n"
        left_out = [e for e in theirs if e not in elements]
        if left_out and [e for e in theirs if e not in left_out] == elements:
            names = ", ".join(f"`{e}`" for e in left_out)
            return f"\n### `{name}`\n\nThe same as `{other}` without {names}.\n"
    return f"\n### `{name}`\n\n```text\n" + ",\n".join(elements) + "\n```\n"


def _name(element: str) -> str:
    return element.partition("{")[0]


def _elements(text: str) -> list[str]:
    return [str(node) for node in parse(text)]


def _pass(cls) -> str:
    summary, _, body = inspect.cleandoc(cls.__doc__).partition("\n")
    lines = [f"### `{cls.name}`", summary, *([body.strip("\n")] if body.strip() else [])]
    aim = f" Its aim is `{cls.aim}`: {AIMS[cls.aim]}." if cls.aim in AIMS else ""
    said = f"Runs on `{cls.anchor}`.{aim}" + ("" if cls.options() else " It has no options.")
    lines.append(textwrap.fill(said, 120, break_long_words=False, break_on_hyphens=False))
    if cls.options():
        rows = [
            f"| `{option}` | {_default(field.default)} | {field.metadata['help']} |"
            for option, field in cls.options().items()
        ]
        lines.append("\n".join(["| option | default | |", "|---|---|---|", *rows]))
    return "\n" + "\n\n".join(lines) + "\n"


def _default(value) -> str:
    match value:
        case bool():
            return f"`{str(value).lower()}`"
        case tuple():
            value = ",".join(value)
    return f"`{value}`" if value != "" else "none"


if __name__ == "__main__":
    PAGE.write_text(page())
