# The entry points of the project. Each target is short: the work is done by scripts/, which can also be
# called directly. `make help` lists the targets.

PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
DATADIR ?= $(PREFIX)/share
INCLUDEDIR ?= $(PREFIX)/include
DESTDIR ?=

VERSION := $(shell scripts/version)
LIBRARY := build/lib/libkumiki.so.$(VERSION)
# Installs the library into the folder that the C tests use, if that folder has a different one.
STAGED = scripts/build-sides && for built in build/lib/lib*.so.$(VERSION); do \
  cmp -s $$built build/stage/lib/$${built\#\#*/} || exec $(MAKE) --no-print-directory stage; done
# The sources of the library, without the C++ headers and the Swift modules' catalogs.
ENGINE := Sources include sides/checks sides/recorder
INPUTS := Package.swift scripts/build-library scripts/thin-runtime scripts/symbol-map \
  $(sort $(shell find $(ENGINE) -type f ! -name "*.hpp" ! -name README.md ! -path "*.docc/*"))
CHECKSUM = cat $(INPUTS) | cksum

.PHONY: all library size sides stage wheel help dist dist-test demo test test-deep test-asan test-tsan model mutants bench bench-save bench-compare bench-growth bench-peers bench-lists profile docs fuzz torture soak restarts coverage check check-swift check-rest format install uninstall clean
# SwiftPM passes a package's traits to its compilers in the order of a set: a different order rebuilds everything.
export SWIFT_DETERMINISTIC_HASHING := 1
# swift build uses all cores, and the targets share its folders.
.NOTPARALLEL:

all: sides

help:
	@echo "make             the release library, in build/lib, and the side libraries whose packages are installed"
	@echo "make sides       the side libraries alone: each has a folder in sides/"
	@echo "make size        prints the KB of each part of the library; scripts/weights.py --functions PART its"
	@echo "                 largest functions"
	@echo "make wheel       the Python package, which contains the library, in build/dist"
	@echo "make demo        builds SheetDemo in C and runs it on its script; also builds the contacts,"
	@echo "                 downloads, feeds and meetings apps, for a terminal"
	@echo "make test        the tests of every change, in 15 minutes: the engine, C, C++, Python, examples, scenarios,"
	@echo "                 the model, the address sanitizer; scripts/test GROUP... runs some of them"
	@echo "make test-deep   all other tests, after make test: Swift programs, clang, valgrind, fuzzers, packages"
	@echo "make test-asan   C tests and examples under the address sanitizer"
	@echo "make test-tsan   C tests and examples with threads under the thread sanitizer"
	@echo "make model       plays random features and histories on the engine and on the reference model,"
	@echo "                 and compares them: STEPS=100000 SEED=7, MODEL='--player asan --table' or other options"
	@echo "make mutants     builds the library with mistakes and reports which ones the tests notice:"
	@echo "                 COUNT=300 SEED=1, MUTANTS=--swift or other options"
	@echo "make fuzz        random strings, values and files for each parser, under the address sanitizer:"
	@echo "                 SECONDS=1800 for each target, FUZZ='shapes logs'"
	@echo "make torture     makes each allocation of the C tests fail in turn (ALL=1: at every place);"
	@echo "                 also injects other faults"
	@echo "make soak        10 million actions, 100,000 stores, a month of timers: memory must not grow;"
	@echo "                 records and replays a million actions"
	@echo "make restarts    kills a program 1,000 times while it writes a log and a database; continues"
	@echo "                 100,000 random histories in another process"
	@echo "make coverage    reports which lines of the engine the tests run"
	@echo "make bench       the benchmarks; make bench-save saves their table, make bench-compare"
	@echo "                 compares with the newest saved table"
	@echo "make bench-growth measures how costs grow with rows, depth, observers, stores and effects,"
	@echo "                 and writes the tables of docs/engine/performance.md"
	@echo "make bench-peers measures the same work in cedux, lager and redux, whose sources are in PEERS=FOLDER;"
	@echo "                 make bench-lists compares kmk_list with GTK and Qt; WRITE=1 writes docs/why.md"
	@echo "make profile     records how often the library's functions run in the benchmarks, for its optimizer"
	@echo "make check       format, imports, docs/house.txt, exported symbols, linked libraries, tests of the"
	@echo "                 rules; then the Swift tests, and the C tests with gcc"
	@echo "make format      formats Swift and C files"
	@echo "make docs        man pages and HTML of every function, DocC of the Swift modules, and"
	@echo "                 the rules with their tests, in build/docs"
	@echo "make install     installs the library, man pages and the command kumiki; PREFIX=$(PREFIX) LIBDIR= INCLUDEDIR= DATADIR= DESTDIR="
	@echo "make uninstall   removes the files that make install installed"
	@echo "make dist        an archive, Debian packages and the wheel in build/dist, for machines without Swift;"
	@echo "                 make dist-test tries them in a clean root"
	@echo "make clean       removes all build output"

library: $(LIBRARY)

# A checksum of the contents decides whether to build, because a copied or fresh checkout has new file times.
# Without Swift on PATH (under sudo, for example) the library that was built before is installed.
$(LIBRARY): $(INPUTS) $(shell find $(ENGINE) -type d)
	@if [ -f $@ ] && [ "$$($(CHECKSUM))" = "$$(cat $@.inputs)" ]; then touch $@; else \
	  scripts/setup build && scripts/build-library --output $@ && $(CHECKSUM) >$@.inputs; fi

size: library
	@scripts/weights.py

# Libraries of their own on the public contract.
sides: library
	@scripts/build-sides

# Its name says which glibc it asks for: kumiki-VERSION-py3-none-manylinux_2_36_x86_64.whl
wheel: sides
	@rm -f build/dist/kumiki-*.whl
	@SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null || echo 0)} \
	  $$(scripts/python-venv) -m pip wheel --quiet --no-deps --wheel-dir build/dist ./python
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
	$(call types,feeds)
	$(call program,contacts,ncursesw,$(patsubst %,examples-c/contacts/%.c,main screen keys shown contacts files) \
	  examples-c/support/threads.c examples-c/terminal/*.c)
	$(call program,downloads,ncursesw sqlite3,$(filter-out %_test.c,$(wildcard examples-c/downloads/*.c)) \
	  examples-c/support/threads.c examples-c/terminal/*.c -Iglue -Isides/sqlite -lkumiki-sqlite)
	$(call program,feeds,ncursesw sqlite3 libcurl libxml-2.0,$(filter-out %_test.c,$(wildcard examples-c/feeds/*.c)) \
	  examples-c/support/threads.c examples-c/terminal/*.c -Iglue -Isides/sqlite -Isides/curl -lkumiki-sqlite -lkumiki-curl)
	$(call program,meetings,ncursesw panelw,examples-c/meetings/*.c examples-c/meetings/terminal/*.c examples-c/terminal/*.c)
	$(call program,02_sheet_demo,,examples-c/02_sheet_demo.c examples-c/sheet_demo/*.c examples-c/support/*.c)
	build/bin/02_sheet_demo <examples-c/02_sheet_demo.jsonl
	@echo "And apps to play with, in a terminal: build/bin/contacts, build/bin/downloads, build/bin/feeds, build/bin/meetings"

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

# Without PEERS, the sources are in build/peers. A library that is missing there has an empty column.
bench-peers bench-lists: sides
	@scripts/setup bench
	@Benchmarks/run $(@:bench-%=%) $(PEERS) $(if $(WRITE),--write)

profile: sides
	@scripts/setup bench
	@Benchmarks/run profile

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

dist: wheel
	@scripts/dist

dist-test: dist
	@Tests/DistTests/run

uninstall:
	@scripts/install --uninstall

clean:
	rm -rf build .build
