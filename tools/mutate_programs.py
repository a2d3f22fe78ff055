"""Run lagrad-opt over damaged copies of programs: it may refuse them, but not crash, hang or show a traceback.

    python tools/mutate_programs.py --count 300 --seed 1 [--keep DIR] [PROGRAM.mlir ...]

Prints a JSON report and ends with status 1 if anything failed. The same seed and programs give
the same mutants. Each mutant runs in a child of its own, forked with the bindings loaded.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import random
import re
import signal
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from lagrad import pipelines
from lagrad_cli import main as opt

ROOT = Path(__file__).parents[1]
PROGRAMS = ("test/programs/**/*.mlir", "test/lit/**/*.mlir", "benchmarks/**/*.mlir")
COMMANDS = (
    "--canonicalize --cse --split-input-file --verify-diagnostics=only-expected",
    "--lagrad-differentiate --remarks --verify-roundtrip",
    "--lagrad-default",
    "--lagrad-default --lagrad-to-llvm",
    "--emit=llvmir",
    "--emit=obj",
    "--emit=header",
)
TOKEN = re.compile(r'"[^"\n]*"|[%@#!^]?[\w.$-]+|->|\s+|.', re.S)
FOREIGN = """
    f64 f32 f16 bf16 i1 i64 index none 0 -1 1 3 9223372036854775807 1.0e400 0x7FF0000000000000 ? * x
    tensor<?xf64> tensor<2x0xf32> tensor<*xf64> memref<4xf64> vector<4xf64> complex<f64> tensor<3xf64,"pltri">
    %0 %x %c0 @f @nothing true dense<1.0> affine_map<(d0)->(d0)> lagrad.wrt lagrad.gradient lagrad.pullback
    func.func return scf.for scf.if scf.yield linalg.generic tensor.extract arith.mulf "lagrad.grad" private
    ( ) { } [ ] < > , : = -> // loc("x") é \\
""".split()
# Words of one kind may stand for each other.
KINDS = [
    re.compile(r"%[\w$.]+"),
    re.compile(r"@\w+"),
    re.compile(r"\b(?:f64|f32|f16|bf16|i\d+|index)\b"),
    re.compile(r"(?<=[<x\[ (])(?:\d+|\?)(?=[x\],) ])"),
    re.compile(r"\b\d+\.\d+(?:e[+-]?\d+)?\b"),
    re.compile(r"\b(?:arith|math)\.\w+f\b|\bmath\.\w+\b"),
    re.compile(r"\b(?:linalg|tensor|scf)\.\w+"),
    re.compile(r"\blagrad\.\w+"),
    re.compile(r'"(?:parallel|reduction)"'),
    re.compile(r"\bd\d\b"),
]
ALIKE = """
    f64 f32 f16 bf16 i1 i32 i64 index ? 0 1 2 3 7 0.0 1.0 -1.0 1.0e300 arith.addf arith.subf arith.mulf arith.divf
    arith.remf arith.maximumf arith.minnumf arith.negf math.exp math.log math.sqrt math.absf math.floor math.powf
    math.atan2 math.fma math.erf math.cbrt math.copysign linalg.matmul linalg.dot linalg.fill linalg.exp linalg.max
    linalg.transpose linalg.reduce linalg.softmax tensor.extract tensor.insert tensor.cast tensor.pad tensor.gather
    scf.for scf.if scf.while scf.parallel scf.forall lagrad.wrt lagrad.gradient lagrad.pullback lagrad.grad lagrad.of
    lagrad.pushforward lagrad.with_primal lagrad.inactive "parallel" "reduction" d0 d1 d2
