"""ADBench's Hand: the errors of a posed hand model against seen points, and their Jacobian."""

from pathlib import Path

from ..benchmark import Benchmark, Variant
from . import inputs, reference

HERE = Path(__file__).parent
SOURCE = HERE / "primal.mlir"


def variants(given: inputs.HandInput) -> dict[str, Variant]:
    function = f"hand_{given.kind}"
    parameters = (0, 1) if given.us is None else (0, 1, 2)
    text = SOURCE.read_text("utf-8")
    return {"forward": Variant(text, function, f"{function}_jacobian", f"{function}_pushforward", parameters)}


BENCHMARK = Benchmark(
    name="hand",
    source=SOURCE,
    variants=variants,
    derivative_names=("jacobian",),
    samples=tuple(str(HERE / "data" / f"hand_{kind}_V40_c12.txt") for kind in ("simple", "complicated")),
    sizes=("vertices", "points", "kind"),  # kind 1 is simple, 2 complicated
    read=inputs.read,
    write=inputs.write,
    generate=inputs.generate,
    arguments=inputs.arguments,
    reference_objective=lambda given: (reference.objective(given),),
    reference_derivative=lambda given: (reference.jacobian(given),),
    reference_pushforward=lambda given, jacobian, direction: (reference.tangents(given, *jacobian, direction),),
)
