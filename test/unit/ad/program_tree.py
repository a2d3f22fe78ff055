"""Small random programs as trees that can be printed as MLIR and evaluated in JAX and NumPy.

Values are scalars ("s": f64), vectors ("v": of static or dynamic size), square matrices of their size ("m"), and, where
a program has two sizes, vectors of the other one ("w") and matrices of both ("n"). Statements make new values from
those in scope; every statement knows its MLIR (`emit`) and its meaning (`run`). Those without control flow are in
`program_statements`, `program_linalg` and `program_two_sizes`.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field, replace

from program_meaning import arrays, exact

from lagrad import pipelines

STRICT = "lagrad-to-llvm-strict"
DEFAULT = pipelines.NAMED["lagrad-default"]


@dataclass(frozen=True)
class Var:
    name: str
    type: str

    def __str__(self) -> str:
        return f"%{self.name}"


@dataclass(frozen=True)
class Sizes:
    """How many elements vectors have, how many those of another size, if there are any, and whether all are f32."""

    size: int = 3
    other: int = 0
    single: bool = False

    def shape(self, kind: str) -> tuple[int, ...]:
        return {"s": (), "v": (self.size,), "m": (self.size,) * 2, "w": (self.other,), "n": (self.size, self.other)}[
            kind
        ]

    def type(self, kind: str) -> str:
        return "f64" if kind == "s" else f"tensor<{''.join(f'{n}x' for n in self.shape(kind))}f64>"


class Doubtful(Exception):
    """A comparison came out so close that rounding may decide it: the example says nothing."""


def is_less(env, a: Var, b: Var) -> bool:
    """Whether a < b, if that is certain; for vectors, only that it is."""
    if a == b:
        return False
    x, y = exact(env[a]), exact(env[b])
    xp = arrays(x, y)
    if not bool(xp.all(xp.abs(x - y) > 1e-6)):
        raise Doubtful
    return bool(xp.all(x < y))


@dataclass
class Text:
    """MLIR under construction, in f64."""

    dynamic: bool
    sizes: Sizes
    lines: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)  # functions that statements bring
    depth: int = 1
    fresh: int = 0

    def type(self, kind: str) -> str:
        if kind == "i":
            return "index"
        return "tensor<?xf64>" if kind == "v" and self.dynamic else self.sizes.type(kind)

    @property
    def size(self) -> int:
        return self.sizes.size

    @property
    def row(self) -> str:
        """The type of a vector whose size is known."""
        return self.sizes.type("v")

    def declare(self, function: str) -> None:
        if function not in self.after:
            self.after.append(function)

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
class Body:
    statements: tuple
    yields: tuple[Var, ...]

    def emit(self, text, terminator: str = ""):
        """The statements, and the yields behind a terminator if there is one."""
        with text.inner():
            for statement in self.statements:
                statement.emit(text)
            if terminator:
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
    kept: bool = False  # not inlined

    def emit(self, text, visibility=""):
        arguments = ", ".join(f"{a}: {text.type(a.type)}" for a in self.arguments)
        text.depth = 0
        attributes = "attributes {no_inline} " * self.kept
        results = text.types(self.body.yields)
        text.line(f"func.func {visibility}@{self.name}({arguments}) -> ({results}) {attributes}{{")
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
class Variant:
    """Another way to the same derivatives."""

    before: tuple[str, ...] = ()  # upstream's passes that run before differentiation
    tape: str = "auto"
    lowering: str = STRICT
    other_calls: bool = False

    @property
    def pipeline(self) -> str:
        return ",".join([*self.before, *_differentiated(self.tape), self.lowering])


def _differentiated(tape: str) -> list[str]:
    """The passes of `lagrad-default`, with that option."""
    return [f"lagrad-differentiate{{tape={tape}}}" if p == "lagrad-differentiate" else p for p in DEFAULT.split(",")]


@dataclass(frozen=True)
class Program:
    functions: tuple[Function, ...]  # the last one is differentiated
    wrt: tuple[int, ...]
    dynamic: bool
    second: bool = False  # ask for derivatives of the pullback, too
    variant: Variant = Variant()
    effects: bool = False  # it may call external functions that have a state
    sizes: Sizes = Sizes()

    @property
    def main(self) -> Function:
        return self.functions[-1]

    @property
    def varied(self) -> Program:
        """The same program; if its variant says so, calls that are kept here are inlined there, and the other way
        round."""
        if not self.variant.other_calls:
            return self
        functions = {f.name: f for f in self.functions}
        for name, function in functions.items():
            kept = function is not self.main and not function.kept
            functions[name] = replace(function, kept=kept)
        return replace(self, functions=tuple(functions.values()))

    def __str__(self) -> str:
        text = Text(self.dynamic, self.sizes)
        for function in self.functions:
            function.emit(text, "" if function is self.main else "private ")
        results = self.main.body.yields
        takes = [*self.main.arguments, *results]
        text.line(
            f"func.func private @pullback({text.types(takes)}) -> "
            f"({text.types(self.main.arguments[n] for n in self.wrt)}) "
            f"attributes {{lagrad.pullback = @{self.main.name}, lagrad.wrt = {list(self.wrt)}}}"
        )
        moved = [v for n, a in enumerate(self.main.arguments) for v in ([a, a] if n in self.wrt else [a])]
        text.line(
            f"func.func private @pushforward({text.types(moved)}) -> ({text.types(results)}) "
            f"attributes {{lagrad.pushforward = @{self.main.name}, lagrad.wrt = {list(self.wrt)}}}"
        )
        second = [*takes, *(self.main.arguments[n] for n in self.wrt)]
        if self.effects:
            text.line(
                f"func.func private @valued({text.types(takes)}) -> "
                f"({text.types([*results, *(self.main.arguments[n] for n in self.wrt)])}) attributes "
                f"{{lagrad.pullback = @{self.main.name}, lagrad.wrt = {list(self.wrt)}, lagrad.with_primal}}"
            )
        if self.second:
            text.line(
                f"func.func private @second({text.types(second)}) -> ({text.types(takes)}) "
                "attributes {lagrad.pullback = @pullback}"
            )
            text.line(
                f"func.func private @mixed({text.types(v for v in takes for _ in range(2))}) -> "
                f"({text.types(self.main.arguments[n] for n in self.wrt)}) "
                "attributes {lagrad.pushforward = @pullback}"
            )
        made = "\n".join([*text.lines, *text.after]) + "\n"
        return made.replace("f64", "f32") if self.sizes.single else made
