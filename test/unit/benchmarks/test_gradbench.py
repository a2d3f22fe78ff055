"""GradBench's evals by its protocol: values and derivatives are JAX's, or those that the eval itself expects."""

from __future__ import annotations

import io
import json
import math

import numpy as np
import pytest

from benchmarks.adbench.ba import BENCHMARK as BA
from benchmarks.adbench.ba import inputs as ba_inputs
from benchmarks.adbench.hand import inputs as hand_inputs
from benchmarks.adbench.hand import reference as hand_reference
from benchmarks.adbench.jax_reference import float64_jax
from benchmarks.adbench.lstm import inputs as lstm_inputs
from benchmarks.adbench.lstm import reference as lstm_reference
from benchmarks.gradbench import protocol
from benchmarks.gradbench.evals import EVALS
from lagrad.errors import Failure

jax = float64_jax()
jnp = jax.numpy
RANDOM = np.random.default_rng(3)


def told(*messages: dict) -> list[dict]:
    """The responses to messages."""
    lines = "".join(json.dumps({"id": n} | message) + "\n" for n, message in enumerate(messages))
    responses = io.StringIO()
    protocol.serve(io.StringIO(lines), responses)
    found = [json.loads(line) for line in responses.getvalue().splitlines()]
    assert [each.pop("id") for each in found] == list(range(len(messages)))
    return found


def evaluated(module: str, given, *functions: str) -> list:
    """What functions of an eval give for an input."""
    asked = [{"kind": "evaluate", "module": module, "function": name, "input": given} for name in functions]
    defined, *found = told({"kind": "define", "module": module}, *asked)
    assert defined["success"], defined.get("error")
    for each in found:
        assert each["success"], each.get("error")
        assert all(timing["name"] == "evaluate" and timing["nanoseconds"] > 0 for timing in each["timings"])
    return [each["output"] for each in found]


def close(ours, theirs, tolerance=1e-10):
    np.testing.assert_allclose(np.array(ours), np.array(theirs), rtol=tolerance, atol=tolerance)


def same_as_jax(module: str, given: dict, primal, gradient, x):
    value, slope = evaluated(module, given, "primal", "gradient")
    close(value, primal(jnp.array(x)))
    close(slope, jax.grad(gradient)(jnp.array(x)))


def test_there_are_all_twelve():
    assert sorted(EVALS) == sorted("hello gmm ba lstm ht kmeans llsq lse ode det particle saddle".split())


def test_hello():
    assert evaluated("hello", 3.0, "square", "double") == [9.0, 6.0]
    assert evaluated("hello", 3, "square") == [9.0]


def test_lse():
    x = (10 * RANDOM.standard_normal(50)).tolist()
    same_as_jax("lse", {"x": x}, jax.nn.logsumexp, jax.nn.logsumexp, x)


def test_llsq():
    x, n = RANDOM.standard_normal(5).tolist(), 31

    def primal(x):
        t = -1 + jnp.arange(n) * 2 / (n - 1)
        return 0.5 * jnp.sum((jnp.sign(t) - sum(x[j] * t**j for j in range(len(x)))) ** 2)

    same_as_jax("llsq", {"x": x, "n": n}, primal, primal, x)


def test_as_many_runs_as_are_asked_for():
    given = {"x": [1.0, 2.0], "n": 4, "min_runs": 7, "min_seconds": 0}
    message = {"kind": "evaluate", "module": "llsq", "function": "primal", "input": given}
    _, response = told({"kind": "define", "module": "llsq"}, message)
    assert len(response["timings"]) == 7
    given |= {"min_runs": 1, "min_seconds": 0.01}
    _, response = told({"kind": "define", "module": "llsq"}, message)
    assert sum(timing["nanoseconds"] for timing in response["timings"]) >= 1e7


@pytest.mark.long
def test_ode():
    x, s = RANDOM.random(6).tolist(), 9

    def primal(x):
        h, y = 2 / s, jnp.zeros(len(x))

        def slope(y):
            return x * jnp.concatenate([jnp.ones(1), y[:-1]])

        for _ in range(s):
            k1 = slope(y)
            k2 = slope(y + h / 2 * k1)
            k3 = slope(y + h / 2 * k2)
            k4 = slope(y + h * k3)
            y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return y

    same_as_jax("ode", {"x": x, "s": s}, primal, lambda x: primal(x)[-1], x)


