"""Write man/, the manual pages of the programs, from their --help.

python tools/man_pages.py
"""

from __future__ import annotations

import re
from pathlib import Path

import click

from lagrad_cli.completion import PROGRAMS, command_of

FOLDER = Path(__file__).resolve().parent.parent / "man"
_ABOUT = {
    "lagrad-opt": "transform, differentiate and compile MLIR programs",
    "lagrad-run": "compile an MLIR program and call one of its functions",
    "lagrad-check": "compare derivatives with finite differences",
    "lagrad-explain": "show a program beside its derivative",
    "lagrad-config": "print what build systems and shells ask for",
    "lagrad-sparsity": "show which entries Jacobians and Hessians have",
    "lagrad-tape-report": "show how a derivative uses memory",
}
_STATUS = [
    ("0", "All went well."),
    ("1", "An error in the program, in reading or in writing; for lagrad-check also a wrong derivative."),
    ("2", "An error in the command line."),
    ("130", "Interrupted by Ctrl-C."),
]


def pages() -> dict[str, str]:
    """The text of each page, by the name of its file."""
    return {f"{program}.1": page(program) for program in PROGRAMS}


def page(program: str) -> str:
    command = command_of(program)
    context = click.Context(command, info_name=program)
    usage = " ".join([*command.collect_usage_pieces(context)])
    parts = [
        f'.TH {program.upper()} 1 "" lagrad "lagrad"',
        f".SH NAME\n{_escaped(program)} \\- {_escaped(_ABOUT[program])}",
        f".SH SYNOPSIS\n.B {_escaped(program)}\n{_escaped(usage)}",
        ".SH DESCRIPTION\n" + _description(command.help or ""),
        ".SH OPTIONS",
    ]
    group = ""
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record and isinstance(parameter, click.Option):
            if (own := getattr(parameter, "group", "")) != group:
                parts.append(f".SS {own}")
                group = own
            parts.append(_item(*record))
    if program == "lagrad-opt":
        parts.append(_item("--PASS[=OPTIONS]", "Every pass is a flag; --list-passes has them all."))
    parts.append(".SH EXIT STATUS")
    parts += [_item(status, meaning) for status, meaning in _STATUS]
    others = ", ".join(f"{_escaped(other)}(1)" for other in PROGRAMS if other != program)
    return "\n".join([*parts, f".SH SEE ALSO\n{others}", ""])


def _description(text: str) -> str:
    """Paragraphs; what is indented stays as it is."""
    paragraphs = []
    for paragraph in re.split(r"\n\s*\n", text.replace("\b\n", "").strip("\n")):
        body = _escaped(paragraph.strip("\n"))
        paragraphs.append(f".PP\n.nf\n{body}\n.fi" if paragraph.startswith(" ") else f".PP\n{_filled(body)}")
    return "\n".join(paragraphs)


def _filled(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines())


def _item(term: str, meaning: str) -> str:
    return f".TP\n.B {_escaped(term)}\n{_escaped(meaning)}"


def _escaped(text: str) -> str:
    """Text that roff takes as it is."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text)
