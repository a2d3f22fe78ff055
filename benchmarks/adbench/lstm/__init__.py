"""ADBench's LSTM: the loss of a recurrent network and its gradient."""

from pathlib import Path

from ..benchmark import Benchmark, Variant, along
from . import inputs, reference

HERE = Path(__file__).parent
SOURCE = HERE / "primal.mlir"


def variants(given: inputs.LstmInput) -> dict[str, Variant]:
    """`segments`: less than a megabyte of tape, and segments of the sequence that run again."""
    text, segments = SOURCE.read_text("utf-8"), (HERE / "segments.mlir").read_text("utf-8")
    return {
        "reverse": Variant(text, "lstm_objective", "lstm_gradient", "lstm_pushforward", parameters=(0, 1)),
        "segments": Variant(text + segments, "lstm_segments_objective", "lstm_segments_gradient"),
    }


BENCHMARK = Benchmark(
    name="lstm",
    source=SOURCE,
    variants=variants,
    derivative_names=("main", "extra"),
    samples=(str(HERE / "data" / "lstm_l2_c6_b5.txt"),),
    sizes=("l", "c", "b"),
    read=inputs.read,
    write=inputs.write,
    generate=inputs.generate,
    arguments=inputs.arguments,
    reference_objective=lambda given: (reference.objective(given),),
    reference_derivative=reference.gradient,
    reference_pushforward=lambda given, gradient, direction: along(gradient, direction),
)
