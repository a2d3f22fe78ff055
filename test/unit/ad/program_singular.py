"""Functions that are singular at zero, where they are not chosen there; see `program_tree`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from program_meaning import arrays, exact
from program_tree import Doubtful, Var

# The lines that make %g of %x, and what they mean.
SINGULAR = {
    "reciprocal": ("%one = arith.constant 1.0 : f64; %g = arith.divf %one, %x : f64", lambda x: 1.0 / x),
    "sqrt": ("%g = math.sqrt %x : f64", lambda x: arrays(x).sqrt(x)),
    "rsqrt": ("%g = math.rsqrt %x : f64", lambda x: 1.0 / arrays(x).sqrt(x)),
    "log": ("%g = math.log %x : f64", lambda x: arrays(x).log(x)),
    "power": ("%half = arith.constant 0.5 : f64; %g = math.powf %x, %half : f64", lambda x: arrays(x).sqrt(x)),
    "entropy": ("%l = math.log %x : f64; %g = arith.mulf %x, %l : f64", lambda x: x * arrays(x).log(x)),
}
FORMS = ("select", "branch", "before a branch", "called", "pullback")


@dataclass(frozen=True)
class Guarded:
    """g(x) where x > 0, otherwise x: at zero too, nothing of g reaches the result."""

    out: Var
    x: Var
    singular: str
    form: str

    def emit(self, text):
        zero = text.make("arith.constant 0.0 : f64")
        chosen = text.make(f"arith.cmpf ogt, {self.x}, {zero} : f64")
        value = self._called if self.form in ("called", "pullback") else self._computed
        if self.form in ("select", "called", "pullback"):
            text.line(f"{self.out} = arith.select {chosen}, {value(text)}, {self.x} : f64")
            return
        before = value(text) if self.form == "before a branch" else None
        text.line(f"{self.out} = scf.if {chosen} -> f64 {{")
        with text.inner():
            text.line(f"scf.yield {before or value(text)} : f64")
        text.line("} else {")
        text.line(f"  scf.yield {self.x} : f64")
        text.line("}")

    def _lines(self, x: str) -> list[str]:
        own = re.compile(r"%(one|half|l|g)\b")
        lines = (own.sub(rf"%\1_{self.out.name}", line) for line in SINGULAR[self.singular][0].split("; "))
        return [re.sub(r"%x\b", x, line) for line in lines]

    def _computed(self, text) -> str:
        for line in self._lines(str(self.x)):
            text.line(line)
        return f"%g_{self.out.name}"

    def _called(self, text) -> str:
        """A function of its own that is kept, with a pullback of its own or not."""
        name = f"singular_{self.out.name}"
        attributes = "no_inline"
        if self.form == "pullback":
            attributes += f", lagrad.custom_pullback = @{name}_pullback"
            text.after += [
                f"func.func private @{name}_pullback(%x: f64, %ct: f64) -> f64 {{",
                f"  %d = func.call @{name}_derivative(%x) : (f64) -> f64",
                "  %r = arith.mulf %ct, %d : f64",
                "  return %r : f64",
                "}",
                f"func.func private @{name}_derivative(f64) -> f64 attributes {{lagrad.gradient = @{name}_plain}}",
                *self._function(f"{name}_plain", ""),
            ]
        text.after += self._function(name, f" attributes {{{attributes}}}")
        return text.make(f"func.call @{name}({self.x}) : (f64) -> f64")

    def _function(self, name: str, attributes: str) -> list[str]:
        return [
            f"func.func private @{name}(%x: f64) -> f64{attributes} {{",
            *(f"  {line}" for line in self._lines("%x")),
            f"  return %g_{self.out.name} : f64",
            "}",
        ]

    def run(self, env):
        x = env[self.x]
        if x != 0 and abs(exact(x)) < 1e-3:
            raise Doubtful
        return [SINGULAR[self.singular][1](x) if exact(x) > 0 else x]
