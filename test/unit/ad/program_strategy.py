"""Hypothesis draws the trees of `program_tree`."""

from __future__ import annotations

import contextlib

from hypothesis import strategies as st
from program_composite import Framed, Gathered, Generated, Product, Softmax
from program_control import NARROW, Computed, Mapped, NarrowFor, ParallelSum, Rows, Switch, While
from program_effects import Next, Note
from program_linalg import (
    AddRow,
    Affine,
    Diagonal,
    Dot,
    Largest,
    MatMul,
    MatVec,
    Outer,
    Reshaped,
    SumRows,
)  # fmt: skip
from program_reductions import COMBINATIONS, SHAPES, VALUES, Reduced
from program_singular import FORMS, SINGULAR, Guarded
from program_statements import (
    BINARY,
    EXTREMA,
    UNARY,
    Binary,
    Constant,
    Extract,
    Insert,
    Place,
    Quotient,
    Row,
    Select,
    SetRow,
    Shift,
    Splat,
    Unary,
)  # fmt: skip
from program_tree import STRICT, Body, Call, For, Function, If, Program, Sizes, Var, Variant
from program_two_sizes import MatMulInto, OuterOther, Resized, SumOfProducts, VecMat

from lagrad.analysis.recording.cost import MODES

NUMBERS = (0.5, -0.75, 1.25)
DEPTH = 2  # of regions within regions

# Passes of upstream's that a user may run first, in any order. Two are none of them, as what LLVM 22's make of a
# function is another one: `linalg-fuse-elementwise-ops` fuses a producer that reads its init into an operation with
# more dimensions, which updates the init again for each of them; `control-flow-sink` moves `linalg.index` into
# branches. One of them asks a loop's variable behind the last iteration, where it may overflow: the loop goes on, then.
# And `cse` takes the `linalg.index` of an operation in a body for that of the one around it.
BEFORE = (
    "canonicalize", "cse", "inline", "sccp", "loop-invariant-code-motion", "convert-elementwise-to-linalg",
    "linalg-generalize-named-ops", "scf-for-to-while", "scf-forall-to-for", "loop-invariant-subset-hoisting",
)  # fmt: skip
LOWERINGS = (STRICT, STRICT, "lagrad-to-llvm{math=precise}", "lagrad-to-llvm", "lagrad-to-llvm{threads=2}")


# Sizes at which other code is made: one element, a vector register and one more or less, products that have functions.
# Where there are two, the other one is drawn apart.
SIZES = (1, 2, 3, 3, 4, 5, 7, 8, 9, 16, 17, 33, 64, 100)
DRAWN_SIZES = st.builds(Sizes, st.sampled_from(SIZES), st.sampled_from((0, *SIZES)), st.booleans())


