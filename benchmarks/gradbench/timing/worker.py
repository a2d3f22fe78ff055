"""One tool in a process of its own: for each line {"eval", "size"}, the seconds of its two functions, and what they give.

A number is the processor time of one call: the median of some repetitions, each of which takes 20 ms or one call.
"""

from __future__ import annotations

import importlib
import json
import statistics
import sys
import time

import numpy as np

from .inputs import arguments

SECONDS, REPETITIONS, MOST = 0.02, 7, 20.0


def seconds(call) -> float:
    call()  # compiles
    start = time.process_time()
    call()
    once = time.process_time() - start
    calls = max(1, int(SECONDS / max(once, 1e-7)))
    took = []
    while len(took) < REPETITIONS and (not took or sum(took) * calls < MOST):
        start = time.process_time()
        for _ in range(calls):
            call()
        took.append((time.process_time() - start) / calls)
    return statistics.median(took)


def main() -> None:
    tool = importlib.import_module(f"{__package__}.{sys.argv[1]}_tool")
    for line in sys.stdin:
        asked = json.loads(line)
        functions = tool.load(asked["eval"], *arguments(asked["eval"], asked["size"]))
        told = None
        if functions is not None:
            gives = [np.ravel(f())[:256].tolist() for f in functions]
            told = {"seconds": [seconds(f) for f in functions], "gives": gives}
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
