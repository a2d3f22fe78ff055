"""ADBench's BA: bundle adjustment, its residuals and the blocks of their Jacobian."""

from pathlib import Path

from ..benchmark import Benchmark, Variant
from . import inputs, reference

HERE = Path(__file__).parent
SOURCE = HERE / "primal.mlir"

BENCHMARK = Benchmark(
    name="ba",
    source=SOURCE,
    variants=lambda given: {
        "reverse": Variant(
            SOURCE.read_text("utf-8"), "ba_objective", "ba_jacobian", "ba_pushforward", parameters=(0, 1, 2)
        ),
        "forward": Variant(SOURCE.read_text("utf-8"), "ba_objective", "ba_jacobian_forward"),
    },
    derivative_names=("reprojection_blocks", "weight_derivatives"),
    samples=(str(HERE / "data" / "ba_n3_m10_p50.txt"),),
    sizes=("n", "m", "p"),
    read=inputs.read,
    write=inputs.write,
    generate=inputs.generate,
    arguments=inputs.arguments,
    reference_objective=reference.objective,
    reference_derivative=reference.jacobian,
    reference_pushforward=reference.tangents,
    sample=inputs.sample,
    stepped=str(HERE / "data" / "ba_n10_m100_p1000.txt"),
)
