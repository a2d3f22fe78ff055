"""`lagrad-opt` as a process: exit statuses, Ctrl-C, crashes, and files whole or untouched."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "lagrad_cli.main"]
PROGRAM = "func.func @f(%x: f64) -> f64 {\n  return %x : f64\n}\n"
UNROLLED = """
func.func @f(%m: memref<10xf64>, %x: f64) {
  affine.for %i = 0 to 4000000 {
    affine.store %x, %m[0] : memref<10xf64>
  }
  return
}
"""


def opt(*arguments, **kwargs) -> subprocess.CompletedProcess:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=60, **kwargs)


@pytest.fixture
def program(tmp_path) -> Path:
    path = tmp_path / "f.mlir"
    path.write_text(PROGRAM)
    return path


@pytest.mark.parametrize(
    "arguments, status",
    [
        (["f.mlir"], 0),
        (["f.mlir", "--cse", "-o", "out.mlir"], 0),
        (["none.mlir"], 1),
        (["f.mlir", "-o", "none/out.mlir"], 1),
        (["f.mlir", "-o", "/dev/full"], 1),
        (["f.mlir", "--frobnicate"], 2),
        (["f.mlir", "-p", "frobnicate"], 2),
        (["f.mlir", "--cse=deeply=1"], 2),
        (["f.mlir", "-p", "cse", "--cse"], 2),
    ],
)
def test_exit_status(program, arguments, status):
    done = opt(*arguments, cwd=program.parent)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    assert ("error: " in done.stderr) == (status != 0)


def test_ir_alone_goes_to_standard_output(program):
    done = opt(program, "--cse", "--mlir-timing", "--mlir-print-ir-after-all", "--dump-pass-pipeline")
    assert done.stdout.startswith("module {") and done.stdout.endswith("\n}\n")
    assert "report" in done.stderr


@pytest.mark.parametrize(
    "data, message",
    [
        (b"func.func @\xff() { return }", "byte 0xff on line 1 is not UTF-8 text"),
        (b"// one\nfunc.func @f() \0{ return }", "there is a NUL character on line 2"),
        (b" \n", "it is empty"),
    ],
)
def test_what_is_no_text_is_refused(tmp_path, data, message):
    path = tmp_path / "bad.mlir"
    path.write_bytes(data)
    done = opt(path)
    assert done.returncode == 1
    assert done.stderr == f"error: cannot read '{path}': {message}\n"


def test_a_byte_order_mark_and_carriage_returns_are_fine(tmp_path):
    path = tmp_path / "windows.mlir"
    path.write_bytes(b"\xef\xbb\xbf" + PROGRAM.replace("\n", "\r\n").encode())
    assert opt(path).returncode == 0
    path.write_bytes(path.read_bytes().replace(b"return %x", b"return %y"))
    assert opt(path).stderr.split("\n")[:3] == [
        f"{path}:2:10: error: use of undeclared SSA value name", "    return %y : f64", "           ^",
    ]  # fmt: skip


def test_damaged_bytecode(program):
    code = program.parent / "f.mlirbc"
    assert opt(program, "--emit=bytecode", "-o", code).returncode == 0
    code.write_bytes(code.read_bytes()[:100])
    done = opt(code)
    assert done.returncode == 1
    assert "error: " in done.stderr and "Traceback" not in done.stderr


def test_an_unreadable_file(program):
    program.chmod(0)
    if os.access(program, os.R_OK):
        pytest.skip("this user may read everything")
    assert "Permission denied" in opt(program).stderr


def test_output_replaces_a_file_and_keeps_its_mode_and_links(program):
    real, link = program.parent / "real.mlir", program.parent / "link.mlir"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    assert opt(program, "-o", link).returncode == 0
    assert link.is_symlink() and "@f" in real.read_text()
    assert real.stat().st_mode & 0o777 == 0o640


def test_input_may_be_the_output(program):
    assert opt(program, "--cse", "-o", program).returncode == 0
    assert program.read_text().startswith("module {")


def test_output_to_a_pipe(program):
    fifo = program.parent / "fifo"
    os.mkfifo(fifo)
    with subprocess.Popen([*COMMAND, str(program), "-o", str(fifo)]) as writer:
        assert "@f" in fifo.read_text()
        assert writer.wait() == 0


def test_a_full_disk_leaves_the_old_file(program):
    """A limit on the size of files fails in the middle of writing, as a full disk does."""
    out = program.parent / "out.mlir"
    out.write_text("old")

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))

    done = opt(program, "-o", out, preexec_fn=limit)
    assert done.returncode == 1
    assert done.stderr.startswith(f"error: cannot write '{out}': ")
    assert out.read_text() == "old"
    assert sorted(path.name for path in program.parent.iterdir()) == ["f.mlir", "out.mlir"]


def test_a_full_standard_output(program):
    with open("/dev/full", "w") as full:
        done = subprocess.run([*COMMAND, str(program)], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert done.stderr == "error: cannot write standard output: No space left on device\n"


def test_a_reader_that_leaves_is_no_error_message(program):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*COMMAND, str(program)], stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert done.stderr == ""


def interrupted(arguments, cwd, after: float) -> tuple[int, str, float]:
    """Status, stderr and the seconds from Ctrl-C to the end."""
    with subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=cwd,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        time.sleep(after)
        assert process.poll() is None, "it ended before it could be interrupted"
        os.killpg(process.pid, signal.SIGINT)
        start = time.monotonic()
        _, told = process.communicate(timeout=30)
        return process.returncode, told, time.monotonic() - start


def test_ctrl_c_while_reading(tmp_path):
    out = tmp_path / "out.mlir"
    status, told, _ = interrupted(["-", "-o", str(out)], tmp_path, after=2)
    assert (status, told, list(tmp_path.iterdir())) == (130, "", [])


def test_ctrl_c_inside_an_upstream_pass(tmp_path):
    (tmp_path / "f.mlir").write_text(UNROLLED)
    arguments = ["f.mlir", "--affine-loop-unroll=unroll-factor=4000000", "-o", "out.mlir"]
    status, told, seconds = interrupted(arguments, tmp_path, after=2)
    assert (status, told) == (130, "")
    assert seconds < 10  # the pass itself takes minutes
    assert [path.name for path in tmp_path.iterdir()] == ["f.mlir"]


def test_a_crash_is_reported(tmp_path):
    """Nested far deeper than upstream's parser has stack for."""
    path = tmp_path / "deep.mlir"
    path.write_text("module {" * 200_000)
    done = opt(path, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (2**23, 2**23)))
    assert done.returncode == 1
    assert f"error: the compiler crashed (SIGSEGV) while parsing '{path}'; this is a bug in it" in done.stderr


