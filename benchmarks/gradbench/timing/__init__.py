"""Evals of GradBench by lagrad, Enzyme, JAX and PyTorch, timed in one run: `python -m benchmarks.gradbench.timing`."""
