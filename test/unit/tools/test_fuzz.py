"""The tool for random programs counts what it tried, makes failures small, and survives crashes."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from lagrad import execute

ROOT = Path(__file__).parents[3]


@pytest.fixture
def tool(monkeypatch):
    spec = importlib.util.spec_from_file_location("fuzz", ROOT / "tools" / "fuzz.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.syspath_prepend(str(module.PROGRAMS))
    return module


def test_a_good_run(tool, tmp_path):
    output = tmp_path / "fuzz.json"
    done = CliRunner().invoke(tool.main, ["2", "--seed", "7", "--output", str(output)])
    found = json.loads(output.read_text())
    assert done.exit_code == 0 and "seed 7: 2 programs, 0 failures" in done.output
    assert (found["seed"], found["count"], found["failures"]) == (7, 2, [])
    assert found["portions"] == {"7": 2}


def test_a_run_goes_on(tool, monkeypatch):
    tried = []

    def portion(seed, count, result, as_drawn):
        tried.append(seed)
        failures = [{"seed": seed, "error": "no", "module": ""}] if seed == 8 and tried.count(8) == 1 else []
        return {"seed": seed, "count": count, "failures": failures}

    monkeypatch.setattr(tool, "_in_a_process", portion)
    *_, found = tool.run(7, 500)
    assert (sorted(tried), found["count"], len(found["failures"])) == ([7, 8, 9], 500, 1)
    *_, found = tool.run(7, 700, before=found)
    assert (sorted(tried), found["count"], found["failures"]) == ([7, 8, 8, 9, 9, 10], 700, [])


def test_there_is_no_run_to_go_on_with(tool, tmp_path):
    done = CliRunner().invoke(tool.main, ["2", "--resume", "--output", str(tmp_path / "none.json")])
    assert done.exit_code == 2 and "which is not there" in done.output


def test_failures_are_small_modules(tool, tmp_path, monkeypatch):
    import generated

    def no_sine(program, points, with_jax):
        if "math.sin" in str(program):
            raise ValueError("there is a sine")

    monkeypatch.setattr(generated, "check_first_order", no_sine)
    found = tool._try(0, 50, tmp_path / "latest.mlir")
    (failure,) = found["failures"]
    assert failure["error"] == "ValueError: there is a sine"
    execute.parse(failure["module"])
    assert len(failure["module"].splitlines()) < 12
    assert found["count"] >= 1


def test_failures_as_they_are_drawn(tool, tmp_path, monkeypatch):
    import generated

    tried = []

    def every_third(program, points, with_jax):
        tried.append(str(program))
        if len(tried) % 3 == 0:
            raise ValueError("one of three")

    monkeypatch.setattr(generated, "check_first_order", every_third)
    found = tool._try(0, 9, tmp_path / "latest.mlir", as_drawn=True)
    assert [failure["module"] for failure in found["failures"]] == tried[2::3]
    assert found["count"] == len(tried) == 9


def test_a_crash_is_a_failure(tool, tmp_path, monkeypatch):
    script = tmp_path / "crash.py"
    script.write_text(
        "import os, pathlib, sys\n"
        "path = pathlib.Path(sys.argv[sys.argv.index('--output') + 1])\n"
        "path.with_suffix('.mlir').write_text('the module')\n"
        "os.abort()\n"
    )
    monkeypatch.setattr(tool, "__file__", str(script))
    (found,) = tool.run(5, 1)
    (failure,) = found["failures"]
    assert failure == {"seed": 5, "error": "the process ended with -6", "module": "the module"}


def test_the_documents_quote_the_last_run():
    last = json.loads((ROOT / "docs" / "fuzz.json").read_text())
    failures = len(last["failures"])
    failed = f"{failures} failure{'s' * (failures != 1)}"
    quoted = f"seed {last['seed']}, {last['count']} programs, {failed}"
    assert quoted in (ROOT / "docs" / "design" / "tests.md").read_text()
