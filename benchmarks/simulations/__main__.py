"""The command; see the package."""

from __future__ import annotations

import argparse
import json
import sys

from . import measure, report
from .catalogue import PROGRAMS
from .variants import VARIANTS

ALLOWED = 1e-9


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.simulations")
    parser.add_argument("action", choices=("check", "run", "memory"), help="memory: the bytes of one variant, for run")
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help=f"of {', '.join(PROGRAMS)}; default all")
    parser.add_argument("--variant", choices=VARIANTS, default="", help="with memory: what is left out")
    parser.add_argument("--seconds", type=float, default=1.0, help="of measurements of time for each variant")
    parser.add_argument("--write", action="store_true", help="keep the record; write the tables of docs/analyses.md")
    given = parser.parse_args()
    if given.write and (given.programs or given.action != "run"):
        parser.error("--write is for a run of all programs")
    if unknown := [name for name in given.programs if name not in PROGRAMS]:
        parser.error(f"there is no program {unknown[0]}; there are {', '.join(PROGRAMS)}")
    chosen = {name: PROGRAMS[name] for name in given.programs or PROGRAMS}
    if given.action == "check":
        if not all([_check(program) for program in chosen.values()]):
            raise SystemExit(1)
    elif given.action == "memory":
        print(json.dumps(sum(measure.grown(program, given.variant) for program in chosen.values())))
    else:
        found = {name: _measured(program, given.seconds) for name, program in chosen.items()}
        print("\n".join(report.tables(found).values()), end="")
        if given.write:
            report.write(found)


def _check(program) -> bool:
    errors = {name: variant.error(program) for name, variant in VARIANTS.items()}
    worst = max(errors, key=errors.get)
    is_right = errors[worst] <= ALLOWED
    print(f"{'ok' if is_right else 'WRONG':6} {program.name:10} {errors[worst]:.1e} against JAX", flush=True)
    return is_right


def _measured(program, seconds: float) -> dict:
    print(f"{program.name} ...", file=sys.stderr, flush=True)
    return {
        "instructions": measure.counted(program),
        "bytes": measure.memory(program),
        "seconds": measure.timed(program, seconds),
    }


if __name__ == "__main__":
    main()
