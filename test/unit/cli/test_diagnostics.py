"""Diagnostics as text."""

from __future__ import annotations

import pytest

from lagrad import pipelines
from lagrad.errors import error, note
from lagrad.mlir import ir
from lagrad_cli.diagnostics import Renderer, place_of
from lagrad_cli.source import Source


@pytest.fixture(autouse=True)
def context():
    with pipelines.new_context() as context:
        yield context


def at(line: int, column: int, file: str = "f.mlir") -> ir.Location:
    return ir.Location.file(file, line, column)


def render(text: str, diagnostic, first_line: int = 1) -> list[str]:
    return Renderer(Source("f.mlir", text, first_line)).render(diagnostic).split("\n")


def test_source_line_and_caret():
    assert render("a\n  b c\n", error(at(2, 5), "no")) == ["f.mlir:2:5: error: no", "    b c", "      ^"]


def test_lines_of_a_part_are_those_of_the_file():
    assert render("b\n", error(at(7, 1), "no"), first_line=7) == ["f.mlir:7:1: error: no", "    b", "    ^"]


def test_columns_are_bytes_and_carets_characters():
    assert render("é b", error(at(1, 4), "no"))[1:] == ["    é b", "      ^"]


def test_notes_follow():
    told = error(at(1, 1), "no", note(at(2, 1), "here"), note(None, "do that"))
    assert render("a\nb", told) == [
        "f.mlir:1:1: error: no", "    a", "    ^",
        "f.mlir:2:1: note: here", "    b", "    ^",
        "note: do that",
    ]  # fmt: skip


@pytest.mark.parametrize("line, column", [(9, 1), (2, 1), (1, 99)])
def test_a_place_outside_the_text(line, column):
    assert render("a\n", error(at(line, column), "no"))[0] == f"f.mlir:{line}:{column}: error: no"


def test_another_file_is_read_if_it_is_there(tmp_path):
    other = tmp_path / "g.mlir"
    other.write_text("first\nsecond\n")
    assert render("a", error(at(2, 1, str(other)), "no"))[1] == "    second"
    assert len(render("a", error(at(2, 1, "none.mlir"), "no"))) == 1


def test_places():
    here, there = at(1, 2), at(3, 4)
    fused = ir.Location.fused([ir.Location.unknown(), there])
    call = ir.Location.callsite(here, [there])
    for location, text in [
        (here, "f.mlir:1:2"),
        (ir.Location.name("x_bar", here), "f.mlir:1:2"),
        (fused, "f.mlir:3:4"),
        (call, "f.mlir:1:2"),
        (at(1, 2, "-"), "f.mlir:1:2"),
        (ir.Location.unknown(), "None"),
        (ir.Location.name("x_bar"), "None"),
        (None, "None"),
    ]:
        assert str(place_of(location, "f.mlir")) == text


def test_the_operation_that_failed_is_shown_by_its_first_line_or_not_at_all():
    told = error(at(1, 1), "no", note(at(1, 1), 'see current operation: "a"() ({\n  b\n})'))
    shown = Renderer(Source("f.mlir", "a")).render(told).split("\n")
    assert shown[3:] == ['f.mlir:1:1: note: see current operation: "a"() ({ ...']
    assert len(Renderer(Source("f.mlir", "a"), print_operations=False).render(told).split("\n")) == 3
