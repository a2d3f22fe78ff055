"""A program run on index sets instead of floats: every value becomes what it may depend on.

Integers are computed as far as they are known, and so are shapes. A loop whose iterations are known is
run, any other one until nothing changes; a branch whose condition is known is taken or not, of any
other one both sides count. What depends on a float, a comparison for instance, is not known. An
operation that stands in no table makes all of its results depend on all of its operands.

A program is compiled to closures over an environment, a list with a place for each value. A chain
of elementwise operations on scalars is not followed step by step: its results are unions of what
it starts from, its leaves.

Tensors are updated in place: no two values share an array, so an insertion that is the last use
of its destination may write to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..analysis.program import Program
from ..build import has_derivative, is_tensor
from ..errors import Failure, error
from ..mlir import ir
from ..rules import INACTIVE, RULES, Casts, Partials
from .index_sets import IndexSets
from .integers import Unknown, is_unknown

Environment = list
Step = Callable[[Environment], None]
Reader = Callable[[Environment], object]
Builder = Callable[["Propagation", ir.Operation], Step | None]

MANY_LEAVES = 32  # more than these are united where they come together


class UnknownSize(Failure):
    """The size of a tensor depends on a number that is not known."""

    def __init__(self, op: ir.Operation):
        super().__init__(
            error(op.location, "the sparsity pattern is not known: a size here depends on a number that is not")
        )


class Propagation:
    """One program, compiled for any arguments."""

    def __init__(self, program: Program, sets: IndexSets, builders: Callable[[ir.Operation], Builder]):
        self.program, self.sets, self.builders = program, sets, builders
        self.places: dict[ir.Value, int] = {}
        self.leaves: dict[ir.Value, tuple[int, ...]] = {}
        self.count = 0
        self.grid: list[np.ndarray] = []  # of the linalg.generic that is being run
        self.lanes: np.ndarray | None = None  # of the loop whose iterations are being run at once
        self.written: dict[int, list[np.ndarray]] = {}  # tensor of that loop -> elements that are inserted

    def run(self, arguments: Sequence) -> list:
        """What the results are, of arguments that are set numbers, integers, or arrays of these."""
        body = self.block(self.program.entry)
        results = self.readers(self.program.results)
        env = [None] * self.count
        for argument, value in zip(self.program.arguments, arguments, strict=True):
            env[self.places[argument]] = value
        body(env)
        return [read(env) for read in results]

    # -- places -----------------------------------------------------------------------------------

    def place(self, value: ir.Value) -> int:
        """The place of a value that a step computes."""
        if value not in self.places:
            self.places[value] = self.new_place()
            self.leaves[value] = (self.places[value],)
        return self.places[value]

    def new_place(self) -> int:
        self.count += 1
        return self.count - 1

    def reader(self, value: ir.Value) -> Reader:
        """Looks a value up."""
        places = self.leaves[value]
        if len(places) == 1:
            (place,) = places
            return lambda env: env[place]
        join = self.sets.join
        return lambda env: join([env[place] for place in places])

    def readers(self, values) -> list[Reader]:
        return [self.reader(v) for v in values]

    def mover(self, value: ir.Value, user: ir.Operation) -> Reader:
        """Looks up a value for another one to have: its array where nothing else uses it any more, or a copy."""
        read = self.reader(value)
        if not is_tensor(value.type) or self.ends_with(value, user):
            return read
        return lambda env: copied(read(env))

    def ends_with(self, value: ir.Value, user: ir.Operation) -> bool:
        """Whether `user` is, in the block where `value` comes into being, its last use, and uses it once."""
        program = self.program
        if program.block_of_op(user) != program.block_of(value):
            return False
        uses = [use.owner.operation for use in value.uses]
        return sum(other == user for other in uses) == 1 and all(
            program.position(other) <= program.position(user) for other in uses
        )

    # -- blocks and operations ----------------------------------------------------------------------

    def block(self, block: ir.Block) -> Step:
        for argument in block.arguments:
            self.place(argument)
        steps = [step for op in self.program.ops(block)[:-1] if (step := self.step(op))]

        def run(env: Environment) -> None:
            for step in steps:
                step(env)

        return run

    def step(self, op: ir.Operation) -> Step | None:
        """What an operation does; None if there is nothing to do when it is its turn."""
        name, results = op.name, list(op.results)
        if not results:
            return None
        (result, *more) = results
        if not more and has_derivative(result.type) and not is_tensor(result.type) and name != "arith.select":
            if (sources := sources_of(op)) is not None:
                return self.follow(result, sources)
        return self.builders(op)(self, op)

    def follow(self, result: ir.Value, sources: list[ir.Value]) -> Step | None:
        """An elementwise operation on scalars: the union of some of its operands."""
        leaves = tuple(dict.fromkeys(leaf for source in sources for leaf in self.leaves[source]))
        if len(leaves) <= MANY_LEAVES:
            self.leaves[result] = leaves
            return None
        place, join = self.place(result), self.sets.join

        def run(env: Environment) -> None:
            env[place] = join([env[leaf] for leaf in leaves])

        return run

    def computed(self, op: ir.Operation, compute: Callable[[Environment], object]) -> Step:
        """The step that gives the one result of an operation."""
        place = self.place(op.results[0])

        def run(env: Environment) -> None:
            env[place] = compute(env)

        return run

    # -- shapes and joins ----------------------------------------------------------------------------

    def sizes(self, op: ir.Operation, sizes: Sequence[ir.Value | int]) -> Callable[[Environment], list[int]]:
        """Looks sizes up; the Failure says that one is not known."""
        readers = [size if isinstance(size, int) else self.reader(size) for size in sizes]

        def look_up(env: Environment) -> list[int]:
            found = [size if isinstance(size, int) else size(env) for size in readers]
            if any(not isinstance(size, (int, np.integer)) for size in found):
                raise UnknownSize(op)
            return [max(0, int(size)) for size in found]

        return look_up

    def join(self, op: ir.Operation, type: ir.Type, x, y):
        """A value that is `x` or `y`."""
        if has_derivative(type):
            if np.shape(x) != np.shape(y) and is_tensor(type):
                raise UnknownSize(op)
            return self.sets.join([x, y])
        if is_unknown(x) or is_unknown(y):
            return Unknown(shape_known(x if isinstance(x, Unknown) else y)) if is_tensor(type) else None
        if is_tensor(type):
            return x if np.array_equal(x, y) else Unknown(shape_known(x))
        return x if np.array_equal(x, y) else None

    def chosen(self, op: ir.Operation, type: ir.Type, condition, x, y):
        """`x` or `y`, by a condition that is known, known in each lane, or unknown."""
        if isinstance(condition, (int, np.integer)):
            return x if condition else y
        if is_unknown(condition):
            return self.join(op, type, x, y)
        if is_unknown(x) or is_unknown(y):
            return Unknown(shape_known(x)) if is_tensor(type) else None
        return np.where(condition != 0, x, y)

    def anything(self, type: ir.Type, shape: Sequence[int], values: Sequence) -> object:
        """What is known of a result of which nothing is known but what it is made of."""
        if not has_derivative(type):
            return Unknown(tuple(shape)) if is_tensor(type) else None
        union = self.sets.everything(values)
        return np.full(shape, union, np.int64) if is_tensor(type) else union


def copied(value):
    return value.copy() if isinstance(value, np.ndarray) else value


def shape_known(value) -> tuple[int, ...]:
    return value.shape if isinstance(value, Unknown) else np.shape(value)


def sources_of(op: ir.Operation) -> list[ir.Value] | None:
    """The operands on which the result of an elementwise operation depends; None if it is none."""
    if op.name in INACTIVE or op.name in ("arith.sitofp", "arith.uitofp"):
        return []
    match RULES.get(op.name):
        case Partials() as rule:
            named = zip(rule.operands, op.operands)
            return [v for name, v in named if name in rule.adjoints and has_derivative(v.type)]
        case Casts():
            return list(op.operands)
    return None
