# Everything runs from a virtual environment that this file makes.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
export PYTHONFAULTHANDLER = 1
# What one process has compiled the next one finds, also where the environment says otherwise.
export PYTHONDONTWRITEBYTECODE =

.PHONY: install test demo lit unit quick nightly docs fuzz peers torch browser clean

install: $(VENV)/installed

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	touch $@

demo: install
	$(BIN)/python -m benchmarks.adbench.gmm.demo

test: lit unit quick

lit: install
	$(BIN)/lit -sv --timeout 300 test/lit

unit: install
	$(BIN)/python -m pytest -n 2 --dist worksteal -m 'not long' test/unit

# The sweeps that `make test` leaves out.
nightly: install
	$(BIN)/python -m pytest -n 2 --dist worksteal -m long test/unit

# The documentation as a site, in build/site; a broken link or a page without a place is an error.
docs: install
	$(BIN)/python -m mkdocs build --strict

# All benchmarks on small inputs: every tool agrees with the references.
quick: install
	$(BIN)/python -m benchmarks.adbench run --quick --tool lagrad,jax,c > /dev/null

# What benchmarks are compared with, beside JAX: PyTorch and Enzyme, each in an environment of its own; and what counts
# their instructions.
peers: install .venv-peers/torch/installed .venv-peers/enzyme/installed
	command -v clang-22 && command -v valgrind || \
		{ apt-get update && apt-get install -y --no-install-recommends clang-22 valgrind; }

.venv-peers/torch/installed:
	$(PYTHON) -m venv .venv-peers/torch
	.venv-peers/torch/bin/python -m pip install --quiet torch==2.14.1 numpy==2.4.6
	touch $@

.venv-peers/enzyme/installed:
	$(PYTHON) -m venv .venv-peers/enzyme
	.venv-peers/enzyme/bin/python -m pip install --quiet jax==0.8.0 jaxlib==0.8.0 absl_py==2.5.1 numpy==2.4.6
	.venv-peers/enzyme/bin/python -m pip install --quiet --no-deps enzyme-ad==0.0.16
	touch $@

# What needs PyTorch, with the one of `make peers` and everything else of this environment.
torch: install .venv-peers/torch/installed
	PYTHONPATH=$(CURDIR)/passes:$(CURDIR):$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))') \
		.venv-peers/torch/bin/python -m pytest test/unit/pytorch test/unit/docs/test_pages.py -k 'torch'

# What the tests of the page of lagrad-explain look at it with; without it they are skipped.
browser:
	command -v chromium || { apt-get update && apt-get install -y --no-install-recommends chromium; }

# Random programs against their meaning: make fuzz N=5000 SEED=1
N ?= 1000
SEED ?= 0
fuzz: install
	$(BIN)/python tools/fuzz.py $(N) --seed $(SEED) --output docs/fuzz.json

clean:
	rm -rf $(VENV) build *.egg-info
