"""ADBench's GMM: the log-likelihood of a Gaussian mixture and its gradient."""

from pathlib import Path

from ..benchmark import Benchmark
from . import inputs, reference

HERE = Path(__file__).parent

BENCHMARK = Benchmark(
    name="gmm",
    source=HERE / "primal.mlir",
    objective="gmm_objective",
    derivative="gmm_gradient",
    derivative_names=("alphas", "means", "icf"),
    sample=HERE / "data" / "gmm_d4_K5.txt",
    sizes=("d", "K", "n"),
    read=inputs.read,
    write=inputs.write,
    generate=inputs.generate,
    arguments=inputs.arguments,
    reference_objective=lambda given: (reference.objective(given),),
    reference_derivative=reference.gradient,
)
