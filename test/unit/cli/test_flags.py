"""Command lines in the manner of mlir-opt, brought into click's form."""

from __future__ import annotations

import click
import pytest

from lagrad_cli.opt.flags import responses, separate
from lagrad_cli.opt.options import all_options


def separated(text: str) -> tuple[list[str], list[str]]:
    return separate(text.split(), all_options())


def test_arguments_in_files(tmp_path):
    inner, outer = tmp_path / "inner", tmp_path / "outer"
    inner.write_text("--cse  # the second\n")
    outer.write_text(f"--canonicalize\n@{inner} -o 'a b'")
    files: list[str] = []
    assert list(responses(["f.mlir", f"@{outer}"], files)) == ["f.mlir", "--canonicalize", "--cse", "-o", "a b"]
    assert files[0] == str(outer) and len(files) == 2
    assert list(responses(["@none.txt"], files)) == ["@none.txt"]  # a file name, as LLVM has it


def test_flags_that_the_bindings_do_not_have():
    with pytest.raises(click.UsageError, match="do not offer --load-pass-plugin; --load reads rules"):
        separated("--load-pass-plugin=a.so")
    with pytest.raises(click.UsageError, match="do not offer --debug-only; --mlir-print-ir-after=PASS"):
        separated("--debug-only=inliner")


@pytest.mark.parametrize(
    "text, rest, passes",
    [
        ("f.mlir --cse -canonicalize", ["f.mlir"], ["cse", "canonicalize"]),
        ("--symbol-dce f.mlir --cse", ["f.mlir"], ["symbol-dce", "cse"]),
        ("--canonicalize=max-iterations=3", [], ["canonicalize{max-iterations=3}"]),
        ("--canonicalize={max-iterations=3}", [], ["canonicalize{max-iterations=3}"]),
        ("--canonicalize=", [], ["canonicalize"]),
        ("--lagrad-default", [], ["lagrad-default"]),
        ("-o out", ["-o", "out"], []),
        ("-oout", ["-o", "out"], []),
        ("-o=out", ["-o", "out"], []),
        ("-o -", ["-o", "-"], []),
        ("-", ["-"], []),
        ("-p cse", ["-p", "cse"], []),
        ("-pass-pipeline=any(cse)", ["--pass-pipeline=any(cse)"], []),
        ("--pipeline cse --cse", ["--pipeline", "cse"], ["cse"]),
        ("--report --cse", ["--report", "--cse"], []),
        ("-mlir-timing", ["--mlir-timing"], []),
        ("--mlir-timing=true", ["--mlir-timing"], []),
        ("--mlir-timing=0", [], []),
        ("-split-input-file f.mlir", ["--split-input-file=// -----", "f.mlir"], []),
        ("--verify-diagnostics f.mlir", ["--verify-diagnostics=all", "f.mlir"], []),
        ("--verify-each=0", ["--verify-each=0"], []),
        ("-- --cse", ["--", "--cse"], []),
        ("-o", ["-o"], []),
    ],
)
def test_what_goes_where(text, rest, passes):
    assert separated(text) == (rest, passes)


@pytest.mark.parametrize("text, near", [("--csee", "--cse"), ("-verify-eech", "--verify-each")])
def test_unknown_flags(text, near):
    with pytest.raises(click.NoSuchOption) as caught:
        separated(text)
    assert near in caught.value.possibilities


def test_no_option_is_named_as_a_pass():
    from lagrad.pipelines import pass_names

    names = {name.lstrip("-") for option in all_options() for name in option.opts}
    assert not names & set(pass_names())


def test_every_option_is_explained():
    assert all(option.help for option in all_options())
