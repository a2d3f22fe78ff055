"""Pictures of what the adjoints of two benchmarks read and give, with and without sparsity: docs/sparsity-patterns.md.

    .venv/bin/python tools/sparsity_pictures.py

An element of an argument is read if a NaN there reaches a result. So the programs that are asked are the compiled ones.
Needs matplotlib.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import lagrad  # noqa: E402
from benchmarks.derivatives import one_hot  # noqa: E402
from lagrad.lowering.loops.count_operations import COUNTS, NAMES  # noqa: E402

GMM = ROOT / "benchmarks" / "adbench" / "gmm"
ORDER, POINTS, COMPONENTS = 8, 12, 2
PULLBACK = """
func.func private @pullback(tensor<?xf64>, tensor<?x?xf64>, tensor<?x?x?xf64$>, tensor<?x?xf64>, tensor<?xf64>,
    tensor<?x?xf64>, tensor<?x?xf64>)
    -> tensor<?x?x?xf64$> attributes {lagrad.pullback = @triangular_terms, lagrad.wrt = [2]}
"""


def gmm(encoding: str) -> lagrad.execute.Program:
    """The pullback of GMM's terms by the factors, which are an argument of this type here; it counts what it does."""
    text = (GMM / "triangular.mlir").read_text()
    terms = text[text.index("func.func private @triangular_terms") : text.index("// What is below the diagonal of Q_k")]
    given = '(%icf, %k, %d) : (tensor<?x?xf64>, index, index) -> tensor<?x?xf64, "spltri">'
    slice = "tensor.extract_slice %icf[%k, 0, 0] [1, %d, %d] [1, 1, 1] : tensor<?x?x?xf64$> to tensor<?x?xf64$>"
    assert given in terms
    terms = (
        terms.replace("func.call @lower_factor" + given, slice)
        .replace(', "spltri"', "$")
        .replace("%icf: tensor<?x?xf64>", "%icf: tensor<?x?x?xf64$>")
    )
    program = (GMM / "primal.mlir").read_text() + (terms + PULLBACK).replace("$", encoding)
    return lagrad.compile(program, entry="pullback", pipeline="lagrad-default,lagrad-to-llvm-counted")


def gmm_arguments() -> list[np.ndarray]:
    random = np.random.default_rng(0)
    shapes = [
        (COMPONENTS,),
        (COMPONENTS, ORDER),
        (COMPONENTS, ORDER, ORDER),
        (COMPONENTS, ORDER),
        (COMPONENTS,),
        (POINTS, ORDER),
        (COMPONENTS, POINTS),
    ]
    values = [random.uniform(0.5, 1.5, shape) for shape in shapes]
    values[2] = np.tril(values[2], -1)
    return values


def read(call, arguments: list, number: int) -> np.ndarray:
    """Which elements of an argument matter: those at which a NaN is one in a result too."""
    found = np.zeros(np.shape(arguments[number]), bool)
    for at in np.ndindex(found.shape):
        changed = arguments[number].copy()
        changed[at] = np.nan
        results = call(*[*arguments[:number], changed, *arguments[number + 1 :]])
        found[at] = any(np.isnan(r).any() for r in (results if isinstance(results, tuple) else (results,)))
    return found


def products(program: lagrad.execute.Program, function: str, arguments: list) -> int:
    program[COUNTS]()  # begin
    program[function](*arguments)
    return int(dict(zip(NAMES, program[COUNTS]()))["products"])


def gmm_patterns() -> dict[str, tuple[list[np.ndarray], int]]:
    """Of the first factor: what is read of it, and what its adjoint has; how many products there are."""
    arguments, found = gmm_arguments(), {}
    for way, encoding in (("a full matrix", ""), ('"sltri"', ', "sltri"')):
        program = gmm(encoding)
        patterns = [read(program.pullback, arguments, 2)[0], program.pullback(*arguments)[0] != 0]
        found[way] = patterns, products(program, "pullback", arguments)
    return found


def hand_patterns(program: lagrad.execute.Program) -> dict[str, tuple[list[np.ndarray], None]]:
    """Of the row of one coordinate of one point: what is read of the cotangent, the vertices and their weights."""
    given, cotangent, at = one_hot.row(POINTS)
    given = [*given]
    given[8] = np.arange(POINTS, dtype=given[8].dtype)  # each vertex has a point
    # A cotangent of zero gives zero, whatever it is multiplied with; what is read shows where none is quite zero.
    whole, element = [*given, np.where(cotangent == 0, 1e-9, cotangent)], [*given, 1.0, *at]
    vertices, weights = 5, 6
    ways = {"a cotangent": (program.row, whole), "an element": (program.row_of_element, element)}
    found = {way: [read(call, arguments, n) for n in (vertices, weights)] for way, (call, arguments) in ways.items()}
    seeds = [read(program.row, whole, 9).T, (cotangent != 0).T]
    return {way: ([seed, *patterns], None) for seed, (way, patterns) in zip(seeds, found.items())}


def draw(patterns: dict, names: list[str], file: str) -> None:
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    shapes = [pattern.shape for pattern in next(iter(patterns.values()))[0]]
    figure, rows = pyplot.subplots(
        len(patterns),
        len(names),
        figsize=(2.6 * len(names), 5.2),
        layout="constrained",
        width_ratios=[w for _, w in shapes],
    )
    for axes, (way, (panels, count)) in zip(rows, patterns.items()):
        for axis, name, panel in zip(axes, names, panels):
            axis.imshow(panel, cmap="Blues", vmin=0, vmax=1.4)
            axis.set(
                xticks=np.arange(-0.5, panel.shape[1]),
                yticks=np.arange(-0.5, panel.shape[0]),
                xticklabels=[],
                yticklabels=[],
            )
            axis.tick_params(length=0)
            axis.grid(color="white")
            axis.set_title(f"{name}: {panel.sum()} of {panel.size}", fontsize="small")
        axes[0].set_ylabel(way if count is None else f"{way}\n{count:,} products", fontsize="small")
    figure.savefig(ROOT / "docs" / file, dpi=100, metadata={"Software": None})


def main() -> None:
    draw(gmm_patterns(), ["read of a factor", "its adjoint"], "gmm-pattern.png")
    draw(hand_patterns(one_hot.functions()), ["cotangent", "vertices", "weights"], "hand-pattern.png")


if __name__ == "__main__":
    main()
