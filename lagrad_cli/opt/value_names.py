"""`--mlir-print-unique-ssa-ids` and `--mlir-print-value-users`, which the bindings have no flags for.

A copy of the program gets locations that are names, `v7` for an operation and `arg7` for an argument of a block, and is
printed with locations as prefixes. So every value has one name in the whole text, by which its users are found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lagrad.mlir import ir

_RESULTS = re.compile(r"\s*(%v\d+)(?::\d+)? = ")
_ARGUMENT = re.compile(r"%arg\d+")


def text(op: ir.Operation, with_users: bool, **how) -> str:
    """The operation with such names; `how` are keywords of `get_asm`."""
    copy = op.operation.clone().operation
    users = dict(_named(copy))
    printed = copy.get_asm(**how | {"use_name_loc_as_prefix": True})
    return "\n".join(_commented(printed.split("\n"), users)) if with_users else printed


def _named(op: ir.Operation) -> Iterator[tuple[str, list[str]]]:
    """Names everything inside; gives for each name those of the users, an operation's own where it has no result."""
    names: dict[ir.Operation, str] = {}
    values: list[tuple[str, list[ir.Value]]] = []
    for block in _blocks(op):
        for argument in block.arguments:
            name = f"arg{len(values)}"
            argument.set_location(ir.Location.name(name, context=op.context))
            values.append((f"%{name}", [argument]))
        for view in block.operations:
            inner = view.operation
            name = f"v{len(values)}"
            inner.location = ir.Location.name(name, context=op.context)
            names[inner] = f"%{name}" if len(inner.results) else inner.name
            values.append((f"%{name}", list(inner.results)))
    for name, owned in values:
        used = [use.owner.operation for value in owned for use in value.uses]
        yield name, list(dict.fromkeys(names[user] for user in reversed(used)))


def _blocks(op: ir.Operation) -> Iterator[ir.Block]:
    for region in op.regions:
        for block in region.blocks:
            yield block
            for view in block.operations:
                yield from _blocks(view.operation)


def _commented(lines: list[str], users: dict[str, list[str]]) -> Iterator[str]:
    """The users of results behind their line, those of a block's arguments below theirs."""
    told: set[str] = set()
    for line in lines:
        found = _RESULTS.match(line)
        yield f"{line} // {_users(users[found[1]])}" if found else line
        for name in _ARGUMENT.findall(line):
            if name in users and name not in told:
                told.add(name)
                yield f"{' ' * (len(line) - len(line.lstrip()) + 2)}// {name}: {_users(users[name])}"


def _users(names: list[str]) -> str:
    return f"users: {', '.join(names)}" if names else "unused"
