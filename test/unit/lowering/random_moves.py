"""Random programs that move parts of matrices about, in place as far as that is right, each with its twin in NumPy.

Parts that overlap what they are written over, rows that are read after their matrix has changed, tensors that change places in
loops and branches, bodies that run again on what they have overwritten: what bufferization has to copy, and what it should not.

    python test/unit/lowering/random_moves.py 0 1000                       the seeds from 0 on
    python test/unit/lowering/random_moves.py 0 1000 --derivatives         and both modes
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

import numpy as np

N = 6  # rows and columns
FLAT = N * N
WHOLE = f"tensor<{N}x{N}xf64>"
LOOPS = 2  # how deep loops and branches are nested

Arrays = list[np.ndarray]
Counters = dict[str, int]
Step = Callable[[Arrays, Counters], Arrays]  # from the matrices before a statement to those behind it
Offset = tuple[str, Callable[[Counters], int]]


class Program:
    """The text of `@f`, which takes some matrices and a condition, and what it computes."""

    def __init__(self, seed: int):
        self._random = random.Random(seed)
        self._lines: list[str] = []
        self._names = 0
        self.count = self._random.randint(1, 3)
        self.type = self._random.choice([f"tensor<{N}x{N}xf64>", "tensor<?x?xf64>"])
        self._kept, self._called = self._function()
        arguments = [f"%a{k}" for k in range(self.count)]
        self._constants()
        names, first = (arguments, lambda state, _: state) if self._random.random() < 0.4 else self._sines(arguments)
        names, then = self._block(1, names, {}, 0)
        names, last = self._block(1, names, {}, 0)
        types = ", ".join([self.type] * self.count)
        head = f"func.func @f({', '.join(f'{a}: {self.type}' for a in arguments)}, %c: i1) -> ({types}) {{"
        self._lines = [head, *self._lines, f"  return {', '.join(names)} : {types}", "}"]
        self.text = "\n".join([*self._kept, *self._lines])
        self._steps = first, then, last

    def run(self, arrays: Arrays, condition: bool) -> Arrays:
        state = list(arrays)
        for step in self._steps:
            state = step(state, {"%c": condition})
        return state

    def _function(self) -> tuple[list[str], Step | None]:
        """A function that stays one, for two matrices."""
        self._called, count, self.count = None, self.count, 2
        self._constants()
        names, step = self._block(1, ["%x", "%y"], {}, 1)
        types = f"({self.type}, {self.type})"
        head = f"func.func private @kept(%x: {self.type}, %y: {self.type}, %c: i1) -> {types} attributes {{no_inline}} {{"
        lines = [head, *self._lines, f"  return {', '.join(names)} : {types[1:-1]}", "}"]
        self._lines, self.count = [], count
        return lines, step

    # -- text -----------------------------------------------------------------------------------

    def _write(self, depth: int, line: str) -> None:
        self._lines.append("  " * depth + line)

    def _name(self) -> str:
        self._names += 1
        return f"%v{self._names}"

    def _define(self, depth: int, operation: str) -> str:
        name = self._name()
        self._write(depth, f"{name} = {operation}")
        return name

    def _constants(self) -> None:
        for k in range(N + 1):
            self._write(1, f"%c{k} = arith.constant {k} : index")

    def _offset(self, counters: dict[str, int], size: int, of: int = N) -> Offset:
        """Where a part of a size begins: a number, or the counter of a loop."""
        fitting = [name for name, trips in counters.items() if trips + size <= of + 1]
        if fitting and self._random.random() < 0.4:
            name = self._random.choice(fitting)
            return name, lambda now: now[name]
        number = self._random.randint(0, of - size)
        return str(number), lambda _: number

    def _sines(self, names: list[str]) -> tuple[list[str], Step]:
        return [self._define(1, f"math.sin {name} : {self.type}") for name in names], lambda state, _: [np.sin(a) for a in state]

    # -- statements -----------------------------------------------------------------------------

    def _block(self, depth: int, names: list[str], counters: dict[str, int], nested: int) -> tuple[list[str], Step]:
        statements = [self._move, self._move, self._combine, self._shift, self._sine, self._element, self._transpose, self._swap, self._select, self._roll, self._rows]
        steps = []
        for _ in range(self._random.randint(1, 4)):
            statement = self._random.choice(statements + [self._loop, self._while, self._branch, self._switch, self._region, self._each] * (nested < LOOPS) + [self._call] * bool(self._called))
            names, step = statement(depth, names, counters, nested)
            steps.append(step)

        def run(state: Arrays, now: Counters) -> Arrays:
            for step in steps:
                state = step(state, now)
            return state

        return names, run

    def _move(self, depth, names, counters, nested):
        """A part of a matrix, or its sine, to another place of it, or of another one."""
        h, w = self._part()
        i, j, k, l = (self._offset(counters, size) for size in (h, w, h, w))
        source, target, function = self._random.randrange(self.count), self._random.randrange(self.count), self._random.random() < 0.3
        part = self._slice(depth, names[source], i, j, h, w)
        if function:
            part = self._define(depth, f"math.sin {part} : tensor<{h}x{w}xf64>")
        names = replaced(names, target, self._insert(depth, part, names[target], k, l, h, w))

        def step(state, now):
            moved = taken(state[source], i, j, h, w, now)
            return replaced(state, target, put(state[target], np.sin(moved) if function else moved, k, l, now))

        return names, step

    def _combine(self, depth, names, counters, nested):
        """The sum of two parts of a matrix in the place of a third, or of the first."""
        h, w = self._part()
        i, j, k, l = (self._offset(counters, size) for size in (h, w, h, w))
        m, n = (i, j) if self._random.random() < 0.5 else (self._offset(counters, h), self._offset(counters, w))
        source, target = self._random.randrange(self.count), self._random.randrange(self.count)
        one, other = self._slice(depth, names[target], i, j, h, w), self._slice(depth, names[source], k, l, h, w)
        total = self._define(depth, f"arith.addf {one}, {other} : tensor<{h}x{w}xf64>")
        names = replaced(names, target, self._insert(depth, total, names[target], m, n, h, w))

        def step(state, now):
            total = taken(state[target], i, j, h, w, now) + taken(state[source], k, l, h, w, now)
            return replaced(state, target, put(state[target], total, m, n, now))

        return names, step

    def _shift(self, depth, names, counters, nested):
        """A part of the elements, row after row, to another place among them."""
        k, size = self._random.randrange(self.count), self._random.randint(N, FLAT - 1)
        a, b = (self._random.randint(0, FLAT - size) for _ in range(2))
        static = "?" not in self.type
        flat_type, sizes = (f"tensor<{FLAT}xf64>", f"[{N}, {N}]") if static else ("tensor<?xf64>", f"[%c{N}, %c{N}]")
        flat = self._define(depth, f"tensor.collapse_shape {names[k]} [[0, 1]] : {self.type} into {flat_type}")
        part = self._define(depth, f"tensor.extract_slice {flat}[{a}] [{size}] [1] : {flat_type} to tensor<{size}xf64>")
        moved = self._define(depth, f"tensor.insert_slice {part} into {flat}[{b}] [{size}] [1] : tensor<{size}xf64> into {flat_type}")
        again = self._define(depth, f"tensor.expand_shape {moved} [[0, 1]] output_shape {sizes} : {flat_type} into {self.type}")

        def step(state, now):
            flat = state[k].ravel().copy()
            flat[b : b + size] = flat[a : a + size].copy()
            return replaced(state, k, flat.reshape(N, N))

        return replaced(names, k, again), step

    def _sine(self, depth, names, counters, nested):
        source, target = self._random.randrange(self.count), self._random.randrange(self.count)
        sine = self._define(depth, f"math.sin {names[source]} : {self.type}")
        return replaced(names, target, sine), lambda state, _: replaced(state, target, np.sin(state[source]))

    def _element(self, depth, names, counters, nested):
        """An element to another place, twice as large."""
        i, j, k, l = (self._offset(counters, 1) for _ in range(4))
        source, target = self._random.randrange(self.count), self._random.randrange(self.count)
        places = [text if text.startswith("%") else f"%c{text}" for text, _ in (i, j, k, l)]
        element = self._define(depth, f"tensor.extract {names[source]}[{places[0]}, {places[1]}] : {self.type}")
        twice = self._define(depth, f"arith.addf {element}, {element} : f64")
        new = self._define(depth, f"tensor.insert {twice} into {names[target]}[{places[2]}, {places[3]}] : {self.type}")

        def step(state, now):
            return replaced(state, target, put(state[target], 2 * taken(state[source], i, j, 1, 1, now), k, l, now))

        return replaced(names, target, new), step

    def _transpose(self, depth, names, counters, nested):
        """A part of a matrix, transposed, in another one or in the same."""
        h, w = self._part()
        i, j, k, l = self._offset(counters, h), self._offset(counters, w), self._offset(counters, w), self._offset(counters, h)
        source, target = self._random.randrange(self.count), self._random.randrange(self.count)
        part = self._slice(depth, names[source], i, j, h, w)
        into = self._slice(depth, names[target], k, l, w, h)
        turned = self._define(
            depth, f"linalg.transpose ins({part} : tensor<{h}x{w}xf64>) outs({into} : tensor<{w}x{h}xf64>) permutation = [1, 0]"
        )
        names = replaced(names, target, self._insert(depth, turned, names[target], k, l, w, h))

        def step(state, now):
            return replaced(state, target, put(state[target], taken(state[source], i, j, h, w, now).T, k, l, now))

        return names, step

    def _swap(self, depth, names, counters, nested):
        order = self._random.sample(range(self.count), self.count)
        return [names[k] for k in order], lambda state, _: [state[k] for k in order]

    def _select(self, depth, names, counters, nested):
        """One of two matrices, as the condition says."""
        a, b, target = (self._random.randrange(self.count) for _ in range(3))
        chosen = self._define(depth, f"arith.select %c, {names[a]}, {names[b]} : {self.type}")
        return replaced(names, target, chosen), lambda state, now: replaced(state, target, state[a if now["%c"] else b])

    def _roll(self, depth, names, counters, nested):
        """The last rows before the first ones."""
        source, target, first = self._random.randrange(self.count), self._random.randrange(self.count), self._random.randint(1, N - 1)
        upper, lower = self._slice(depth, names[source], at(0), at(0), first, N), self._slice(depth, names[source], at(first), at(0), N - first, N)
        parts = f"(tensor<{N - first}x{N}xf64>, tensor<{first}x{N}xf64>) -> {WHOLE}"
        rolled = self._cast(depth, self._define(depth, f"tensor.concat dim(0) {lower}, {upper} : {parts}"), WHOLE, self.type)
        return replaced(names, target, rolled), lambda state, _: replaced(state, target, np.roll(state[source], -first, axis=0))

    def _rows(self, depth, names, counters, nested):
        """Some rows to other places, all at once."""
        source, target = self._random.randrange(self.count), self._random.randrange(self.count)
        taken, places = ([self._random.choice(range(N)) for _ in range(2)], self._random.sample(range(N), 2))
        numbers = [self._define(depth, f"arith.constant dense<{[[k] for k in rows]}> : tensor<2x1xindex>") for rows in (taken, places)]
        of, into = (self._cast(depth, name, self.type, WHOLE) for name in (names[source], names[target]))
        rows, indices = f"tensor<2x1x{N}xf64>", "tensor<2x1xindex>"
        gathered = self._define(depth, f"tensor.gather {of}[{numbers[0]}] gather_dims([0]) : ({WHOLE}, {indices}) -> {rows}")
        types = f"({rows}, {WHOLE}, {indices}) -> {WHOLE}"
        new = self._define(depth, f"tensor.scatter {gathered} into {into}[{numbers[1]}] scatter_dims([0]) unique : {types}")

        def step(state, _):
            matrix = state[target].copy()
            matrix[places] = state[source][taken]
            return replaced(state, target, matrix)

        return replaced(names, target, self._cast(depth, new, WHOLE, self.type)), step

    def _while(self, depth, names, counters, nested):
        """A block before the condition, and one behind it."""
        result, trips, counter, after = self._name(), self._random.randint(0, 3), self._name(), self._name()
        types = ", ".join([self.type] * self.count) + ", index"
        before_names, after_names = ([self._name() for _ in names] for _ in range(2))
        carried = ", ".join(f"{new} = {old}" for new, old in zip([*before_names, counter], [*names, "%c0"]))
        self._write(depth, f"{result}:{self.count + 1} = scf.while ({carried}) : ({types}) -> ({types}) {{")
        passed, before = self._block(depth + 1, before_names, counters | {counter: trips + 1}, nested + 1) \
            if self._random.random() < 0.5 else (before_names, lambda state, _: state)
        on = self._define(depth + 1, f"arith.cmpi ult, {counter}, %c{trips} : index")
        self._write(depth + 1, f"scf.condition({on}) {', '.join(passed)}, {counter} : {types}")
        self._write(depth, "} do {")
        self._write(depth, f"^bb0({', '.join(f'{name}: {self.type}' for name in after_names)}, {after}: index):")
        yields, body = self._block(depth + 1, after_names, counters | {after: trips}, nested + 1)
        more = self._define(depth + 1, f"arith.addi {after}, %c1 : index")
        self._write(depth + 1, f"scf.yield {', '.join(yields)}, {more} : {types}")
        self._write(depth, "}")

        def step(state, now):
            for i in range(trips):
                state = body(before(state, now | {counter: i}), now | {after: i})
            return before(state, now | {counter: trips})

        return [f"{result}#{k}" for k in range(self.count)], step

    def _switch(self, depth, names, counters, nested):
        """A block for one number, another one for the others."""
        which = self._random.choice([*counters, None])
        result, types = self._name(), ", ".join([self.type] * self.count)
        self._write(depth, f"{result}:{self.count} = scf.index_switch {which or '%c2'} -> {types}")
        sides = []
        for case in ("case 1", "case 2", "default"):
            self._write(depth, f"{case} {{")
            yields, side = self._block(depth + 1, names, counters, nested + 1) if self._random.random() < 0.6 else (names, None)
            sides.append(side or (lambda state, _: state))
            self._write(depth + 1, f"scf.yield {', '.join(yields)} : {types}")
            self._write(depth, "}")
        return [f"{result}#{k}" for k in range(self.count)], lambda state, now: sides[{1: 0, 2: 1}.get(now[which] if which else 2, 2)](state, now)

    def _region(self, depth, names, counters, nested):
        result, types = self._name(), ", ".join([self.type] * self.count)
        self._write(depth, f"{result}:{self.count} = scf.execute_region -> ({types}) {{")
        yields, step = self._block(depth + 1, names, counters, nested + 1)
        self._write(depth + 1, f"scf.yield {', '.join(yields)} : {types}")
        self._write(depth, "}")
        return [f"{result}#{k}" for k in range(self.count)], step

    def _loop(self, depth, names, counters, nested):
        result, counter, trips = self._name(), self._name(), self._random.randint(1, 4)
        inner, types = [self._name() for _ in names], ", ".join([self.type] * self.count)
        carried = ", ".join(f"{new} = {old}" for new, old in zip(inner, names))
        self._write(depth, f"{result}:{self.count} = scf.for {counter} = %c0 to %c{trips} step %c1 iter_args({carried}) -> ({types}) {{")
        yields, body = self._block(depth + 1, inner, counters | {counter: trips}, nested + 1)
        self._write(depth + 1, f"scf.yield {', '.join(yields)} : {types}")
        self._write(depth, "}")

        def step(state, now):
            for i in range(trips):
                state = body(state, now | {counter: i})
            return state

        return [f"{result}#{k}" for k in range(self.count)], step

    def _each(self, depth, names, counters, nested):
        """A number that a body gives for each counter, all of them in a row, or their sum in an element."""
        kind = self._random.choice(["scf.parallel", "scf.forall", "tensor.generate", "linalg.generic", "linalg.map"])
        result, counter, trips = self._name(), self._name(), self._random.randint(1, 4) if kind == "scf.parallel" else N
        source, target, row = self._random.randrange(self.count), self._random.randrange(self.count), self._offset(counters, 1)
        vector, (into, given) = f"tensor<{N}xf64>", (self._name() for _ in range(2))
        self._write(depth, f"{into} = {f'tensor.empty() : {vector}' if 'linalg' in kind else 'arith.constant 0.0 : f64'}")
        row_of = f"{names[target]}[{row[0]}, 0] [1, {N}] [1, 1] : {self.type}"
        operands = ""
        if "linalg" in kind:
            operands = f"ins({self._define(depth, f'tensor.extract_slice {row_of} to {vector}')} : {vector}) outs({into} : {vector})"
        about = 'indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]'
        for line in {
            "scf.parallel": [f"scf.parallel ({counter}) = (%c0) to (%c{trips}) step (%c1) init ({into}) -> f64 {{"],
            "scf.forall": [f"scf.forall ({counter}) in ({N}) shared_outs({given} = {names[target]}) -> ({self.type}) {{"],
            "tensor.generate": ["tensor.generate {", f"^bb0({counter}: index):"],
            "linalg.generic": [f"linalg.generic {{{about}}} {operands} {{", f"^bb0({given}: f64, {into}_: f64):"],
            "linalg.map": [f"linalg.map {operands} ({given}: f64, {into}_: f64) {{"],
        }[kind]:
            self._write(depth, line if line.startswith("^") else f"{result} = {line}")
        if "linalg" in kind:
            self._write(depth + 1, f"{counter} = linalg.index 0 : index")
        inner, body = self._block(depth + 1, names, counters | {counter: trips}, nested + 1)
        i, j = (self._offset(counters | {counter: trips}, 1) for _ in range(2))
        places = ", ".join(text if text.startswith("%") else f"%c{text}" for text, _ in (i, j))
        element = self._define(depth + 1, f"tensor.extract {inner[source]}[{places}] : {self.type}")
        if "linalg" in kind:
            element = self._define(depth + 1, f"arith.addf {element}, {given} : f64")
        if kind == "scf.forall":
            one = self._define(depth + 1, f"tensor.from_elements {element} : tensor<1x1xf64>")
            place = f"{given}[{row[0]}, {counter}] [1, 1] [1, 1] : tensor<1x1xf64> into {self.type}"
            last = [f"  scf.forall.in_parallel {{ tensor.parallel_insert_slice {one} into {place} }}", "}"]
        elif kind == "scf.parallel":
            combine = f"^bb0({given}: f64, {given}_: f64): {result}_ = arith.addf {given}, {given}_ : f64 scf.reduce.return {result}_ : f64"
            last = [f"  scf.reduce({element} : f64) {{ {combine} }}", "}"]
        else:
            end = {"tensor.generate": f"}} : {vector}", "linalg.generic": f"}} -> {vector}", "linalg.map": "}"}[kind]
            last = [f"  {kind.split('.')[0]}.yield {element} : f64", end]
        for line in last:
            self._write(depth, line)
        if kind == "scf.parallel":
            at = row[0] if row[0].startswith("%") else f"%c{row[0]}"
            result = self._define(depth, f"tensor.insert {result} into {names[target]}[{at}, %c0] : {self.type}")
        elif kind != "scf.forall":
            result = self._define(depth, f"tensor.insert_slice {result} into {row_of.replace(':', f': {vector} into')}")

        def step(state, now):
            each = [body(state, now | {counter: k})[source][i[1](now | {counter: k}), j[1](now | {counter: k})] for k in range(trips)]
            if "linalg" in kind:
                each = each + state[target][row[1](now)]
            new = state[target].copy()
            new[row[1](now), : 1 if kind == "scf.parallel" else N] = sum(each) if kind == "scf.parallel" else each
            return replaced(state, target, new)

        return replaced(names, target, result), step

    def _branch(self, depth, names, counters, nested):
        counter = self._random.choice([None, *counters])
        condition = "%c" if counter is None else self._define(depth, f"arith.cmpi eq, {counter}, %c1 : index")
        result, types = self._name(), ", ".join([self.type] * self.count)
        self._write(depth, f"{result}:{self.count} = scf.if {condition} -> ({types}) {{")
        sides = []
        for n in range(2):
            yields, side = self._block(depth + 1, names, counters, nested + 1) if n == 0 or self._random.random() < 0.6 else (names, None)
            sides.append(side or (lambda state, _: state))
            self._write(depth + 1, f"scf.yield {', '.join(yields)} : {types}")
            self._write(depth, "} else {" if n == 0 else "}")

        def step(state, now):
            return sides[0 if (now["%c"] if counter is None else now[counter] == 1) else 1](state, now)

        return [f"{result}#{k}" for k in range(self.count)], step

    def _call(self, depth, names, counters, nested):
        """Both matrices may be the same; of the results, both are taken, or one."""
        x, y = self._random.randrange(self.count), self._random.randrange(self.count)
        targets = self._random.sample(range(self.count), min(self.count, self._random.randint(1, 2)))
        types = f"({self.type}, {self.type})"
        result = self._name()
        self._write(depth, f"{result}:2 = func.call @kept({names[x]}, {names[y]}, %c) : ({self.type}, {self.type}, i1) -> {types}")
        for n, k in enumerate(targets):
            names = replaced(names, k, f"{result}#{n}")

        def step(state, now):
            results = self._called([state[x], state[y]], {"%c": now["%c"]})
            for n, k in enumerate(targets):
                state = replaced(state, k, results[n])
            return state

        return names, step

    # -- parts ----------------------------------------------------------------------------------

    def _part(self) -> tuple[int, int]:
        """Rows and columns of a part, which is less than the whole."""
        sizes = [self._random.randint(1, N - 1), self._random.randint(1, N)]
        self._random.shuffle(sizes)
        return sizes[0], sizes[1]

    def _slice(self, depth: int, of: str, i: Offset, j: Offset, h: int, w: int) -> str:
        return self._define(depth, f"tensor.extract_slice {of}[{i[0]}, {j[0]}] [{h}, {w}] [1, 1] : {self.type} to tensor<{h}x{w}xf64>")

    def _cast(self, depth: int, name: str, source: str, target: str) -> str:
        return name if source == target else self._define(depth, f"tensor.cast {name} : {source} to {target}")

    def _insert(self, depth: int, part: str, into: str, i: Offset, j: Offset, h: int, w: int) -> str:
        place = f"[{i[0]}, {j[0]}] [{h}, {w}] [1, 1]"
        return self._define(depth, f"tensor.insert_slice {part} into {into}{place} : tensor<{h}x{w}xf64> into {self.type}")


def at(number: int) -> Offset:
    return str(number), lambda _: number


def replaced(items: list, k: int, by) -> list:
    return [*items[:k], by, *items[k + 1 :]]


def taken(matrix: np.ndarray, i: Offset, j: Offset, h: int, w: int, now: Counters) -> np.ndarray:
    return matrix[i[1](now) : i[1](now) + h, j[1](now) : j[1](now) + w].copy()


def put(matrix: np.ndarray, part: np.ndarray, i: Offset, j: Offset, now: Counters) -> np.ndarray:
    new = matrix.copy()
    new[i[1](now) : i[1](now) + part.shape[0], j[1](now) : j[1](now) + part.shape[1]] = part
    return new


def errors(seed: int, pipeline: str = "lagrad-to-llvm") -> list[float]:
    """The largest difference from NumPy, relative to the largest number, for either condition."""
    import lagrad

    program = Program(seed)
    (arrays,) = drawn(program, seed, 1)
    function = lagrad.compile(program.text, pipeline=pipeline).f
    return [difference(as_tuple(function(*arrays, condition)), program.run(arrays, condition)) for condition in (True, False)]


def derivative_errors(seed: int) -> list[float]:
    """For either condition: of the tangents, compared with differences of what NumPy computes, and of the pullback, whose products
    with the directions are those of the tangents with the cotangents; the latter a million times, as it has no error of its own."""
    import lagrad

    program = Program(seed)
    types, wrt = ", ".join([program.type] * program.count), ", ".join(map(str, range(program.count)))
    twice = ", ".join([program.type] * 2 * program.count)
    requests = f"""
