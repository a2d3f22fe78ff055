"""The sizes at which kernels are timed, small to large: all arrays from the first cache to past the second one."""

from __future__ import annotations

# By how the work of a kernel grows with n.
LINEAR, SQUARE, CUBE, FOURTH = (1000, 10000, 100000), (50, 200, 800), (20, 70, 200), (10, 24, 56)
SHAPES = {
    SQUARE: ("atax", "bicg", "mvt", "gemver", "gesummv", "trisolv", "durbin", "jacobi_2d", "seidel_2d", "fdtd_2d"),
    LINEAR: ("jacobi_1d",),
    FOURTH: ("doitgen",),
    (30, 100, 400): ("deriche", "adi"),
    (10, 30, 90): ("heat_3d",),
}
_OF = {name: sizes for sizes, names in SHAPES.items() for name in names}


def sizes_of(name: str) -> tuple[int, int, int]:
    """Of a kernel; one that the table does not name does some n³ operations."""
    return _OF.get(name, CUBE)
