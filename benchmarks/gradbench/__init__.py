"""GradBench's evals by lagrad: a tool that speaks its protocol, and the programs that it runs."""
