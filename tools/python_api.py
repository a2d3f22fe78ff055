"""Write docs/reference/python-api.md, the names that Python programs may use, from their docstrings.

    python tools/python_api.py

Reads the sources, so that neither JAX nor PyTorch is needed.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "python-api.md"
SOURCES = ROOT / "passes" / "lagrad"
# What users import: a module, and in which file each of its names is.
MODULES = {
    "lagrad": {
        "compile": "execute/__init__.py",
        "Program": "execute/program.py",
        "interruptible": "arrays/interruptible.py",
        "sparse_jacobian": "arrays/sparse.py",
        "sparse_hessian": "arrays/sparse.py",
        "sparsity_pattern": "arrays/sparse.py",
        "Failure": "errors.py",
        "CheckFailed": "errors.py",
        **dict.fromkeys("grad value_and_grad vjp jvp jacobian hessian".split(), "gradients.py"),
    },
    "lagrad.jax": dict.fromkeys(
        "grad value_and_grad vjp jvp jacobian hessian compile call export".split(), "jax/__init__.py"
    ),
    "lagrad.torch": dict.fromkeys("compile grad grad_and_value jacobian hessian call".split(), "torch/__init__.py"),
    "lagrad.gradcheck": {"check": "gradcheck/__init__.py"},
    "lagrad.profile": {"measure": "profile/__init__.py", "text": "profile/__init__.py"},
}
_HEAD = """\
# Python: all names

Made by `tools/python_api.py` from the docstrings; do not edit. [python.md](../python.md), [jax.md](../jax.md) and
[torch.md](../torch.md) have examples. [stability.md](../stability.md) says which of this is stable.
"""


def page(_: str = "") -> str:
    """The text of the page, whatever it was before."""
    parts = [_HEAD]
    for module, names in MODULES.items():
        parts.append(f"\n## {module}\n")
        for name in sorted(names, key=str.lower):
            parts += [_entry(f"{module}.{qualified}", node) for qualified, node in definitions(module, name)]
    return "".join(parts)


def definitions(module: str, name: str) -> Iterator[tuple[str, ast.FunctionDef | ast.ClassDef]]:
    """The definition of a name, and those of its public methods."""
    node = _find(MODULES[module][name], name)
    yield name, node
    if isinstance(node, ast.ClassDef):
        for method in node.body:
            if isinstance(method, ast.FunctionDef) and not method.name.startswith("_"):
                yield f"{name}.{method.name}", method


def signature(node: ast.FunctionDef | ast.ClassDef) -> str:
    """`(x, *, y=1)`, without types; nothing for a class."""
    if isinstance(node, ast.ClassDef):
        return ""
    arguments = ast.parse(f"def f({ast.unparse(node.args)}): pass").body[0].args  # a copy
    for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]:
        if argument is not None:
            argument.annotation = None
    return f"({ast.unparse(arguments).removeprefix('self, ').removeprefix('self')})"


def _find(file: str, name: str) -> ast.FunctionDef | ast.ClassDef:
    tree = ast.parse((SOURCES / file).read_text("utf-8"))
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name:
            return node
        if (
            isinstance(node, ast.ImportFrom)
            and node.level == 1
            and any((a.asname or a.name) == name for a in node.names)
        ):
            folder = (SOURCES / file).parent
            given = next(a.name for a in node.names if (a.asname or a.name) == name)
            return _find(str((folder / f"{node.module}.py").relative_to(SOURCES)), given)
    raise LookupError(f"{file} has no {name}")


def _entry(name: str, node: ast.FunctionDef | ast.ClassDef) -> str:
    said = inspect.cleandoc(ast.get_docstring(node) or "")
    return f"\n### `{name}`\n\n```text\n{name}{signature(node)}\n```\n\n{said}\n"


if __name__ == "__main__":
    PAGE.write_text(page())
