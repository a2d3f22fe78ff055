"""Small random programs as trees that can be printed as MLIR and evaluated in JAX.

Values are scalars ("s": f64), vectors ("v": three f64, of static or dynamic size) and 3x3
matrices ("m"). Statements make new values from those in scope; every statement knows its MLIR
(`emit`) and its meaning (`run`).
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field

import jax.numpy as jnp

SIZE = 3


@dataclass(frozen=True)
class Var:
    name: str
    type: str

    def __str__(self) -> str:
        return f"%{self.name}"


class Doubtful(Exception):
    """A comparison came out so close that rounding may decide it: the example says nothing."""


def is_less(env, a: Var, b: Var) -> bool:
    """Whether a < b, if that is certain; for vectors, only that it is."""
    if a == b:
        return False
    if not bool(jnp.all(jnp.abs(env[a] - env[b]) > 1e-6)):
        raise Doubtful
    return bool(jnp.all(env[a] < env[b]))


@dataclass
class Text:
    """MLIR under construction."""

    dynamic: bool
    lines: list[str] = field(default_factory=list)
    depth: int = 1
    fresh: int = 0

    def type(self, kind: str) -> str:
        vector = "tensor<?xf64>" if self.dynamic else f"tensor<{SIZE}xf64>"
        return {"s": "f64", "v": vector, "m": f"tensor<{SIZE}x{SIZE}xf64>", "i": "index"}[kind]

    def types(self, values) -> str:
        return ", ".join(self.type(value.type) for value in values)

    def line(self, text: str) -> None:
        self.lines.append("  " * self.depth + text)

    def temporary(self) -> str:
        self.fresh += 1
        return f"%t{self.fresh}"

    def make(self, text: str) -> str:
        name = self.temporary()
        self.line(f"{name} = {text}")
        return name

    @contextlib.contextmanager
    def inner(self):
        self.depth += 1
        yield
        self.depth -= 1


@dataclass(frozen=True)
class Constant:
    out: Var
    number: float

    def emit(self, text):
        text.line(f"{self.out} = arith.constant {self.number!r} : f64")

    def run(self, env):
        return [jnp.float64(self.number)]


UNARY = {
    "math.sin": jnp.sin, "math.cos": jnp.cos, "math.tanh": jnp.tanh, "math.atan": jnp.arctan,
    "arith.negf": jnp.negative, "math.asinh": jnp.arcsinh,
}  # fmt: skip


@dataclass(frozen=True)
class Unary:
    op: str
    out: Var
    x: Var

    def emit(self, text):
        text.line(f"{self.out} = {self.op} {self.x} : {text.type(self.x.type)}")

    def run(self, env):
        return [UNARY[self.op](env[self.x])]


BINARY = {"arith.addf": jnp.add, "arith.subf": jnp.subtract, "arith.mulf": jnp.multiply, "math.atan2": jnp.arctan2}
EXTREMA = {"arith.maximumf": jnp.maximum, "arith.minimumf": jnp.minimum}


@dataclass(frozen=True)
class Binary:
    op: str
    out: Var
    x: Var
    y: Var

    def emit(self, text):
        text.line(f"{self.out} = {self.op} {self.x}, {self.y} : {text.type(self.x.type)}")

    def run(self, env):
        x, y = env[self.x], env[self.y]
        if self.op in EXTREMA:
            is_less(env, self.x, self.y)
            return [EXTREMA[self.op](x, y)]
        if self.op == "math.atan2" and not bool(jnp.all(jnp.abs(x) + jnp.abs(y) > 1e-3)):
            raise Doubtful
        return [BINARY[self.op](x, y)]


@dataclass(frozen=True)
class Quotient:
    """x / (2 + sin y): never near a pole."""

    out: Var
    x: Var
    y: Var

    def emit(self, text):
        sine = text.make(f"math.sin {self.y} : f64")
        two = text.make("arith.constant 2.0 : f64")
        below = text.make(f"arith.addf {sine}, {two} : f64")
        text.line(f"{self.out} = arith.divf {self.x}, {below} : f64")

    def run(self, env):
        return [env[self.x] / (2.0 + jnp.sin(env[self.y]))]


@dataclass(frozen=True)
class Select:
    out: Var
    a: Var
    b: Var
    x: Var
    y: Var

    def emit(self, text):
        less = text.make(f"arith.cmpf olt, {self.a}, {self.b} : f64")
        text.line(f"{self.out} = arith.select {less}, {self.x}, {self.y} : {text.type(self.x.type)}")

    def run(self, env):
        return [env[self.x] if is_less(env, self.a, self.b) else env[self.y]]


@dataclass(frozen=True)
class Splat:
    """A vector of the size of another."""

    out: Var
    x: Var
    like: Var

    def emit(self, text):
        size = ""
        if text.dynamic:
            first = text.make("arith.constant 0 : index")
            size = f"[{text.make(f'tensor.dim {self.like}, {first} : tensor<?xf64>')}]"
        text.line(f"{self.out} = tensor.splat {self.x}{size} : {text.type('v')}")

    def run(self, env):
        return [jnp.full(SIZE, 1.0) * env[self.x]]


@dataclass(frozen=True)
class Place:
    """An element's number: a constant, or an induction variable modulo the size."""

    constant: int
    iv: Var | None = None

    def emit(self, text) -> str:
        if self.iv is None:
            return text.make(f"arith.constant {self.constant} : index")
        size = text.make(f"arith.constant {SIZE} : index")
        return text.make(f"arith.remui {self.iv}, {size} : index")

    def number(self, env) -> int:
        return self.constant if self.iv is None else env[self.iv] % SIZE


