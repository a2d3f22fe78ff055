"""Sparse Jacobians and Hessians of compiled programs, as SciPy's arrays.

The pattern is found when it is needed, for the sizes and the integers of the arguments: which
observation is of which camera, say. It and its colouring are kept until these change; then a call
costs as many directions as there are colours, all of them in one sweep.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .. import build, execute, pipelines, requests
from ..analysis.call_graph import functions, reachable, signature
from ..build import has_derivative
from ..diagnostics.rendering import tells_where
from ..errors import Failure, error
from ..lowering.facts.equal_sizes import equal_sizes
from ..lowering.interface import c_types
from ..mlir import ir
from ..sparsity.coloring import Coloring, color, color_symmetric
from ..sparsity.detect import detect
from ..sparsity.pattern import Pattern, with_full_blocks
from .conversion import array_converter, scalar_converter

CHUNK = 64  # directions in one sweep


@tells_where
def sparsity_pattern(
    program: ir.Module | str,
    function: str,
    *arguments,
    wrt: Sequence[int] | None = None,
    hessian: bool = False,
    full_blocks: bool = True,
) -> Pattern:
    """Where the Jacobian of a function, or its Hessian, may have entries other than zero.

    Without arguments it holds for all of them, and the function's types must be static. Of arguments
    the sizes count and the values of integers. `wrt` are numbers of arguments, all of floats if it is
    not given. Blocks that are full but for a few entries count as full, unless `full_blocks` is false.
    Raises Failure where the pattern cannot be known.
    """
    return Wanted(program, function, wrt, hessian, full_blocks).pattern(*arguments)


@tells_where
def sparse_jacobian(
    program: ir.Module | str,
    function: str,
    *,
    wrt: Sequence[int] | None = None,
    mode: str = "auto",
    strategy: str = "auto",
    full_blocks: bool = True,
    pipeline: str = execute.PIPELINE,
) -> "SparseDerivative":
    """The Jacobian of a function of a program: call it with the function's arguments.

    The rows are the elements of the float results, one result after the other, the columns those of
    the arguments in `wrt`. `mode` is forward or reverse, or chosen by the number of directions;
    `strategy` is one of `lagrad.sparsity.coloring`.
    """
    return SparseDerivative(Wanted(program, function, wrt, False, full_blocks), mode, strategy, pipeline)


@tells_where
def sparse_hessian(
    program: ir.Module | str,
    function: str,
    *,
    wrt: Sequence[int] | None = None,
    strategy: str = "auto",
    full_blocks: bool = True,
    pipeline: str = execute.PIPELINE,
) -> "SparseDerivative":
    """The Hessian of a function with one float result: call it with the function's arguments."""
    return SparseDerivative(Wanted(program, function, wrt, True, full_blocks), "auto", strategy, pipeline)


