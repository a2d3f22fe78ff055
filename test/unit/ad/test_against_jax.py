"""Every request of every program in `test/programs` against JAX's derivative of its twin, and pushforwards of some."""

import pytest
from against_jax import check
from programs import ANY_SIZE, NAMES, PLAIN, VARIANTS, Request, declared, load
from twins import TWINS

import lagrad


@pytest.mark.parametrize("name", NAMES)
def test_requests_agree_with_jax(name):
    program = load(name)
    assert program.requests, "a program asks for at least one derivative"
    functions = lagrad.compile(program.text)
    for request in program.requests.values():
        for changes in ({}, *(VARIANTS.get(name, []) if request.primal == name else [])):
            check(program, functions, request, changes)
        for size in (0, 1) if name in ANY_SIZE else ():
            check(program, functions, request, {}, size)


@pytest.mark.parametrize("name", PLAIN[3::10])
def test_pushforwards_agree_with_jax(name):
    check_pushforwards(name)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(set(PLAIN) - set(PLAIN[3::10])))
def test_other_pushforwards_agree_with_jax(name):
    check_pushforwards(name)


def check_pushforwards(name):
    program = load(name)
    for primal, wrt in sorted({(r.primal, r.wrt) for r in program.requests.values()}):
        request = Request("pushforward", "own_pushforward", primal, wrt, False)
        functions = declared(program, primal, wrt, ("pushforward",))
        for changes in ({}, *(VARIANTS.get(name, []) if primal == name else [])):
            check(program, functions, request, changes)
        if name in ANY_SIZE:
            for size in (0, 1):
                check(program, functions, request, {}, size)


def test_every_twin_has_its_program():
    requested = {request.primal for name in NAMES for request in load(name).requests.values()}
    assert requested - {name for p in map(load, NAMES) for name in p.requests} == set(TWINS)
