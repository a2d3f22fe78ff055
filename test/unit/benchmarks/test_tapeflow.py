"""The programs of benchmarks/tapeflow have JAX's gradients with every layout, and what is counted of them is right."""

import sys
from dataclasses import replace
from functools import partial

import pytest

from benchmarks.tapeflow import measure, tables
from benchmarks.tapeflow.__main__ import main
from benchmarks.tapeflow.catalogue import PROGRAMS
from lagrad.characterize.caches import SIZES, Traffic


@pytest.mark.parametrize("name", ["gravity", "mttkrp", "pathfinder", "stencil"])
def test_a_gradient_with_layers(name):
    assert measure.error(PROGRAMS[name], measure.LAYERS, "record") < 1e-12


@pytest.mark.long
@pytest.mark.parametrize("tape", ["record", "auto"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_every_gradient(name, tape):
    assert all(measure.error(PROGRAMS[name], passes, tape) < 1e-12 for passes in measure.VARIANTS.values())


def test_a_layout_moves_less():
    pytest.importorskip("cachesim", reason="pycachesim, of the extra 'report', is not installed")
    program = PROGRAMS["gravity"]
    found = {v: measure.simulated(program, p, "record", {"n": 16}) for v, p in measure.VARIANTS.items()}
    assert found["plain"].tape_bytes == (6 * 16 * 16 + 16) * 8  # six numbers of each pair, and the mass of each body
    assert found["layout"].caches[0].bytes < found["plain"].caches[0].bytes / 2
    assert found["layers"].caches[0].moved >= 2 * (found["plain"].tape_bytes - 16 * 8)
    found["auto"] = measure.simulated(program, "", "auto", {"n": 16})
    assert found["auto"].caches[0].bytes < found["layers"].caches[0].bytes  # it records nothing
    row = tables.traffic({"gravity": found}, {"gravity": "gravity"}).splitlines()[2]
    assert row.startswith(f"| gravity | {found['plain'].count:,} | 12,416 | ")
    claimed = tables.claims({"gravity": found}).splitlines()[3].split(" | ")
    less = 1 - min(b.bytes / a.bytes for a, b in zip(found["plain"].caches, found["layout"].caches))
    assert claimed[:2] == ["| gravity", f"{less:.0%}"] and float(claimed[3]) > 2


def test_what_is_claimed():
    """Of each ratio the best, with the smallest cache that has it; energies where traffic is equal, and size is."""
    plain = [Traffic(size, 1000, 0, 268_800 // place, 0) for place, size in enumerate(SIZES, 1)]
    layers = [replace(each, read=each.read // (8 if each.size == 4096 else 2)) for each in plain]
    layout = [replace(each, read=each.read * 3 // 4) for each in plain]
    kinds = {"plain": plain, "layout": layout, "layers": layers}
    measured = {"f": {name: measure.Simulated(1, 0.5, 1, tuple(caches)) for name, caches in kinds.items()}}
    energy = plain[5].energy_on_chip
    assert tables.claims(measured).splitlines()[3].split(" | ") == [
        "| f", "25%", "1 KiB", "8.00", "4 KiB", "8",
        f"{energy / layers[2].energy_on_chip:.2f}", f"{energy / layers[5].energy_on_chip:.2f} |",
    ]  # fmt: skip


def test_equal_traffic():
    plain = [Traffic(size, 1000, 0, 64_000 // place, 0) for place, size in enumerate(SIZES, 1)]
    less = [replace(each, read=each.read // 3) for each in plain]
    assert tables.equal_traffic(plain, less)[0].size == 2 << 10  # 64000 / 6, and 64000 / 3 / 2
    found, energy = tables.equal_traffic(less, plain)
    assert found is None and energy == less[5].energy_on_chip / plain[5].energy_on_chip


def test_counts_grow_with_the_program(valgrind):
    """8192 numbers twice, arguments and what is recorded, do not fit into 32 KiB, but into 1 MiB."""
    few, many = (measure.counted(PROGRAMS["logsum"], "record", {"n": n})["plain"] for n in (819, 8192))
    assert 5 * few.instructions < many.instructions < 20 * few.instructions
    assert many.first_level > 2 * many.last_level > 2 * 8192 / 8
    assert few.last_level <= few.first_level < many.first_level / 5


def test_times_take_turns():
    found = measure.timed(PROGRAMS["logsum"], "record", seconds=0, sizes={"n": 100})
    assert found["plain"].ratio == 1 and all(each.seconds > 0 and each.ratio > 0 for each in found.values())


def test_tables_of_ratios():
    def counted(factor):
        return measure.Counted(1000 * factor, 100 * factor, 10)

    variants = {"plain": counted(1), "layout": counted(2), "layers": counted(8)}
    assert tables.counts({"f": variants}, {"f": "f (n 3)"}).splitlines()[2:] == [
        "| f (n 3) | 1,000 | 2.00 | 8.00 | 100 | 2.00 | 8.00 | 10 | 1.00 | 1.00 |",
        "| **geometric mean** |  | 2.00 | 8.00 |  | 2.00 | 8.00 |  | 1.00 | 1.00 |",
    ]
    own = {"plain": measure.Timed(0.25, 1), "layout": measure.Timed(0.2, 0.5), "layers": measure.Timed(1, 2)}
    assert tables.times({"f": {"auto": own}, "g": {"auto": own | {"layout": own["layers"]}}}).splitlines()[2:] == [
        "| f | 250 | 0.50 | 2.00 |",
        "| g | 250 | 2.00 | 2.00 |",
        "| **geometric mean** |  | 1.00 | 2.00 |",
    ]


def test_a_page_of_each_program(tmp_path, monkeypatch, capsys):
    pytest.importorskip("cachesim", reason="pycachesim, of the extra 'report', is not installed")
    monkeypatch.setattr(sys, "argv", ["tapeflow", "pages", "gravity", "logsum", f"--out={tmp_path}"])
    monkeypatch.setattr(measure, "variant", partial(measure.variant, sizes={"n": 8}))
    main()
    assert capsys.readouterr().out.split() == [str(tmp_path / "gravity.html"), str(tmp_path / "logsum.html")]
    drawn = (tmp_path / "gravity.html").read_text()
    assert drawn.count("<svg") == 12 and drawn.count("<li>") == 3 and "lagrad-layer-tape" in drawn


def test_loops_over_elements_copy_no_tensors():
    """A loop that worked on a tensor in another shape than it carried copied it in each iteration: 527,876 accesses."""
    program = PROGRAMS["lenet"]
    assert measure.simulated(program, "", "record", program.small).count < 420_000
