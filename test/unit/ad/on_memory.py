"""Compiles derivatives of functions on memory, and computes the same with JAX."""

import re

import jax
import jax.numpy as jnp
import numpy as np

import lagrad

jax.config.update("jax_enable_x64", True)

_TYPE = r"memref<(?:[^<>]|<[^<>]*>)*>|\w+"


def types_of(text):
    """The types of the arguments and results of `@f`."""
    takes, _, gives = re.search(r"func\.func @f\((.*?)\)\s*(->\s*(.*?))?\s*\{\n", text, re.S).groups()
    return re.findall(rf"%\w+\s*:\s*({_TYPE})", takes), re.findall(_TYPE, gives or "")


def with_requests(program):
    """The text with a pullback and a pushforward."""
    inputs, results = types_of(program.text)
    results = [t for t in results if t.startswith("f")]
    shadows = [inputs[n] for n in program.wrt if inputs[n].startswith("memref")]
    values = [inputs[n] for n in program.wrt if not inputs[n].startswith("memref")]
    pairs = [t for n, own in enumerate(inputs) for t in ([own, own] if n in program.wrt else [own])]

    def request(name, takes, gives):
        attributes = f"{{lagrad.{name} = @f, lagrad.wrt = {program.wrt}}}"
        return f"func.func private @{name}({', '.join(takes)}) -> ({', '.join(gives)}) attributes {attributes}\n"

    pullback = request("pullback", [*inputs, *results, *shadows], values)
    return program.text + pullback + request("pushforward", pairs, results)


class Twin:
    """What the program and its derivatives should do, by JAX."""

    def __init__(self, program, seed=1):
        self.program, self.random = program, np.random.default_rng(seed)
        self.starts = [jnp.asarray(program.arguments[n]) for n in program.wrt]
        self.inputs, _ = types_of(program.text)
        self.buffers = [n for n in program.wrt if self.inputs[n].startswith("memref")]
        results, finals = program.twin(*map(_array, program.arguments))
        self.results, self.finals = tuple(results), finals

    def _moved(self, *starts):
        arguments = [_array(a) for a in self.program.arguments]
        for number, value in zip(self.program.wrt, starts):
            arguments[number] = value
        results, finals = self.program.twin(*arguments)
        return tuple(results), {n: finals.get(n, arguments[n]) for n in self.buffers}

    def pullback(self):
        """Cotangents of results and shadows to pass in, and what must come out for each argument in wrt."""
        cotangents = tuple(jnp.asarray(self.random.normal()) for _ in self.results)
        shadows = {n: self.random.normal(size=np.shape(self.program.arguments[n])) for n in self.buffers}
        _, pull = jax.vjp(jax.jit(self._moved), *self.starts)
        gradients = pull((cotangents, {n: jnp.asarray(s) for n, s in shadows.items()}))
        return [float(c) for c in cotangents], shadows, gradients

    def pushforward(self):
        """Tangents to pass in, and those of results and of what buffers hold at the end."""
        tangents = [self.random.normal(size=np.shape(s)) for s in self.starts]
        _, (results, finals) = jax.jvp(jax.jit(self._moved), self.starts, [jnp.asarray(t) for t in tangents])
        return tangents, results, finals


def _array(value):
    return jnp.asarray(value) if isinstance(value, np.ndarray) else value


def own(values):
    """Copies, which a function may write to."""
    return [v if not isinstance(v, np.ndarray) else v.copy() if v.ndim else float(v) for v in values]


def listed(returned):
    return list(returned) if isinstance(returned, tuple) else [] if returned is None else [returned]


def close(a, b):
    np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-11)


def check(program, **options):
    """The program beside its derivatives, both modes, and what they leave in its buffers, against JAX."""
    functions, twin = lagrad.compile(with_requests(program), **options), Twin(program)
    arguments = own(program.arguments)
    for value, result in zip(listed(functions.f(*arguments)), twin.results):  # which leaves integers out
        close(value, result)
    for number, final in twin.finals.items():
        close(arguments[number], final)
    cotangents, shadows, wanted = twin.pullback()
    arguments, given = own(program.arguments), {n: s.copy() for n, s in shadows.items()}
    returned = listed(functions.pullback(*arguments, *cotangents, *given.values()))
    for number, gradient in zip(program.wrt, wanted):
        close(given[number] if number in given else returned.pop(0), gradient)
    for number, final in twin.finals.items():
        close(arguments[number], final)
    tangents, results, finals = twin.pushforward()
    arguments, moved = own(program.arguments), dict(zip(program.wrt, own(tangents)))
    flat = [v for n, a in enumerate(arguments) for v in ([a, moved[n]] if n in moved else [a])]
    for tangent, wanted in zip(listed(functions.pushforward(*flat)), results, strict=True):
        close(tangent, wanted)
    for number, final in finals.items():
        close(moved[number], final)
    for number, final in twin.finals.items():
        close(arguments[number], final)


def check_raised(program):
    """That `lagrad-raise-memory` leaves the program what it is, bit for bit."""
    plain = lagrad.compile(program.text, pipeline="lagrad-to-llvm-strict", entry="f")
    raised = lagrad.compile(program.text, pipeline="lagrad-raise-memory,lagrad-to-llvm-strict", entry="f")
    results, arguments = [], []
    for functions in (plain, raised):
        arguments.append(own(program.arguments))
        results.append(listed(functions.f(*arguments[-1])))
    for one, other in zip([*results[0], *arguments[0]], [*results[1], *arguments[1]], strict=True):
        assert np.array_equal(one, other)
