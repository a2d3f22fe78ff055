"""TRMV: the product of a triangular matrix with a vector, by rows or by columns, and its gradient."""

from pathlib import Path

from ..benchmark import Benchmark, Variant
from . import inputs, reference

SOURCE = Path(__file__).parent / "primal.mlir"


def variants(given: inputs.TrmvInput) -> dict[str, Variant]:
    """`reverse`: loops over what is stored. `triangular`: a product, and the type of the matrix says what is stored."""
    function = f"{given.storage}_{given.order}"
    text = SOURCE.read_text("utf-8")
    reverse = Variant(text, function, f"{function}_gradient", f"{function}_pushforward", parameters=(0, 1))
    if given.storage == "full":
        return {"reverse": reverse}
    packed = ((0, "spltri" if given.order == "columns" else "sputri"),) if given.storage == "packed" else ()
    text, function = text + SOURCE.with_name("triangular.mlir").read_text("utf-8"), f"triangular_{function}"
    triangular = Variant(text, function, f"{function}_gradient", parameters=(0, 1), encoded=True, packed=packed)
    return {"triangular": triangular, "reverse": reverse}


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
        for n in (1024, 2048, 4096)
        for storage in ("full", "tri", "packed")
        for order in ("", ":columns")
    ),
)
