"""lagrad-explain: what it writes, and what it refuses without touching its output."""

import json
import re

import pytest
from explained_programs import LOOP, REFUSED

from lagrad_cli.explain import run


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "f.mlir"
    path.write_text(LOOP)
    return path


def data_of(page) -> dict:
    text = page.read_text()
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1])


def test_a_page_is_one_file(program, tmp_path):
    page = tmp_path / "page.html"
    assert run([str(program), "--debug", "--lowering=", "-o", str(page)]) == 0
    text = page.read_text()
    assert "default-src 'none'" in text and "<!--@" not in text
    assert not re.search(r"""(?:src|href)=["']|url\(["']?http|@import""", text)
    assert data_of(page)["requests"][0]["name"] == "df"


def test_a_request_of_the_command_line(tmp_path):
    program, page = tmp_path / "f.mlir", tmp_path / "page.html"
    program.write_text(LOOP.split("func.func private")[0])
    assert run([str(program), "--debug", "--lowering=", "--function=f", "--wrt=1", "-o", str(page)]) == 0
    (request,) = data_of(page)["requests"]
    assert [one["name"] for one in request["wrt"]] == ["%y"]


def test_text_of_the_program_is_no_html(tmp_path):
    program, page = tmp_path / "f.mlir", tmp_path / "page.html"
    program.write_text("// </script><b>\n" + LOOP)
    assert run([str(program), "--debug", "--lowering=", "-o", str(page)]) == 0
    assert data_of(page)["source"][0] == "// </script><b>"


def test_a_profile(program, tmp_path):
    page = tmp_path / "page.html"
    assert run([str(program), "--debug", "--profile", "--repeat=2", "-o", str(page)]) == 0
    profile = data_of(page)["profile"]
    assert profile["function"] == "df" and profile["calls"] == 2
    assert any(site["kind"] == "loop" and site["place"].endswith("f.mlir:5:8") for site in profile["sites"])


def test_a_refused_program_has_a_page(tmp_path, capfd):
    program, page = tmp_path / "f.mlir", tmp_path / "page.html"
    program.write_text(REFUSED)
    assert run([str(program), "-o", str(page)]) == 1
    told = capfd.readouterr().err
    assert "f.mlir:4:8: error: cannot differentiate" in told and "Traceback" not in told
    assert data_of(page)["refusal"][0]["at"][0] == 4


@pytest.mark.parametrize(
    "text, arguments, status, message",
    [
        ("func.func @f(", [], 1, "f.mlir:1:13: error: expected"),
        (LOOP.split("func.func private")[0], [], 1, "asks for no derivative"),
        (LOOP, ["--pipeline=lagrad-defalt"], 2, "did you mean 'lagrad-default'"),
        (LOOP, ["--entry=df"], 2, "--entry goes with --profile"),
        (LOOP, ["--size=0"], 2, "--size goes with --profile"),
        (LOOP, ["--profile", "--entry=dg"], 1, "there is no function @dg"),
        (LOOP, ["--profile", "--entry=df", "--arg", "q=1"], 1, "'q'"),
        (LOOP, ["--profile", "--lowering="], 2, "--profile calls what --lowering makes"),
        (LOOP, ["--function=g"], 1, "@g"),
        (LOOP, ["--wrt=0"], 2, "--grad"),
    ],
)  # fmt: skip
def test_what_is_refused(tmp_path, capfd, text, arguments, status, message):
    program, page = tmp_path / "f.mlir", tmp_path / "page.html"
    program.write_text(text)
    page.write_text("as it was")
    assert run([str(program), "-o", str(page), *arguments]) == status
    told = capfd.readouterr().err
    assert message in told and "Traceback" not in told
    assert page.read_text() == "as it was"


def test_a_folder_is_no_output(program, tmp_path, capfd):
    assert run([str(program), "-o", str(tmp_path)]) == 1
    assert "Is a directory" in capfd.readouterr().err