def test_want_of_memory_is_reported(tmp_path):
    """Upstream's parser asks for a wild amount here."""
    path = tmp_path / "f.mlir"
    path.write_text("""
        func.func @f(%x: tensor<2xf64>) {
          linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = [affine_map<(i) -> (i)>]}
            outs(%x : tensor<2xf64>) { ^bb0(%a: f64): linalg.yield %a : f64 } -> tensor<2xf64>
          return
        }""")
    done = opt(path)
    assert done.returncode == 1
    assert done.stderr.endswith(f"error: out of memory while parsing '{path}'\n")


def test_being_killed_is_reported(tmp_path):
    """As the system does to the largest process when memory runs out."""
    with subprocess.Popen([*COMMAND, "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        (child,) = children_of(process)
        os.kill(child, signal.SIGKILL)
        _, told = process.communicate(timeout=30)
    assert process.returncode == 1
    assert told == "error: the compiler was killed (SIGKILL); did it run out of memory?\n"


@pytest.mark.parametrize("by, status", [(signal.SIGTERM, 128 + signal.SIGTERM), (signal.SIGKILL, -signal.SIGKILL)])
def test_no_child_is_left_behind(by, status):
    with subprocess.Popen([*COMMAND, "-"], stdin=subprocess.PIPE) as process:
        (child,) = children_of(process)
        process.send_signal(by)
        assert process.wait(timeout=30) == status
        deadline = time.monotonic() + 10
        while is_running(child) and time.monotonic() < deadline:
            time.sleep(0.01)
        assert not is_running(child)


def children_of(process) -> list[int]:
    """The children of a process, once it has any."""
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    if not listed.parent.exists():
        pytest.skip("no /proc to find children in")
    while not (children := listed.read_text().split()):
        time.sleep(0.01)
    time.sleep(0.5)  # until they are past their first steps
    return [int(child) for child in children]


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except FileNotFoundError:
        return False


def test_a_bug_shows_a_traceback_only_when_asked(program):
    patch = (
        "import sys; from lagrad_cli import main; from lagrad_cli.opt import drive;"
        "drive.output.write = lambda *_: 1 / 0;"
        "sys.exit(main.run(sys.argv[1:]))"
    )
    for arguments, shown in (([str(program)], False), ([str(program), "--debug"], True)):
        done = subprocess.run([sys.executable, "-c", patch, *arguments], capture_output=True, text=True)
        assert done.returncode == 1
        assert "internal error: ZeroDivisionError" in done.stderr
        assert ("Traceback" in done.stderr) == shown


def test_report(program):
    report = program.parent / "report.json"
    assert opt(program, "--cse", "--report", report).returncode == 0
    told = json.loads(report.read_text())
    assert told["pipeline"] == "builtin.module(cse)"
    assert [part["line"] for part in told["programs"]] == [1]
