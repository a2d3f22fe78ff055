"""What --version, --list-passes, --list-stages, --show-dialects and --list-rules print."""

from __future__ import annotations

import re
from importlib import metadata

from lagrad import transforms, upstream
from lagrad.lowering import pipeline as lowering
from lagrad.mlir import ROOT, ir
from lagrad.pipelines import NAMED, new_context


def versions() -> str:
    """What a report of an error needs: of lagrad, of the bindings, and of what makes machine code."""
    from llvmlite.binding import llvm_version_info

    wheels = metadata.packages_distributions()[ROOT]
    bindings = ", ".join(f"{wheel} {metadata.version(wheel)}" for wheel in sorted(set(wheels)))
    llvm = ".".join(map(str, llvm_version_info))
    return (
        f"lagrad-opt {metadata.version('lagrad')}, MLIR bindings of {bindings}, "
        f"LLVM {llvm} of llvmlite {metadata.version('llvmlite')}\n"
    )


def passes() -> str:
    """Our passes, the named pipelines, then upstream's passes, each with its options and defaults."""
    lines = ["Passes of lagrad:"]
    for name in transforms.names():
        cls = transforms.find(name)
        summary = (cls.__doc__ or "").strip().split("\n")[0]
        lines.append(f"  {name}  -  {summary}")
        for option, field in cls.options().items():
            lines.append(f"      {option}={_default(field.default)}  -  {field.metadata['help']}")
    lines.append("Pipelines of lagrad:")
    for name, text in sorted(NAMED.items()):
        lines.append(f"  {name}  -  {','.join(part.strip() for part in text.split(','))}")
    lines.append("Passes of upstream MLIR (the operation they run on):")
    for name, known in upstream.table().items():
        lines.append(f"  {name}  ({known['anchor']})")
        lines += (f"      {option}={default}" for option, default in known["options"].items())
    return "\n".join(lines) + "\n"


def stages() -> str:
    """The stages of lagrad-to-llvm: what each is for, its passes in their order, and when a pass runs if not always."""
    passes = [[(name, step.when.text) for step in stage.steps for name in step.names()] for stage in lowering.STAGES]
    of_stage = max(map(len, lowering.NAMES))
    of_pass = max(len(name) for listed in passes for name, _ in listed)
    lines = ["Stages of lagrad-to-llvm, in their order:"]
    for stage, listed in zip(lowering.STAGES, passes):
        lines.append(f"  {stage.name:{of_stage}}  -  {stage.why}")
        lines += (f"      {name:{of_pass}}  -  {when}" if when else f"      {name}" for name, when in listed)
    return "\n".join(lines) + "\n"


def _default(value) -> str:
    match value:
        case bool():
            return str(value).lower()
        case tuple():
            return ",".join(value)
        case _:
            return str(value)


def dialects() -> str:
    """The dialects that programs may use. The bindings have no list of them, but their complaint has."""
    with new_context():
        try:
            ir.Module.parse("show.dialects")
        except ir.MLIRError as complaint:
            text = " ".join(n.message for d in complaint.error_diagnostics for n in d.notes)
    known = re.search(r"Available dialects: (.*?) ;", text)[1]
    return "Available Dialects: " + ", ".join(sorted([*known.split(", "), "lagrad"])) + "\n"


def rules() -> str:
    """One line for each operation with a rule: the kind of rule, and the primal values it reads."""
    from lagrad import rules

    rows = [("operation", "kind", "reads")]
    rows += ((row["op"], row["kind"], row["reads"]) for row in rules.table())
    name, kind = (max(len(row[column]) for row in rows) for column in range(2))
    return "".join(f"{row[0]:{name}}  {row[1]:{kind}}  {row[2]}".rstrip() + "\n" for row in rows)
