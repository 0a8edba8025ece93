# The doors of the project. Each target is short: the work is done by scripts/, which can be called
# by hand too. `make help` lists the targets.

PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
DATADIR ?= $(PREFIX)/share
INCLUDEDIR ?= $(PREFIX)/include
DESTDIR ?=

VERSION := $(shell scripts/version)
LIBRARY := build/lib/libkumiki.so.$(VERSION)
# Installs the library where C programs are tested with it, if another is there.
STAGED = scripts/build-sides && for built in build/lib/lib*.so.$(VERSION); do \
  cmp -s $$built build/stage/lib/$${built\#\#*/} || exec $(MAKE) --no-print-directory stage; done
# What it is built from: neither the headers for C++ nor the Swift modules' catalogs.
ENGINE := Sources include sides/checks sides/recorder
INPUTS := Package.swift scripts/build-library scripts/thin-runtime scripts/symbol-map \
  $(sort $(shell find $(ENGINE) -type f ! -name "*.hpp" ! -name README.md ! -path "*.docc/*"))
CHECKSUM = cat $(INPUTS) | cksum

.PHONY: all library sides stage wheel help dist dist-test demo test test-deep test-asan test-tsan model mutants bench bench-save bench-compare bench-growth docs fuzz torture soak restarts coverage check check-swift check-rest format install uninstall clean
# SwiftPM puts a package's traits into its compilers' flags in the order of a set: in another one all is built anew.
export SWIFT_DETERMINISTIC_HASHING := 1
# swift build takes every core by itself, and the targets share its folders.
.NOTPARALLEL:

all: sides

help:
	@echo "make             the release library, in build/lib, and the side libraries whose packages are installed"
	@echo "make sides       these alone: sides/ has a folder for each"
	@echo "make wheel       the Python package with the library in it, in build/dist"
	@echo "make demo        builds SheetDemo in C and runs it on its script; and the apps of contacts and"
	@echo "                 meetings, for a terminal"
	@echo "make test        the tests of every change, in 15 minutes: the engine, C, C++, Python, examples, scenarios,"
	@echo "                 the model, the address sanitizer; scripts/test GROUP... runs some of them"
	@echo "make test-deep   all others, after make test: Swift programs, clang, valgrind, fuzzers, packages"
	@echo "make test-asan   C tests and examples under the address sanitizer"
	@echo "make test-tsan   C tests and examples with threads under the thread sanitizer"
	@echo "make model       random features and histories, played by the engine and by the model of the"
	@echo "                 rules: STEPS=100000 SEED=7, MODEL='--player asan --table' or other options"
	@echo "make mutants     builds the library with mistakes in it, and sees which of them its tests notice:"
	@echo "                 COUNT=300 SEED=1, MUTANTS=--swift or other options"
	@echo "make fuzz        random inputs for whatever takes a text, a value or a file, under the address sanitizer:"
	@echo "                 SECONDS=1800 for each target, FUZZ='shapes logs'"
	@echo "make torture     each request for memory refused in turn, and in all C tests, ALL=1 at each place;"
	@echo "                 tests of other faults"
	@echo "make soak        10 million actions, 100,000 stores, a month of timers: memory stays as it is;"
	@echo "                 a million actions recorded and run again"
	@echo "make restarts    1,000 kills while a log and a database are written, 100,000 random histories"
	@echo "                 that go on in another process"
	@echo "make coverage    which lines of the engine the tests run"
	@echo "make bench       the benchmarks; make bench-save keeps their table, make bench-compare"
	@echo "                 tells what has moved since the newest one that was kept"
	@echo "make bench-growth how costs grow with rows, depth, observers, stores and effects, as"
	@echo "                 tables in docs/engine/performance.md"
	@echo "make check       format, imports, the figures of the house, exported symbols, linked libraries, tests of"
	@echo "                 the rules; then"
	@echo "                 the Swift tests, and the C tests with gcc"
	@echo "make format      formats Swift and C files"
	@echo "make docs        man pages and HTML of every function, DocC of the Swift modules, and"
	@echo "                 the rules with their tests, in build/docs"
	@echo "make install     with the man pages and the command kumiki; PREFIX=$(PREFIX) LIBDIR= INCLUDEDIR= DATADIR= DESTDIR="
	@echo "make uninstall   takes away what make install put there"
	@echo "make dist        an archive and Debian packages of what was built, in build/dist, for machines"
	@echo "                 without Swift; make dist-test tries them in a clean root"
	@echo "make clean       removes everything that was built"

library: $(LIBRARY)

# Whether there is something to build is asked of the contents, since a copied or freshly checked out tree has
# new times: without Swift on PATH (under sudo, say) what was built before is installed as it is.
$(LIBRARY): $(INPUTS) $(shell find $(ENGINE) -type d)
	@if [ -f $@ ] && [ "$$($(CHECKSUM))" = "$$(cat $@.inputs)" ]; then touch $@; else \
	  scripts/setup build && scripts/build-library --output $@ && $(CHECKSUM) >$@.inputs; fi

# Libraries of their own on the public contract.
sides: library
	@scripts/build-sides

# Its name says which glibc it asks for: kumiki-VERSION-py3-none-manylinux_2_36_x86_64.whl
wheel: sides
	@rm -f build/dist/kumiki-*.whl
	@$$(scripts/python-venv) -m pip wheel --quiet --no-deps --wheel-dir build/dist ./python
	@ls build/dist/kumiki-*.whl

# types(NAME): the header that is generated of an example's shape.
types = tools/kumiki generate --language c --output build/types/$(1)_shape.h examples-c/$(1)/$(1).shape

# program(NAME,PACKAGES,SOURCES): builds a program in build/bin, which finds the library from there.
program = @mkdir -p build/bin && set -x && $(CC) -O2 -pthread -Iinclude -Ibuild/types -Lbuild/lib $(3) -o build/bin/$(1) -lkumiki \
  $$(pkg-config --cflags --libs jansson $(2)) '-Wl,-rpath,$$ORIGIN/../lib'

demo: sides
	@scripts/setup demo
	@mkdir -p build/types
	$(call types,contacts)
	$(call types,downloads)
	$(call program,contacts,ncursesw,$(patsubst %,examples-c/contacts/%.c,main screen keys shown contacts files) \
	  examples-c/terminal/*.c)
	$(call program,downloads,ncursesw sqlite3,$(filter-out %_test.c,$(wildcard examples-c/downloads/*.c)) \
	  examples-c/terminal/*.c -Isides/sqlite -lkumiki-sqlite)
	$(call program,meetings,ncursesw panelw,examples-c/meetings/*.c examples-c/meetings/terminal/*.c examples-c/terminal/*.c)
	$(call program,02_sheet_demo,,examples-c/02_sheet_demo.c examples-c/sheet_demo/*.c examples-c/support/*.c)
	build/bin/02_sheet_demo <examples-c/02_sheet_demo.jsonl
	@echo "And apps to play with, in a terminal: build/bin/contacts, build/bin/downloads, build/bin/meetings"

# A fresh copy, installed where C programs are tested with it.
stage: sides
	@rm -rf build/stage
	@PREFIX=build/stage DESTDIR= LIBDIR= INCLUDEDIR= DATADIR= scripts/install

test:
	@scripts/setup test
	@scripts/test

test-deep: library
	@scripts/setup test
	@$(STAGED)
	@scripts/test --deep

test-asan: library
	@scripts/setup test
	@scripts/test-sanitized address

test-tsan: library
	@scripts/setup test
	@scripts/test-sanitized thread

model: library
	@scripts/setup build
	@$(STAGED)
	@scripts/model $(if $(STEPS),--steps $(STEPS)) $(if $(SEED),--seed $(SEED)) $(MODEL)

mutants:
	@scripts/setup test
	@Tests/Mutants/run $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED)) $(MUTANTS)

fuzz: library
	@scripts/setup test
	@Tests/Fuzz/run $(if $(SECONDS),--seconds $(SECONDS)) $(FUZZ)

torture: library
	@scripts/setup test
	@$(STAGED)
	@KUMIKI_TORTURE=1 scripts/c-tests gcc tests -V -R '^test_(no_memory_each|no_memory_parts|faults|fork_callbacks|recorder_failing)$$'
	@scripts/c-tests gcc glue -V -R sqlite_faults
	@Tests/CAPITests/torture $(if $(ALL),--all) $(TORTURE)

soak: library
	@scripts/setup test
	@$(STAGED)
	@KUMIKI_SOAK=100 scripts/c-tests gcc tests -V -R '^test_(soak|replay_long)$$'

restarts: library
	@scripts/setup test
	@$(STAGED)
	@KUMIKI_KILLS=1000 scripts/c-tests gcc tests -V -R '^test_replay_kills$$'
	@KUMIKI_KILLS=1000 scripts/c-tests gcc glue -V -R sqlite
	@scripts/model --new-process --features 100000 --seed 20

coverage:
	@scripts/setup test
	@scripts/coverage

bench: sides
	@scripts/setup bench
	@Benchmarks/run

bench-save: sides
	@scripts/setup bench
	@Benchmarks/run rows --save

bench-growth: sides
	@scripts/setup build
	@Benchmarks/run growth

bench-compare: sides
	@scripts/setup bench
	@Benchmarks/run rows --compare

# Two jobs side by side: the Swift tests, with fewer rounds of those that wear something out, and all the rest.
check: export KUMIKI_FEWER_ROUNDS := 1
check: library
	@scripts/setup test
	@scripts/setup format
	@$(STAGED)
	@printf '%s\n' check-swift check-rest | xargs -P 2 -n 1 $(MAKE) --no-print-directory

check-swift:
	@scripts/test-swift

check-rest:
	@scripts/format --check
	@scripts/check-imports
	@scripts/check-house
	@scripts/check-abi --exports
	@scripts/reference --check
	@scripts/check-abi
	@scripts/check-links
	@scripts/rule-table --check
	@Tests/Mutants/run --check
	@scripts/c-tests gcc tests
	@scripts/c-tests gcc examples

docs:
	@scripts/reference
	@architecture/scripts/check-swift
	@scripts/rule-table

format:
	@scripts/setup format
	@scripts/format

install uninstall: export PREFIX := $(PREFIX)
install uninstall: export LIBDIR := $(LIBDIR)
install uninstall: export DATADIR := $(DATADIR)
install uninstall: export INCLUDEDIR := $(INCLUDEDIR)
install uninstall: export DESTDIR := $(DESTDIR)

install: sides
	@scripts/install

dist: sides
	@scripts/dist

dist-test: dist
	@Tests/DistTests/run

uninstall:
	@scripts/install --uninstall

clean:
	rm -rf build .build