""".split()
SECONDS = 30
PARSER_CRASH = "upstream's parser crashes, and the driver says so"
ORDERLY = ("accepted", "refused", PARSER_CRASH)


def mutate(text: str, rng: random.Random) -> str:
    """`text` with one to three random damages."""
    for _ in range(rng.choice([1, 1, 2, 3])):
        damage = rng.choice([_characters, _tokens, _lines, _meaning, _meaning, _meaning])
        text = damage(text, rng)
    return text


def _characters(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    end = min(len(text), at + rng.choice([0, 1, 1, 2]))
    return text[:at] + "".join(rng.choices('abx09 %@(){}[]<>,:=-"\n', k=rng.choice([0, 0, 1, 1, 2]))) + text[end:]


def _tokens(text: str, rng: random.Random) -> str:
    tokens = TOKEN.findall(text)
    solid = [index for index, token in enumerate(tokens) if not token.isspace()]
    if not solid:
        return text
    at, other = rng.choice(solid), rng.choice(solid)
    match rng.choice(["delete", "repeat", "swap", "copy", "foreign", "foreign"]):
        case "delete":
            tokens[at] = ""
        case "repeat":
            tokens[at] += " " + tokens[at]
        case "swap":
            tokens[at], tokens[other] = tokens[other], tokens[at]
        case "copy":
            tokens[at] = tokens[other]
        case "foreign":
            tokens[at] = rng.choice(FOREIGN)
    return "".join(tokens)


def _lines(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    if not lines:
        return text
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.choice(["delete", "repeat", "swap", "truncate"]):
        case "delete":
            lines[at] = ""
        case "repeat":
            lines[at] *= 2
        case "swap":
            lines[at], lines[other] = lines[other], lines[at]
        case "truncate":
            del lines[at:]
    return "".join(lines)


def _meaning(text: str, rng: random.Random) -> str:
    """Another word of the same kind, here or everywhere: much of that still parses."""
    kind = rng.choice(KINDS)
    here = kind.findall(text)
    if not here:
        return text
    word = rng.choice(here)
    other = rng.choice([*here, *(foreign for foreign in ALIKE if kind.fullmatch(foreign))])
    places = [found for found in kind.finditer(text) if found[0] == word]
    for found in reversed(places if rng.random() < 0.5 else [rng.choice(places)]):
        text = text[: found.start()] + other + text[found.end() :]
    return text


@dataclass
class Mutant:
    number: int
    program: Path
    arguments: str
    path: Path
    log: Path

    def start(self) -> int:
        """The process that runs it; what it says goes to `log`."""
        if child := os.fork():
            return child
        log = os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, 0)
        os.dup2(nowhere, 1)
        os.dup2(log, 2)
        signal.alarm(SECONDS)
        try:
            status = opt.run([str(self.path), *self.arguments.split()])
            sys.stderr.flush()
        finally:
            os._exit(status if "status" in locals() else 70)

    def outcome(self, status: int) -> str:
        """What became of it, given the exit status or minus the signal: in ORDERLY, or what went wrong."""
        told = self.log.read_text(errors="replace")
        if status == 1 and "crashed" in told:
            return PARSER_CRASH if f"while parsing '{self.path}'" in told else "crashes"
        if status == -signal.SIGALRM:
            return f"hangs for {SECONDS} s"
        if status < 0:
            return f"crashes by {signal.Signals(-status).name}"
        if "Traceback" in told or "internal error" in told:
            return "shows a bug"
        if status not in (0, 1):
            return f"ends with status {status}"
        if status == 1 and "error: " not in told:
            return "fails without an error"
        return "accepted" if status == 0 else "refused"


def run(programs: list[Path], count: int, seed: int, jobs: int, folder: Path, keep: Path | None) -> dict:
    """The report of `count` mutants, of each program in turn."""
    rng = random.Random(seed)
    waiting = []
    for number in range(count):
        program = programs[number % len(programs)]
        path = folder / f"{number}.mlir"
        path.write_text(mutate(program.read_text(), rng))
        waiting.append(Mutant(number, program, rng.choice(COMMANDS), path, folder / f"{number}.log"))

    outcomes: collections.Counter[str] = collections.Counter()
    failures = []
    running: dict[int, Mutant] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop(0)
            running[mutant.start()] = mutant
        child, status = os.wait()
        mutant, status = running.pop(child), os.waitstatus_to_exitcode(status)
        outcome = mutant.outcome(status)
        outcomes[outcome] += 1
        if outcome not in ORDERLY:
            failures.append(_described(mutant, outcome))
            if keep:
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{seed}-{mutant.path.name}").write_text(mutant.path.read_text())
    failures.sort(key=lambda failure: failure["mutant"])
    return {"seed": seed, "count": count, "programs": len(programs), "outcomes": dict(outcomes), "failures": failures}


def _described(mutant: Mutant, failure: str) -> dict:
    told = mutant.log.read_text(errors="replace").strip().split("\n")
    program = mutant.program
    return {
        "mutant": mutant.number,
        "program": str(program.relative_to(ROOT) if program.is_relative_to(ROOT) else program),
        "arguments": mutant.arguments,
        "failure": failure,
        "told": told[-12:],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("programs", nargs="*", type=Path)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="copy the mutants that failed here")
    given = parser.parse_args()
    programs = given.programs or sorted(path for glob in PROGRAMS for path in ROOT.glob(glob))
    programs = [path for path in programs if "Output" not in path.parts]
    random.Random(given.seed).shuffle(programs)
    pipelines.read("lagrad-default,lagrad-to-llvm")  # loads what the children share
    with tempfile.TemporaryDirectory() as folder:
        report = run(programs, given.count, given.seed, given.jobs, Path(folder), given.keep)
    print(json.dumps(report, indent=2))
    return 1 if report["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
