"""PolyBench kernels on memory: loops over arrays, their `affine` form, derivatives against JAX, times beside Enzyme.

python -m benchmarks.polybench check [KERNEL...] [--size N]
python -m benchmarks.polybench time [KERNEL...] [--size N]
python -m benchmarks.polybench run [KERNEL...] [--write] [--resume]     # after `make peers`
"""
