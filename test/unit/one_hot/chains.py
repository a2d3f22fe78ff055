"""Programs that begin with one element, or a row, and pass it through some operations, as text."""

from __future__ import annotations

import random


class Chain:
    """A function of a value, two places and dense arrays, written step by step; `text` is the whole.

    `rng` decides what happens; the current tensor has `shape`.
    """

    def __init__(self, rng: random.Random, name: str, steps: int):
        self.rng, self.name = rng, name
        self.lines: list[str] = []
        self.functions: list[str] = []  # that it calls
        self.count = 0
        self.arguments = ["%v: f64", "%w: f64", "%i: index", "%j: index", "%k: index"]
        self.dense: list[tuple[int, ...]] = []
        self.ints: list[tuple[int, int]] = []  # length, upper bound of the entries
        self.shape = (rng.choice([3, 4]), rng.choice([3, 5]))
        self.x = self.seed()
        for _ in range(steps):
            getattr(self, rng.choice(self.STEPS))()

    STEPS = (
        "times scaled product product_left transposed sine negated another added exponential sliced padded "
        "summed expanded "
        "collapsed looped scattered taken chosen selected mixed element quotient called repeated"
    ).split()

    @property
    def text(self) -> str:
        type = self.type(self.shape)
        body = "\n".join("  " + line for line in self.lines)
        own = (
            f"func.func @{self.name}({', '.join(self.arguments)}) -> {type} {{\n{body}\n"
            f"  return {self.x} : {type}\n}}\n"
        )
        return "".join(self.functions) + own

    @staticmethod
    def type(shape) -> str:
        return f"tensor<{'x'.join(map(str, shape))}xf64>"

    def new(self, what: str) -> str:
        self.count += 1
        self.lines.append(f"%t{self.count} = {what}")
        return f"%t{self.count}"

    def argument(self, shape) -> str:
        """A dense tensor: an argument, or what is computed from some."""
        if len(shape) != 2 or self.rng.random() < 0.6:
            return self.given(shape)
        return getattr(self, self.rng.choice(["exponentials", "dense_product", "rows"]))(tuple(shape))

    def exponentials(self, shape) -> str:
        body = "%s = math.exp %a0 : f64\nlinalg.yield %s : f64"
        flat = (shape[0] * shape[1],)
        made = self.generic([(self.given(flat), flat)], self.zeros(flat), ["(p) -> (p)"] * 2, ["parallel"], body, flat)
        if self.rng.random() < 0.5:
            wide = (1, *flat)
            made = self.new(
                f"tensor.expand_shape {made} [[0, 1]] output_shape [1, {flat[0]}] : {self.type(flat)} into "
                f"{self.type(wide)}"
            )
            made = self.new(f"tensor.collapse_shape {made} [[0, 1]] : {self.type(wide)} into {self.type(flat)}")
            made = self.new(
                f"tensor.expand_shape {made} [[0, 1]] output_shape [{shape[0]}, {shape[1]}] : {self.type(flat)} into "
                f"{self.type(shape)}"
            )
            return made
        deep = (shape[0], 2, 2)
        cube = self.generic(
            [(self.given(deep), deep)], self.zeros(deep), ["(p, q, r) -> (p, q, r)"] * 2, ["parallel"] * 3, body, deep
        )
        four = self.new(
            f"tensor.collapse_shape {cube} [[0], [1, 2]] : {self.type(deep)} into {self.type((shape[0], 4))}"
        )
        into = self.given(shape)
        if shape[1] < 4:
            return into
        return (
            self.new(
                f"tensor.insert_slice {four} into {into}[0, 0] [{shape[0]}, 4] [1, 1] : {self.type((shape[0], 4))} "
                f"into {self.type(shape)}"
            )
            if shape[1] > 4
            else four
        )

    def dense_product(self, shape) -> str:
        left, right = (shape[0], 3), (3, shape[1])
        body = "%m = arith.mulf %a0, %a1 : f64\n%s = arith.addf %o, %m : f64\nlinalg.yield %s : f64"
        maps = ["(m, k, n) -> (m, k)", "(m, k, n) -> (k, n)", "(m, k, n) -> (m, n)"]
        into = self.rng.choice([self.zeros(shape), self.given(shape)])
        return self.generic(
            [(self.given(left), left), (self.given(right), right)],
            into,
            maps,
            ["parallel", "reduction", "parallel"],
            body,
            shape,
        )

    def rows(self, shape) -> str:
        """A loop that writes rows, or columns, one after the other."""
        d = self.rng.choice([0, 1])
        length = (shape[1 - d],)
        zero, one, trips = (self.number(n) for n in (0, 1, shape[d]))
        source, start = self.given(length), self.given(shape)
        place, sizes = ("%p, 0", f"1, {length[0]}") if d == 0 else ("0, %p", f"{length[0]}, 1")
        return self.new(
            f"scf.for %p = {zero} to {trips} step {one} iter_args(%a = {start}) -> {self.type(shape)} {{\n"
            f"%e = tensor.empty() : {self.type(length)}\n%kk = arith.index_cast %p : index to i64\n"
            f"%f = arith.sitofp %kk : i64 to f64\n"
            f"%r = linalg.generic {{indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = "
            f'["parallel"]}} '
            f"ins({source} : {self.type(length)}) outs(%e : {self.type(length)}) {{\n^bb0(%x: f64, %o: f64):\n"
            f"%y = arith.addf %x, %f : f64\n"
            f"linalg.yield %y : f64\n}} -> {self.type(length)}\n"
            f"%n = tensor.insert_slice %r into %a[{place}] [{sizes}] [1, 1] : {self.type(length)} into "
            f"{self.type(shape)}\n"
            f"scf.yield %n : {self.type(shape)}\n}}"
        )

    def given(self, shape) -> str:
        self.dense.append(tuple(shape))
        self.arguments.append(f"%d{len(self.dense)}: {self.type(shape)}")
        return f"%d{len(self.dense)}"

    def index(self, size: int) -> str:
        """One of the places, folded into a size."""
        by = self.new(f"arith.constant {size} : index")
        return self.new(f"arith.remui {self.rng.choice(['%i', '%j', '%k'])}, {by} : index")

    def number(self, n: int) -> str:
        return self.new(f"arith.constant {n} : index")

    def zeros(self, shape) -> str:
        return self.new(f"arith.constant dense<0.0> : {self.type(shape)}")

    def seed(self) -> str:
        zeros = self.zeros(self.shape)
        r, c = self.shape
        if self.rng.random() < 0.6:
            return self.new(
                f"tensor.insert {self.rng.choice(['%v', '%w'])} into {zeros}[{self.index(r)}, {self.index(c)}] : "
                f"{self.type(self.shape)}"
            )
        row = self.argument((c,))
        return self.new(
            f"tensor.insert_slice {row} into {zeros}[{self.index(r)}, 0] [1, {c}] [1, 1] : {self.type((c,))} into "
            f"{self.type(self.shape)}"
        )

    def unary(self, name: str) -> None:
        self.x = self.new(f"{name} {self.x} : {self.type(self.shape)}")

    def binary(self, name: str, other: str) -> None:
        pair = [self.x, other] if self.rng.random() < 0.5 or name == "arith.divf" else [other, self.x]
        self.x = self.new(f"{name} {', '.join(pair)} : {self.type(self.shape)}")

    def generic(self, ins, out, maps, kinds, body, result) -> str:
        maps = ", ".join(f"affine_map<{m}>" for m in maps)
        kinds = ", ".join(f'"{k}"' for k in kinds)
        names = ", ".join(v for v, _ in ins)
        types = ", ".join(self.type(s) for _, s in ins)
        arguments = ", ".join([*(f"%a{n}: f64" for n in range(len(ins))), "%o: f64"])
        return self.new(
            f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} ins({names} : {types}) "
            f"outs({out} : {self.type(result)}) {{\n^bb0({arguments}):\n{body}\n}} -> {self.type(result)}"
        )

    # -- steps -----------------------------------------------------------------------------------

    def times(self):
        self.binary("arith.mulf", self.argument(self.shape))

    def quotient(self):
        self.binary("arith.divf", self.argument(self.shape))

    def scaled(self):
        maps = ["(p, q) -> (p, q)", "(p, q) -> (q)", "(p, q) -> (p, q)"]
        body = "%m = arith.mulf %a0, %a1 : f64\n%s = math.sin %m : f64\nlinalg.yield %s : f64"
        ins = [(self.x, self.shape), (self.argument(self.shape[1:]), self.shape[1:])]
        self.x = self.generic(ins, self.zeros(self.shape), maps, ["parallel"] * 2, body, self.shape)

    def contraction(self, maps, other, result, out):
        body = "%m = arith.mulf %a0, %a1 : f64\n%s = arith.addf %o, %m : f64\nlinalg.yield %s : f64"
        ins = [(self.x, self.shape), (self.argument(other), other)]
        self.x = self.generic(ins, out, maps, ["parallel", "reduction", "parallel"], body, result)
        self.shape = result

    def product(self):
        n = self.rng.choice([3, 4])
        result = (self.shape[0], n)
        out = self.zeros(result) if self.rng.random() < 0.7 else self.argument(result)
        self.contraction(
            ["(m, k, n) -> (m, k)", "(m, k, n) -> (k, n)", "(m, k, n) -> (m, n)"], (self.shape[1], n), result, out
        )

    def product_left(self):
        n = self.rng.choice([3, 4])
        result = (n, self.shape[1])
        self.contraction(
            ["(m, k, n) -> (k, n)", "(m, k, n) -> (m, k)", "(m, k, n) -> (m, n)"],
            (n, self.shape[0]),
            result,
            self.zeros(result),
        )

    def transposed(self):
        result = self.shape[::-1]
        self.x = self.generic(
            [(self.x, self.shape)],
            self.zeros(result),
            ["(p, q) -> (q, p)", "(p, q) -> (p, q)"],
            ["parallel"] * 2,
            "linalg.yield %a0 : f64",
            result,
        )
        self.shape = result

    def sine(self):
        self.unary("math.sin")

    def negated(self):
        self.unary("arith.negf")

    def exponential(self):
        if self.rng.random() < 0.3:
            self.unary("math.exp")
            self.binary("arith.mulf", self.zeros(self.shape) if self.rng.random() < 0.1 else self.argument(self.shape))

    def another(self):
        before, self.x = self.x, self.seed()
        self.binary(self.rng.choice(["arith.addf", "arith.subf", "arith.addf", "arith.maximumf"]), before)

    def added(self):
        if self.rng.random() < 0.3:
            self.binary("arith.addf", self.argument(self.shape))

    def sliced(self):
        r, c = self.shape
        size = self.rng.randint(1, r)
        first = self.rng.randint(0, r - size)
        if size == 1 and self.rng.random() < 0.5:  # a row at a place, put back into zeros
            at = self.index(r)
            row = self.new(
                f"tensor.extract_slice {self.x}[{at}, 0] [1, {c}] [1, 1] : {self.type(self.shape)} to {self.type((c,))}"
            )
            to = self.index(r)
            self.x = self.new(
                f"tensor.insert_slice {row} into {self.zeros(self.shape)}[{to}, 0] [1, {c}] [1, 1] : {self.type((c,))} "
                f"into {self.type(self.shape)}"
            )
            return
        if size == r and c > 2:
            step = self.rng.choice([1, 2])
            wide = (c + step - 1) // step
            self.x = self.new(
                f"tensor.extract_slice {self.x}[0, 0] [{r}, {wide}] [1, {step}] : {self.type(self.shape)} to "
                f"{self.type((r, wide))}"
            )
            self.shape = (r, wide)
            return
        self.x = self.new(
            f"tensor.extract_slice {self.x}[{first}, 0] [{size}, {c}] [1, 1] : {self.type(self.shape)} to "
            f"{self.type((size, c))}"
        )
        self.shape = (size, c)

    def padded(self):
        r, c = self.shape
        result = (r + 1, c + self.rng.choice([0, 1]))
        into = self.zeros(result) if self.rng.random() < 0.7 else self.argument(result)
        self.x = self.new(
            f"tensor.insert_slice {self.x} into {into}[{self.rng.choice([0, 1])}, 0] [{r}, {c}] [1, 1] : "
            f"{self.type(self.shape)} into {self.type(result)}"
        )
        self.shape = result

    def summed(self):
        d = self.rng.choice([0, 1])
        keep = self.shape[1 - d]
        kinds = ["parallel", "parallel"]
        kinds[d] = "reduction"
        kept = "q" if d == 0 else "p"
        total = self.generic(
            [(self.x, self.shape)],
            self.zeros((keep,)),
            ["(p, q) -> (p, q)", f"(p, q) -> ({kept})"],
            kinds,
            "%s = arith.addf %a0, %o : f64\nlinalg.yield %s : f64",
            (keep,),
        )
        other = self.argument(self.shape)
        self.x = self.generic(
            [(total, (keep,)), (other, self.shape)],
            self.zeros(self.shape),
            [f"(p, q) -> ({kept})", "(p, q) -> (p, q)", "(p, q) -> (p, q)"],
            ["parallel"] * 2,
            "%s = arith.mulf %a0, %a1 : f64\nlinalg.yield %s : f64",
            self.shape,
        )

    def expanded(self):
        r, c = self.shape
        if r % 2 == 0:
            shape = (2, r // 2, c)
            up = self.new(
                f"tensor.expand_shape {self.x} [[0, 1], [2]] output_shape [2, {r // 2}, {c}] : {self.type(self.shape)} "
                f"into {self.type(shape)}"
            )
            wide = self.generic(
                [(up, shape), (self.argument(shape), shape)],
                self.zeros(shape),
                ["(p, q, r) -> (p, q, r)"] * 3,
                ["parallel"] * 3,
                "%s = arith.mulf %a0, %a1 : f64\nlinalg.yield %s : f64",
                shape,
            )
            self.x = self.new(
                f"tensor.collapse_shape {wide} [[0], [1, 2]] : {self.type(shape)} into {self.type((2, r // 2 * c))}"
            )
            self.shape = (2, r // 2 * c)

    def collapsed(self):
        r, c = self.shape
        flat = self.new(f"tensor.collapse_shape {self.x} [[0, 1]] : {self.type(self.shape)} into {self.type((r * c,))}")
        flat = self.new(f"arith.mulf {flat}, {self.argument((r * c,))} : {self.type((r * c,))}")
        self.x = self.new(
            f"tensor.expand_shape {flat} [[0, 1]] output_shape [{r}, {c}] : {self.type((r * c,))} into "
            f"{self.type(self.shape)}"
        )

    def looped(self):
        """Adds multiples of the tensor to what a loop carries, which begins as zeros or as the tensor."""
        w = self.argument((3,))
        start = self.rng.choice([self.x, self.zeros(self.shape)])
        t = self.type(self.shape)
        zero, one, three = (self.number(n) for n in (0, 1, 3))
        body = f"%e = tensor.extract {w}[%p] : tensor<3xf64>\n"
        body += f"%f = tensor.splat %e : {t}\n%g = arith.mulf {self.x}, %f : {t}\n"
        if self.rng.random() < 0.4:
            body += f"%h = arith.mulf %acc, %f : {t}\n%l = arith.addf %g, %h : {t}\n"
        else:
            body += f"%l = arith.addf %acc, %g : {t}\n"
        self.x = self.new(
            f"scf.for %p = {zero} to {three} step {one} iter_args(%acc = {start}) -> {t} {{\n"
            f"{body}scf.yield %l : {t}\n}}"
        )

    def scattered(self):
        """A nest over the elements, which go to rows that data says; added or overwritten."""
        r, c = self.shape
        self.ints.append((r, r))
        at = f"%at{len(self.ints)}"
        self.arguments.append(f"{at}: tensor<{r}xindex>")
        t = self.type(self.shape)
        zero, one, rows, columns = (self.number(n) for n in (0, 1, r, c))
        last = self.number(r - 1)
        backwards = self.rng.random() < 0.5
        row = "%p" if not backwards else "%back"
        body = f"%back = arith.subi {last}, %p : index\n%to = tensor.extract {at}[{row}] : tensor<{r}xindex>\n"
        place = self.rng.choice(["%to, %q", f"{row}, %q", "%p, %q"])
        start = self.rng.choice([self.zeros(self.shape), self.zeros(self.shape), self.argument(self.shape)])
        inner = f"%x = tensor.extract {self.x}[{row}, %q] : {t}\n%y = math.sin %x : f64\n"
        if self.rng.random() < 0.6:
            inner += (
                f"%z = tensor.extract %b[{place}] : {t}\n%n = arith.addf %z, %y : f64\n"
                f"%u = tensor.insert %n into %b[{place}] : {t}\n"
            )
        else:
            inner += f"%u = tensor.insert %y into %b[{place}] : {t}\n"
        body += (
            f"%s = scf.for %q = {zero} to {columns} step {one} iter_args(%b = %a) -> {t} {{\n"
            f"{inner}scf.yield %u : {t}\n}}\n"
        )
        self.x = self.new(
            f"scf.for %p = {zero} to {rows} step {one} iter_args(%a = {start}) -> {t} {{\n{body}scf.yield %s : {t}\n}}"
        )

    def taken(self):
        """What the adjoint of a body that overwrites is: an element is taken, a zero put there, and it is added
        elsewhere."""
        r, c = self.shape
        self.ints.append((c, c))
        at = f"%at{len(self.ints)}"
        self.arguments.append(f"{at}: tensor<{c}xindex>")
        t = self.type(self.shape)
        zero, one, rows, columns = (self.number(n) for n in (0, 1, r, c))
        last = self.number(r - 1)
        none = self.new("arith.constant 0.0 : f64")
        row = self.rng.choice(["%p", "%back"])
        place = self.rng.choice(["%to, %q", f"{row}, %q", f"{row}, %q"]) if r >= c else f"{row}, %q"
        taken = self.rng.choice([f"{row}, %q", f"{row}, %q", "%p, %q"])
        change = self.rng.choice(
            [
                f"%h = tensor.insert {none} into %g[{taken}] : {t}",
                f"%w2 = arith.addf %x, %x : f64\n%h = tensor.insert %w2 into %g[{taken}] : {t}",
            ]
        )
        body = f"%back = arith.subi {last}, %p : index\n"
        inner = (
            f"%to = tensor.extract {at}[%q] : tensor<{c}xindex>\n%x = tensor.extract %g[{row}, %q] : {t}\n{change}\n"
        )
        inner += (
            f"%z = tensor.extract %b[{place}] : {t}\n"
            f"%n = {self.rng.choice(['arith.addf', 'arith.subf'])} %z, %x : f64\n"
            f"%u = tensor.insert %n into %b[{place}] : {t}\n"
        )
        body += (
            f"%s:2 = scf.for %q = {zero} to {columns} step {one} iter_args(%g = %f, %b = %a) -> ({t}, {t}) {{\n"
            f"{inner}scf.yield %h, %u : {t}, {t}\n}}\n"
        )
        start = self.rng.choice([self.zeros(self.shape), self.zeros(self.shape), self.argument(self.shape)])
        both = self.new("PAIR")
        self.lines[-1] = (
            f"{both}:2 = scf.for %p = {zero} to {rows} step {one} iter_args(%f = {self.x}, %a = {start}) -> ({t}, {t}) "
            f"{{\n{body}scf.yield %s#0, %s#1 : {t}, {t}\n}}"
        )
        self.x = self.rng.choice([f"{both}#0", f"{both}#1", f"{both}#1"])

    def chosen(self):
        zero = self.number(2)
        condition = self.new(f"arith.cmpi slt, %i, {zero} : index")
        t = self.type(self.shape)
        other = self.rng.choice([self.zeros(self.shape), self.seed(), self.x])
        before = self.x
        yes = f"%y = arith.addf {before}, {before} : {t}\nscf.yield %y : {t}"
        if self.rng.random() < 0.5:
            r, c = self.shape
            at = self.index(r)
            zeros = self.zeros(self.shape)
            one = self.number(1)
            yes = (
                f"%at = arith.minui {at}, {one} : index\n%y = tensor.insert %w into {zeros}[%at, {one}] : {t}\n"
                f"scf.yield %y : {t}"
            )
            if c < 2 or r < 2:
                yes = f"scf.yield {before} : {t}"
        self.x = self.new(f"scf.if {condition} -> {t} {{\n{yes}\n}} else {{\nscf.yield {other} : {t}\n}}")

    def selected(self):
        one = self.number(1)
        condition = self.new(f"arith.cmpi sle, %j, {one} : index")
        other = self.rng.choice([self.zeros(self.shape), self.seed()])
        self.x = self.new(f"arith.select {condition}, {self.x}, {other} : {self.type(self.shape)}")

    def mixed(self):
        """Of two sparse tensors, only both together make the result zero."""
        maps = ["(p, q) -> (p, q)"] * 4
        body = "%s = arith.addf %a0, %a1 : f64\n%m = arith.mulf %s, %a2 : f64\nlinalg.yield %m : f64"
        ins = [(self.x, self.shape), (self.seed(), self.shape), (self.argument(self.shape), self.shape)]
        self.x = self.generic(ins, self.zeros(self.shape), maps, ["parallel"] * 2, body, self.shape)

    def element(self):
        r, c = self.shape
        t = self.type(self.shape)
        value = self.new(f"tensor.extract {self.x}[{self.index(r)}, {self.index(c)}] : {t}")
        value = self.new(f"arith.addf {value}, %v : f64")
        into = self.rng.choice([self.x, self.zeros(self.shape)])
        self.x = self.new(f"tensor.insert {value} into {into}[{self.index(r)}, {self.index(c)}] : {t}")

    def called(self):
        """A function that is not inlined, called once or twice: it may overwrite a row, and give a tensor that it
        makes."""
        t, (r, _) = self.type(self.shape), self.shape
        name = f"{self.name}_{len(self.functions)}"
        change = self.rng.choice(
            [
                "%y = arith.addf %x, %m : {t}",
                "%y = math.sin %m : {t}",
                "%z = arith.constant dense<0.0> : {t}\n%y = tensor.insert %v into %z[%row, %c0] : {t}",
                "%e = tensor.extract %m[%row, %c0] : {t}\n%f = arith.addf %e, %v : f64\n"
                "%y = tensor.insert %f into %x[%row, %c0] : {t}",
                "%y = math.exp %m : {t}",
            ]
        ).replace("{t}", t)
        self.functions.append(
            f"func.func private @{name}(%x: {t}, %w: {t}, %v: f64, %row: index) -> ({t}, {t}) attributes "
            f"{{no_inline}} {{\n"
            f"%c0 = arith.constant 0 : index\n%s = math.cos %w : {t}\n%m = arith.mulf %x, %s : {t}\n{change}\n"
            f"return %y, %m : {t}, {t}\n}}\n"
        )
        for _ in range(self.rng.choice([1, 2])):
            other, row = self.argument(self.shape), self.index(r)
            both = self.new("CALL")
            self.lines[-1] = (
                f"{both}:2 = func.call @{name}({self.x}, {other}, %v, {row}) : ({t}, {t}, f64, index) -> ({t}, {t})"
            )
            self.x = f"{both}#{self.rng.choice([0, 0, 1])}"

    def repeated(self):
        """A `while` loop of a few trips, which passes on what it carries, or something else."""
        t, (r, _) = self.type(self.shape), self.shape
        w, start = self.argument(self.shape), self.rng.choice([self.x, self.zeros(self.shape)])
        zero, one, three = (self.number(n) for n in (0, 1, 3))
        row = self.index(r)
        passed = self.rng.choice(["%a", "%p", "%q"])
        added = self.rng.choice([self.x, "%b", "%d"])
        both = self.new("WHILE")
        self.lines[-1] = (
            f"{both}:2 = scf.while (%n = {zero}, %a = {start}) : (index, {t}) -> (index, {t}) {{\n"
            f"%more = arith.cmpi slt, %n, {three} : index\n%p = arith.mulf %a, {w} : {t}\n"
            f"%q = tensor.insert %w into %a[{row}, {zero}] : {t}\n"
            f"scf.condition(%more) %n, {passed} : index, {t}\n}} do {{\n^bb0(%turn: index, %b: {t}):\n"
            f"%next = arith.addi %turn, {one} : index\n"
            f"%d = arith.mulf {self.x}, {w} : {t}\n%s = arith.addf %b, {added} : {t}\n"
            f"scf.yield %next, %s : index, {t}\n}}"
        )
        self.x = f"{both}#1"
