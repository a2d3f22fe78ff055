"""The statements of random programs with regions, beside `scf.for` and `scf.if`; see `program_tree`."""

from __future__ import annotations

from dataclasses import dataclass

from program_meaning import arrays
from program_tree import Body, Var, is_less


@dataclass(frozen=True)
class While:
    """While i < limit, and a is not less than b: a may be carried, so the data decide."""

    outs: tuple[Var, ...]
    inits: tuple[Var, ...]
    carried: tuple[Var, ...]
    iv: Var
    limit: int
    a: Var
    b: Var
    body: Body

    def emit(self, text):
        zero, one = (text.make(f"arith.constant {n} : index") for n in (0, 1))
        limit = text.make(f"arith.constant {self.limit} : index")
        all_carried, types = (*self.carried, self.iv), text.types((*self.outs, self.iv))
        pairs = ", ".join(f"{arg} = {init}" for arg, init in zip(all_carried, (*self.inits, zero)))
        passed, last = ", ".join(map(str, all_carried)), text.temporary()
        text.line(f"{', '.join(map(str, self.outs))}, {last} = scf.while ({pairs}) : ({types}) -> ({types}) {{")
        with text.inner():
            left = text.make(f"arith.cmpi ult, {self.iv}, {limit} : index")
            stop = text.make(f"arith.cmpf uge, {self.a}, {self.b} : f64")
            on = text.make(f"arith.andi {left}, {stop} : i1")
            text.line(f"scf.condition({on}) {passed} : {types}")
        text.line("} do {")
        text.line(f"^bb0({', '.join(f'{v}: {text.type(v.type)}' for v in all_carried)}):")
        self.body.emit(text)
        with text.inner():
            more = text.make(f"arith.addi {self.iv}, {one} : index")
            text.line(f"scf.yield {', '.join(map(str, (*self.body.yields, more)))} : {types}")
        text.line("}")

    def run(self, env):
        state, i = [env[init] for init in self.inits], 0
        while i < self.limit:
            inside = {**env, self.iv: i, **dict(zip(self.carried, state))}
            if is_less(inside, self.a, self.b):
                break
            state, i = self.body.run(inside), i + 1
        return state


# Bounds and step that leave little of their type, and how many iterations there are.
NARROW = (
    ("i8", -100, 100, 50, 4), ("i8", -128, 127, 85, 3), ("i8", 100, 127, 20, 2), ("i8", 127, -128, 1, 0),
    ("i16", -30000, 30000, 20000, 3), ("i32", -2000000000, 2000000000, 1500000000, 3),
    ("i64", -9000000000000000000, 9000000000000000000, 6000000000000000000, 3), ("i64", 0, 0, 7, 0),
    ("index", -9000000000000000000, 9000000000000000000, 9000000000000000000, 2),
)  # fmt: skip


@dataclass(frozen=True)
class NarrowFor:
    """A loop whose induction variable has few bits; its body sees how many iterations there were before."""

    outs: tuple[Var, ...]
    inits: tuple[Var, ...]
    carried: tuple[Var, ...]
    iv: Var
    bounds: tuple[str, int, int, int, int]
    body: Body

    def emit(self, text):
        type, *numbers, _ = self.bounds
        lower, upper, step = (text.make(f"arith.constant {n} : {type}") for n in numbers)
        raw = f"%raw_{self.iv.name}"
        pairs = ", ".join(f"{arg} = {init}" for arg, init in zip(self.carried, self.inits))
        text.line(
            f"{', '.join(map(str, self.outs))} = scf.for {raw} = {lower} to {upper} step {step} "
            f"iter_args({pairs}) -> ({text.types(self.outs)}) {'' if type == 'index' else f': {type} '}{{"
        )
        with text.inner():
            passed = text.make(f"arith.subi {raw}, {lower} : {type}")
            count = text.make(f"arith.divui {passed}, {step} : {type}")
            if type == "index":
                zero = text.make("arith.constant 0 : index")
                text.line(f"{self.iv} = arith.addi {count}, {zero} : index")
            else:
                text.line(f"{self.iv} = arith.index_castui {count} : {type} to index")
        self.body.emit(text, "scf.yield")
        text.line("}")

    def run(self, env):
        state = [env[init] for init in self.inits]
        for i in range(self.bounds[-1]):
            state = self.body.run({**env, self.iv: i, **dict(zip(self.carried, state))})
        return state


