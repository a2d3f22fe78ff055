"""What tools write into the documents is what they would write now."""

import importlib.util
import sys

import pytest
from documents import ROOT

PAGES = {
    "operation_table": "docs/operations.md",
    "pass_manual": "docs/passes.md",
    "stablehlo_table": "docs/stablehlo.md",
    "snapshot_table": "docs/snapshots.md",
    "tape_table": "docs/tape.md",
    "pipeline_page": "docs/pipeline.md",
    "python_api": "docs/reference/python-api.md",
    "stable_interface": "docs/reference/stable-interface.txt",
    "fit_polynomials": "passes/lagrad/lowering/arithmetic/elementary/tables.py",
}


ADVICE = {
    "stable_interface": "this changes what users rely on: docs/stability.md says which version may, and what to do",
}


@pytest.mark.parametrize("tool", PAGES)
def test_page_is_current(tool, monkeypatch):
    spec = importlib.util.spec_from_file_location(tool, ROOT / "tools" / f"{tool}.py")
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, tool, module)  # where its dataclasses look for types
    spec.loader.exec_module(module)
    text = (ROOT / PAGES[tool]).read_text()
    assert module.page(text) == text, f"run: python tools/{tool}.py; {ADVICE.get(tool, '')}"
