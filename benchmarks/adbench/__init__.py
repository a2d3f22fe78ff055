"""The ADBench problems as MLIR programs. One folder a problem; `benchmark.names()` lists them.

    python -m benchmarks.adbench run --bench gmm --data FILE

A problem is a package with `primal.mlir` (the objective, and declarations that ask for its
derivatives), `inputs.py` (ADBench's text format and a seeded generator) and `reference.py` (the same
mathematics in NumPy and JAX); its `BENCHMARK` ties them together.
"""
