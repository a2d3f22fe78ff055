"""examples/cmake: find_package(lagrad), and libraries that follow their .mlir files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SCRIPTS = Path(sys.executable).parent


def run(*command: object, cwd: Path, status: int = 0) -> str:
    environment = {**os.environ, "PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(list(map(str, command)), cwd=cwd, env=environment, capture_output=True, text=True)
    assert (done.returncode == 0) == (status == 0), done.stdout + done.stderr
    return done.stdout + done.stderr


def config(*flags: str) -> str:
    return run("lagrad-config", *flags, cwd=ROOT).strip()


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    """The example, configured."""
    folder = tmp_path_factory.mktemp("cmake") / "project"
    shutil.copytree(ROOT / "examples" / "cmake", folder)
    run("cmake", "-B", "build", f"-Dlagrad_DIR={config('--cmakedir')}", cwd=folder)
    return folder


def built(project: Path) -> str:
    return run("cmake", "--build", "build", cwd=project)


def test_the_example_finds_the_minimum(project):
    built(project)
    assert run("build/descent", cwd=project) == "x = 1.000 1.000 2.000, loss = 0.000\n"


def test_nothing_is_made_twice(project):
    built(project)
    assert "Differentiating" not in built(project)


def test_a_change_of_the_program_is_a_change_of_the_library(project):
    built(project)
    source = project / "loss.mlir"
    later = time.time() + 2
    source.write_text(source.read_text().replace("dense<0.0>", "dense<1.0>"))
    os.utime(source, (later, later))
    assert "Differentiating" in built(project)
    assert "loss = 1.000" in run("build/descent", cwd=project)


def test_errors_in_programs_end_the_configuration(project, tmp_path):
    wrong = tmp_path / "wrong"
    shutil.copytree(project, wrong, ignore=shutil.ignore_patterns("build"))
    source = wrong / "loss.mlir"
    source.write_text(source.read_text().replace("tensor.extract", "tensor.extrac"))
    told = run("cmake", "-B", "build", f"-Dlagrad_DIR={config('--cmakedir')}", cwd=wrong, status=1)
    assert "lagrad_add_derivative(loss)" in told and "loss.mlir:6:" in told


def test_config_says_what_there_is():
    import lagrad

    assert config("--version") == lagrad.__version__
    assert (Path(config("--cmakedir")) / "lagradConfig.cmake").is_file()
    assert config("--libs").split()[-2:] == ["-lgomp", "-lm"]
    assert config("--cflags") == ""  # so that $(lagrad-config --cflags) is nothing to a compiler
    assert config("--version", "--cflags", "--libs").splitlines()[1] == ""
    assert "name one of --version" in run("lagrad-config", cwd=ROOT, status=2)


@pytest.mark.parametrize("generator", ["Unix Makefiles", "Ninja"])
def test_a_change_of_what_the_flags_name_is_a_change_of_the_library(project, tmp_path, generator):
    folder, rules = tmp_path / "a project", tmp_path / "our rules.py"
    shutil.copytree(project, folder, ignore=shutil.ignore_patterns("build"))
    rules.write_text("")
    lists = folder / "CMakeLists.txt"
    lists.write_text(lists.read_text().replace("loss.mlir", f'loss.mlir OPTIONS "--load={rules}"', 1))
    run("cmake", "-G", generator, "-B", "build", f"-Dlagrad_DIR={config('--cmakedir')}", cwd=folder)
    built(folder)
    assert "Differentiating" not in built(folder)
    later = time.time() + 2
    os.utime(rules, (later, later))
    assert "Differentiating" in built(folder)
