"""Writing results: whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
import tempfile

from lagrad.errors import Failure


def check_writable(path: str) -> None:
    """Failure if nothing can be written to `path`; said before a long run, not after it."""
    if path == "-":
        return
    folder = os.path.dirname(os.path.realpath(path))
    if not path or os.path.isdir(path):
        raise Failure(f"cannot write '{path}': Is a directory" if path else "cannot write '': no file name")
    if not os.path.isdir(folder):
        raise Failure(f"cannot write '{path}': there is no directory '{folder}'")
    target = path if os.path.exists(path) and not _is_regular(path) else folder
    if not os.access(target, os.W_OK):
        raise Failure(f"cannot write '{path}': Permission denied")


def write(path: str, data: str | bytes) -> None:
    """Write to standard output for `-`, straight to a device or pipe, else to a new file that
    takes the place of the old one once it is complete. Failure, with the reason, if that fails;
    the old file is then as it was. BrokenPipeError passes: it is for the caller to be quiet."""
    if isinstance(data, str):
        data = data.encode()
    try:
        if path == "-":
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        elif os.path.exists(path) and not _is_regular(path):
            with open(path, "wb") as device:
                device.write(data)
        else:
            _replace(os.path.realpath(path), data)
    except BrokenPipeError:
        raise
    except OSError as problem:
        where = "standard output" if path == "-" else f"'{path}'"
        raise Failure(f"cannot write {where}: {problem.strerror}") from None


def _is_regular(path: str) -> bool:
    return stat.S_ISREG(os.stat(path).st_mode)


def _replace(path: str, data: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=f".{os.path.basename(path)}.")
    try:
        with open(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, _mode(path))
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _mode(path: str) -> int:
    """The mode of the file that is replaced, else what a new file gets."""
    if os.path.exists(path):
        return stat.S_IMODE(os.stat(path).st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