def test_det():
    a = RANDOM.random((5, 5))
    value, gradient = evaluated("det", {"A": a.ravel().tolist(), "ell": 5}, "primal", "gradient")
    close(value, np.linalg.det(a))
    close(gradient, (np.linalg.det(a) * np.linalg.inv(a).T).ravel())


def test_kmeans():
    points = RANDOM.random((40, 3))
    centroids = points[-4:] + 0.01

    def cost(centroids):
        return jnp.sum(jnp.min(jnp.sum((points[:, None] - centroids) ** 2, axis=2), axis=1))

    gradient, hessian = jax.grad(cost)(centroids), jax.hessian(cost)(centroids)
    diagonal = np.diag(hessian.reshape(12, 12)).reshape(4, 3)
    value, direction = evaluated("kmeans", {"points": points.tolist(), "centroids": centroids.tolist()}, "cost", "dir")
    close(value, cost(centroids))
    close(direction, gradient / diagonal)


@pytest.mark.long
@pytest.mark.parametrize("d, k, n, m, gamma", [(3, 2, 7, 0, 1.0), (2, 4, 5, 2, 1.5)])
def test_gmm(d, k, n, m, gamma):
    """The densities of the mixture and of the Wishart distribution, as their definitions have them."""
    parameters = {"alpha": k, "mu": (k, d), "q": (k, d), "l": (k, d * (d - 1) // 2)}
    parameters = {name: RANDOM.standard_normal(shape) for name, shape in parameters.items()}
    x = RANDOM.standard_normal((n, d))

    def objective(p):
        below = [(row, column) for column in range(d) for row in range(column + 1, d)]
        likelihoods, priors = [], 0.0
        weights = p["alpha"] - jax.nn.logsumexp(p["alpha"])
        for c in range(k):
            factor = jnp.diag(jnp.exp(p["q"][c]))
            for place, (row, column) in enumerate(below):
                factor = factor.at[row, column].set(p["l"][c, place])
            y = (x - p["mu"][c]) @ factor.T
            log_det = jnp.sum(p["q"][c])
            likelihoods.append(weights[c] + log_det - 0.5 * jnp.sum(y * y, axis=1) - 0.5 * d * math.log(2 * math.pi))
            freedom = d + m + 1
            log_gamma = 0.25 * d * (d - 1) * math.log(math.pi)
            log_gamma += sum(math.lgamma((freedom - j) / 2) for j in range(d))
            # of V = 1 / gamma^2, and half the exponent freedom - d - 1 = m of det X = det(factor)^2
            priors += m * log_det - 0.5 * gamma**2 * jnp.sum(factor * factor)
            priors -= 0.5 * freedom * d * math.log(2) - freedom * d * math.log(gamma) + log_gamma
        return jnp.sum(jax.nn.logsumexp(jnp.stack(likelihoods), axis=0)) + priors

    given = {name: array.tolist() for name, array in (parameters | {"x": x}).items()}
    given |= {"d": d, "k": k, "n": n, "m": m, "gamma": gamma}
    value, gradient = evaluated("gmm", given, "objective", "jacobian")
    expected = jax.grad(objective)(parameters)
    close(value, objective(parameters))
    for name in parameters:
        close(gradient[name], expected[name])


@pytest.mark.long
def test_ba():
    n, m, p = 3, 4, 12
    one = ba_inputs.generate(1, 1, 1, seed=4)
    given = {
        "n": n, "m": m, "p": p, "cam": one.cameras[0].tolist(), "x": one.points[0].tolist(),
        "w": float(one.weights[0]), "feat": one.features[0].tolist(),
    }  # fmt: skip
    errors, jacobian = evaluated("ba", given, "objective", "jacobian")
    reprojection, weights = BA.reference_objective(one)
    blocks, slopes = BA.reference_derivative(one)
    close(errors["reproj_error"]["elements"], reprojection[0])
    close(errors["w_err"]["element"], weights[0])
    assert errors["reproj_error"]["repeated"] == errors["w_err"]["repeated"] == p
    close(jacobian["vals"], [*np.ravel(blocks[0]), *slopes])
    first = [*range(11), 33, 34, 35, 45]
    assert jacobian["cols"] == [*first, *first, 45 + p - 1]
    assert jacobian["rows"] == [*range(0, 361, 15), 361, 362, 363, 364, 365, 31 * p]


@pytest.mark.long
def test_lstm():
    of = lstm_inputs.generate(2, 6, 5, seed=1)
    given = {
        "main_params": of.main.reshape(4, 20).tolist(),
        "extra_params": of.extra.tolist(),
        "state": of.state.reshape(4, 5).tolist(),
        "sequence": of.sequence.tolist(),
    }
    value, gradient = evaluated("lstm", given, "objective", "jacobian")
    close(value, lstm_reference.objective(of))
    close(gradient, np.concatenate([np.ravel(each) for each in lstm_reference.gradient(of)]))


@pytest.mark.long
def test_ht():
    for kind in (1, 2):
        of = hand_inputs.generate(20, 6, kind)
        model = {
            "bone_count": len(of.model.parents), "bone_names": [], "parents": of.model.parents.tolist(),
            "base_relatives": of.model.relatives.tolist(), "inverse_base_absolutes": of.model.inverses.tolist(),
            "base_positions": of.model.base.tolist(), "weights": of.model.weights.tolist(),
            "triangles": of.model.triangles.tolist(), "is_mirrored": False,
        }  # fmt: skip
        data = {"model": model, "correspondences": of.correspondences.tolist(), "points": of.points.tolist()}
        given = {"theta": of.theta.tolist(), "data": data, "us": [] if of.us is None else of.us.tolist()}
        errors, jacobian = evaluated("ht", given, "objective", "jacobian")
        close(errors, np.ravel(hand_reference.objective(of)))
        expected = np.asarray(hand_reference.jacobian(of))
        close(jacobian, expected.reshape(len(expected), -1).T)
    model["is_mirrored"] = True
    evaluate = {"kind": "evaluate", "module": "ht", "function": "objective", "input": given}
    _, response = told({"kind": "define", "module": "ht"}, evaluate)
    assert not response["success"] and "mirrored" in response["error"]


@pytest.mark.long
def test_particle():
    """GradBench's own number, in all four combinations of modes."""
    close(evaluated("particle", {"w": 0.0}, "ff", "fr", "rf", "rr"), [0.2071918746486116] * 4, 1e-12)


@pytest.mark.long
def test_saddle():
    """GradBench's own numbers, in all four combinations of modes."""
    close(evaluated("saddle", {"start": [1.0, 1.0]}, "ff", "fr", "rf", "rr"), [[8.246324826140356e-06] * 4] * 4, 1e-18)


def test_what_is_not_there():
    evaluate = {"kind": "evaluate", "module": "hello", "function": "cube", "input": 1.0}
    start, unknown, early, defined, late, other = told(
        {"kind": "start", "eval": "hello"},
        {"kind": "define", "module": "fft"},
        evaluate,
        {"kind": "define", "module": "hello"},
        evaluate,
        {"kind": "analysis", "of": 1, "valid": True},
    )
    assert start == {"tool": "lagrad"} and other == {}
    assert unknown == {"success": False, "error": "lagrad has no eval 'fft'"}
    assert not early["success"] and defined["success"]
    assert late == {"success": False, "error": "'hello' with a function 'cube' is not defined"}


def test_wrong_inputs_are_told():
    evaluate = {"kind": "evaluate", "module": "llsq", "function": "primal", "input": {"x": [1.0]}}
    _, response = told({"kind": "define", "module": "llsq"}, evaluate)
    assert response == {"success": False, "error": "KeyError: 'n'"}


def test_messages_that_lack_something():
    whole = {"kind": "evaluate", "module": "hello", "function": "square", "input": 3}
    lacking = [{k: v for k, v in whole.items() if k != missing} for missing in ("module", "function", "input")]
    found = told({"kind": "define", "module": "hello"}, {"kind": "define"}, *lacking, {}, {"kind": "analysis"}, whole)
    assert [each.get("error") for each in found[1:5]] == [
        f"the message has no '{missing}'" for missing in ("module", "module", "function", "input")
    ]
    assert found[5:7] == [{}, {}] and found[7]["output"] == 9


@pytest.mark.parametrize("line, why", [("{", "Expecting"), ("[1]", "no 'id'"), ('{"kind": "start"}', "no 'id'")])
def test_lines_that_are_no_messages(line, why):
    responses = io.StringIO()
    with pytest.raises(Failure, match=f"line 3 is no message: .*{why}"):
        protocol.serve(io.StringIO(f'{{"id": 0, "kind": "start"}}\n\n{line}\n'), responses)
    assert json.loads(responses.getvalue()) == {"id": 0, "tool": "lagrad"}


def test_what_json_cannot_say():
    (_, found) = told(
        {"kind": "define", "module": "hello"},
        {"kind": "evaluate", "module": "hello", "function": "square", "input": 1e200},
    )
    assert not found["success"] and "infinite" in found["error"]