class Drawing:
    """One program being drawn: fresh names, the functions that can be called, and the choices."""

    def __init__(self, draw, dynamic: bool, length: int, effects: bool = False, sizes: Sizes = Sizes()):
        self.draw, self.dynamic, self.length = draw, dynamic, length
        self.sizes, self.size, self.types = sizes, sizes.size, "svmwn" if sizes.other else "svm"
        self.effects = effects  # whether external functions may be called here
        self.count = 0
        self.used: set[Var] = set()
        self.callable: list[Function] = []
        self.callable_effects = effects  # whether these may have some
        self.overflows = False  # whether a loop's variable does, behind its last iteration

    def fresh(self, type: str) -> Var:
        self.count += 1
        return Var(f"v{self.count}", type)

    def pick(self, options):
        return self.draw(st.sampled_from(list(options)))

    def number(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))

    def of(self, scope: list[Var], type: str) -> Var:
        """A value in scope: one that nothing uses yet, more often than not."""
        candidates = [value for value in reversed(scope) if value.type == type]
        unused = [value for value in candidates if value not in self.used]
        value = self.pick(unused if unused and self.number(0, 3) else candidates)
        self.used.add(value)
        return value

    def pick_like(self, scope: list[Var]) -> Var:
        """A vector in scope, for its size."""
        return self.pick([value for value in scope if value.type == "v"])

    def place(self, scope: list[Var], ivs: list[Var]) -> Place:
        if ivs and self.draw(st.booleans()):
            return Place(0, self.size, self.pick(ivs))
        return Place(self.number(0, self.size - 1), self.size)

    def body(self, scope, ivs, depth: int, yields: list[str] | None, most: int = 4) -> Body:
        """Statements over a scope, and a yield of the given types (some, if None)."""
        scope, statements = list(scope), []
        for _ in range(self.number(min(3, most), most)):
            statement = self.statement(scope, ivs, depth)
            statements.append(statement)
            scope += getattr(statement, "outs", None) or (statement.out,)
        if yields is None:
            yields = [self.pick("sv") for _ in range(self.number(1, 2))]
        return Body(tuple(statements), tuple(self.of(scope, type) for type in yields))

    def statement(self, scope, ivs, depth):
        kinds = [
            self.unary, self.binary, self.extremum, self.constant, self.quotient, self.select, self.splat,
            self.extract, self.insert, self.row, self.set_row, self.shift, self.dot, self.matvec, self.affine,
            self.outer, self.add_row, self.sum_rows, self.diagonal, self.matmul, self.reshaped, self.largest,
            self.product, self.softmax, self.framed, self.gathered, self.generated, *[self.reduced] * 3, self.guarded,
        ]  # fmt: skip
        if self.effects:
            kinds += [self.next, self.note] * 2
        if "w" in self.types:
            kinds += [self.resized, self.vecmat, self.outer_other, self.matmul_into, self.sum_of_products] * 2
        if depth < DEPTH:
            kinds += [self.narrow_loop, self.branch, self.branch, *[self.loop] * 5, *[self.repeat] * 3]
            kinds += [self.switch, *[self.parallel_sum, self.rows, self.computed, self.mapped] * 2]
        if self.callable and (self.effects or not self.callable_effects):
            kinds += [self.call] * 3
        return self.pick(kinds)(scope, ivs, depth)

    # -- one method for each statement ------------------------------------------------------------

    def unary(self, scope, ivs, depth):
        type = self.pick(self.types)
        return Unary(self.pick(UNARY), self.fresh(type), self.of(scope, type))

    def binary(self, scope, ivs, depth):
        type = self.pick(self.types)
        return Binary(self.pick(BINARY), self.fresh(type), self.of(scope, type), self.of(scope, type))

    def extremum(self, scope, ivs, depth):
        type = self.pick("sv")
        return Binary(self.pick(EXTREMA), self.fresh(type), self.of(scope, type), self.of(scope, type))

    def constant(self, scope, ivs, depth):
        return Constant(self.fresh("s"), self.pick(NUMBERS))

    def quotient(self, scope, ivs, depth):
        return Quotient(self.fresh("s"), self.of(scope, "s"), self.of(scope, "s"), self.pick([False, True]))

    def select(self, scope, ivs, depth):
        type = self.pick("sv")
        operands = [self.of(scope, t) for t in ("s", "s", type, type)]
        return Select(self.fresh(type), *operands)

    def splat(self, scope, ivs, depth):
        return Splat(self.fresh("v"), self.of(scope, "s"), self.pick_like(scope))

    def extract(self, scope, ivs, depth):
        return Extract(self.fresh("s"), self.of(scope, "v"), self.place(scope, ivs))

    def insert(self, scope, ivs, depth):
        return Insert(self.fresh("v"), self.of(scope, "s"), self.of(scope, "v"), self.place(scope, ivs))

    def row(self, scope, ivs, depth):
        return Row(self.fresh("v"), self.of(scope, "m"), self.place(scope, ivs), self.pick_like(scope))

    def set_row(self, scope, ivs, depth):
        return SetRow(self.fresh("m"), self.of(scope, "v"), self.of(scope, "m"), self.place(scope, ivs))

    def shift(self, scope, ivs, depth):
        return Shift(self.fresh("v"), self.of(scope, "v"))

    def dot(self, scope, ivs, depth):
        return Dot(self.fresh("s"), self.of(scope, "v"), self.of(scope, "v"), self.of(scope, "s"))

    def matvec(self, scope, ivs, depth):
        return MatVec(self.fresh("v"), self.of(scope, "m"), self.of(scope, "v"), self.of(scope, "v"))

    def affine(self, scope, ivs, depth):
        return Affine(self.fresh("v"), self.of(scope, "s"), self.of(scope, "v"), self.of(scope, "v"))

    def outer(self, scope, ivs, depth):
        return Outer(self.fresh("m"), self.of(scope, "v"), self.of(scope, "v"))

    def add_row(self, scope, ivs, depth):
        return AddRow(self.fresh("m"), self.of(scope, "m"), self.of(scope, "v"))

    def sum_rows(self, scope, ivs, depth):
        return SumRows(self.fresh("v"), self.of(scope, "m"), self.of(scope, "v"))

    def diagonal(self, scope, ivs, depth):
        return Diagonal(self.fresh("v"), self.of(scope, "m"), self.of(scope, "v"))

    def matmul(self, scope, ivs, depth):
        return MatMul(self.fresh("m"), self.of(scope, "m"), self.of(scope, "m"), self.of(scope, "m"))

    def reshaped(self, scope, ivs, depth):
        return Reshaped(self.fresh("m"), self.of(scope, "m"))

    def largest(self, scope, ivs, depth):
        return Largest(self.fresh("s"), self.of(scope, "v"), self.of(scope, "s"))

    def product(self, scope, ivs, depth):
        return Product(self.fresh("s"), self.of(scope, "v"), self.of(scope, "s"))

    def softmax(self, scope, ivs, depth):
        return Softmax(self.fresh("m"), self.of(scope, "m"), self.number(0, 1))

    def framed(self, scope, ivs, depth):
        return Framed(self.fresh("m"), self.of(scope, "m"), self.of(scope, "s"))

    def gathered(self, scope, ivs, depth):
        return Gathered(self.fresh("m"), self.of(scope, "m"))

    def generated(self, scope, ivs, depth):
        return Generated(self.fresh("m"), self.of(scope, "v"), self.of(scope, "s"))

    def reduced(self, scope, ivs, depth):
        shape = self.pick(SHAPES)
        a, b, result = SHAPES[shape][2]
        s = self.of(scope, "s")
        operands = self.of(scope, a), self.of(scope, b), s, self.of(scope, result)
        names = shape, self.pick(VALUES), self.pick(COMBINATIONS)
        return Reduced(self.fresh(result), *operands, *names, self.number(0, self.size))

    def guarded(self, scope, ivs, depth):
        return Guarded(self.fresh("s"), self.of(scope, "s"), self.pick(SINGULAR), self.pick(FORMS))

    def resized(self, scope, ivs, depth):
        x, out = self.pick(("vw", "wv"))
        return Resized(self.fresh(out), self.of(scope, x), self.pick_like(scope), *self.sizes.shape(out))

    def vecmat(self, scope, ivs, depth):
        return VecMat(self.fresh("w"), self.of(scope, "v"), self.of(scope, "n"), self.of(scope, "w"))

    def outer_other(self, scope, ivs, depth):
        return OuterOther(self.fresh("n"), self.of(scope, "v"), self.of(scope, "w"), self.of(scope, "n"))

    def matmul_into(self, scope, ivs, depth):
        return MatMulInto(self.fresh("n"), self.of(scope, "m"), self.of(scope, "n"), self.of(scope, "n"))

    def sum_of_products(self, scope, ivs, depth):
        return SumOfProducts(self.fresh("m"), self.of(scope, "n"), self.of(scope, "n"))

    def next(self, scope, ivs, depth):
        return Next(self.fresh("s"))

    def note(self, scope, ivs, depth):
        return Note(self.fresh("s"), self.of(scope, "s"))

    def narrow_loop(self, scope, ivs, depth):
        types = [self.pick(self.types) for _ in range(self.number(1, 2))]
        inits = tuple(self.of(scope, type) for type in types)
        carried, iv = tuple(map(self.fresh, types)), self.fresh("i")
        body = self.body([*scope, *carried], [*ivs, iv], depth + 1, types)
        bounds = self.pick(NARROW)
        kind, low, _, step, trips = bounds
        bits = 64 if kind == "index" else int(kind[1:])
        self.overflows |= low + trips * step >= 2 ** (bits - 1)
        return NarrowFor(tuple(map(self.fresh, types)), inits, carried, iv, bounds, body)

    @contextlib.contextmanager
    def unordered(self):
        """Bodies whose iterations may run in any order have no effects."""
        before, self.effects = self.effects, False
        yield
        self.effects = before

    def branch(self, scope, ivs, depth):
        types = [self.pick(self.types) for _ in range(self.number(1, 2))]
        a, b = self.of(scope, "s"), self.of(scope, "s")
        then, otherwise = (self.body(scope, ivs, depth + 1, types, 3) for _ in range(2))
        return If(tuple(map(self.fresh, types)), a, b, then, otherwise)

    def loop(self, scope, ivs, depth):
        types = [self.pick(self.types) for _ in range(self.number(1, 3))]
        inits = tuple(self.of(scope, type) for type in types)
        carried = tuple(map(self.fresh, types))
        iv = self.fresh("i")
        upper = self.pick([0, 1, 2, 3, *ivs])
        body = self.body([*scope, *carried], [*ivs, iv], depth + 1, types)
        outs = tuple(map(self.fresh, types))
        return For(outs, inits, carried, iv, self.number(0, 1), upper, self.number(1, 2), body)

    def repeat(self, scope, ivs, depth):
        types = ["s", *(self.pick(self.types) for _ in range(self.number(0, 2)))]
        inits = tuple(self.of(scope, type) for type in types)
        carried, iv = tuple(map(self.fresh, types)), self.fresh("i")
        inside = [*scope, *carried]
        a, b = self.of(inside, "s"), self.of(scope, "s")
        body = self.body(inside, [*ivs, iv], depth + 1, types)
        return While(tuple(map(self.fresh, types)), inits, carried, iv, self.number(0, 3), a, b, body)

    def switch(self, scope, ivs, depth):
        types = [self.pick(self.types) for _ in range(self.number(1, 2))]
        bodies = tuple(self.body(scope, ivs, depth + 1, types, 2) for _ in range(3))
        return Switch(tuple(map(self.fresh, types)), self.pick([0, 1, 2, *ivs]), bodies)

    def parallel_sum(self, scope, ivs, depth):
        iv = self.fresh("i")
        with self.unordered():
            body = self.body(scope, [*ivs, iv], depth + 1, ["s"], 3)
        return ParallelSum(self.fresh("s"), self.of(scope, "s"), iv, self.number(0, 3), body)

    def rows(self, scope, ivs, depth):
        iv = self.fresh("i")
        with self.unordered():
            body = self.body(scope, [*ivs, iv], depth + 1, ["v"], 3)
        return Rows(self.fresh("m"), self.of(scope, "m"), iv, body)

    def computed(self, scope, ivs, depth):
        iv = self.fresh("i")
        with self.unordered():
            body = self.body(scope, [*ivs, iv], depth + 1, ["s"], 3)
        return Computed(self.fresh("v"), self.pick_like(scope), iv, body)

    def mapped(self, scope, ivs, depth):
        iv, element = self.fresh("i"), self.fresh("s")
        x = self.of(scope, "v")
        with self.unordered():
            body = self.body([*scope, element], [*ivs, iv], depth + 1, ["s"], 3)
        return Mapped(self.fresh("v"), x, element, iv, body, self.draw(st.booleans()))

    def call(self, scope, ivs, depth):
        function = self.pick(self.callable)
        outs = tuple(self.fresh(value.type) for value in function.body.yields)
        return Call(outs, function, tuple(self.of(scope, a.type) for a in function.arguments))

    def function(self, name: str) -> Function:
        # Vectors of unknown size all descend from one, so that what a loop carries keeps its size.
        more = "s" if self.dynamic else "sv"
        types = [*self.types, *(self.pick(more) for _ in range(self.number(0, 2)))]
        arguments = tuple(map(self.fresh, types))
        body = self.body(arguments, [], 0, None, self.length if name == "f" else min(self.length, 4))
        return Function(name, arguments, body, name != "f" and self.draw(st.booleans()))


