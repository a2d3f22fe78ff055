"""ADBench's BA: bundle adjustment, its residuals and the blocks of their Jacobian."""

from pathlib import Path

from ..benchmark import Benchmark
from . import inputs, reference

HERE = Path(__file__).parent

BENCHMARK = Benchmark(
    name="ba",
    source=HERE / "primal.mlir",
    objective="ba_objective",
    derivative="ba_jacobian",
    derivative_names=("reprojection_blocks", "weight_derivatives"),
    sample=HERE / "data" / "ba_n3_m10_p50.txt",
    sizes=("n", "m", "p"),
    read=inputs.read,
    write=inputs.write,
    generate=inputs.generate,
    arguments=inputs.arguments,
    reference_objective=reference.objective,
    reference_derivative=reference.jacobian,
)
