"""Programs as they are given: text, bytecode, or a file with either."""

from __future__ import annotations

import dataclasses
import io
import os
from pathlib import Path

from .. import dialect, pipelines, reading
from ..diagnostics.rendering import tells_where
from ..errors import Failure, note
from ..mlir import BYTECODE, ir


def said_by(program: ir.Module | str | bytes | os.PathLike) -> str | bytes:
    """A program as text or bytecode: what the key of a cache has, and what a pickle keeps."""
    if isinstance(program, (str, bytes)):
        return program
    if isinstance(program, os.PathLike):
        return _read(program)
    file = io.BytesIO()
    program.operation.write_bytecode(file)
    return file.getvalue()


def _read(path: os.PathLike) -> str | bytes:
    """The text or bytecode in a file; OSError if it cannot be read, Failure if it is neither."""
    data = Path(path).read_bytes()
    if data.startswith(BYTECODE):
        return data
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Failure(f"'{os.fspath(path)}' is neither MLIR text in UTF-8 nor bytecode") from None


@tells_where
def parse(program: str | bytes | os.PathLike) -> ir.Module:
    """The checked module of a text, of bytecode or of a file, in a context of its own.

    Failure with the diagnostics if there is anything wrong with it, OSError for a file that cannot be read.
    """
    return parsed(said_by(program))


def parsed(said: str | bytes) -> ir.Module:
    context = pipelines.new_context()
    with context:
        try:
            module = reading.parse(said, context)
        except ir.MLIRError as problem:
            failure = pipelines.failure_of(problem)
            if isinstance(said, str) and _is_path(said):
                first, *others = failure.diagnostics
                advice = note(None, f"a str is the text of a program; the file is pathlib.Path({said!r})")
                failure = Failure(dataclasses.replace(first, notes=(*first.notes, advice)), *others)
            raise failure from None
        dialect.check(module.operation)
    return module


def _is_path(text: str) -> bool:
    """Whether a text that is no program looks like the path of one."""
    return "\n" not in text and (text.endswith((".mlir", ".mlirbc")) or os.path.isfile(text))
