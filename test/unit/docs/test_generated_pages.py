"""What tools write into the documents is what they would write now."""

import importlib.util

import pytest
from documents import ROOT

PAGES = {
    "operation_table": "README.md",
    "pass_manual": "docs/passes.md",
    "snapshot_table": "docs/memory.md",
    "pipeline_page": "docs/pipeline.md",
    "fit_polynomials": "passes/lagrad/lowering/arithmetic/elementary/tables.py",
}


@pytest.mark.parametrize("tool", PAGES)
def test_page_is_current(tool):
    spec = importlib.util.spec_from_file_location(tool, ROOT / "tools" / f"{tool}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text = (ROOT / PAGES[tool]).read_text()
    assert module.page(text) == text, f"run: python tools/{tool}.py"
