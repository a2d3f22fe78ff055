"""What a check tells."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """One entry of a gradient or tangent that was tested: where, what it is, what it should be."""

    number: int  # of the argument, or of the result
    index: tuple[int, ...]
    got: float
    expected: float
    part: str = ""  # "real" or "imaginary" of a complex entry
    what: str = "gradient of argument"

    def __str__(self) -> str:
        place = f" at [{', '.join(map(str, self.index))}]" if self.index else ""
        whose = f"the {self.part} part of " if self.part else ""
        return (
            f"{whose}the {self.what} {self.number}{place} is {self.got:.10g}, "
            f"finite differences give {self.expected:.10g}"
        )


@dataclass(frozen=True)
class Outcome:
    """How the check of one request went; `complaint` is empty if it passed."""

    request: str
    kind: str
    primal: str
    wrt: tuple[int, ...]
    error: float
    tolerance: float
    complaint: str = ""
    worst: Entry | None = None
    is_conclusive: bool = True  # whether finite differences say anything there
    points: int = 1  # at which it was tried
    where: str = ""  # it failed, if there are several places: the code and the point

    @property
    def passed(self) -> bool:
        return not self.complaint

    def __str__(self) -> str:
        what = f"@{self.request}: {self.kind} of @{self.primal} with respect to {list(self.wrt)}"
        where = self.where or (f"at {self.points} points" if self.points > 1 else "")
        rounding = ", and rounding" if self.passed and self.error > self.tolerance else ""
        measured = f"error {self.error:.1e}{where and ' ' + where} (allowed {self.tolerance:.0e}{rounding})"
        return f"ok    {what}: {measured}" if self.passed else f"wrong {what}: {measured}: {self.complaint}"
