"""TRMV: the product of a triangular matrix with a vector, by rows or by columns, and its gradient."""

from pathlib import Path

from ..benchmark import Benchmark, Variant
from . import inputs, reference

SOURCE = Path(__file__).parent / "primal.mlir"


def variants(given: inputs.TrmvInput) -> dict[str, Variant]:
    function = f"{given.storage}_{given.order}"
    text = SOURCE.read_text("utf-8")
    return {"reverse": Variant(text, function, f"{function}_gradient", f"{function}_pushforward", parameters=(0, 1))}


BENCHMARK = Benchmark(
    name="trmv",
    source=SOURCE,
    variants=variants,
    derivative_names=("matrix", "vector"),
    samples=("6:tri", "6:packed:columns", "6:full", "6:packed", "6:full:columns", "6:tri:columns"),
    sizes=("n",),
    read=inputs.read,
    write=None,
    generate=inputs.generate,
    arguments=inputs.arguments,
    reference_objective=lambda given: (reference.objective(given),),
    reference_derivative=reference.gradient,
    reference_pushforward=lambda given, gradient, direction: (reference.tangent(given, *direction),),
    described=inputs.DESCRIBED,
    full=tuple(
        f"{n}:{storage}{order}"
        for n in (1024, 2048)
        for storage in ("full", "tri", "packed")
        for order in ("", ":columns")
    ),
)
