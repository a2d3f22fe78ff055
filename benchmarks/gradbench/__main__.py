"""The tool: `gradbench run --eval ... --tool 'python -m benchmarks.gradbench'`."""

from __future__ import annotations

import sys

from lagrad.errors import Failure

from .protocol import serve

if __name__ == "__main__":
    try:
        serve(sys.stdin, sys.stdout)
    except BrokenPipeError:
        sys.exit(1)
    except Failure as problem:
        sys.exit(str(problem))
