"""Random programs that work in place on overlapping views and scratch memory, against the same loops on arrays.

Loops of these exchange buffers and end early; raised to tensors they do the same, bit for bit.
"""

import re

import jax.numpy as jnp
import numpy as np
import on_memory
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from memory_program import Program

_VIEWS = st.lists(st.tuples(st.integers(0, 5), st.integers(1, 3)), min_size=3, max_size=3)  # offset and stride, of 12
_NAME = st.integers(0, 3)  # a view, or the scratch memory
_PART = "memref<3xf64, strided<[?], offset: ?>>"  # any of them, as loops pass them on

# What steps do to memory %a, %b and %c.
_KINDS = {
    "linalg": """linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
        iterator_types = ["parallel"]} ins(%a : A) outs(%b : B) {
        ^bb0(%in: f64, %out: f64):
          %product = arith.mulf %in, %out : f64
          %sine = math.sin %product : f64
          linalg.yield %sine : f64
        }""",
    "loop": """affine.for %i = 0 to 3 {
          %p = affine.load %a[%i] : A
          %q = affine.load %b[2 - %i] : B
          %sum = arith.addf %p, %q : f64
          affine.store %sum, %c[%i] : C
        }""",
    "copy": """memref.copy %a, %m3 : A to memref<3xf64>
        memref.copy %m3, %b : memref<3xf64> to B""",  # of what may overlap, by way of the scratch memory
    "sum": """affine.for %i = 0 to 3 {
          %p = affine.load %a[%i] : A
          %q = affine.load %b[%i] : B
          %product = arith.mulf %p, %q : f64
          %old = affine.load %c[1] : C
          %sum = arith.addf %old, %product : f64
          affine.store %sum, %c[1] : C
        }""",
    "exchange": """%from = memref.cast %a : A to PART
        %to = memref.cast %b : B to PART
        scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %from, %q = %to) -> (PART, PART) {
          %in = memref.load %p[%i] : PART
          %sine = math.sin %in : f64
          memref.store %sine, %q[%c1] : PART
          scf.yield %q, %p : PART, PART
        }""",
    "exit": """cf.br ^head(%c0 : index)
      ^head(%i: index):
        %in = memref.load %a[%i] : A
        %other = memref.load %b[%i] : B
        %difference = arith.subf %in, %other : f64
        memref.store %difference, %c[%i] : C
        %ends = arith.cmpf ogt, %in, %half : f64
        cf.cond_br %ends, ^out, ^next
      ^next:
        %after = arith.addi %i, %c1 : index
        %more = arith.cmpi slt, %after, %c3 : index
        cf.cond_br %more, ^head(%after : index), ^out
      ^out:""",
}
_STEPS = st.lists(st.tuples(st.sampled_from(tuple(_KINDS)), _NAME, _NAME, _NAME), min_size=2, max_size=6)


def _text(views, steps):
    """The program: `%m0` to `%m2` are views of the argument, `%m3` is scratch memory."""
    types = [f"memref<3xf64, strided<[{stride}], offset: {offset}>>" for offset, stride in views] + ["memref<3xf64>"]
    lines = ["func.func @f(%x: memref<12xf64>) {", "%half = arith.constant 0.5 : f64"]
    lines += [f"%c{n} = arith.constant {n} : index" for n in (0, 1, 3)]
    for k, (offset, stride) in enumerate(views):
        lines.append(f"%m{k} = memref.subview %x[{offset}] [3] [{stride}] : memref<12xf64> to {types[k]}")
    lines += ["%m3 = memref.alloc() : memref<3xf64>", "linalg.fill ins(%half : f64) outs(%m3 : memref<3xf64>)"]
    for number, (kind, *of) in enumerate(steps):
        step = re.sub(r"([%^])(?!c\d|m3|half)([a-z]\w+|[ipq]\b)", rf"\1\2_{number}", _KINDS[kind])
        for name, m in zip("abc", of):
            step = re.sub(rf"%{name}\b", f"%m{m}", step)
            step = re.sub(rf"\b{name.upper()}\b", types[m], step)
        lines.append(step.replace("PART", _PART))
    return "\n".join([*lines, "memref.dealloc %m3 : memref<3xf64>", "return", "}", ""])


def _twin(views, steps):
    def run(x):
        memory = [*x, 0.5, 0.5, 0.5]  # the scratch memory lies behind the argument
        places = [[offset + i * stride for i in range(3)] for offset, stride in views] + [[12, 13, 14]]
        for kind, *of in steps:
            a, b, c = (places[n] for n in of)
            going = True
            for i in range(3):
                p, q = memory[a[i]], memory[b[i]]
                match kind:
                    case "linalg":
                        memory[b[i]] = jnp.sin(p * q)
                    case "loop":
                        memory[c[i]] = p + memory[b[2 - i]]
                    case "copy":
                        memory[12 + i] = p
                    case "sum":
                        memory[c[1]] += p * q
                    case "exchange":
                        memory[b[1]] = jnp.sin(p)
                        a, b = b, a
                    case "exit":
                        memory[c[i]] = jnp.where(going, p - q, memory[c[i]])
                        going = going & (p <= 0.5)
            if kind == "copy":
                for i in range(3):
                    memory[b[i]] = memory[12 + i]
        return (), {0: jnp.stack([jnp.asarray(v) for v in memory[:12]])}

    return run


def _check(views, steps):
    start = np.random.default_rng(0).normal(size=12)
    program = Program(_text(views, steps), _twin(views, steps), [start], [0])
    on_memory.check(program)
    on_memory.check_raised(program)


@settings(max_examples=4, deadline=None, derandomize=True, database=None)
@example([(0, 2), (1, 1), (5, 3)], [(kind, 0, 1, 2) for kind in _KINDS])
@given(_VIEWS, _STEPS)
def test_work_in_place_is_what_the_loops_do(views, steps):
    _check(views, steps)


def _as_piece(text):
    """The program with all that it does in a piece."""
    head, body = text.split("{\n", 1)
    body = body.removesuffix("return\n}\n")
    return f"{head}{{\nscf.execute_region {{\n{body}scf.yield\n}} {{lagrad.checkpoint}}\nreturn\n}}\n"


@settings(max_examples=2, deadline=None, derandomize=True, database=None)
@given(_VIEWS, _STEPS)
def test_a_piece_does_what_the_loops_do(views, steps):
    start = np.random.default_rng(0).normal(size=12)
    on_memory.check(Program(_as_piece(_text(views, steps)), _twin(views, steps), [start], [0]))


@pytest.mark.long
@settings(max_examples=100, deadline=None)
@given(_VIEWS, _STEPS)
def test_work_in_place_is_what_the_loops_do_many_times(views, steps):
    _check(views, steps)
