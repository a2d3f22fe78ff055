"""ADBench's GMM: the log-likelihood of a Gaussian mixture and its gradient."""

from pathlib import Path

from ..benchmark import Benchmark, Variant, along
from . import inputs, reference

HERE = Path(__file__).parent
SOURCE = HERE / "primal.mlir"


def variants(given: inputs.GmmInput) -> dict[str, Variant]:
    """`blocks`: some points at a time, triangular factors; `triangular`: below their diagonals the factors are packed
    matrices; `monomials`: some points at a time, terms are linear in the monomials of a point; `quadratic`: terms are
    quadratic forms in a point, one component's at a time; `few_points`: these, with less memory."""
    text, blocks, triangular, monomials, quadratic = (
        path.read_text("utf-8")
        for path in (SOURCE, *(HERE / f"{name}.mlir" for name in ("blocks", "triangular", "monomials", "quadratic")))
    )
    in_forms = text + blocks + monomials + quadratic
    return {
        "reverse": Variant(text, "gmm_objective", "gmm_gradient", "gmm_pushforward", parameters=(0, 1, 2)),
        "triangular": Variant(text + triangular, "gmm_triangular_objective", "gmm_triangular_gradient", encoded=True),
        "blocks": Variant(text + blocks, "gmm_blocks_objective", "gmm_blocks_gradient", encoded=True),
        "monomials": Variant(text + blocks + monomials, "gmm_monomials_objective", "gmm_monomials_gradient"),
        "quadratic": Variant(in_forms, "gmm_quadratic_objective", "gmm_quadratic_gradient", encoded=True),
        "few_points": Variant(in_forms, "gmm_few_points_objective", "gmm_few_points_gradient", encoded=True),
    }


BENCHMARK = Benchmark(
    name="gmm",
    source=SOURCE,
    variants=variants,
    derivative_names=("alphas", "means", "icf"),
    samples=(str(HERE / "data" / "gmm_d4_K5.txt"),),
    sizes=("d", "K", "n"),
    read=inputs.read,
    write=inputs.write,
    generate=inputs.generate,
    arguments=inputs.arguments,
    reference_objective=lambda given: (reference.objective(given),),
    reference_derivative=reference.gradient,
    reference_pushforward=lambda given, gradient, direction: along(gradient, direction),
)