@dataclass(frozen=True)
class Extract:
    out: Var
    x: Var
    at: Place

    def emit(self, text):
        text.line(f"{self.out} = tensor.extract {self.x}[{self.at.emit(text)}] : {text.type('v')}")

    def run(self, env):
        return [env[self.x][self.at.number(env)]]


@dataclass(frozen=True)
class Insert:
    out: Var
    x: Var
    into: Var
    at: Place

    def emit(self, text):
        at = self.at.emit(text)
        text.line(f"{self.out} = tensor.insert {self.x} into {self.into}[{at}] : {text.type('v')}")

    def run(self, env):
        return [env[self.into].at[self.at.number(env)].set(env[self.x])]


@dataclass(frozen=True)
class Row:
    """A row of a matrix, by a rank-reducing slice, as a vector of the size of another."""

    out: Var
    x: Var
    at: Place
    like: Var

    def emit(self, text):
        at = self.at.emit(text)
        matrix, row = text.type("m"), f"tensor<{SIZE}xf64>"
        slice = f"tensor.extract_slice {self.x}[{at}, 0] [1, {SIZE}] [1, 1] : {matrix} to {row}"
        if text.dynamic:
            row_as_it_is = text.make(slice)
            text.line(
                f"{self.out} = tensor.insert_slice {row_as_it_is} into {self.like}[0] [{SIZE}] [1] : "
                f"{row} into {text.type('v')}"
            )
        else:
            text.line(f"{self.out} = {slice}")

    def run(self, env):
        return [env[self.x][self.at.number(env)]]


@dataclass(frozen=True)
class SetRow:
    out: Var
    x: Var
    into: Var
    at: Place

    def emit(self, text):
        at = self.at.emit(text)
        matrix, row, vector = text.type("m"), f"tensor<{SIZE}xf64>", str(self.x)
        if text.dynamic:
            vector = text.make(f"tensor.cast {self.x} : {text.type('v')} to {row}")
        text.line(
            f"{self.out} = tensor.insert_slice {vector} into {self.into}[{at}, 0] [1, {SIZE}] [1, 1] : {row} into {matrix}"
        )

    def run(self, env):
        return [env[self.into].at[self.at.number(env)].set(env[self.x])]


@dataclass(frozen=True)
class Shift:
    """The first two elements written over the last two."""

    out: Var
    x: Var

    def emit(self, text):
        vector = text.type("v")
        two = text.make(f"tensor.extract_slice {self.x}[0] [2] [1] : {vector} to tensor<2xf64>")
        text.line(f"{self.out} = tensor.insert_slice {two} into {self.x}[1] [2] [1] : tensor<2xf64> into {vector}")

    def run(self, env):
        return [env[self.x].at[1:].set(env[self.x][:2])]


@dataclass(frozen=True)
class Dot:
    """start + x . y"""

    out: Var
    x: Var
    y: Var
    start: Var

    def emit(self, text):
        vector = text.type("v")
        start = text.make(f"tensor.from_elements {self.start} : tensor<f64>")
        dot = text.make(
            f"linalg.dot ins({self.x}, {self.y} : {vector}, {vector}) outs({start} : tensor<f64>) -> tensor<f64>"
        )
        text.line(f"{self.out} = tensor.extract {dot}[] : tensor<f64>")

    def run(self, env):
        return [env[self.start] + env[self.x] @ env[self.y]]


@dataclass(frozen=True)
class MatVec:
    """start + a x"""

    out: Var
    a: Var
    x: Var
    start: Var

    def emit(self, text):
        vector = text.type("v")
        text.line(
            f"{self.out} = linalg.matvec ins({self.a}, {self.x} : {text.type('m')}, {vector}) "
            f"outs({self.start} : {vector}) -> {vector}"
        )

    def run(self, env):
        return [env[self.start] + env[self.a] @ env[self.x]]