@dataclass(frozen=True)
class Switch:
    """Case 1, case 2 or the default, by a number or a loop's."""

    outs: tuple[Var, ...]
    on: int | Var
    bodies: tuple[Body, Body, Body]

    def emit(self, text):
        on = self.on if isinstance(self.on, Var) else text.make(f"arith.constant {self.on} : index")
        text.line(f"{', '.join(map(str, self.outs))} = scf.index_switch {on} -> {text.types(self.outs)}")
        for case, body in zip(("case 1", "case 2", "default"), self.bodies):
            text.line(f"{case} {{")
            body.emit(text, "scf.yield")
            text.line("}")

    def run(self, env):
        number = env[self.on] if isinstance(self.on, Var) else self.on
        return self.bodies[{1: 0, 2: 1}.get(number, 2)].run(env)


@dataclass(frozen=True)
class ParallelSum:
    """start + the sum of what the body gives for each number."""

    out: Var
    start: Var
    iv: Var
    upper: int
    body: Body

    def emit(self, text):
        zero, one, upper = (text.make(f"arith.constant {n} : index") for n in (0, 1, self.upper))
        bounds = f"({self.iv}) = ({zero}) to ({upper}) step ({one})"
        text.line(f"{self.out} = scf.parallel {bounds} init ({self.start}) -> f64 {{")
        self.body.emit(text)
        with text.inner():
            (term,), name = self.body.yields, self.out.name
            text.line(f"scf.reduce({term} : f64) {{")
            text.line(f"^bb0(%l_{name}: f64, %r_{name}: f64):")
            text.line(f"  %sum_{name} = arith.addf %l_{name}, %r_{name} : f64")
            text.line(f"  scf.reduce.return %sum_{name} : f64")
            text.line("}")
        text.line("}")

    def run(self, env):
        return [sum((self.body.run({**env, self.iv: i})[0] for i in range(self.upper)), env[self.start])]


@dataclass(frozen=True)
class Rows:
    """Each row of a matrix overwritten by what the body gives for its number."""

    out: Var
    m: Var
    iv: Var
    body: Body

    def emit(self, text):
        m, static = text.type("m"), text.row
        into = f"%into_{self.out.name}"
        text.line(f"{self.out} = scf.forall ({self.iv}) in ({text.size}) shared_outs({into} = {self.m}) -> ({m}) {{")
        self.body.emit(text)
        with text.inner():
            (row,) = self.body.yields
            cast = text.make(f"tensor.cast {row} : {text.type('v')} to {static}") if text.dynamic else row
            text.line("scf.forall.in_parallel {")
            row = f"{into}[{self.iv}, 0] [1, {text.size}] [1, 1]"
            text.line(f"  tensor.parallel_insert_slice {cast} into {row} : {static} into {m}")
            text.line("}")
        text.line("}")

    def run(self, env):
        return [stacked(self.body.run({**env, self.iv: i})[0] for i in range(len(env[self.m])))]


@dataclass(frozen=True)
class Computed:
    """A vector whose elements the body gives for their numbers."""

    out: Var
    like: Var
    iv: Var
    body: Body

    def emit(self, text):
        size = size_of(text, self.like)
        text.line(f"{self.out} = tensor.generate {size} {{")
        text.line(f"^bb0({self.iv}: index):")
        self.body.emit(text, "tensor.yield")
        text.line(f"}} : {text.type('v')}")

    def run(self, env):
        return [stacked(self.body.run({**env, self.iv: i})[0] for i in range(len(env[self.like])))]


@dataclass(frozen=True)
class Mapped:
    """What the body gives for each element of a vector, and its number."""

    out: Var
    x: Var
    element: Var
    iv: Var
    body: Body
    named: bool  # a linalg.map; the other one is a linalg.generic

    def emit(self, text):
        vector, unused = text.type("v"), f"%unused_{self.out.name}"
        into = text.make(f"tensor.empty({size_of(text, self.x)}) : {vector}")
        operands = f"ins({self.x} : {vector}) outs({into} : {vector})"
        if self.named:
            text.line(f"{self.out} = linalg.map {operands} ({self.element}: f64, {unused}: f64) {{")
        else:
            about = 'indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]'
            text.line(f"{self.out} = linalg.generic {{{about}}} {operands} {{")
            text.line(f"^bb0({self.element}: f64, {unused}: f64):")
        text.line(f"  {self.iv} = linalg.index 0 : index")
        self.body.emit(text, "linalg.yield")
        text.line("}" if self.named else f"}} -> {vector}")

    def run(self, env):
        x = env[self.x]
        return [stacked(self.body.run({**env, self.iv: i, self.element: x[i]})[0] for i in range(len(x)))]


def stacked(parts):
    parts = list(parts)
    return arrays(*parts).stack(parts)


def size_of(text, x: Var) -> str:
    """Of a vector, if its type does not say."""
    if not text.dynamic:
        return ""
    zero = text.make("arith.constant 0 : index")
    return text.make(f"tensor.dim {x}, {zero} : {text.type('v')}")
