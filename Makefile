# The one entry to the repository. `make` alone lists what there is.
#
#   make build   everything, installing what is missing: target/release/{onebloom,libonebloom.so,libonebloom.a},
#                .venv/bin/python with onebloom, java/target/onebloom-*.jar, php-ext/modules/onebloom.so
#   make test    builds, runs every suite, closes with `N passed, N failed` (logs in build/logs/)

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup build build-cli build-c build-python build-java build-php demo test test-long bench fuzz fmt lint bless install clean

PREFIX ?= /usr/local
DESTDIR ?=
PYTHON ?= python3
CASES ?= 20000
VENV := .venv

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 16

setup: ## install the tools that are missing (root on Debian or Ubuntu), or say which
	@scripts/setup

build: build-cli build-c build-python build-java build-php ## build everything

# One package at a time: together they would need other features of shared crates, and be compiled twice.
build-cli: setup
	cargo build --release -p onebloom-cli

build-c: setup
	cargo build --release -p onebloom-ffi

# The tools of the Python side, once for each change of their list.
$(VENV)/tools: scripts/python-tools.txt $(wildcard */requirements*.txt */*/requirements*.txt) | setup
	test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r scripts/python-tools.txt
	touch $@

build-python: setup $(VENV)/tools
	VIRTUAL_ENV=$(CURDIR)/$(VENV) $(VENV)/bin/maturin develop --quiet --release --manifest-path python/Cargo.toml

build-java: setup
	bash java/build.sh

build-php: build-c
	bash php-ext/build.sh

demo: build ## one filter of 174,523 Chinese words in each language, then cache penetration on SQLite
	@$(VENV)/bin/python demo/run.py

test: setup ## build, run every suite, print one closing line
	@scripts/run-suites

fuzz: setup ## mutated files and random sequences, CASES of each (the property tests with more cases)
	PROPTEST_CASES=$(CASES) cargo test --profile quick -p onebloom --test properties

test-long: build ## the tests that cost too much for every day (rates at low fpp, long sequences)
	cargo test --profile quick -p onebloom -- --ignored

bench: build ## tables against other libraries, in build/bench/
	@$(VENV)/bin/python bench/run.py

fmt: ## format the Rust code
	cargo fmt --all

lint: setup ## formatting and clippy, without changing anything
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings

bless: build ## make the generated files anew: header, arginfo, stubs
	scripts/bless

install: ## the command and the C library under DESTDIR/PREFIX (never builds)
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 target/release/onebloom "$(DESTDIR)$(PREFIX)/bin/onebloom"
	bash ffi-c/install.sh "$(DESTDIR)" "$(PREFIX)"

clean: ## remove everything that was built
	rm -rf target build $(VENV) java/target php-ext/modules python/python/onebloom/*.so
