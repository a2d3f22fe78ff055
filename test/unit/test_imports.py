"""Imports run one way, one module knows the bindings, and `passes` is no package."""

from __future__ import annotations

import ast
import functools
import importlib.util
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = {"lagrad": ROOT / "passes" / "lagrad", "lagrad_cli": ROOT / "lagrad_cli"}
BINDINGS = {"mlir", "torch_mlir"}

# From the bottom up: a module imports from its own layer and the ones before it.
# A module of a package may stand lower than its package.
LAYERS = [
    {"mlir"},
    {"errors", "diagnostics", "passes", "dialect", "reading", "remembered", "build", "scalars", "functions_in_file"},
    {"triangular.triangle", "forms.trip_count"},
    {"rules", "analysis"},
    {"forms"},
    {"triangular", "raising", "from_llvm"},
    {"ad", "sparsity"},
    {"one_hot"},
    {"requests"},
    {"coarsening"},
    {"transforms", "lowering", "tape"},
    {
        "upstream",
        "pipelines",
        "emit",
        "cache",
        "own_code",
        "arrays",
        "asked",
        "execute",
        "gradcheck",
        "characterize",
        "profile",
        "explain",
    },
    {"derivatives", "gradients"},
    {"jax", "torch"},
    {"lagrad_cli"},
]


def module_name(path: Path) -> str:
    for package, folder in SOURCES.items():
        if path.is_relative_to(folder):
            parts = (package, *path.relative_to(folder).with_suffix("").parts)
            return ".".join(parts).removesuffix(".__init__")
    raise ValueError(path)


FILES = {module_name(path): path for folder in SOURCES.values() for path in sorted(folder.rglob("*.py"))}


@functools.cache
def tree_of(name: str) -> ast.Module:
    return ast.parse(FILES[name].read_text())


@functools.cache
def imports(name: str) -> set[str]:
    """Full names of what the module imports, at whatever place in it."""
    package = name if FILES[name].name == "__init__.py" else name.rpartition(".")[0]
    found = set()
    for node in ast.walk(tree_of(name)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package.rsplit(".", node.level - 1)[0] if node.level > 1 else package
            source = (f"{base}.{node.module}" if node.module else base) if node.level else node.module
            for alias in node.names:
                full = f"{source}.{alias.name}"
                found.add(full if full in FILES else source)
    return found


def parts(name: str) -> list[str]:
    """The names by which a layer may know a module, the longest first."""
    if name.startswith("lagrad_cli"):
        return ["lagrad_cli"]
    steps = name.split(".")[1:]
    return [".".join(steps[:count]) for count in range(len(steps), 0, -1)]


def layer(name: str) -> int:
    found = [level for part in parts(name) for level, known in enumerate(LAYERS) if part in known]
    assert found, f"{name} stands in no layer: find its place and add it to LAYERS"
    return found[0]


def ours(name: str) -> set[str]:
    """The modules of lagrad that a module imports; `from . import x` of the package itself is none."""
    return {used for used in imports(name) if used in FILES and used != "lagrad"}


INSIDE = [name for name in FILES if name != "lagrad"]


def test_imports_run_one_way():
    upwards = {(name, used) for name in INSIDE for used in ours(name) if layer(used) > layer(name)}
    assert not upwards


def test_imports_run_in_no_circle():
    done: list[str] = []

    def visit(name: str, path: tuple[str, ...]) -> None:
        assert name not in path, " -> ".join((*path[path.index(name) :], name))
        if name not in done:
            for used in sorted(ours(name)):
                visit(used, (*path, name))
            done.append(name)

    for name in INSIDE:
        visit(name, ())


def test_one_module_knows_the_bindings():
    users = {name for name in FILES for used in imports(name) if used.split(".")[0] in BINDINGS}
    assert users <= {"lagrad.mlir"}
    strings = {name for name, path in FILES.items() if "torch_mlir" in path.read_text()}
    assert strings == {"lagrad.mlir"}


def test_passes_is_a_source_root_and_no_package():
    code = "import importlib.util, sys; sys.exit(importlib.util.find_spec('passes') is not None)"
    assert subprocess.run([sys.executable, "-c", code], cwd="/").returncode == 0
    assert importlib.util.find_spec("lagrad").origin.startswith(str(SOURCES["lagrad"]))


def test_every_package_is_installed():
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    there = {
        ".".join((name, *path.parent.relative_to(folder).parts))
        for name, folder in SOURCES.items()
        for path in folder.rglob("__init__.py")
    }
    assert set(listed) == there


def constants(name: str) -> list[str]:
    body = tree_of(name).body
    targets = [target for node in body if isinstance(node, ast.Assign) for target in node.targets]
    targets += [node.target for node in body if isinstance(node, ast.AnnAssign)]
    return sorted(target.id for target in targets if isinstance(target, ast.Name))


def test_a_constant_is_defined_once():
    """The second definition would take the first one's place wherever it is imported."""
    twice = {name: found for name in FILES if (found := constants(name)) != sorted(set(found))}
    assert not twice


def test_no_two_test_files_share_a_name():
    """Pytest imports them by their names alone, and would refuse the second."""
    names = [path.name for path in (ROOT / "test" / "unit").rglob("*.py") if path.name != "conftest.py"]
    assert sorted(names) == sorted(set(names))
