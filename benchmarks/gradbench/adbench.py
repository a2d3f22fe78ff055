"""The evals that are problems of ADBench, from the programs of `benchmarks.adbench`."""

from __future__ import annotations

import numpy as np

from ..adbench import ba as ba_problem
from ..adbench import gmm as gmm_problem
from ..adbench import hand as hand_problem
from ..adbench import lstm as lstm_problem
from .function import Function, compiled, number, text


def gmm() -> dict[str, Function]:
    """GradBench's prior has the other sign than ADBench's, and the factors are in two arrays."""
    variant = gmm_problem.variants(None)["monomials"]
    program = compiled(variant.text + text("gmm", OBJECTIVE=variant.objective), "objective", "jacobian")
    return {
        "objective": Function(program["objective"], _gmm_arguments, number),
        "jacobian": Function(program["jacobian"], _gmm_arguments, _gmm_gradient),
    }


def _gmm_arguments(given: dict) -> tuple:
    alphas, means, x = (_floats(given[name]) for name in ("alpha", "mu", "x"))
    rows = [[*q, *l] for q, l in zip(given["q"], given["l"])]
    return alphas, means, _floats(rows), x, float(given["gamma"]), given["m"]


def _gmm_gradient(results: tuple, given: dict) -> dict:
    alphas, means, icf = (each.tolist() for each in results)
    d = given["d"]
    return {"alpha": alphas, "mu": means, "q": [row[:d] for row in icf], "l": [row[d:] for row in icf]}


def ba() -> dict[str, Function]:
    """All cameras are one, and so are points, weights and features; of the results GradBench wants one of each."""
    program = compiled(ba_problem.SOURCE.read_text("utf-8"), "ba_objective", "ba_jacobian")
    return {
        "objective": Function(program["ba_objective"], _ba_arguments, _ba_errors),
        "jacobian": Function(program["ba_jacobian"], _ba_arguments, _ba_matrix),
    }


def _ba_arguments(given: dict) -> tuple:
    n, m, p = given["n"], given["m"], given["p"]
    i = np.arange(p)
    return (
        np.tile(_floats(given["cam"]), (n, 1)),
        np.tile(_floats(given["x"]), (m, 1)),
        np.full(p, float(given["w"])),
        np.tile(_floats(given["feat"]), (p, 1)),
        np.stack([i % n, i % m], axis=1).astype(np.int32),
    )


def _ba_errors(results: tuple, given: dict) -> dict:
    reprojection, weights = results
    return {
        "reproj_error": {"elements": reprojection[0].tolist(), "repeated": given["p"]},
        "w_err": {"element": float(weights[0]), "repeated": given["p"]},
    }


def _ba_matrix(results: tuple, given: dict) -> dict:
    """The two rows of the first observation and the last row, of the sparse matrix by rows."""
    (blocks, weights), (n, m, p) = results, (given["n"], given["m"], given["p"])
    first = [*range(11), *range(11 * n, 11 * n + 3), 11 * n + 3 * m]
    starts = [*range(0, 30 * p + 1, 15), *range(30 * p + 1, 31 * p + 1)]
    return {
        "rows": starts[:30] + starts[-1:],
        "cols": [*first, *first, 11 * n + 3 * m + p - 1],
        "vals": [*blocks[0].ravel().tolist(), float(weights[-1])],
    }


def lstm() -> dict[str, Function]:
    program = compiled(lstm_problem.SOURCE.read_text("utf-8"), "lstm_objective", "lstm_gradient")
    return {
        "objective": Function(program["lstm_objective"], _lstm_arguments, number),
        "jacobian": Function(program["lstm_gradient"], _lstm_arguments, _flat),
    }


def _lstm_arguments(given: dict) -> tuple:
    extra, sequence = _floats(given["extra_params"]), _floats(given["sequence"])
    b = extra.shape[1]
    main, state = _floats(given["main_params"]), _floats(given["state"])
    return main.reshape(-1, 2, 4, b), extra, state.reshape(-1, 2, b), sequence


def _flat(results: tuple, _) -> list:
    return np.concatenate([each.ravel() for each in results]).tolist()


def ht() -> dict[str, Function]:
    """The simple problem where there are no places on triangles, else the complicated one."""
    source = hand_problem.SOURCE.read_text("utf-8")
    names = [f"hand_{kind}{what}" for kind in ("simple", "complicated") for what in ("", "_jacobian")]
    program = compiled(source, *names)

    def either(what: str):
        simple, complicated = program[f"hand_simple{what}"], program[f"hand_complicated{what}"]
        return lambda *arguments: (simple if len(arguments) == 9 else complicated)(*arguments)

    return {
        "objective": Function(either(""), _ht_arguments, lambda errors, _: errors.ravel().tolist()),
        "jacobian": Function(either("_jacobian"), _ht_arguments, lambda j, _: j.reshape(len(j), -1).T.tolist()),
    }


def _ht_arguments(given: dict) -> tuple:
    data, theta = given["data"], _floats(given["theta"])
    model = data["model"]
    if model["is_mirrored"]:
        raise ValueError("a mirrored hand is not in the program")
    base = _floats(model["base_positions"])[:, :3]
    common = (
        theta[:6],
        theta[6:],
        np.array(model["parents"], dtype=np.int32),
        _floats(model["base_relatives"]),
        _floats(model["inverse_base_absolutes"]),
        np.ascontiguousarray(np.concatenate([base, np.ones((len(base), 1))], axis=1).T),
        np.ascontiguousarray(_floats(model["weights"]).T),
        _floats(data["points"]),
        np.array(data["correspondences"], dtype=np.int32),
    )
    if not given["us"]:
        return common
    return _floats(given["us"]).reshape(-1, 2), *common, np.array(model["triangles"], dtype=np.int32)


def _floats(numbers: list) -> np.ndarray:
    return np.array(numbers, dtype=np.float64)
