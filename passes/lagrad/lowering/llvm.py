"""The pipeline from tensors to LLVM, as text.

    fusion    whole-tensor arithmetic becomes linalg and is fused
    destinations
              every writer gets its own destination, and loops update what they carry in place
    buffers   one-shot bufferization; the caller's results are destinations already, so what is
              left are temporaries, which move out of loops and are freed
    loops     linalg becomes loops; those whose trips are independent run several at once
    llvm      everything becomes LLVM, with C functions around it
"""

from __future__ import annotations

import platform

from ..errors import Failure

SIZES = "lagrad-count-in-indices,lagrad-erase-markers,lagrad-tie-sizes"
CHECKS = "lagrad-erase-markers,lower-affine,lift-cf-to-scf,lagrad-expand-operations,lagrad-check-bounds"
LINALG = """
    lagrad-expand-bodies,lagrad-triangular-loops,lagrad-pack-triangular,lagrad-drop-encodings,
    lower-affine,lift-cf-to-scf,lagrad-expand-operations,
    inline,lagrad-expand-bodies,canonicalize,cse,lagrad-replace-poison,lagrad-add-destinations,symbol-dce,
    convert-elementwise-to-linalg,linalg-generalize-named-ops,lagrad-slice-outputs,
    lagrad-slice-functions,lagrad-fold-fills,lagrad-forward-results,lagrad-read-destinations,linalg-fuse-elementwise-ops,
    lagrad-settle-branches,canonicalize,resolve-ranked-shaped-type-result-dims,scf-for-loop-canonicalization,canonicalize,cse,
    linalg-fuse-elementwise-ops"""

FUSION = f"{SIZES},{LINALG}"

DESTINATIONS = """
    lagrad-reshape-loops,lagrad-carry-parts,lagrad-fuse-results,canonicalize,cse,lagrad-update-arguments,
    lagrad-separate-results,lagrad-separate-branches,lagrad-reserve-room,lagrad-align-while,lagrad-raise-indices,lagrad-place-insertions,
    lagrad-return-slices,lagrad-reuse-destinations,lagrad-sink-destinations,lagrad-update-slices,lagrad-write-slices,lagrad-copy-yields,
    lagrad-keep-results,lagrad-hoist-sizes,lagrad-assemble-results,eliminate-empty-tensors,lagrad-free-destinations"""

TENSORS = f"{FUSION},{DESTINATIONS}"

BUFFERS = """
    lagrad-mark-tensors,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map
                       allow-return-allocs-from-loops=1 buffer-alignment=0},
    lagrad-join-layouts,cse,canonicalize,cse,
    lagrad-pass-slices,lagrad-read-originals,lagrad-overwrite-originals,lagrad-share-buffers,buffer-loop-hoisting,lagrad-hoist-buffers,promote-buffers-to-stack{max-alloc-size-in-bytes=1024},lagrad-hoist-stack-buffers,
    buffer-deallocation-pipeline,convert-bufferization-to-memref,
    canonicalize,lagrad-convert-copies,lagrad-fuse-copies"""

TO_LOOPS = "lagrad-hoist-invariants,convert-linalg-to-loops"
LOOPS = "lagrad-vectorize-map,lagrad-stream-results,lagrad-recycle-buffers,lagrad-reuse-scratch,lagrad-share-buffers,lagrad-place-buffers"

ARITHMETIC = "convert-complex-to-standard,canonicalize,cse"

TO_LLVM = """
    lagrad-saturate-sizes,lagrad-report-assertions,lagrad-expand-math,math-extend-to-supported-types,
    convert-math-to-funcs{min-width-of-fpowi-exponent=1},
    arith-emulate-unsupported-floats{source-types=bf16 target-type=f32},arith-expand{include-bf16=1},
    convert-vector-to-scf{full-unroll=1},convert-scf-to-cf,expand-strided-metadata,lower-affine,
    finalize-memref-to-llvm,
    convert-math-to-llvm{approximate-log1p=0},convert-math-to-libm,convert-complex-to-llvm,
    convert-vector-to-llvm,finalize-memref-to-llvm,convert-arith-to-llvm,convert-index-to-llvm,convert-cf-to-llvm,
    convert-func-to-llvm,convert-ub-to-llvm,
    canonicalize,cse,reconcile-unrealized-casts"""

INTERFACE = "lagrad-emit-c-interface,lagrad-declare-variants"

FAILURES = "lagrad-report-failures"

LLVM = f"{TO_LLVM},lagrad-restrict-arguments,{FAILURES},{INTERFACE}"


MATH = ("vector", "precise")  # where elementary functions are computed: by vector code, or by the C library
_X86 = platform.machine().lower() in ("x86_64", "amd64")  # lagrad-flush-subnormals sets a register of these
_ONE_THREAD = 4_000_000  # multiplications of a product that is over before several threads have shared it
SUBNORMALS = ("flush", "keep", "flush-all")  # in products of matrices, nowhere, in all arithmetic


