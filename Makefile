# Two commands do all set-up: `make check` runs the main job, `make test` passes the tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: check test lint unit fuzz bench site site-shots serve fmt clean

check: $(READY)  ## verify every figure of the docs
	$(BIN)/trueup check

test: $(READY) lint unit  ## lint, types, layers and tests

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: $(READY) chromium
	$(BIN)/pytest -n 2

bench: $(READY)  ## measure everything, and bring the documents that quote it up to date
	$(BIN)/python -m benchmarks --write
	$(BIN)/trueup fix

fuzz: $(READY)  ## inputs that nobody thought of, for a long time
	$(BIN)/pytest -n 2 tests/hostile/test_hostile_fuzz.py --hypothesis-profile=fuzz

site: $(READY)  ## the rendered documentation, in site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

site-shots: $(READY) chromium  ## screenshots of a site's pages, in site-shots/
	TRUEUP_SHOTS=site-shots $(BIN)/pytest -q tests/site/test_site_accessible.py

serve: $(READY)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve

fmt: $(READY)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

.PHONY: chromium
chromium:  # the browser tests need one; Debian's is used
	@command -v chromium >/dev/null || { apt-get update -qq && apt-get install -y -qq chromium fonts-dejavu-core; }

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	# real models to read; what would run them is not needed
	$(BIN)/python -m pip install --quiet --no-deps rapidocr-onnxruntime==1.4.4 silero-vad==6.2.3
	touch $@

clean:
	rm -rf $(VENV) site site-shots build dist
