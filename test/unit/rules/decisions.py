"""One operation in many programs that decide, as they run, whether to use its result.

A program has the operands %x0, %x1, ..., another value %w of the result's type, a bit %p and a number
%n, which is 0 or 1 as the bit. Its result is that of the operation, or %w where the bit is 0.
"""

from __future__ import annotations

from operations import Operation, arithmetic, is_float, renamed

_FUNCTIONS = ["choose", "pass", "twin", "pull", "g", "h"]


def decisions(operation: Operation) -> dict[str, tuple[str, str]]:
    """By the name of the place: functions beside the program, and a body that gives %r."""
    return _Places(operation).all()


class _Places:
    def __init__(self, operation: Operation):
        self.operation, self.kind = operation, operation.result
        self.names = [f"%x{n}" for n in range(len(operation.types))]
        self.value = f"%v = {operation(*self.names)}"

    def all(self) -> dict[str, tuple[str, str]]:
        return self.control() | self.calls() | self.tensors() | self.products()

    def branch(self, result: str = "%r") -> str:
        """Reads %v on one side, and gives it by way of something that is no select."""
        kind, negate = self.kind, arithmetic(self.kind, "neg")
        return f"""
            {result} = scf.if %p -> {kind} {{
              %minus = {negate} %v : {kind}
              %plus = {negate} %minus : {kind}
              scf.yield %plus : {kind}
            }} else {{
              scf.yield %w : {kind}
            }}"""

    def loop(self, body: str, upper: str = "%n", result: str = "%r", before: str = "%w", carried: str = "%b") -> str:
        return f"""
            %c0{result[1:]} = arith.constant 0 : index
            %c1{result[1:]} = arith.constant 1 : index
            {result} = scf.for %i{result[1:]} = %c0{result[1:]} to {upper} step %c1{result[1:]}
                iter_args({carried} = {before}) -> {self.kind} {{
              {body}
            }}"""

    def sum(self, carried: str = "%b") -> str:
        """%d, which is %v if what the loop carries is %w."""
        kind = self.kind
        return f"""
              %a = {arithmetic(kind, "add")} {carried}, %v : {kind}
              %d = {arithmetic(kind, "sub")} %a, %w : {kind}"""

    def select(self, result: str = "%r") -> str:
        return f"{result} = arith.select %p, %v, %w : {self.kind}"

    def control(self) -> dict[str, tuple[str, str]]:
        kind, value, select = self.kind, self.value, self.select()
        give = f"scf.yield %d : {kind}"
        inner = self.loop(f"{self.sum('%b2')}\n {give}", result="%k", before="%b", carried="%b2")
        bodies = {
            "select": f"{value}\n {select}",
            "branch that reads it": f"{value}\n {self.branch()}",
            "branch that yields it": f"""
                {value}
                %r = scf.if %p -> {kind} {{
                  scf.yield %v : {kind}
                }} else {{
                  scf.yield %w : {kind}
                }}""",
            "branch in a branch": f"""
                {value}
                %r = scf.if %p -> {kind} {{
                  {self.branch("%q")}
                  scf.yield %q : {kind}
                }} else {{
                  scf.yield %w : {kind}
                }}""",
            "one of several cases": f"""
                {value}
                %r = scf.index_switch %n -> {kind}
                case 1 {{
                  scf.yield %v : {kind}
                }}
                default {{
                  scf.yield %w : {kind}
                }}""",
            "loop that yields it": value + self.loop(f"scf.yield %v : {kind}"),
            "loop that computes it": self.loop(f"{value}\n {self.sum()}\n {give}"),
            "before a loop": value + self.loop(f"{self.sum()}\n {give}"),
            "before two loops": value + self.loop(f"{inner}\n scf.yield %k : {kind}"),
            "select in a loop": value + self.loop(f"{self.select('%s')}\n scf.yield %s : {kind}", upper="%c1r"),
            "before a while loop": f"""
                {value}
                %c0 = arith.constant 0 : index
                %c1 = arith.constant 1 : index
                %r, %end = scf.while (%b = %w, %i = %c0) : ({kind}, index) -> ({kind}, index) {{
                  %more = arith.cmpi ult, %i, %n : index
                  scf.condition(%more) %b, %i : {kind}, index
                }} do {{
                ^bb0(%b: {kind}, %i: index):
                  %next = arith.addi %i, %c1 : index
                  {self.sum()}
                  scf.yield %d, %next : {kind}, index
                }}""",
        }
        return {name: ("", body) for name, body in bodies.items()}

    def calls(self) -> dict[str, tuple[str, str]]:
        operation, kind, value, names = self.operation, self.kind, self.value, self.names
        g = operation.function("g", value, names)
        negate = f"%a = {arithmetic(kind, 'neg')} %u : {kind}\n %v = {arithmetic(kind, 'neg')} %a : {kind}"
        h = operation.function("h", f"%u = {operation.call('g', names)}\n {negate}", names)
        called = f"%v = {operation.call('g', names)}"
        selects, branches = self.chooser("choose", self.select()), self.chooser("choose", self.branch())
        passes = branches + self.chooser("pass", self.chosen("choose"))
        jacobian = operation.function("g", value, names, "lagrad.local_jacobian")
        places = {
            "function that is not inlined": (g, f"{called}\n {self.select()}"),
            "functions that are not inlined": (g + h, f"%v = {operation.call('h', names)}\n {self.branch()}"),
            "own pullback": (self.own_pullback(), f"{called}\n {self.select()}"),
            "function that selects": (selects, f"{value}\n {self.chosen('choose')}"),
            "function that branches": (branches, f"{value}\n {self.chosen('choose')}"),
            "function that passes it to one that branches": (passes, f"{value}\n {self.chosen('pass')}"),
            "function of a function": (g + branches, f"{called}\n {self.chosen('choose')}"),
        }
        if {kind, *operation.types} == {"f64"}:
            places["local Jacobian"] = (jacobian, f"{called}\n {self.select()}")
        return places

    def chooser(self, name: str, body: str) -> str:
        kind = self.kind
        return f"""
            func.func private @{name}(%p: i1, %v: {kind}, %w: {kind}) -> {kind} attributes {{no_inline}} {{
              {body}
              return %r : {kind}
            }}"""

    def chosen(self, function: str) -> str:
        return f"%r = func.call @{function}(%p, %v, %w) : (i1, {self.kind}, {self.kind}) -> {self.kind}"

    def own_pullback(self) -> str:
        """A function that brings its pullback, which is that of its twin."""
        operation = self.operation
        gives = ", ".join(filter(is_float, operation.types))
        return f"""
            {operation.function("twin", self.value, self.names)}
            func.func private @pull({", ".join([*operation.types, operation.result])}) -> ({gives})
                attributes {{lagrad.pullback = @twin}}
            {operation.function("g", self.value, self.names, "lagrad.custom_pullback = @pull")}"""

    def tensors(self) -> dict[str, tuple[str, str]]:
        operation, kind = self.operation, self.kind
        operands = [f"%t{n}" for n in range(len(operation.types))]
        splats = "\n".join(
            f"{t} = tensor.splat {x} : tensor<3x{type}>" for t, x, type in zip(operands, self.names, operation.types)
        )
        element = f"%c1 = arith.constant 1 : index\n %r = tensor.extract %TENSOR[%c1] : tensor<3x{kind}>"
        chosen = f"%v = arith.select %p, %u, %w : {kind}"
        inside = operation(*operation.elements)
        masked = f"""
            %m = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                iterator_types = ["parallel"]}} ins(%g : tensor<3x{kind}>) outs(%e : tensor<3x{kind}>) {{
            ^bb0(%y: {kind}, %o: {kind}):
              %s = arith.select %p, %y, %w : {kind}
              linalg.yield %s : {kind}
            }} -> tensor<3x{kind}>"""
        g = operation.function("g", self.value, self.names)

        def body(text: str) -> str:
            return f"{splats}\n {operation.on_tensors(operands, 3, text)}\n"

        of_g = element.replace("TENSOR", "g")
        return {
            "tensors": ("", body(f"%v = {inside}") + masked + element.replace("TENSOR", "m")),
            "body": ("", body(f"%u = {inside}\n {chosen}") + of_g),
            "function in a body": (g, body(f"%u = {operation.call('g', operation.elements)}\n {chosen}") + of_g),
        }

    def products(self) -> dict[str, tuple[str, str]]:
        """Where it is infinite, so is the partial of the product."""
        operation, kind = self.operation, self.kind
        factors = [x for x, type in zip(self.names, operation.types) if type == kind]
        if not factors:
            return {}
        product = f"%u = {operation(*self.names)}\n %v = {arithmetic(kind, 'mul')} %u, {factors[0]} : {kind}"
        return {
            "selected product of it": ("", f"{product}\n {self.select()}"),
            "product of it before a branch": ("", f"{product}\n {self.branch()}"),
            "product of it before a loop": ("", product + self.loop(f"scf.yield %v : {kind}")),
        }


def module(operation: Operation, places: dict[str, tuple[str, str]]) -> str:
    """Each place as a function f<number>, with a pullback d<number> and a pushforward t<number> for all floats."""
    kind, texts = operation.result, []
    names = [f"%x{n}" for n in range(len(operation.types))]
    types = [*operation.types, kind, "i1", "index"]
    wrt = [n for n, type in enumerate(types) if is_float(type)]
    takes, gives = ", ".join([*types, kind]), ", ".join(types[n] for n in wrt)
    moved = ", ".join(type for own in types for type in ([own, own] if is_float(own) else [own]))
    for number, (beside, body) in enumerate(places.values()):
        texts.append(f"""
            {renamed(beside, number, _FUNCTIONS)}
            func.func @f{number}({operation.parameters(names)}, %w: {kind}, %p: i1, %n: index) -> {kind} {{
              {renamed(body, number, _FUNCTIONS)}
              return %r : {kind}
            }}
            func.func private @d{number}({takes}) -> ({gives}) attributes {{lagrad.pullback = @f{number}}}
            func.func private @t{number}({moved}) -> {kind} attributes {{lagrad.pushforward = @f{number}}}""")
    return "\n".join(texts)