def pipeline(
    strict: bool = False,
    blas: str | None = None,
    math: str = "vector",
    counted: bool = False,
    threads: str = "1",
    subnormals: str = "flush",
    processor: str = "native",
    check_bounds: str = "false",
) -> str:
    """The whole way down; `strict` keeps the order of every floating-point operation.

    `blas` names the library for large contractions (`lowering.blas.LIBRARIES`), beside functions of our own; `math` is one of MATH,
    `subnormals` one of SUBNORMALS; `processor` the one that our functions are for. Strict code has no other
    functions than the C library's.
    `counted` code counts its operations. `threads` share the trips of loops; strict code has the same sums with any number
    of them. `check_bounds` is "true" where indices and sizes are checked when the code runs.
    Raises Failure for a `math`, `subnormals`, `threads` or `check_bounds` that do not exist.
    """
    if math not in MATH:
        raise Failure(f"option 'math' is {' or '.join(MATH)}, not '{math}'")
    if subnormals not in SUBNORMALS:
        raise Failure(f"option 'subnormals' is {', '.join(SUBNORMALS[:-1])} or {SUBNORMALS[-1]}, not '{subnormals}'")
    if not threads.isdecimal() or int(threads) < 1:
        raise Failure(f"option 'threads' is a number from 1 on, not '{threads}'")
    if check_bounds not in ("true", "false"):
        raise Failure(f"option 'check-bounds' is true or false, not '{check_bounds}'")
    tiled = not (strict or counted or int(threads) > 1)  # threads share loops of scalars
    whole = ["lagrad-keep-triangles"] if tiled else []
    weights, choices = (["lagrad-skip-weights"], ["lagrad-select-tensors"]) if tiled else ([], [])
    parts = ["lagrad-skip-columns,lagrad-slice-chains"] if strict else ["lagrad-skip-columns,lagrad-slice-chains,lagrad-skip-zeros"]
    library = blas or ("none" if tiled else None)
    blocks = ["lagrad-tile-triangular"] if library else []
    products = ["lagrad-unfold-windows,lagrad-split-products,lagrad-factor-products"] if library else []
    for_other = "" if processor == "native" else f"{{processor={processor}}}"
    large = f" most-work={_ONE_THREAD}" if int(threads) > 1 else ""  # a library may have several threads, our functions have one
    calls = [f"lagrad-convert-linalg-to-blas{{library={library}{large}{for_other and f' processor={processor}'}}}"] if library else []
    flush = []
    if _X86 and subnormals == "flush-all":
        flush = ["lagrad-flush-subnormals{everywhere=true}"]
    elif _X86 and library and subnormals == "flush":
        flush = [f"lagrad-flush-subnormals{{library={library}}}"]
    define = [f"lagrad-define-products{{processor={processor}}}"] if library else []
    small = [] if strict else ["lagrad-unroll-small" if int(threads) == 1 else "lagrad-unroll-small{rows=false}"]
    fast = [] if strict else ["lagrad-set-fastmath,lagrad-share-reciprocals"]
    tiles = [f"lagrad-tile-columns{for_other}"] if tiled else []
    loops = LOOPS.replace("lagrad-vectorize-map", f"lagrad-vectorize-map{for_other}")
    sweeps = ["lagrad-fuse-sweeps"] if tiled else []
    rows, narrow = ([], []) if counted or int(threads) > 1 else (["lagrad-gather-rows"], ["lagrad-narrow-buffers"])
    order = [] if strict else ["lagrad-order-loops"]
    if counted:  # before anything is made of several scalars at once
        calls = [*calls, "lagrad-order-loops,convert-linalg-to-loops,lagrad-count-operations"]
    shared = [] if int(threads) == 1 else [f"lagrad-distribute-loops{{threads={threads}{' sums=false' if strict else ''}}}"]
    tables = [] if counted else ["lagrad-tabulate-rows"]
    signs = [] if strict else ["lagrad-ignore-zero-signs"]
    functions = [] if strict or math == "precise" else ["lagrad-vectorize-math"]
    linalg = LINALG.replace("lagrad-fold-fills,", "") if counted else LINALG  # where a product with one is a product
    checks = [CHECKS] if check_bounds == "true" else []
    tensors = [*checks, SIZES, *whole, *weights, *blocks, linalg, *choices, *parts, *products, *signs, DESTINATIONS]
    return ",".join([*tensors, BUFFERS, *small, *fast, "lagrad-share-branches", *tiles, *sweeps, *calls, *order, *rows, TO_LOOPS, *narrow, *tables, *signs, *shared, "lagrad-unswitch-loops", loops, ARITHMETIC, *functions, "lagrad-limit-unrolling", TO_LLVM, "lagrad-restrict-arguments", FAILURES, *flush, *define, INTERFACE])
