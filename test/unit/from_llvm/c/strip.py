"""Leaves out of a module what clang says of processors, linking and aliasing by type: `strip.py IN > OUT`."""

import sys
import textwrap

from lagrad import pipelines, reading
from lagrad.mlir import ir

KEPT = {"sym_name", "function_type", "linkage", "arg_attrs", "CConv", "unnamed_addr", "visibility_"}
NOISE = ("tbaa", "memory_effects", "loop_annotation", "no_unwind", "will_return", "access_groups", "alias_scopes")


def strip(op: ir.Operation) -> None:
    if op.name == "llvm.func":
        for name in [name for name in op.attributes if name not in KEPT]:
            del op.attributes[name]
    for name in NOISE:
        if name in op.attributes:
            del op.attributes[name]
    for region in op.regions:
        for block in region.blocks:
            for view in list(block.operations):
                if view.operation.name in ("llvm.module_flags", "llvm.intr.assume"):
                    view.operation.erase()
                else:
                    strip(view.operation)


if __name__ == "__main__":
    module = reading.parse(open(sys.argv[1], encoding="utf-8").read(), pipelines.new_context())
    for name in list(module.operation.attributes):
        del module.operation.attributes[name]
    strip(module.operation)
    for line in str(module).splitlines():
        lead = " " * (len(line) - len(line.lstrip()))
        indents = {"initial_indent": lead, "subsequent_indent": lead + "    "}
        print(textwrap.fill(line.strip(), 120, break_long_words=False, **indents))
