"""What a user is told of an operation of PyTorch that has no way into MLIR: its place, why, and what to do."""

from __future__ import annotations

import contextlib
import os
import re
import traceback
from collections.abc import Iterable, Iterator
from pathlib import Path
from unittest import mock

import torch

_INSTEAD = {
    "aten.linalg_eig": "eigenvalues of matrices that are not symmetric; torch.linalg.eigh is for symmetric ones",
    "aten.linalg_qr": "columns of Q beyond those of the matrix, which have no derivative; write mode='reduced'",
    "aten._linalg_svd": "vectors beyond the singular values, which have no derivative; write full_matrices=False",
    "aten.linalg_lstsq": "a rank that depends on the numbers; write torch.linalg.pinv(a) @ b, or solve with qr(a)",
    "aten.linalg_cholesky_ex": "factors of complex matrices",
}


def is_known(name: str) -> bool:
    """Whether more is known of an operation than that it is not converted."""
    return name.removesuffix(".default") in _INSTEAD


def refused(name: str) -> str:
    """The message for an operation, named as in MLIR or as in PyTorch."""
    name = name.removeprefix("torch.").removesuffix(".default")
    instead = next((why for op, why in _INSTEAD.items() if re.fullmatch(re.escape(op) + r"(\.\w+)?", name)), None)
    why = f": {instead}" if instead else "; leave that part outside of the function, or write it with other operations"
    return f"'{name}' of PyTorch is not converted{why}"


def shortened(message: str) -> str:
    """One of torch-mlir's, which has the whole operation in it."""
    if (name := operation(message)) is None:
        return f"torch-mlir cannot convert the function: {message.partition(chr(10))[0]}"
    return refused(name)


def operation(message: str) -> str | None:
    """The operation that torch-mlir says it cannot convert, if the message is about one."""
    if not (found := re.match(r"failed to legalize operation '([\w.]+)'", message)):
        return None
    named = re.search(r'"torch\.operator".*?name = "([\w.]+)"', message) if found[1] == "torch.operator" else None
    return (named or found)[1]


_LIBRARIES = tuple(f"{folder}{os.sep}" for folder in (Path(torch.__file__).parent, Path(__file__).parents[1]))


def own_frames(frames: Iterable[traceback.FrameSummary]) -> list[traceback.FrameSummary]:
    """Those of the function that is exported: what the libraries have called, and is not theirs."""
    frames = list(frames)
    inside = [n for n, frame in enumerate(frames) if frame.filename.startswith(_LIBRARIES)]
    called = frames[inside[0] if inside else 0 :]
    return [frame for frame in called if not frame.filename.startswith(("<", *_LIBRARIES))]


@contextlib.contextmanager
def all_lines() -> Iterator[None]:
    """The exporter notes the lines of all functions at its operations, and not only those of `forward` of modules."""

    def kept(_, frames: traceback.StackSummary) -> traceback.StackSummary:
        return traceback.StackSummary.from_list(own_frames(frames))

    with mock.patch.object(torch.fx.proxy.TracerBase, "_filter_traceback_frames", kept):
        yield
