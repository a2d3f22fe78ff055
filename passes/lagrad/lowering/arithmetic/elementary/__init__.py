"""Elementary functions as arithmetic without branches, so that loops over them become vector code.

Each module has the functions of one kind, written once for all formats: f64 and f32, scalars and vectors of
them. `tables` holds their polynomials, which tools/fit_polynomials.py computes.
"""
