"""Designators in comments against diagnostics."""

from __future__ import annotations

import pytest

from lagrad import pipelines
from lagrad.errors import Diagnostic, error, note
from lagrad.mlir import ir
from lagrad_cli.opt.expectations import expected_in, mismatches
from lagrad_cli.source import Source


@pytest.fixture
def at():
    with pipelines.new_context():
        yield lambda line, file="f.mlir": ir.Location.file(file, line, 3)


def source(*lines: str, first_line: int = 1) -> Source:
    return Source("f.mlir", "\n".join(lines), first_line)


@pytest.mark.parametrize(
    "lines, line",
    [
        (["x // expected-error {{no}}"], 1),
        (["// expected-error@+2 {{no}}", "", "x"], 3),
        (["x", "", "// expected-error @-2 {{no}}"], 1),
        (["x", "// expected-note @above {{a}}", "// expected-error @above {{no}}"], 1),
        (["// expected-error @below {{no}}", "// expected-note @below {{a}}", "x"], 3),
        (["// expected-error @unknown {{no}}"], None),
    ],
)
def test_lines(lines, line):
    (found,) = (e for e in expected_in(source(*lines)) if e.severity == "error")
    assert found.line == line


def test_lines_are_those_of_the_file():
    (found,) = expected_in(source("x // expected-error {{no}}", first_line=10))
    assert found.line == 10


def test_text_is_taken_literally_and_patterns_are_not(at):
    told = [error(at(1), "type 'f64' (a+b)")]
    assert not mismatches(source("x // expected-error {{'f64' (a+b)}}"), told)
    assert not mismatches(source("x // expected-error-re {{type '{{f(32|64)}}' (a+b)}}"), told)
    assert mismatches(source("x // expected-error-re {{type '{{f(16|32)}}'}}"), told)


def test_what_is_matched_is_used_up(at):
    told = [error(at(1), "no"), error(at(1), "no")]
    assert mismatches(source("x // expected-error {{no}}"), told) == [(1, "unexpected error: no")]


def test_notes_are_matched_too(at):
    told = [error(at(1), "no", note(at(2), "because"))]
    lines = ["x // expected-error {{no}}", "y // expected-note {{because}}"]
    assert not mismatches(source(*lines), told)
    assert mismatches(source(lines[0], ""), told) == [(2, "unexpected note: because")]
    assert not mismatches(source(lines[0], ""), told, only_expected=True)


def test_severity_line_and_file_count(at):
    lines = source("x // expected-warning {{no}}")
    missed = (1, 'expected warning "no" was not produced')
    for told in (error(at(1), "no"), Diagnostic("warning", at(2), "no"), Diagnostic("warning", at(1, "g.mlir"), "no")):
        assert missed in mismatches(lines, [told])
    assert not mismatches(lines, [Diagnostic("warning", at(1), "no")])


def test_remarks_may_be_tolerated(at):
    told = [Diagnostic("remark", at(1), "recorded nothing")]
    assert mismatches(source("x"), told) == [(1, "unexpected remark: recorded nothing")]
    assert not mismatches(source("x"), told, tolerate=frozenset({"remark"}))
    assert mismatches(source("x // expected-remark {{recorded all}}"), told, tolerate=frozenset({"remark"}))
