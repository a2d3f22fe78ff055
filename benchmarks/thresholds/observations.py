"""What each pass gains where many observations look up few rows: `python -m benchmarks.thresholds.observations`.

The Jacobian of bundle adjustment by blocks, on observations of a few cameras, with the default pipeline and without one
pass at a time. One thread, nanoseconds an observation, the fastest of several runs that take turns; results are
compared first.
"""

from __future__ import annotations

import argparse

import numpy as np

import lagrad
from lagrad.lowering import pipeline as lowering

from ..adbench.ba import SOURCE, inputs
from ..derivatives.directions import fastest

PASSES = ("lagrad-ignore-zero-signs", "lagrad-vectorize-map")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--observations", type=int, default=4000)
    parser.add_argument("--cameras", type=int, default=50)
    asked = parser.parse_args()
    pipeline = lowering.pipeline(inspect="true")
    ways = {"all": pipeline, **{f"without {name}": _without(pipeline, name) for name in PASSES}}
    arguments = inputs.arguments(inputs.generate(asked.cameras, 500, asked.observations, seed=1))
    calls, first = [], None
    for text in ways.values():
        given = {"pipeline": f"lagrad-default,{text}", "entry": "ba_jacobian"}
        jacobian = lagrad.compile(SOURCE.read_text("utf-8"), **given).ba_jacobian
        results = jacobian(*arguments)
        first = first or results
        for one, other in zip(first, results):
            np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-9 * np.abs(one).max())
        calls.append(lambda f=jacobian, out=results: f(*arguments, out=out))
    print("| | ns | times |\n|---|---|---|")
    times = fastest(calls)
    for name, time in zip(ways, times):
        print(f"| {name} | {1000 * time / asked.observations:.1f} | {time / times[0]:.2f} |")


def _without(pipeline: str, name: str) -> str:
    left = pipeline.replace(f"{name},", "", 1)
    assert left != pipeline
    return left


if __name__ == "__main__":
    main()
