"""What `lagrad-expand-quadratics` gains on mixtures of Gaussians: `python -m benchmarks.coarsening.quadratics`.

Two tables. In the first one a row is a size of ADBench's GMM: the gradient of the plain program, ordinary and expanded,
and that of the program whose author expanded the forms. In the second one the mixture is as one writes it in JAX, and
exported from there. Processor time, the least of rounds in which all take turns in one process. A gradient is compared
with JAX's, or the reference's, before it is timed.
"""

from __future__ import annotations

import numpy as np

import lagrad

from ..adbench.gmm import inputs, reference, variants
from .elsewhere import least

WAYS = ("lagrad-default", "lagrad-expanded")
LOWERING = "lagrad-to-llvm{inspect=true subnormals=flush-all}"
SIZES = ((2, 5), (10, 25), (20, 50), (32, 25), (64, 25), (128, 25))
POINTS = 1000
IN_JAX = ((10, 25, 2000), (32, 25, 2000), (64, 10, 4000))


def main() -> None:
    print("| d, K | plain, ms | expanded, ms | gain | expanded by the author, ms |\n|---|---:|---:|---:|---:|")
    for d, components in SIZES:
        plain, expanded, by_author = adbench(d, components)
        print(f"| {d}, {components} | {_ms(plain)} | {_ms(expanded)} | {plain / expanded:.2f} | {_ms(by_author)} |")
    print("\n| d, K, n | plain, ms | expanded, ms | gain | JAX, ms |\n|---|---:|---:|---:|---:|")
    for sizes in IN_JAX:
        plain, expanded, in_jax = from_jax(*sizes)
        row = ", ".join(map(str, sizes))
        print(f"| {row} | {_ms(plain)} | {_ms(expanded)} | {plain / expanded:.2f} | {_ms(in_jax)} |")


def _ms(seconds: float) -> str:
    return f"{1e3 * seconds:.3g}"


def adbench(d: int, components: int, points: int = POINTS) -> list[float]:
    """Seconds of the gradient of the plain program, in both ways, and of the author's quadratic forms."""
    given = inputs.generate(d, components, points, seed=1)
    own, expected = variants(given), reference.gradient(given)
    asked = [(own["reverse"], way) for way in WAYS] + [(own["quadratic"], WAYS[0])]
    calls = [
        lagrad.compile(each.text, entry=each.derivative, pipeline=f"{way},{LOWERING}")[each.derivative]
        for each, way in asked
    ]
    for call in calls:
        _check(call(*inputs.arguments(given)), expected)
    return least([lambda c=call: c(*inputs.arguments(given)) for call in calls])


def from_jax(d: int, components: int, points: int) -> list[float]:
    """Seconds of the gradient of a mixture that JAX exports, in both ways, and of JAX's."""
    import jax

    jax.config.update("jax_enable_x64", True)
    random = np.random.default_rng(0)
    shapes = ((components, d, d), (components, d), (components,), (points, d))
    arguments = [random.standard_normal(shape) / d**0.5 for shape in shapes]
    gradient = jax.jit(jax.grad(mixture, (0, 1, 2)))
    expected = gradient(*arguments)
    text = with_request(jax.export.export(jax.jit(mixture))(*arguments).mlir_module(), shapes)
    calls = [lagrad.compile(text, entry="gradient", pipeline=f"{way},lagrad-to-llvm")["gradient"] for way in WAYS]
    for call in calls:
        _check(call(*arguments), expected)
    return least(
        [*(lambda c=call: c(*arguments) for call in calls), lambda: jax.block_until_ready(gradient(*arguments))]
    )


def mixture(factors, means, weights, points):
    """The sum over points of the logarithm of a mixture, up to a constant, as one writes it in JAX."""
    import jax

    rows = jax.numpy.einsum("kij,nkj->nki", factors, points[:, None, :] - means[None])
    terms = weights[None] - 0.5 * (rows * rows).sum(-1)
    return jax.scipy.special.logsumexp(terms, axis=1).sum()


def with_request(text: str, shapes: tuple[tuple[int, ...], ...]) -> str:
    """The module with @gradient, by all arguments but the last, which are f64 of these shapes."""
    types = [f"tensor<{'x'.join(map(str, shape))}xf64>" for shape in shapes]
    wrt = list(range(len(types) - 1))
    request = (
        f"  func.func private @gradient({', '.join(types)}) -> ({', '.join(types[:-1])})\n"
        f"    attributes {{lagrad.gradient = @main, lagrad.wrt = {wrt}}}\n"
    )
    before, head, after = text.partition("  func.func public @main")
    return before + request + head + after


def _check(found, expected) -> None:
    for own, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(own, other, rtol=1e-7, atol=1e-7 * float(np.abs(other).max()))


if __name__ == "__main__":
    main()
