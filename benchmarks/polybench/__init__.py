"""PolyBench kernels on memory: loops over arrays, their `affine` form, and derivatives against JAX.

    python -m benchmarks.polybench check [KERNEL...] [--size N]
    python -m benchmarks.polybench time [KERNEL...] [--size N]
"""
