"""One operation of one argument and literals, in many programs that bring the literals to it.

A program has the argument %x, a bit %p, which is true, and a number %n, which is 1.
"""

from __future__ import annotations

from operations import Operation, renamed

_OTHERS = {"f64": "9.0", "i32": "2", "i1": "false"}


def places(operation: Operation, variable: int, numbers: dict[int, str]) -> dict[str, tuple[str, str]]:
    """By the name of the place: functions beside the program, and a body that gives %v.

    The argument is operand `variable`, `numbers` are the others.
    """
    own = _Places(operation, variable, numbers)
    return own.calls() | own.control() | own.tensors()


class _Places:
    def __init__(self, operation: Operation, variable: int, numbers: dict[int, str]):
        self.operation, self.kind, self.numbers = operation, operation.result, numbers
        self.types, self.variable = operation.types, variable
        self.literals = self.each(lambda n: f"%l{n} = {self.literal(n)}")

    def operands(self, of: str) -> list[str]:
        """%x, and names that begin with a letter in the places of the literals."""
        return ["%x" if n == self.variable else f"%{of}{n}" for n in range(len(self.types))]

    def each(self, line) -> str:
        return "\n".join(line(n) for n in self.numbers)

    def literal(self, n: int) -> str:
        return _constant(self.numbers[n], self.types[n])

    def calls(self) -> dict[str, tuple[str, str]]:
        operation, names = self.operation, self.operands("l")
        value = f"%v = {operation(*names)}"
        inlined = operation.function("g", value, names, attributes="")
        g = operation.function("g", value, names)
        h = operation.function("h", f"%v = {operation.call('g', names)}", names)
        return_them = self.each(
            lambda n: (
                f"""
            func.func private @literal{n}() -> {self.types[n]} attributes {{no_inline}} {{
              %0 = {self.literal(n)}
              return %0 : {self.types[n]}
            }}"""
            )
        )
        returned = self.each(lambda n: f"%l{n} = func.call @literal{n}() : () -> {self.types[n]}")
        call_g, call_h = (f"%v = {operation.call(name, names)}" for name in "gh")
        return {
            "in place": ("", f"{self.literals}\n {value}"),
            "function that is inlined": (inlined, f"{self.literals}\n {call_g}"),
            "function that is not": (g, f"{self.literals}\n {call_g}"),
            "function called by one": (g + h, f"{self.literals}\n {call_h}"),
            "literals returned by functions": (return_them, f"{returned}\n {value}"),
            "literals returned and passed on": (return_them + g + h, f"{returned}\n {call_h}"),
        }

    def control(self) -> dict[str, tuple[str, str]]:
        inside = f"%u = {self.operation(*self.operands('l'))}"
        after = f"%v = {self.operation(*self.operands('k'))}"
        bodies = {
            "loop": f"{self.literals}\n {self.loop(inside)}",
            "branch": f"""
                {self.literals}
                %other = arith.constant 7.0 : {self.kind}
                %v = scf.if %p -> {self.kind} {{
                  {inside}
                  scf.yield %u : {self.kind}
                }} else {{
                  scf.yield %other : {self.kind}
                }}""",
        }
        if self.numbers:
            bodies["carried by a loop"] = f"{self.literals}\n {self.carried()}"
            bodies["chosen by a branch"] = f"{self.literals}\n {self.each(self.chosen)}\n {after}"
        return {name: ("", body) for name, body in bodies.items()}

    def loop(self, body: str, more: str = "", types: str = "", starts: str = "", nexts: str = "") -> str:
        """Gives %u of the one iteration, and carries what is said beside it."""
        kind = self.kind
        return f"""
            %c0 = arith.constant 0 : index
            %c1 = arith.constant 1 : index
            %start = arith.constant 7.0 : {kind}
            %v{more} = scf.for %i = %c0 to %n step %c1 iter_args(%b = %start{starts}) -> ({kind}{types}) {{
              {body}
              scf.yield %u{nexts} : {kind}{types}
            }}"""

    def carried(self) -> str:
        """A loop carries the literals, each made anew from itself."""
        steps = []
        for n in self.numbers:
            zero = _constant({"f64": "0.0", "i32": "0", "i1": "false"}[self.types[n]], self.types[n])
            add = {"f64": "arith.addf"}.get(self.types[n], "arith.ori")
            steps.append(f"%z{n} = {zero}\n %s{n} = {add} %k{n}, %z{n} : {self.types[n]}")
        body = f"%u = {self.operation(*self.operands('k'))}\n" + "\n".join(steps)
        return self.loop(
            body,
            "".join(f", %last{n}" for n in self.numbers),
            "".join(f", {self.types[n]}" for n in self.numbers),
            "".join(f", %k{n} = %l{n}" for n in self.numbers),
            "".join(f", %s{n}" for n in self.numbers),
        )

    def chosen(self, n: int) -> str:
        type = self.types[n]
        return f"""
            %other{n} = {_constant(_OTHERS[type], type)}
            %k{n} = scf.if %p -> {type} {{
              scf.yield %l{n} : {type}
            }} else {{
              scf.yield %other{n} : {type}
            }}"""

    def tensors(self) -> dict[str, tuple[str, str]]:
        operation, names = self.operation, self.operands("l")
        arrays = [f"%a{n}" for n in range(len(self.types))]
        kinds = [f"tensor<1x{type}>" for type in self.types]
        splats = "\n".join(f"{a} = tensor.splat {x} : {kind}" for a, x, kind in zip(arrays, names, kinds))
        fills = "\n".join(
            f"%e{n} = tensor.empty() : {kind}\n {a} = linalg.fill ins({x} : {type}) outs(%e{n} : {kind}) -> {kind}"
            for n, (a, x, kind, type) in enumerate(zip(arrays, names, kinds, self.types))
        )
        argument = f"%a{self.variable} = tensor.splat %x : {kinds[self.variable]}\n"
        dense = argument + self.each(lambda n: f"%a{n} = arith.constant dense<{self.numbers[n]}> : {kinds[n]}")
        zero = "%c0 = arith.constant 0 : index\n"
        read = zero + self.each(lambda n: f"%k{n} = tensor.extract %a{n}[%c0] : {kinds[n]}")
        result = f"tensor<1x{self.kind}>"
        element = f"{zero} %v = tensor.extract %g[%c0] : {result}"
        whole = f'%g = "{operation.name}"({", ".join(arrays)}) : ({", ".join(kinds)}) -> {result}\n'
        captured = [y if n == self.variable else f"%l{n}" for n, y in enumerate(operation.elements)]

        def body(text: str) -> str:
            return operation.on_tensors(arrays, 1, f"%v = {text}")

        in_body = body(operation(*operation.elements))
        bodies = {
            "tensors": splats + whole,
            "constant tensors": dense + whole,
            "body of splats": splats + in_body,
            "body of filled tensors": fills + in_body,
            "body of constant tensors": dense + in_body,
            "captured by a body": splats + body(operation(*captured)),
            "function in a body": fills + body(operation.call("g", operation.elements)),
        }
        found = {name: ("", f"{self.literals}\n {body}\n {element}") for name, body in bodies.items()}
        g = operation.function("g", f"%v = {operation(*names)}", names)
        found["function in a body"] = (g, found["function in a body"][1])
        after = f"%v = {operation(*self.operands('k'))}"
        return found | {"read from filled tensors": ("", f"{self.literals}\n {fills}\n {read}\n {after}")}


def _constant(text: str, type: str) -> str:
    return f"arith.constant {text}" if type == "i1" else f"arith.constant {text} : {type}"


def module(operation: Operation, variable: int, places: dict[str, tuple[str, str]]) -> str:
    """Each place as a function f<number> of %x, with a pullback d<number> and a pushforward t<number>."""
    kind, result, texts = operation.types[variable], operation.result, []
    functions = ["g", "h", *(f"literal{n}" for n in range(len(operation.types)))]
    for number, (beside, body) in enumerate(places.values()):
        texts.append(f"""
            {renamed(beside, number, functions)}
            func.func @f{number}(%x: {kind}, %p: i1, %n: index) -> {result} {{
              {renamed(body, number, functions)}
              return %v : {result}
            }}
            func.func private @d{number}({kind}, i1, index, {result}) -> {kind}
                attributes {{lagrad.pullback = @f{number}}}
            func.func private @t{number}({kind}, {kind}, i1, index) -> {result}
                attributes {{lagrad.pushforward = @f{number}}}""")
    return "\n".join(texts)
