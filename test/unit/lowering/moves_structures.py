"""Loops, branches, bodies of elements and calls around statements that move parts of matrices."""

from __future__ import annotations

from moves_statements import Statements
from moves_text import Arrays, Counters, N, Step, replaced

LOOPS = 2  # how deep loops and branches are nested


class Structures(Statements):
    """What has blocks of statements: loops, branches, bodies of elements; and calls."""

    _called: Step | None = None  # what the function that stays one computes
    _ordered = True  # is everything in the block done once, in order?

    def _block(self, depth: int, names: list[str], counters: dict[str, int], nested: int) -> tuple[list[str], Step]:
        statements = [
            self._move,
            self._move,
            self._combine,
            self._shift,
            self._sine,
            self._element,
            self._transpose,
            self._swap,
        ]
        statements += [self._select, self._roll, self._rows]
        if nested < LOOPS:
            statements += [self._loop, self._while, self._branch, self._switch, self._region, self._each]
        if self._called:
            statements += [self._call]
        statements += self._effects() if self._ordered else []
        steps = []
        for _ in range(self._random.randint(1, 4)):
            statement = self._random.choice(statements)
            names, step = statement(depth, names, counters, nested)
            steps.append(step)

        def run(state: Arrays, now: Counters) -> Arrays:
            for step in steps:
                state = step(state, now)
            return state

        return names, run

    def _effects(self) -> list:
        """Statements whose order matters to others, too."""
        return []

    def _while(self, depth, names, counters, nested):
        """A block before the condition, and one behind it."""
        result, trips, counter, after = self._name(), self._random.randint(0, 3), self._name(), self._name()
        types = ", ".join([self.type] * self.count) + ", index"
        before_names, after_names = ([self._name() for _ in names] for _ in range(2))
        carried = ", ".join(f"{new} = {old}" for new, old in zip([*before_names, counter], [*names, "%c0"]))
        self._write(depth, f"{result}:{self.count + 1} = scf.while ({carried}) : ({types}) -> ({types}) {{")
        passed, before = (
            self._block(depth + 1, before_names, counters | {counter: trips + 1}, nested + 1)
            if self._random.random() < 0.5
            else (before_names, lambda state, _: state)
        )
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
            yields, side = (
                self._block(depth + 1, names, counters, nested + 1) if self._random.random() < 0.6 else (names, None)
            )
            sides.append(side or (lambda state, _: state))
            self._write(depth + 1, f"scf.yield {', '.join(yields)} : {types}")
            self._write(depth, "}")
        return [f"{result}#{k}" for k in range(self.count)], lambda state, now: sides[
            {1: 0, 2: 1}.get(now[which] if which else 2, 2)
        ](state, now)

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
        self._write(
            depth,
            f"{result}:{self.count} = scf.for {counter} = %c0 to %c{trips} step %c1 iter_args({carried}) "
            f"-> ({types}) {{",
        )
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
        source, target, row = (
            self._random.randrange(self.count),
            self._random.randrange(self.count),
            self._offset(counters, 1),
        )
        vector, (into, given) = f"tensor<{N}xf64>", (self._name() for _ in range(2))
        self._write(
            depth, f"{into} = {f'tensor.empty() : {vector}' if 'linalg' in kind else 'arith.constant 0.0 : f64'}"
        )
        row_of = f"{names[target]}[{row[0]}, 0] [1, {N}] [1, 1] : {self.type}"
        operands = ""
        if "linalg" in kind:
            operands = (
                f"ins({self._define(depth, f'tensor.extract_slice {row_of} to {vector}')} : {vector}) "
                f"outs({into} : {vector})"
            )
        about = 'indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]'
        for line in {
            "scf.parallel": [f"scf.parallel ({counter}) = (%c0) to (%c{trips}) step (%c1) init ({into}) -> f64 {{"],
            "scf.forall": [
                f"scf.forall ({counter}) in ({N}) shared_outs({given} = {names[target]}) -> ({self.type}) {{"
            ],
            "tensor.generate": ["tensor.generate {", f"^bb0({counter}: index):"],
            "linalg.generic": [f"linalg.generic {{{about}}} {operands} {{", f"^bb0({given}: f64, {into}_: f64):"],
            "linalg.map": [f"linalg.map {operands} ({given}: f64, {into}_: f64) {{"],
        }[kind]:
            self._write(depth, line if line.startswith("^") else f"{result} = {line}")
        if "linalg" in kind:
            self._write(depth + 1, f"{counter} = linalg.index 0 : index")
        before, self._ordered = self._ordered, False
        inner, body = self._block(depth + 1, names, counters | {counter: trips}, nested + 1)
        self._ordered = before
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
            combine = (
                f"^bb0({given}: f64, {given}_: f64): {result}_ = arith.addf {given}, {given}_ : f64 scf.reduce.return "
                f"{result}_ : f64"
            )
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
            each = [
                body(state, now | {counter: k})[source][i[1](now | {counter: k}), j[1](now | {counter: k})]
                for k in range(trips)
            ]
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
            yields, side = (
                self._block(depth + 1, names, counters, nested + 1)
                if n == 0 or self._random.random() < 0.6
                else (names, None)
            )
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
        self._write(
            depth,
            f"{result}:2 = func.call @kept({names[x]}, {names[y]}, %c) : ({self.type}, {self.type}, i1) -> {types}",
        )
        for n, k in enumerate(targets):
            names = replaced(names, k, f"{result}#{n}")

        def step(state, now):
            results = self._called([state[x], state[y]], {"%c": now["%c"]})
            for n, k in enumerate(targets):
                state = replaced(state, k, results[n])
            return state

        return names, step