class SparseDerivative:
    """A Jacobian or Hessian; `derivative(*arguments)` is a `scipy.sparse.csr_array`."""

    def __init__(self, wanted: Wanted, mode: str, strategy: str, pipeline: str):
        if mode not in ("auto", "forward", "reverse"):
            raise Failure(f"the mode of a sparse Jacobian is auto, forward or reverse, not '{mode}'")
        self._wanted, self._mode, self._strategy, self._pipeline = wanted, mode, strategy, pipeline
        self._dtype = wanted.dtype
        self._compiled: dict[str, object] = {}  # mode -> function for many directions
        self._known: tuple | None = None

    def pattern(self, *arguments) -> Pattern:
        return self._colored(arguments)[0]

    def coloring(self, *arguments) -> Coloring:
        return self._colored(arguments)[1]

    def __call__(self, *arguments):
        sparse = scipy_sparse()
        pattern, coloring = self._colored(arguments)
        products = [
            self._products(coloring, pattern, arguments, slice(first, first + CHUNK))
            for first in range(0, coloring.count, CHUNK)
        ]
        shown = np.concatenate(products) if products else np.zeros((1, 1))
        values = shown[coloring.directions, coloring.places]
        return sparse.csr_array((values, pattern.indices, pattern.indptr), shape=pattern.shape)

    def _colored(self, arguments: Sequence) -> tuple[Pattern, Coloring]:
        # Only what the pattern depends on: sizes, and integers.
        arrays = [np.asarray(a) for a in arguments]
        key = [(a.shape, a.tobytes() if a.dtype.kind in "biu" else None) for a in arrays]
        if self._known is None or self._known[0] != key:
            pattern = self._wanted.pattern(*arguments)
            if self._wanted.is_hessian:
                coloring = color_symmetric(pattern, self._strategy)
            else:
                coloring = color(pattern, self._mode, self._strategy)
            self._known = key, pattern, coloring
        return self._known[1:]

    def _products(self, coloring: Coloring, pattern: Pattern, arguments: Sequence, some: slice) -> np.ndarray:
        """The products with some of the directions, a row for each."""
        reverse = coloring.mode == "reverse"
        seeds = coloring.seeds()[some]
        directions: dict[int, np.ndarray] = {
            part.number: np.ascontiguousarray(
                seeds[:, part.start : part.stop].reshape(len(seeds), *part.shape), self._dtype
            )
            for part in (pattern.results if reverse else pattern.arguments)
        }
        if reverse:
            given = [*arguments, *directions.values()]
        else:
            given = [v for n, a in enumerate(arguments) for v in ([a, directions[n]] if n in directions else [a])]
        products = self._many("pullback" if reverse else "pushforward")(*given)
        products = products if isinstance(products, tuple) else (products,)
        return np.concatenate([np.reshape(p, (len(seeds), np.size(p) // len(seeds))) for p in products], axis=1)

    def _many(self, kind: str):
        if kind not in self._compiled:
            self._compiled[kind] = self._wanted.compiled(kind, self._pipeline)
        return self._compiled[kind]


class Wanted:
    """What is asked for: of which function, by which arguments."""

    def __init__(
        self, program: ir.Module | str, function: str, wrt: Sequence[int] | None, is_hessian: bool, full_blocks: bool
    ):
        module = execute.parse(program) if isinstance(program, str) else program
        with module.context:
            self.module = ir.Module.parse(module.operation.get_asm(enable_debug_info=True))
            requests.declare_operations(self.module.operation)
            asked = requests.collect(self.module.operation)
            table = functions(self.module.operation)
            if function not in table:
                raise Failure(requests.unknown_function(function, list(table)))
            inputs, results = signature(table[function])
            self.wrt = [n for n, t in enumerate(inputs) if has_derivative(t)] if wrt is None else list(wrt)
            self._check(table[function], function, inputs, [t for t in results if has_derivative(t)], is_hessian)
            self.followed = function  # the function whose Jacobian it is
            if is_hessian:
                self.followed = requests.fresh_name(self.module.operation, f"{function}_gradient")
                requests.declare(
                    self.module.operation, "gradient", function, self.wrt, self.followed, table[function].location
                )
            within = {function, *reachable(self.module.operation, function)}
            self.filled = is_hessian or any(request.name in within for request in asked)
        self.function, self.is_hessian, self.full_blocks = function, is_hessian, full_blocks

    def _check(
        self, function: ir.Operation, name: str, inputs: list[ir.Type], floats: list[ir.Type], is_hessian: bool
    ) -> None:
        for number in self.wrt:
            if not 0 <= number < len(inputs) or not has_derivative(inputs[number]):
                raise Failure(
                    error(
                        function.location, f"argument {number} of @{name}, in 'wrt', is not one of its float arguments"
                    )
                )
        if len(set(self.wrt)) != len(self.wrt):
            raise Failure(error(function.location, f"'wrt' lists an argument of @{name} twice: {self.wrt}"))
        if is_hessian and len(floats) != 1:
            raise Failure(error(function.location, f"a Hessian needs one float result, and @{name} has {len(floats)}"))
        self.elements = {str(build.element(t)) for t in (*(inputs[n] for n in self.wrt), *floats)}

    @property
    def dtype(self) -> type:
        """Of the entries; Failure where a sparse matrix of them is not made."""
        if self.elements not in ({"f64"}, {"f32"}):
            spelled = ", ".join(sorted(self.elements)) or "none"
            raise Failure(f"a sparse derivative is of f64 or f32, and @{self.function} has {spelled}")
        return np.float64 if self.elements == {"f64"} else np.float32

    def pattern(self, *arguments) -> Pattern:
        """Without arguments, for all of them."""
        with self.module.context:
            module = ir.Module.parse(self.module.operation.get_asm(enable_debug_info=True))
        if self.filled:
            pipelines.run(module, "lagrad-differentiate")
        with module.context:
            function = functions(module.operation)[self.followed]
            values = _checked(function, self.function, arguments) if arguments else None
            found = detect(module.operation, self.followed, self.wrt, values)
        if self.full_blocks:
            found = with_full_blocks(found)
        return found.symmetric() if self.is_hessian else found

    def compiled(self, kind: str, pipeline: str):
        """The pushforward or pullback for any number of directions."""
        with self.module.context:
            module = ir.Module.parse(self.module.operation.get_asm(enable_debug_info=True))
            name = requests.fresh_name(module.operation, f"{self.followed}_{kind}")
            location = functions(module.operation)[self.followed].location
            requests.declare(module.operation, kind, self.followed, self.wrt, name, location, vectors=-1)
        return execute.compile(module, pipeline=pipeline, entry=name)[name]


def _checked(function: ir.Operation, name: str, arguments: Sequence) -> list:
    """The arguments as compiled code would take them; TypeError or ValueError where it would not."""
    type = ir.TypeAttr(function.attributes["function_type"]).value
    parameters = c_types.signature(type, function.location, name).arguments
    if len(arguments) != len(parameters):
        raise TypeError(f"@{name} takes {len(parameters)} arguments, not {len(arguments)}")
    values = [
        (scalar_converter if p.is_scalar else array_converter)(p, f"argument {n} of {name}")(value)
        for n, (p, value) in enumerate(zip(parameters, arguments))
    ]
    for argument, dimension, other, its in equal_sizes(function):
        here, there = values[argument].shape[dimension], its if other is None else values[other].shape[its]
        if here != there:
            wanted = there if other is None else f"{there}, the size of dimension {its} of argument {other}"
            raise ValueError(
                f"argument {argument} of {name} has the size {here} in dimension {dimension}; it must be {wanted}"
            )
    return values


def scipy_sparse():
    """The module `scipy.sparse`, which is needed here only."""
    try:
        import scipy.sparse
    except ImportError:
        raise Failure("sparse Jacobians and Hessians need the package scipy: pip install scipy") from None
    return scipy.sparse
