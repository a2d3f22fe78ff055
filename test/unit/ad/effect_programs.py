"""Random programs @f(f64, index) -> f64 that call functions with state, in loops, branches and functions of all
kinds."""

import random

INDENT = "  "


class _Writer:
    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.names = 0
        self.functions: list[str] = []

    def name(self) -> str:
        self.names += 1
        return f"%v{self.names}"

    # -- values, in blocks that know some floats -----------------------------------------------------

    def block(self, floats: list[str], depth: int, repeated: bool) -> tuple[list[str], str]:
        """Lines, and a float that they compute. What is in a branch is `repeated` by its adjoint."""
        lines: list[str] = []
        floats, drawn = list(floats), []
        for _ in range(self.random.randint(2, 4)):
            kinds = ["arithmetic", "draw", "record", "count", "status"]
            if depth:
                kinds += ["for", "for", "if", "while", "call", "aside", "replay"]
            own, value = getattr(self, "_" + self.random.choice(kinds))(floats, drawn, depth, repeated)
            lines += own
            if value:
                floats.append(value)
        lines += self._mean(total := self.name(), floats[-1], self.random.choice(floats + drawn))
        return lines, total

    def _mean(self, result: str, a: str, b: str) -> list[str]:
        """The mean: what contracts can be compared with finite differences."""
        total = self.name()
        return [f"{total} = arith.addf {a}, {b} : f64", f"{result} = arith.mulf {total}, %half : f64"]

    def _arithmetic(self, floats, drawn, depth, repeated):
        kind, result = self.random.choice(["sin", "mulf", "scaled"]), self.name()
        a, b = self.random.choice(floats), self.random.choice(floats)
        if kind == "sin":
            return [f"{result} = math.sin {a} : f64"], result
        if kind == "scaled" and drawn and not repeated:
            b = self.random.choice(drawn)
        product = self.name()
        return [f"{product} = arith.mulf {a}, {b} : f64", f"{result} = math.sin {product} : f64"], result

    def _draw(self, floats, drawn, depth, repeated):
        drawn.append(result := self.name())
        return [f"{result} = func.call @effects_draw() : () -> f64"], None

    def _record(self, floats, drawn, depth, repeated):
        return [f"func.call @effects_record({self.random.choice(floats + drawn)}) : (f64) -> ()"], None

    def _status(self, floats, drawn, depth, repeated):
        return [f"{self.name()} = func.call @effects_status({self.random.choice(floats + drawn)}) : (f64) -> i32"], None

    def _count(self, floats, drawn, depth, repeated):
        return ["func.call @effects_count(%n) : (index) -> ()"], None

    # -- control ---------------------------------------------------------------------------------------

    def _for(self, floats, drawn, depth, repeated, mark: str = ""):
        result, i, carried = self.name(), self.name(), self.name()
        lines, value = self.block([*floats, carried], depth - 1, repeated)
        end = self.random.choice(["%n", "%c2"])
        head = (
            f"{result} = scf.for {i} = %c0 to {end} step %c1 iter_args({carried} = "
            f"{self.random.choice(floats)}) -> f64 {{"
        )
        return [head, *_in([*lines, f"scf.yield {value} : f64"]), "}" + mark], result

    def _replay(self, floats, drawn, depth, repeated):
        result, i, carried = self.name(), self.name(), self.name()
        (*lines, close), value = self._for([*floats, carried], drawn, max(depth - 1, 1), True, " {lagrad.replay}")
        head = (
            f"{result} = scf.for {i} = %c0 to %c2 step %c1 iter_args({carried} = "
            f"{self.random.choice(floats)}) -> f64 {{"
        )
        return [head, *_in([*lines, close, f"scf.yield {value} : f64"]), "}"], result

    def _aside(self, floats, drawn, depth, repeated):
        """A loop that gives nothing."""
        lines, _ = self.block(floats, depth - 1, repeated)
        return [f"scf.for {self.name()} = %c0 to %n step %c1 {{", *_in(lines), "}"], None

    def _if(self, floats, drawn, depth, repeated):
        condition, result, limit = self.name(), self.name(), self.name()
        sides = [self.block(floats, depth - 1, True) for _ in range(2)]
        one, other = (_in([*lines, f"scf.yield {value} : f64"]) for lines, value in sides)
        tested = self.random.choice(floats + drawn)
        return [
            f"{limit} = arith.constant {self.random.uniform(0.3, 1.2):.2f} : f64",
            f"{condition} = arith.cmpf ogt, {tested}, {limit} : f64",
            f"{result} = scf.if {condition} -> f64 {{", *one, "} else {", *other, "}",
        ], result  # fmt: skip

    def _while(self, floats, drawn, depth, repeated):
        result, number, y, i, z, j, go, passed, more = (self.name() for _ in range(9))
        before, first = self.block([*floats, y], 0, repeated)
        after, second = self.block([*floats, z], depth - 1, repeated)
        return [
            f"{result}, {number} = scf.while ({y} = {self.random.choice(floats)}, {i} = %c0) : (f64, index) -> "
            f"(f64, index) {{",
            *_in(before),
            *_in([f"{go} = arith.cmpi slt, {i}, %n : index", f"scf.condition({go}) {first}, {i} : f64, index"]),
            "} do {",
            f"^bb0({z}: f64, {j}: index):",
            *_in(after),
            *_in([f"{more} = arith.addi {j}, %c1 : index", f"scf.yield {second}, {more} : f64, index"]),
            "}",
        ], result  # fmt: skip

    def _call(self, floats, drawn, depth, repeated):
        name, result = f"@g{len(self.functions)}", self.name()
        self.functions.append("")  # its place
        lines, value = self.block(["%x"], depth - 1, repeated)
        kept = self.random.choice(["", "attributes {no_inline} "])
        self.functions[int(name[2:])] = _function(f"private {name}", kept, lines, value)
        calls = [f"{result} = func.call {name}({self.random.choice(floats)}, %n) : (f64, index) -> f64"]
        if self.random.random() < 0.3:
            calls.append(f"{self.name()} = func.call {name}({self.random.choice(floats)}, %n) : (f64, index) -> f64")
        return calls, result


def _in(lines: list[str]) -> list[str]:
    return [line if line.startswith("^") else INDENT + line for line in lines]


def _function(name: str, attributes: str, lines: list[str], value: str) -> str:
    constants = [f"%c{n} = arith.constant {n} : index" for n in range(3)] + ["%half = arith.constant 0.5 : f64"]
    body = _in([*constants, *lines, f"return {value} : f64"])
    return "\n".join([f"func.func {name}(%x: f64, %n: index) -> f64 {attributes}{{", *body, "}"])


def generated(seed: int, depth: int = 3) -> str:
    """The text of a program."""
    writer = _Writer(seed)
    lines, value = writer.block(["%x"], depth, False)
    return "\n".join([*writer.functions, _function("@f", "", lines, value)])
