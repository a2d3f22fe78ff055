"""Whether a pipeline can run: every pass is built once and thrown away, before anything runs."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable

from .. import transforms, upstream
from ..errors import Failure
from ..mlir import ir, passmanager
from .text import BadPipeline, Nest, PassNode

ROOT = "builtin.module"

Names = Callable[[], list[str]]  # to list them takes a while, and only an error asks


def check(nest: Nest, text: str, names: Names) -> None:
    """Raises BadPipeline for a pass or an option that does not exist. `names` gives those that may be suggested."""
    if nest.anchor != "any" and not _is_operation(nest.anchor):
        raise BadPipeline(f"unknown operation '{nest.anchor}'", text, nest.at)
    for node in nest.body:
        match node:
            case Nest():
                check(node, text, names)
            case PassNode(name=name) if transforms.exists(name):
                _check_ours(node, nest.anchor, text)
            case PassNode():
                _check_upstream(node, nest.anchor, text, names)


def _is_operation(name: str) -> bool:
    try:
        ir.Context.current.get_dialect_descriptor(name.split(".")[0])
    except ValueError:
        return False
    return ir.Context.current.is_registered_operation(name)


def _check_ours(node: PassNode, anchor: str, text: str) -> None:
    cls = transforms.find(node.name)
    check_options(node, list(cls.options()), text)
    if anchor != cls.anchor:
        raise _misplaced(node, cls.anchor, anchor, text)
    try:
        cls.from_options(node.values())
    except Failure as problem:
        raise BadPipeline(problem.diagnostics[0].message, text, node.at) from None


def _misplaced(node: PassNode, home: str, anchor: str, text: str) -> BadPipeline:
    hint = "" if home == ROOT else f": write {home}({node})"
    return BadPipeline(f"'{node.name}' runs on {home}, not on {anchor}{hint}", text, node.at)


def check_options(node: PassNode, known: list[str], text: str) -> None:
    for key, _ in node.options:
        if key not in known:
            hint = did_you_mean(key, known) or ("; its options are " + ", ".join(known) if known else "; it has none")
            raise BadPipeline(f"'{node.name}' has no option '{key}'{hint}", text, node.at)


def _check_upstream(node: PassNode, anchor: str, text: str, names: Names) -> None:
    known = upstream.table().get(node.name, {"anchor": "any", "only": False, "options": {}})
    if known["anchor"] not in ("any", anchor) and (anchor == ROOT or known["only"] and anchor != "any"):
        raise _misplaced(node, known["anchor"], anchor, text)  # adding some of these aborts
    try:
        passmanager.PassManager(anchor).add(str(node))
    except ValueError as problem:
        if "no such option" in str(problem):
            check_options(node, list(known["options"]), text)
        raise BadPipeline(_upstream_problem(node, str(problem), names), text, node.at) from None


def _upstream_problem(node: PassNode, problem: str, names: Names) -> str:
    if "does not refer to a registered pass" in problem:
        return f"unknown pass '{node.name}'{did_you_mean(node.name, names())}"
    lines = [line.strip() for line in problem.splitlines() if line.strip()]
    return f"'{node}' cannot be used here: " + "; ".join(lines)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`; did you mean 'x' or 'y'?`, or nothing if nothing is near."""
    near = difflib.get_close_matches(name, list(known), n=3, cutoff=0.6)
    return "; did you mean " + " or ".join(f"'{n}'" for n in near) + "?" if near else ""
