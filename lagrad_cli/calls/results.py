"""The results of a call: printed, or written to files."""

from __future__ import annotations

import io
import re

import click
import numpy as np

from .. import output


def files(outputs: tuple[str, ...], name: str, count: int) -> dict[int, str]:
    """Result numbers -> files."""
    named: dict[int, str] = {}
    for text in outputs:
        if text.endswith(".npz") and "=" not in text:
            named |= {n: text for n in range(count) if n not in named}
            continue
        found = re.fullmatch(r"(?:result)?(\d+)=(.+)", text)
        if not found:
            raise click.UsageError(f"--out takes resultN=FILE.npy, or FILE.npz, not '{text}'")
        if int(found[1]) >= count:
            raise click.UsageError(f"--out {text}: @{name} has {count} results, numbered from 0")
        if found[2] in named.values() and not found[2].endswith(".npz"):
            raise click.UsageError(f"--out {text}: the file is for another result already; several share a .npz")
        named[int(found[1])] = found[2]
    return named


def write(results: tuple, files: dict[int, str]) -> None:
    """Writes the results that have files."""
    for path in dict.fromkeys(files.values()):
        written = {f"result{n}": results[n] for n in sorted(files) if files[n] == path}
        output.write(path, _npz(written) if path.endswith(".npz") else _npy(*written.values()))


def as_tuple(returned, count: int) -> tuple:
    return () if count == 0 else (returned,) if count == 1 else returned


def _npy(result) -> bytes:
    """The bytes of a .npy file."""
    buffer = io.BytesIO()
    np.save(buffer, _known_to_numpy(result))
    return buffer.getvalue()


def _npz(results: dict) -> bytes:
    """The bytes of a .npz file with several results by name."""
    buffer = io.BytesIO()
    np.savez(buffer, **{name: _known_to_numpy(result) for name, result in results.items()})
    return buffer.getvalue()


def _known_to_numpy(result):
    """bf16, which the format does not know, as f32."""
    array = np.asarray(result)
    return array.astype(np.float32) if array.dtype.name == "bfloat16" else array


def shown(result) -> str:
    if isinstance(result, np.ndarray):
        return np.array2string(result, floatmode="unique", threshold=10_000)
    return str(result)
