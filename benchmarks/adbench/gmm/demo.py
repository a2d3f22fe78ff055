"""`make demo`: the gradient of GMM, from its MLIR program, on a small input.

It is compared with complex steps through an independent NumPy implementation, which need no
differentiation at all and are exact to rounding.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from lagrad.errors import Failure

from .. import agreement, measure
from . import BENCHMARK, reference


def main() -> int:
    try:
        given = BENCHMARK.read(sample := Path(BENCHMARK.samples[0]))
        program = measure.compile_variant(BENCHMARK.variants(given)["reverse"])
    except Failure as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 1
    arguments = BENCHMARK.arguments(given)
    value = program.objective(*arguments)
    gradient = program.derivative(*arguments)

    expected = BENCHMARK.reference_objective(given)
    expected_gradient = reference.complex_step_gradient(given)
    names = ("objective", *BENCHMARK.derivative_names)
    comparison = measure.compare(names, (value, *gradient), (*expected, *expected_gradient))

    norm = np.sqrt(sum((part**2).sum() for part in gradient))
    primal_time = measure.median_seconds(lambda: program.objective(*arguments))
    gradient_time = measure.median_seconds(lambda: program.derivative(*arguments))
    (K, d), n = given.means.shape, len(given.x)
    print(f"""\
GMM: {_short(BENCHMARK.source)}, {K} components, {n} points in {d} dimensions
  input          {_short(sample)}
  objective      {float(value):.15g}
  gradient norm  {norm:.15g}  ({sum(part.size for part in gradient)} parameters)
  maximal error  {comparison.worst:.1e}  relative to complex steps in NumPy; at most {agreement.BOUND:g}
  compile        {program.seconds:.2f} s  differentiate, lower, load
  objective      {1e6 * primal_time:.1f} us
  gradient       {1e6 * gradient_time:.1f} us""")
    if not comparison.agrees:
        errors = ", ".join(f"{name} {error:.1e}" for name, error in comparison.errors.items())
        print(f"error: the gradient does not agree with the reference: {errors}", file=sys.stderr)
        return 1
    return 0


def _short(path: Path) -> Path:
    """The path as seen from here, where it lies below."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


if __name__ == "__main__":
    sys.exit(main())
