"""Completion of command lines: scripts for shells, and what they are told."""

import os
import shutil
import subprocess
import sys

import pytest

from lagrad_cli.completion import PROGRAMS, SHELLS

BIN = os.path.dirname(sys.executable)


def completed(program: str, *words: str) -> list[str]:
    """What bash is told for a line that ends with the last word."""
    variable = f"_{program.replace('-', '_').upper()}_COMPLETE"
    environment = os.environ | {variable: "bash_complete", "COMP_WORDS": " ".join([program, *words])}
    environment["COMP_CWORD"] = str(len(words))
    done = subprocess.run([f"{BIN}/{program}"], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_flags_and_passes():
    assert completed("lagrad-opt", "f.mlir", "--canonicalize", "--lagrad-to-l") == [
        f"plain,--lagrad-to-llvm{kind}" for kind in ("", "-blas", "-counted", "-strict")
    ]
    found = completed("lagrad-opt", "--em")
    assert {"plain,--emit", "plain,--empty-tensor-to-alloc-tensor"} <= set(found)
    assert completed("lagrad-opt", "-canonicali") == ["plain,-canonicalize"]


def test_values_and_files():
    assert completed("lagrad-opt", "--emit=h") == ["plain,header"]
    assert completed("lagrad-run", "prog") == ["file,prog"]
    assert completed("lagrad-config", "--completion", "f") == ["plain,fish"]


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_is_for_all_programs(shell):
    if shell == "bash" and not shutil.which("bash"):
        pytest.skip("there is no bash")
    text = subprocess.check_output([f"{BIN}/lagrad-config", f"--completion={shell}"], text=True)
    assert [program for program in PROGRAMS if f"_{program.replace('-', '_').upper()}_COMPLETE" not in text] == []
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=text, text=True, check=True)


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash")
def test_bash_completes():
    words = "COMP_WORDS=(lagrad-sparsity --hes); COMP_CWORD=1; COMPREPLY=()"
    script = (
        f'eval "$(lagrad-config --completion=bash)"; {words}; _lagrad_sparsity_completion lagrad-sparsity; '
        f"echo $COMPREPLY"
    )
    environment = os.environ | {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    assert subprocess.check_output(["bash", "-c", script], env=environment, text=True) == "--hessian\n"
