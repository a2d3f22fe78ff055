"""The options of `lagrad-opt`, under the headings of its help; pass flags are in `flags`."""

from __future__ import annotations

import click

from .flags import Option

EMIT = ["mlir", "bytecode", "llvmir", "obj", "shared", "header", "cpp-header", "link-flags"]
OF_SUFFIX = {".o": "obj", ".so": "shared", ".dylib": "shared", ".ll": "llvmir", ".mlirbc": "bytecode"}
OF_SUFFIX |= {".h": "header", ".hpp": "cpp-header"}


def _general():
    yield Option(["--version"], is_flag=True, help="Print the versions of lagrad and of the bindings.")


def _files():
    yield Option(
        ["-o", "output"], default="-", metavar="OUT", help="Write here, once all went well (default: standard output)."
    )
    yield Option(
        ["--emit"],
        type=click.Choice(EMIT),
        help="What to write (default: what the name of OUT says, as in OUT.o or OUT.ll, else mlir).",
    )
    yield Option(
        ["--target-cpu"],
        metavar="NAME",
        help="With --emit=obj or shared: the processor, as x86-64-v3 (default: native).",
    )
    yield Option(["--emit-bytecode"], is_flag=True, help="The same as --emit=bytecode.")
    yield Option(
        ["--dependency-file"], metavar="FILE", help="Write which files OUT is made of, as a rule of Make for OUT."
    )
    yield Option(["--report"], metavar="FILE.json", help="Write what the passes recorded and said.")
    yield Option(["--irdl-file"], multiple=True, metavar="FILE", help="Load the dialects that an IRDL program defines.")
    yield Option(["--no-implicit-module"], is_flag=True, help="The program must be one operation, builtin.module.")
    yield Option(
        ["--split-input-file"],
        bare="// -----",
        metavar="[=MARKER]",
        help="Process the parts between lines `// -----` one by one.",
    )
    yield Option(["--output-split-marker"], metavar="MARKER", help="Print this between the parts.")


def _passes():
    yield Option(
        ["--load", "rules"], multiple=True, metavar="RULES.py", help="Load rules for operations of any dialect."
    )
    yield Option(
        ["-p", "--pipeline", "--pass-pipeline", "pipeline"],
        metavar="TEXT",
        help="'builtin.module(a,func.func(b{x=1}))', or a bare list.",
    )
    yield Option(["--dump-pass-pipeline"], is_flag=True, help="Print what will run, on standard error.")
    yield Option(["--list-passes"], is_flag=True, help="Print all passes and their options.")
    yield Option(["--list-stages"], is_flag=True, help="Print the stages of lagrad-to-llvm and their passes.")
    yield Option(["--stop-after"], metavar="STAGE", help="End lagrad-to-llvm with that stage.")
    yield Option(["--list-rules"], is_flag=True, help="Print which operations have derivatives.")
    yield Option(["--show-dialects"], is_flag=True, help="Print the dialects a program may use.")


def _checks():
    yield Option(["--allow-unregistered-dialect"], is_flag=True, help="Accept operations that nobody knows.")
    yield Option(
        ["--verify-diagnostics"],
        bare="all",
        type=click.Choice(["all", "only-expected"]),
        help="Match diagnostics with comments `expected-error {{...}}`.",
    )
    yield Option(
        ["--verify-each"],
        bare="true",
        default="true",
        type=click.BOOL,
        help="Verify the program after each pass (default: true).",
    )
    yield Option(["--verify-roundtrip"], is_flag=True, help="Check that the output parses as the same program.")


def _diagnostics():
    yield Option(["--remarks"], is_flag=True, help="Show the remarks of passes.")
    yield Option(["--remarks-filter"], metavar="REGEX", help="Show the remarks that match.")
    yield Option(
        ["--mlir-print-op-on-diagnostic"],
        bare="true",
        default="true",
        type=click.BOOL,
        help="Show the operation that an error is about (default: true).",
    )
    yield Option(["--debug"], is_flag=True, help="Show Python tracebacks, and run in one process.")


