"""Commands of RUN lines as forks of lit, which has imported what they import: most of a short command's time is that.

Each is a process with its own arguments, environment and streams, and ends as one. Tests in `test/unit/cli`
start the commands as users do.
"""

import gc
import importlib
import os
import pathlib
import subprocess
import sys
import traceback
import types

import filecheck.main  # noqa: F401
import lit.TestRunner

import lagrad
import lagrad_cli

COMMANDS = ("run", "check", "explain", "config", "sparsity", "tape_report")
MAINS = {f"lagrad-{name.replace('_', '-')}": f"lagrad_cli.{name}" for name in COMMANDS}
MAINS |= {"lagrad-opt": "lagrad_cli.main", "filecheck": "filecheck.main"}
OTHERS = {"jax", "torch"}  # packages that no command imports


def import_all() -> None:
    """Imports every module that a command may import, and keeps the collector of garbage away from them."""
    for package in (lagrad, lagrad_cli):
        root = pathlib.Path(package.__file__).parent
        for path in sorted(root.rglob("*.py")):
            inside = path.relative_to(root).with_suffix("").parts
            if not OTHERS.intersection(inside):
                importlib.import_module(".".join([package.__name__, *inside]).removesuffix(".__init__"))
    gc.freeze()


def install() -> None:
    """Has lit make its processes in this way; those that a command makes are as ever."""
    import_all()
    lit.TestRunner.subprocess = types.SimpleNamespace(**{**vars(subprocess), "Popen": Popen})


class Popen(subprocess.Popen):
    """A process of one of the commands never gets to the program that it was to become."""

    def __init__(self, args, *, executable, env, **options):
        name = os.path.basename(executable)
        if name in MAINS and os.path.dirname(executable) == os.path.dirname(sys.executable):
            options["preexec_fn"] = lambda: _become(MAINS[name], args, env)
        super().__init__(args, executable=executable, env=env, **options)


def _become(module: str, arguments: list[str], environment: dict[str, str]) -> None:
    os.closerange(3, 2**20)  # lit takes the process for started when the pipe that would tell of an error is closed
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = list(arguments)
    sys.stdin = open(0, closefd=False)
    sys.stdout = open(1, "w", closefd=False)
    sys.stderr = open(2, "w", closefd=False, errors="backslashreplace", buffering=1)
    status = 1
    try:
        status = sys.modules[module].main()
    except SystemExit as end:
        status = end.code
    except BaseException:
        traceback.print_exc()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            status = 120  # what Python says of it
    os._exit(status if isinstance(status, int) else int(status is not None))