func.func private @pullback({types}, i1, {types}) -> ({types}) attributes {{lagrad.pullback = @f, lagrad.wrt = [{wrt}]}}
func.func private @pushforward({twice}, i1) -> ({types}) attributes {{lagrad.pushforward = @f, lagrad.wrt = [{wrt}]}}
"""
    compiled = lagrad.compile(program.text + requests)
    arrays, directions, cotangents = drawn(program, seed, 3)
    found = []
    for condition in (True, False):
        tangents = as_tuple(compiled.pushforward(*[a for pair in zip(arrays, directions) for a in pair], condition))
        gradients = as_tuple(compiled.pullback(*arrays, condition, *cotangents))
        up, down = (program.run([a + step * d for a, d in zip(arrays, directions)], condition) for step in (1e-6, -1e-6))
        found.append(difference(tangents, [(a - b) / 2e-6 for a, b in zip(up, down)]))
        products = [t * c for t, c in zip(tangents, cotangents)], [g * d for g, d in zip(gradients, directions)]
        size = max(1.0, sum(float(np.sum(np.abs(p))) for part in products for p in part))
        found.append(1e6 * abs(float(sum(map(np.sum, products[0])) - sum(map(np.sum, products[1])))) / size)
    return found


def drawn(program: Program, seed: int, times: int) -> list[Arrays]:
    random = np.random.default_rng(seed)
    return [[random.normal(size=(N, N)) for _ in range(program.count)] for _ in range(times)]


def as_tuple(results) -> tuple[np.ndarray, ...]:
    return results if isinstance(results, tuple) else (results,)


def difference(found: tuple[np.ndarray, ...], expected: Arrays) -> float:
    scale = max(1.0, *(float(np.max(np.abs(b))) for b in expected))
    return max(float(np.max(np.abs(a - b))) for a, b in zip(found, expected, strict=True)) / scale


def check(seed: int, pipeline: str = "lagrad-to-llvm") -> str:
    """What is wrong with a program; nothing if all is right."""
    return _told(lambda: errors(seed, pipeline), 1e-12)


def check_derivatives(seed: int) -> str:
    return _told(lambda: derivative_errors(seed), 1e-6)


def _told(measure: Callable[[], list[float]], allowed: float) -> str:
    try:
        return "" if max(measure()) <= allowed else "wrong numbers"
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"


if __name__ == "__main__":
    found, one = 0, check_derivatives if "--derivatives" in sys.argv else check
    for seed in range(int(sys.argv[1]), int(sys.argv[2])):
        if problem := one(seed):
            found += 1
            print(f"seed {seed}: {problem}", flush=True)
    print(f"{found} of {int(sys.argv[2]) - int(sys.argv[1])} programs failed")
    sys.exit(1 if found else 0)
