"""Checks of the formulas that are about loops of a program, for test_calculus: on random loops."""

import random
import re

from lagrad import pipelines
from lagrad.analysis.program import walk
from lagrad.build import constant_of
from lagrad.coarsening.loops import short
from lagrad.coarsening.loops.body import LoopBody
from lagrad.coarsening.loops.parts import parts_of
from lagrad.mlir import ir


def written_out(rng):
    """A function applied so many times to the start is what a loop of it leaves, written out."""
    count, numbers = rng.randrange(1, 5), [rng.uniform(-2, 2) for _ in range(3)]
    steps = "".join(f"%s{k + 1} = arith.{rng.choice(['addf', 'mulf', 'subf'])} %s{k}, %{rng.choice('xyz')} : f64\n"
                    for k in range(3))  # fmt: skip
    text = f"""
        func.func @f(%x: f64, %y: f64, %z: f64) -> f64 {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %n = arith.constant {count} : index
          %r = scf.for %i = %c0 to %n step %c1 iter_args(%s0 = %x) -> f64 {{
            {steps}
            scf.yield %s3 : f64
          }}
          return %r : f64
        }}
    """
    function = {
        "addf": lambda one, two: one + two,
        "mulf": lambda one, two: one * two,
        "subf": lambda one, two: one - two,
    }
    given = dict(zip("xyz", numbers))
    expected = given["x"]
    for _ in range(count):
        for kind, name in re.findall(r"arith.(\w+) %s\d, %(\w) : f64\n", steps):
            expected = function[kind](expected, given[name])
    with pipelines.new_context():
        module = ir.Module.parse(text)
        (loop,) = [op for op in walk(module.operation) if op.name == "scf.for"]
        short.write_out(loop)
        values = dict(zip(module.body.operations[0].regions[0].blocks[0].arguments, numbers))
        for op in walk(module.operation):
            if op.name in ("arith.addf", "arith.mulf", "arith.subf"):
                values[op.results[0]] = function[op.name[6:]](*(values[operand] for operand in op.operands))
            assert op.name != "scf.for"
            if op.name == "func.return":
                assert values[op.operands[0]] == expected


def entry(rng):
    """What is data at the entry of each iteration: of random loops, whatever no parameter gets to."""
    size, starts = 4, [rng.choice(["%data", "%parameter", "%zero"]) for _ in range(4)]
    reads = [rng.choice(["%data", "%data", "%parameter", *(f"%s{k}" for k in range(size))]) for _ in range(size)]
    carried = ", ".join(f"%s{k} = {start}" for k, start in enumerate(starts))
    types, nexts = ", ".join(["f64"] * size), ", ".join(f"%u{k}" for k in range(size))
    body = "\n".join(f"%u{k} = arith.mulf %s{k}, {read} : f64" for k, read in enumerate(reads))
    text = f"""
        func.func @f(%data: f64, %parameter: f64, %n: index) {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %zero = arith.constant 0.0 : f64
          %r:{size} = scf.for %i = %c0 to %n step %c1 iter_args({carried}) -> ({types}) {{
            {body}
            scf.yield {nexts} : {types}
          }}
          return
        }}
    """
    reached = {k for k, start in enumerate(starts) if start == "%parameter"}
    for _ in range(size):
        reached |= {k for k, read in enumerate(reads) if read == "%parameter" or read in {f"%s{r}" for r in reached}}
    with pipelines.new_context():
        module = ir.Module.parse(text)
        (loop,) = [op for op in walk(module.operation) if op.name == "scf.for"]
        parameter = loop.parent.regions[0].blocks[0].arguments[1]
        found = LoopBody(parts_of(loop), lambda value: value == parameter, lambda value: False)
        assert found.steady == set(range(size)) - reached


def condition(rng: random.Random, depth: int) -> tuple[str, bool]:
    """The text of a condition, its result last; whether it ends a loop whatever the flag is."""
    if depth == 0:
        predicate = rng.choice(["slt", "ult", "ne", "sge", "flag"])
        name = f"%q{rng.randrange(10**9)}"
        if predicate == "flag":
            return f"{name} = arith.xori %go, %no : i1", False
        return f"{name} = arith.cmpi {predicate}, %i, %n : index", predicate in ("slt", "ult")
    (one, ends), (other, also) = (condition(rng, depth - 1) for _ in range(2))
    kind, name = rng.choice(["andi", "andi", "ori"]), f"%q{rng.randrange(10**9)}"
    parts = [re.findall(r"%q\d+(?= =)", own)[-1] for own in (one, other)]
    return f"{one}\n{other}\n{name} = arith.{kind} {', '.join(parts)} : i1", kind == "andi" and (ends or also)


def while_and_break(rng):
    """A while has parts if a counter ends it at the latest; a flag, a break of the program, may end it before."""
    text, ends = condition(rng, rng.randrange(3))
    step = rng.choice(["%c1", "%c1", "%c2"])
    program = f"""
        func.func @f(%x: f64, %n: index) {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c2 = arith.constant 2 : index
          %no = arith.constant false
          %yes = arith.constant true
          %r:3 = scf.while (%s = %x, %i = %c0, %go = %yes) : (f64, index, i1) -> (f64, index, i1) {{
            {text}
            scf.condition({re.findall(r"%q[0-9]+(?= =)", text)[-1]}) %s, %i, %go : f64, index, i1
          }} do {{
          ^bb0(%s: f64, %i: index, %go: i1):
            %u = arith.addf %s, %x : f64
            %more = arith.cmpf olt, %u, %x : f64
            %j = arith.addi %i, {step} : index
            scf.yield %u, %j, %more : f64, index, i1
          }}
          return
        }}
    """
    with pipelines.new_context():
        module = ir.Module.parse(program)
        (loop,) = [op for op in walk(module.operation) if op.name == "scf.while"]
        parts = parts_of(loop)
        assert (parts is not None) == (ends and step == "%c1")
        if parts is not None:
            flag = {"xori"} <= {op.name.removeprefix("arith.") for op in parts.tests}
            assert parts.tested_numbers() == {1, *([2] if flag else [])}
            assert constant_of(parts.starts[1]) == 0
