# Everything runs from a virtual environment that this file makes.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
export PYTHONFAULTHANDLER = 1

.PHONY: install test demo lit unit clean

install: $(VENV)/installed

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	touch $@

demo: install
	$(BIN)/python -m benchmarks.adbench.gmm.demo

test: lit unit

lit: install
	$(BIN)/lit -sv --timeout 300 test/lit

unit: install
	$(BIN)/python -m pytest -n 2 -m 'not long' test/unit

clean:
	rm -rf $(VENV) build *.egg-info
