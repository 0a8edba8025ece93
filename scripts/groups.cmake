# The groups of tests, each with its command of the shell and those that it comes after, since it uses what they
# build. CTest runs them (scripts/test): where others do not run, nobody waits for them. A group may need hours
# where all of it is to be built, so its limits, of seconds of processors and of looks at which nothing has moved,
# are far away: its programs have their own (scripts/watched.py). The dear ones come first.
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH ROOT)

function(labelled label name command)
  add_test(${name} ${ROOT}/scripts/watched.py --seconds 36000 --still 900 --costs ${name} sh -euc "${command}")
  set_tests_properties(${name} PROPERTIES WORKING_DIRECTORY ${ROOT} TIMEOUT 10000000 DEPENDS "${ARGN}" LABELS ${label})
endfunction()

# Of `make test`: the engine, C, C++, Python, examples, scenarios, the model and one sanitizer.
function(group name command)
  labelled(quick ${name} "${command}" ${ARGN})
endfunction()

# Of `make test-deep`, in the folders that `make test` has built: a second compiler, a second checker, Swift programs, packages.
function(deep name command)
  labelled(deep ${name} "${command}" ${ARGN})
endfunction()

# The release library, installed in a fresh folder, against which the groups with C programs build.
group(library "make --no-print-directory stage")
# The tests of the engine's Swift modules. The players of the model are built with them.
group(swift "scripts/test-swift --engine")
group(sanitizer "scripts/test-sanitized address" library)
# The rules once more against the engine, in C and in Swift. Fails too where the cases have lost a kind.
# `make model` plays longer. One player in Swift plays features in Swift, one such that are mixed.
group(model "python3 -m unittest discover -s Tests/Model/play -t Tests/Model
  scripts/model --recorded --steps 50000 --seed 10 --table --at-least 10
  scripts/model --new-process --features 150 --seed 9
  scripts/model --player swift --program .build/debug/ModelSwiftPlayer --profile swift --steps 7500 --seed 1
  scripts/model --player mixed --program .build/debug/ModelMixedPlayer --profile mixed --steps 7500 --seed 1"
  library swift)
# Tests of rules, written by hand, which the model and both players show.
group(scenarios "Tests/Scenarios/run --swift .build/debug/ModelSwiftPlayer; KUMIKI_CHECKS=1 Tests/Scenarios/run" library swift)
group(c-tests "scripts/c-tests gcc tests" library)
group(cxx "scripts/c-tests gcc cxx" library)
group(types "Tests/TypesTests/run; scripts/c-tests gcc types" library)
group(headers "scripts/c-tests --build gcc headers" library)
group(python "scripts/test-python" library)
# Programs with windows of GTK 4, in an X server without a screen.
group(gtk "Tests/GtkTests/run" library)
group(glue "scripts/c-tests gcc glue" library)
group(examples "scripts/check-excerpts; scripts/c-tests gcc examples" library)
group(fronts "Tests/FrontTests/run" library)
# What `make demo` runs, with the library where it is built.
group(demo "make --no-print-directory demo" library)
# Random reducers: what their JSON Schema says, and what a store does. In the Python tests' environment.
group(schema "Tests/SchemaTests/run --reducers 600" library python)
# The library refused memory within C tests: a part. `make torture` does all.
group(torture "Tests/CAPITests/torture --most 20 test_trace test_store test_shape test_changes" c-tests)
# What was won is kept: docs/house.txt.
group(house "scripts/check-house" library)
group(exports "scripts/check-abi --exports; scripts/reference --check" library)
group(abi "scripts/check-abi")
group(links "scripts/check-links" library)
group(imports "scripts/check-imports")
group(scripts "python3 -m unittest discover -s Tests/ScriptTests")
group(rules "scripts/rule-table --check; Tests/Mutants/run --check")

# All Swift tests: those of the face for the Composable Architecture, of macros and publishers too.
deep(swift-all "scripts/test-swift")
# Keeps all processors busy by itself. The address sanitizer sees all that is done with the fronts, in an eighth of the
# time; here each is used for a day.
deep(valgrind "scripts/c-tests gcc valgrind
  Tests/FrontTests/run --valgrind -k a_day -k fetched_and_listed -k in_order; Tests/Scenarios/run --under scripts/under-valgrind")
# The second compiler, with fewer rounds, since what they wear out is the same library; and programs that are checked (checks.h).
deep(clang "KUMIKI_FEWER_ROUNDS=1 scripts/c-tests clang tests; scripts/c-tests clang cxx; scripts/c-tests clang glue
  scripts/c-tests clang types; scripts/c-tests --build clang headers; Tests/GtkTests/run --compiler clang
  KUMIKI_CHECKS=1 scripts/c-tests clang examples; KUMIKI_CHECKS=1 Tests/FrontTests/run --compiler clang")
# The fuzzers' corpora, and a few seconds of new inputs. `make fuzz` goes on longer.
deep(fuzz "Tests/Fuzz/run --quick --seconds 1")
# What the compiler takes for chains of operators, with the modules of the Swift tests.
deep(compile-times "architecture/Tests/CompileTimeTests/run" swift-all)
# Types that `kumiki generate` writes for Swift, with the modules that the consumers have built in the folder of the library.
deep(types-swift "Tests/TypesTests/run-swift" consumers)
# These build in the folders of the library and of the sanitizer, one at a time.
deep(consumers "Tests/ConsumerTests/run")
deep(swift-package "architecture/Examples/SheetDemo/check; architecture/Examples/Counters/check; architecture/Examples/Features/check"
  consumers fuzz)
# Features in the idiom of the Composable Architecture, in the folder of the Swift tests.
deep(case-studies "architecture/Examples/CaseStudies/check" swift-all)
# A feature with macros as a library, and C programs that use it. In the same folder.
deep(kiln "architecture/Examples/Kiln/check" case-studies)
# The app of the tutorial after each of its steps, and architecture/docs/swift-first.md's program, in that folder too.
deep(tutorial "architecture/Tests/TutorialTests/run" case-studies kiln)
# Comments and contract of the Swift modules, and docc's warnings. They are built for the Swift tests.
deep(swift-api "python3 -m unittest discover -s Tests/ABI; architecture/scripts/check-swift" swift-all)
# A package whose files import upstream's names, with tests of both frameworks and an app. In that folder too, where it
# is the last: many packages ask for the engine there, and SwiftPM writes its traits in another order.
deep(pantry "architecture/Tests/ConsumerTests/pantry/check" tutorial swift-api)
# One whose declarations belong to the main actor by default.
deep(ferry "architecture/Tests/ConsumerTests/ferry/check" pantry)
deep(install "Tests/InstallTests/run")
deep(dist "scripts/dist; Tests/DistTests/run")
# Instructions of the benchmark in C, beside docs/house.txt.
deep(instructions "scripts/check-house --instructions")
