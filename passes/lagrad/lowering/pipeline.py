"""The pipeline from tensors to LLVM: one table of stages."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from . import options as given
from .options import (
    ALWAYS,
    CHECKED,
    COUNTED,
    DEFINED,
    FAST_MATH,
    FLUSHED,
    FREE,
    INSPECTED,
    INSPECTED_TILED,
    PRODUCTS,
    PROFILED,
    RAISED,
    THREADS,
    TILED,
    Condition,
    Options,
)


@dataclass(frozen=True)
class Step:
    """Neighbouring passes of a stage that run under one condition.

    `options` give the options of the pass, where there is one only.
    """

    passes: str
    when: Condition = ALWAYS
    options: tuple[Callable[[Options], str], ...] = ()

    def names(self) -> list[str]:
        """The passes without their options."""
        return re.sub(r"\{[^}]*\}", "", self.passes).split(",")

    def text(self, options: Options) -> str:
        """The passes as pipeline text; nothing where they do not run."""
        if not self.when.holds(options):
            return ""
        said = " ".join(filter(None, (option(options) for option in self.options)))
        return f"{self.passes}{{{said}}}" if said else self.passes


@dataclass(frozen=True)
class Stage:
    """A part of the pipeline after which the program has a form with a name; `why` says what it is for."""

    name: str
    why: str
    steps: tuple[Step, ...]

    def text(self, options: Options) -> str:
        return ",".join(filter(None, (step.text(options) for step in self.steps)))


def _stage(name: str, why: str, *steps: str | tuple) -> Stage:
    """A step is the text of passes, or that, a condition, and functions that give the options of the pass."""
    return Stage(name, why, tuple(_step(*((step,) if isinstance(step, str) else step)) for step in steps))


def _step(passes: str, when: Condition = ALWAYS, *options: Callable[[Options], str]) -> Step:
    return Step(passes, when, options)


STAGES: tuple[Stage, ...] = (
    _stage("preparation", "the program is in operations that the lowering knows; indices and sizes may be checked",
        "lagrad-schedule-snapshots,lower-affine,lift-cf-to-scf,lagrad-normalize-program",
        ("lagrad-raise-nests", RAISED), ("lagrad-check-bounds", CHECKED)),
    _stage("structure", "zeros that types or data promise are skipped: triangles, and weights of zero",
        ("lagrad-keep-triangles", TILED), ("lagrad-skip-weights", INSPECTED_TILED),
        ("lagrad-tile-triangular", PRODUCTS),
        "lagrad-triangular-loops,lagrad-pack-triangular"),
    _stage("signatures", "calls are inlined, and results have destinations among the arguments",
        "inline{default-pipeline=},canonicalize,cse,lagrad-add-destinations,symbol-dce"),
    _stage("fusion", "arithmetic on whole tensors becomes linalg, and neighbours one operation",
        "lagrad-keep-choices,convert-elementwise-to-linalg,linalg-generalize-named-ops",
        ("lagrad-prepare-fusion", ALWAYS, given.fills),
        "linalg-fuse-elementwise-ops,canonicalize,resolve-ranked-shaped-type-result-dims",
        "scf-for-loop-canonicalization,canonicalize,cse,linalg-fuse-elementwise-ops"),
    _stage("algebra", "sums of products are split, skipped in part, or made products of matrices",
        ("lagrad-skip-columns", INSPECTED), "lagrad-slice-chains",
        ("lagrad-skip-zeros", INSPECTED_TILED),
        ("lagrad-drop-unit-indices,lagrad-unfold-windows,lagrad-split-products", PRODUCTS),
        ("lagrad-ignore-zero-signs", FREE)),
    _stage("destinations", "every writer has a destination of its own, and loops update in place what they carry",
        "lagrad-carry-forms,canonicalize,cse,lagrad-prepare-calls",
        "lagrad-place-insertions,lagrad-choose-destinations",
        "lagrad-write-slices,lagrad-copy-yields,lagrad-place-results"),
    _stage("bufferization", "tensors become memory: the caller's for results, temporaries for the rest",
        "one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion="
        "identity-layout-map allow-return-allocs-from-loops=1 buffer-alignment=0}",
        ("lagrad-join-layouts", INSPECTED), "cse,canonicalize,cse"),
    _stage("buffers", "temporaries share memory, leave loops, and are freed",
        "lagrad-stream-tape,lagrad-pass-results,lagrad-hoist-buffers,buffer-loop-hoisting",
        "buffer-deallocation-pipeline,convert-bufferization-to-memref,canonicalize",
        "lagrad-convert-copies,lagrad-outline-parts"),
    _stage("columns", "small sums are written out, and neighbours run over rows or columns together",
        ("lagrad-unroll-small", FREE), ("lagrad-block-sums", TILED),
        ("lagrad-set-fastmath", FREE),
        ("lagrad-tile-columns", TILED, given.processor), ("lagrad-fuse-sweeps", INSPECTED_TILED)),
    _stage("products", "large products become calls of a library, or of functions of our own",
        ("lagrad-distribute-loops", THREADS, given.threads, given.sums, given.whole),
        ("lagrad-convert-linalg-to-blas", PRODUCTS, given.library, given.shared)),
    _stage("loops", "linalg becomes loops, and threads share them; what all iterations compute moves in front",
        ("convert-linalg-to-loops,lagrad-count-operations", COUNTED),
        ("lagrad-order-loops", FREE), ("lagrad-gather-rows", INSPECTED_TILED),
        "lagrad-hoist-invariants", ("lagrad-collapse-dimensions", TILED), "convert-linalg-to-loops",
        ("lagrad-ignore-zero-signs", FREE),
        ("lagrad-distribute-loops", THREADS, given.threads, given.sums), ("lagrad-unswitch-loops", INSPECTED)),
    _stage("lanes", "iterations that are independent run several at once, as vector code",
        ("lagrad-vectorize-map", ALWAYS, given.processor), "lagrad-stream-results"),
    _stage("allocation", "temporaries lie where others were, in a result, or on the stack while it has room",
        "lagrad-place-buffers", ("lagrad-profile-loops", PROFILED, given.profiled)),
    _stage("arithmetic", "complex numbers and elementary functions become arithmetic on floats",
        "convert-complex-to-standard,canonicalize{max-iterations=1},cse", ("lagrad-pack-functions", FAST_MATH),
        ("lagrad-vectorize-math", FAST_MATH, given.processor), ("lagrad-order-sums", FREE)),
    _stage("outlining", "the loops of large functions are functions, so that LLVM takes no longer for each of them",
        "lagrad-outline-loops"),
    _stage("llvm", "everything becomes LLVM's dialect",
        "lagrad-expand-math,math-extend-to-supported-types",
        "convert-math-to-funcs{min-width-of-fpowi-exponent=1}",
        "arith-emulate-unsupported-floats{source-types=bf16 target-type=f32},arith-expand{include-bf16=1}",
        "lagrad-limit-unrolling,convert-vector-to-scf{full-unroll=1},convert-scf-to-cf",
        # To ask a second time whether there is more to simplify takes as long as the first, and LLVM does it all again.
        # One walk converts all that is left, in half the time of a pass for each dialect. Those before it have options,
        # or rewrite vectors first; `memref.reshape` is left to the last one.
        "expand-strided-metadata,lower-affine,convert-math-to-llvm{approximate-log1p=0},convert-math-to-libm",
        "convert-vector-to-llvm,convert-to-llvm,finalize-memref-to-llvm",
        "canonicalize{max-iterations=1},cse,reconcile-unrealized-casts,lagrad-widen-booleans"),
    _stage("interface", "C can call the functions; they say what they promise, and report what fails",
        "lagrad-restrict-arguments", ("lagrad-report-failures", ALWAYS, given.declared),
        ("lagrad-flush-subnormals", FLUSHED, given.flushed),
        ("lagrad-define-products", DEFINED, given.any_processor), ("lagrad-emit-c-interface", ALWAYS, given.lent),
        "lagrad-declare-variants"),
)  # fmt: skip

NAMES: tuple[str, ...] = tuple(stage.name for stage in STAGES)


def stages(options: Options, first: str = NAMES[0], last: str = NAMES[-1]) -> tuple[tuple[str, str], ...]:
    """The stages from `first` to `last` in their order: for each its name, and its passes as pipeline text.

    The text is empty where the options leave no pass of a stage. KeyError for a stage that does not exist.
    """
    for name in (first, last):
        if name not in NAMES:
            raise KeyError(name)
    chosen = STAGES[NAMES.index(first) : NAMES.index(last) + 1]
    return tuple((stage.name, stage.text(options)) for stage in chosen)


def text(options: Options, first: str = NAMES[0], last: str = NAMES[-1]) -> str:
    """The pipeline from the stage `first` to the stage `last`."""
    return ",".join(filter(None, (passes for _, passes in stages(options, first, last))))


def pipeline(**options) -> str:
    """The whole way down, for the fields of `Options`."""
    return text(Options(**options))
