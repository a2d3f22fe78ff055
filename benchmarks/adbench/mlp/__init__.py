"""MLP: the loss of a classifier of images with two hidden layers, and its gradient."""

from pathlib import Path

from ..benchmark import Benchmark, Variant, along
from . import inputs, reference

SOURCE = Path(__file__).parent / "primal.mlir"


def variants(given: inputs.MlpInput) -> dict[str, Variant]:
    """The program is written for f64; the one for f32 differs in nothing but the type."""
    text = SOURCE.read_text("utf-8").replace("f64", given.type)
    return {"reverse": Variant(text, "mlp_objective", "mlp_gradient", "mlp_pushforward", parameters=(2, 3, 4, 5, 6, 7))}


BENCHMARK = Benchmark(
    name="mlp",
    source=SOURCE,
    variants=variants,
    derivative_names=("w0", "b0", "w1", "b1", "w2", "b2"),
    samples=("16:f64", "16:f32"),
    sizes=("hidden",),
    read=inputs.read,
    write=None,
    generate=inputs.generate,
    arguments=inputs.arguments,
    reference_objective=lambda given: (reference.objective(given),),
    reference_derivative=reference.gradient,
    reference_pushforward=lambda given, gradient, direction: along(gradient, direction),
    described=inputs.DESCRIBED,
    full=tuple(f"{hidden}:{type}" for type in ("f64", "f32") for hidden in (256, 512, 1024)),
)
