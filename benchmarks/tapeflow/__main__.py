"""The command; see the package."""

from __future__ import annotations

import argparse
from pathlib import Path

from lagrad.characterize import page as report
from lagrad.characterize.accesses import TAPES

from .. import page
from . import measure, tables
from .catalogue import PROGRAMS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tapeflow.md"
ALLOWED = 1e-9


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tapeflow")
    parser.add_argument("action", choices=("check", "traffic", "counts", "time", "pages", "print"))
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help=f"of {', '.join(PROGRAMS)}; default all")
    parser.add_argument("--tape", choices=TAPES, help="what the adjoint records (default: record; of time, three)")
    parser.add_argument("--out", metavar="FOLDER", default="tapeflow-pages", help="of pages (default: %(default)s)")
    parser.add_argument("--write", action="store_true", help="write the table to docs/tapeflow.md")
    given = parser.parse_args()
    if given.write and (given.programs or given.tape):
        parser.error("the page has all programs, and says what they record")
    if unknown := [name for name in given.programs if name not in PROGRAMS]:
        parser.error(f"there is no program {unknown[0]}; there are {', '.join(PROGRAMS)}")
    chosen = {name: PROGRAMS[name] for name in given.programs or PROGRAMS}
    if given.action == "print":
        print("".join(program.text(program.small) for program in chosen.values()), end="")
    elif given.action == "check":
        if not all([_check(program, given.tape or "record") for program in chosen.values()]):
            raise SystemExit(1)
    elif given.action == "pages":
        _pages(chosen, given.tape or "record", Path(given.out))
    else:
        made = {"traffic": _traffic, "counts": _counts, "time": _time}[given.action](chosen, given.tape)
        for name, table in made.items():
            print(table)
            if given.write:
                command = f"python -m benchmarks.tapeflow {given.action} --write"
                page.write(PAGE, f"<!-- {name}: made by {command} -->\n", table, f"<!-- end of {name} -->")


def _check(program, tape: str) -> bool:
    found = {name: measure.error(program, passes, tape) for name, passes in measure.VARIANTS.items()}
    is_right = all(error <= ALLOWED for error in found.values())
    print(f"{'ok' if is_right else 'WRONG':6} {program.name:12} {max(found.values()):.1e} against JAX", flush=True)
    return is_right


def _pages(chosen: dict, tape: str, folder: Path) -> None:
    """The page of `lagrad-tape-report` for each program, with all variants beside each other."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, program in chosen.items():
        variants = [measure.variant(program, passes, tape) for passes in measure.VARIANTS.values()]
        path = folder / f"{name}.html"
        path.write_text(report.page(f"The tape of {tables.sized(program, program.traced)}", variants))
        print(path, flush=True)


def _traffic(chosen: dict, tape: str | None) -> dict[str, str]:
    measured = {
        name: {
            variant: measure.simulated(program, passes, tape or "record")
            for variant, passes in measure.VARIANTS.items()
        }
        | {"auto": measure.simulated(program, "", "auto")}
        for name, program in chosen.items()
    }
    names = {name: tables.sized(p, p.traced) for name, p in chosen.items()}
    return {"traffic": tables.traffic(measured, names), "claims": tables.claims(measured)}


def _counts(chosen: dict, tape: str | None) -> dict[str, str]:
    measured = {name: measure.counted(program, tape or "record") for name, program in chosen.items()}
    return {"counts": tables.counts(measured, {name: tables.sized(p, p.large) for name, p in chosen.items()})}


def _time(chosen: dict, tape: str | None) -> dict[str, str]:
    kept = [tape] if tape else measure.SHOWN_TAPES
    measured = {name: {each: measure.timed(program, each) for each in kept} for name, program in chosen.items()}
    return {"time": tables.times(measured)}


if __name__ == "__main__":
    main()
