"""Functions as text in which a number is a value that is called by it: `%_8` is 8, and `%_-1` is minus one."""

from __future__ import annotations

import re

INDEX, I64 = "arith.constant {} : index", "arith.constant {} : i64"
LLVM = "llvm.mlir.constant({} : i64) : i64"  # the same once all is in LLVM's dialect
_NUMBER = re.compile(r"%_(-?\d+)")
_NEXT = re.compile(r"^(?=llvm\.|func\.)", re.M)


def with_numbers(text: str, constant: str) -> str:
    """The functions with a constant for each number that they use, where they begin."""
    return "".join(_with_numbers(function, constant) for function in _NEXT.split(text))


def _with_numbers(function: str, constant: str) -> str:
    head, begin, body = function.partition("{\n")
    numbers = dict.fromkeys(_NUMBER.findall(body))
    return head + begin + "".join(f"  %_{n} = {constant.format(n)}\n" for n in numbers) + body
