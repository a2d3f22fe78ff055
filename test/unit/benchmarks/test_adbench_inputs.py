"""ADBench's file formats: what is written is read back, and a bad file is told what is wrong with it."""

from pathlib import Path

import numpy as np
import pytest

from benchmarks.adbench import benchmark
from benchmarks.adbench.ba import inputs as ba
from benchmarks.adbench.gmm import inputs as gmm
from benchmarks.adbench.number_file import FormatError

GMM_FILE = """\
2 3 1
-0.649014
1.181166
-0.758453
0.09 0.18
0.34 0.39
0.53 0.41
0.58 -0.85 0.80
-1.50 0.87 -0.24
0.16 -1.96 -1.27
1.17 2.02
1.5 2
"""


def test_gmm_file(tmp_path):
    path = tmp_path / "gmm.txt"
    path.write_text(GMM_FILE)
    given = gmm.read(path)
    assert given.alphas.tolist() == [-0.649014, 1.181166, -0.758453]
    assert given.means.shape == (3, 2) and given.means[1, 0] == 0.34
    assert given.icf.shape == (3, 3) and given.icf[2].tolist() == [0.16, -1.96, -1.27]
    assert given.x.tolist() == [[1.17, 2.02]]
    assert (given.gamma, given.m) == (1.5, 2)


def test_gmm_is_read_as_written(tmp_path):
    given = gmm.generate(3, 4, 5, seed=7, m=2)
    gmm.write(tmp_path / "gmm.txt", given)
    again = gmm.read(tmp_path / "gmm.txt")
    for name in ("alphas", "means", "icf", "x"):
        np.testing.assert_allclose(getattr(again, name), getattr(given, name), rtol=0, atol=1e-6)
    assert (again.gamma, again.m) == (given.gamma, given.m)


def test_ba_file_replicates_its_rows(tmp_path):
    given = ba.generate(2, 3, 7, seed=1)
    ba.write(tmp_path / "ba.txt", given)
    again = ba.read(tmp_path / "ba.txt")
    assert [array.shape for array in ba.arguments(again)] == [(2, 11), (3, 3), (7,), (7, 2), (7, 2)]
    for name in ("cameras", "points", "weights", "features"):
        read, written = getattr(again, name), getattr(given, name)
        np.testing.assert_allclose(read, np.broadcast_to(written[0], read.shape), rtol=0, atol=1e-6)
    assert again.observations.dtype == np.int32
    assert again.observations.tolist() == [[0, 0], [1, 1], [0, 2], [1, 0], [0, 1], [1, 2], [0, 0]]


@pytest.mark.parametrize("name", ["gmm", "ba"])
def test_the_sample_is_what_its_generator_wrote(name, tmp_path):
    b = benchmark.find(name)
    sample = Path(b.samples[0])
    sizes = [int(word.strip("dKnmp")) for word in sample.stem.split("_")[1:]]
    if name == "gmm":
        sizes.append(100)
    b.write(tmp_path / "again.txt", b.generate(*sizes, seed=1))
    assert (tmp_path / "again.txt").read_text() == sample.read_text()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "d has 1 numbers, but only 0 are left"),
        ("2 x 1\n", "K must be an integer, not 'x'"),
        ("2 0 1\n", "K must be positive, not 0"),
        (GMM_FILE[:60], "means has 6 numbers, but only 5 are left"),
        (GMM_FILE.replace("1.17", "1.1.7"), "x: could not convert string"),
        (GMM_FILE.replace("1.5 2", "1.5 2.5"), "m must be an integer, not '2.5'"),
        (GMM_FILE + "8 9", "2 more numbers than its sizes ask for"),
    ],
)
def test_a_bad_file_is_refused(tmp_path, text, message):
    path = tmp_path / "bad.txt"
    path.write_text(text)
    with pytest.raises(FormatError) as refusal:
        gmm.read(path)
    assert str(refusal.value).startswith(f"{path}: ")
    assert message in str(refusal.value)


def test_a_binary_file_is_refused(tmp_path):
    path = tmp_path / "binary"
    path.write_bytes(bytes(range(128, 256)))
    with pytest.raises(FormatError, match="not a text file"):
        ba.read(path)
