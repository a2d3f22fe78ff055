"""What a compiled function is to those who call it."""

from __future__ import annotations

from typing import Any, Protocol

from ..lowering.interface.c_types import Signature


class Function(Protocol):
    """A compiled function: call it with arrays and numbers, by position or by the program's names."""

    __name__: str
    __doc__: str | None
    signature: Signature
    address: int  # of its C function
    keep: Any  # holds the code in memory

    def __call__(self, *arguments: Any, out: Any = None, **named: Any) -> Any: ...