@st.composite
def programs(draw, length: int = 7, second: bool = False, sizes: Sizes = Sizes()) -> Program:
    """Programs of up to `length` statements outside of loops and branches."""
    effects = not second and not sizes.single and draw(st.integers(0, 4)) == 4
    drawing = Drawing(draw, draw(st.booleans()), length, effects, sizes)
    functions = []
    for name in ["deeper", "helper", "f"][draw(st.sampled_from([2, 1, 0])) :]:
        functions.append(drawing.function(name))
        drawing.callable = list(functions)
    count = len(functions[-1].arguments)
    wrt = draw(st.permutations(range(count)))[: draw(st.integers(1, count))]
    before = draw(st.permutations(BEFORE))[: draw(st.integers(0, 4))]
    before = [name for name in before if name != "scf-for-to-while" or not drawing.overflows]
    tape, lowering = draw(st.sampled_from(MODES)), draw(st.sampled_from(LOWERINGS))
    other_calls = draw(st.booleans())

    def program(before: list[str]) -> Program:
        variant = Variant(tuple(before), tape, lowering, other_calls)
        return Program(tuple(functions), tuple(wrt), drawing.dynamic, second, variant, effects, sizes)

    if str(program([])).count("linalg.index") > 1:
        before = [name for name in before if name != "cse"]
    return program(before)