def _watching():
    yield Option(
        ["--mlir-print-ir-before", "before"],
        multiple=True,
        metavar="PASS[,PASS]",
        help="Print the program before these passes, on standard error.",
    )
    yield Option(["--mlir-print-ir-after", "after"], multiple=True, metavar="PASS[,PASS]", help="Print it after.")
    yield Option(["--mlir-print-ir-before-all", "before_all"], is_flag=True, help="Before each pass.")
    yield Option(["--mlir-print-ir-after-all", "after_all"], is_flag=True, help="After each pass.")
    yield Option(
        ["--mlir-print-ir-after-change", "after_change"], is_flag=True, help="After each pass that changed it."
    )
    yield Option(["--mlir-print-ir-after-failure", "after_failure"], is_flag=True, help="After a pass that failed.")
    yield Option(
        ["--print-after-stage", "after_stages"],
        multiple=True,
        metavar="STAGE",
        help="After that stage of lagrad-to-llvm, or after 'all'.",
    )
    yield Option(
        ["--mlir-print-ir-module-scope", "module_scope"], is_flag=True, help="Print the whole module each time."
    )
    yield Option(
        ["--mlir-print-ir-tree-dir", "tree_dir"], default="", metavar="DIR", help="Print into files of this directory."
    )
    yield Option(["--mlir-timing", "timing"], is_flag=True, help="Print the time that each pass took.")
    yield Option(
        ["--mlir-timing-display", "timing_display"],
        type=click.Choice(["list", "tree"]),
        help="With --mlir-timing: passes of one name together, or the pipeline (default: tree).",
    )
    yield Option(
        ["--mlir-output-format", "output_format"],
        type=click.Choice(["text", "json"]),
        default="text",
        help="With --mlir-timing: print it so (default: text).",
    )
    yield Option(
        ["--mlir-pass-statistics", "statistics"],
        is_flag=True,
        help="Print the operations that each pass made and erased.",
    )
    yield Option(["--mlir-disable-threading"], is_flag=True, help="Accepted; there are no threads.")
    yield Option(
        ["--mlir-pass-pipeline-crash-reproducer", "crash_reproducer"],
        metavar="FILE",
        help="Where a pass fails or crashes, write the program and pipeline here.",
    )
    yield Option(["--mlir-generate-reproducer", "generate_reproducer"], metavar="FILE", help="Write them in any case.")
    yield Option(["--run-reproducer"], is_flag=True, help="Run the pipeline that such a file holds.")


def _printing():
    yield Option(["--mlir-print-debuginfo", "enable_debug_info"], is_flag=True, help="Print locations.")
    yield Option(["--mlir-pretty-debuginfo", "pretty_debug_info"], is_flag=True, help="In a readable form.")
    yield Option(
        ["--mlir-print-op-generic", "print_generic_op_form"], is_flag=True, help="Print operations in the generic form."
    )
    yield Option(
        ["--mlir-print-local-scope", "use_local_scope"],
        is_flag=True,
        help="Print no aliases of attributes, types and locations.",
    )
    yield Option(["--mlir-print-skip-regions", "skip_regions"], is_flag=True, help="Print no regions.")
    yield Option(
        ["--mlir-use-nameloc-as-prefix", "use_name_loc_as_prefix"], is_flag=True, help="Name values by their locations."
    )
    yield Option(
        ["--mlir-print-unique-ssa-ids", "unique_names"],
        is_flag=True,
        help="Give every value a name of its own in the whole program.",
    )
    yield Option(
        ["--mlir-print-value-users", "users"], is_flag=True, help="The same, with the users of each value as a comment."
    )
    yield Option(
        ["--mlir-elide-elementsattrs-if-larger", "large_elements_limit"],
        type=click.IntRange(min=0),
        metavar="N",
        help="Print `...` for longer constants.",
    )
    yield Option(
        ["--mlir-elide-resource-strings-if-larger", "large_resource_limit"],
        type=click.IntRange(min=0),
        metavar="N",
        help="Print no longer resources.",
    )


_GROUPS = {
    "General": _general,
    "Files": _files,
    "Passes": _passes,
    "Checks": _checks,
    "Diagnostics": _diagnostics,
    "Watching a run": _watching,
    "Printing": _printing,
}


def all_options() -> list[Option]:
    """Every option, in the order of the help, each with its heading."""
    options = []
    for heading, group in _GROUPS.items():
        for option in group():
            option.group = heading
            options.append(option)
    return options