@dataclass(frozen=True)
class Affine:
    """s x + y, elementwise, in a generic that captures the scalar and reads y as its init."""

    out: Var
    s: Var
    x: Var
    y: Var

    def emit(self, text):
        vector = text.type("v")
        text.line(
            f"{self.out} = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], "
            f'iterator_types = ["parallel"]}} ins({self.x} : {vector}) outs({self.y} : {vector}) {{'
        )
        a, b, p, q = (text.temporary() for _ in range(4))
        text.line(f"^bb0({a}: f64, {b}: f64):")
        with text.inner():
            text.line(f"{p} = arith.mulf {a}, {self.s} : f64")
            text.line(f"{q} = arith.addf {p}, {b} : f64")
            text.line(f"linalg.yield {q} : f64")
        text.line(f"}} -> {vector}")

    def run(self, env):
        return [env[self.s] * env[self.x] + env[self.y]]


@dataclass(frozen=True)
class Body:
    statements: tuple
    yields: tuple[Var, ...]

    def emit(self, text, terminator: str):
        with text.inner():
            for statement in self.statements:
                statement.emit(text)
            if self.yields:
                names = ", ".join(map(str, self.yields))
                text.line(f"{terminator} {names} : {text.types(self.yields)}")

    def run(self, env):
        env = dict(env)
        for statement in self.statements:
            outs = getattr(statement, "outs", None) or (statement.out,)
            env.update(zip(outs, statement.run(env), strict=True))
        return [env[value] for value in self.yields]




@dataclass(frozen=True)
class If:
    outs: tuple[Var, ...]
    a: Var
    b: Var
    then: Body
    otherwise: Body

    def emit(self, text):
        less = text.make(f"arith.cmpf olt, {self.a}, {self.b} : f64")
        text.line(f"{', '.join(map(str, self.outs))} = scf.if {less} -> ({text.types(self.outs)}) {{")
        self.then.emit(text, "scf.yield")
        text.line("} else {")
        self.otherwise.emit(text, "scf.yield")
        text.line("}")

    def run(self, env):
        return (self.then if is_less(env, self.a, self.b) else self.otherwise).run(env)


@dataclass(frozen=True)
class For:
    outs: tuple[Var, ...]
    inits: tuple[Var, ...]
    carried: tuple[Var, ...]
    iv: Var
    lower: int
    upper: int | Var  # a constant, or an index value in scope
    step: int
    body: Body

    def emit(self, text):
        lower = text.make(f"arith.constant {self.lower} : index")
        upper = self.upper if isinstance(self.upper, Var) else text.make(f"arith.constant {self.upper} : index")
        step = text.make(f"arith.constant {self.step} : index")
        pairs = ", ".join(f"{arg} = {init}" for arg, init in zip(self.carried, self.inits))
        text.line(
            f"{', '.join(map(str, self.outs))} = scf.for {self.iv} = {lower} to {upper} step {step} "
            f"iter_args({pairs}) -> ({text.types(self.outs)}) {{"
        )
        self.body.emit(text, "scf.yield")
        text.line("}")

    def run(self, env):
        upper = env[self.upper] if isinstance(self.upper, Var) else self.upper
        state = [env[init] for init in self.inits]
        for i in range(self.lower, upper, self.step):
            state = self.body.run({**env, self.iv: i, **dict(zip(self.carried, state))})
        return state


@dataclass(frozen=True)
class Function:
    name: str
    arguments: tuple[Var, ...]
    body: Body

    def emit(self, text, visibility=""):
        arguments = ", ".join(f"{a}: {text.type(a.type)}" for a in self.arguments)
        text.depth = 0
        text.line(f"func.func {visibility}@{self.name}({arguments}) -> ({text.types(self.body.yields)}) {{")
        self.body.emit(text, "return")
        text.line("}")

    def run(self, values):
        return self.body.run(dict(zip(self.arguments, values)))


@dataclass(frozen=True)
class Call:
    outs: tuple[Var, ...]
    function: Function
    arguments: tuple[Var, ...]

    def emit(self, text):
        text.line(
            f"{', '.join(map(str, self.outs))} = func.call "
            f"@{self.function.name}({', '.join(map(str, self.arguments))}) : "
            f"({text.types(self.arguments)}) -> ({text.types(self.outs)})"
        )

    def run(self, env):
        return self.function.run([env[value] for value in self.arguments])


@dataclass(frozen=True)
class Program:
    functions: tuple[Function, ...]  # the last one is differentiated
    wrt: tuple[int, ...]
    dynamic: bool

    @property
    def main(self) -> Function:
        return self.functions[-1]

    def __str__(self) -> str:
        text = Text(self.dynamic)
        for function in self.functions:
            function.emit(text, "" if function is self.main else "private ")
        results = self.main.body.yields
        takes = [*self.main.arguments, *results]
        text.line(
            f"func.func private @pullback({text.types(takes)}) -> "
            f"({text.types(self.main.arguments[n] for n in self.wrt)}) "
            f"attributes {{lagrad.pullback = @{self.main.name}, lagrad.wrt = {list(self.wrt)}}}"
        )
        return "\n".join(text.lines) + "\n"
