# The groups of tests: each has a shell command, and the groups whose builds it needs first. CTest runs them
# (scripts/test); a group does not wait for groups that were not selected. A group may take hours if everything must
# be built, so its limits (processor seconds, and checks without progress) are generous; its programs have their own
# limits (scripts/watched.py). The most expensive groups come first.
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH ROOT)

function(labelled label name command)
  add_test(${name} ${ROOT}/scripts/watched.py --seconds 36000 --still 900 --costs ${name} sh -euc "${command}")
  set_tests_properties(${name} PROPERTIES WORKING_DIRECTORY ${ROOT} TIMEOUT 10000000 DEPENDS "${ARGN}" LABELS ${label})
endfunction()

# `make test`: the engine, C, C++, Python, examples, scenarios, the model and one sanitizer.
function(group name command)
  labelled(quick ${name} "${command}" ${ARGN})
endfunction()

# `make test-deep`, in the folders that `make test` has built: clang, valgrind, Swift programs, packages.
function(deep name command)
  labelled(deep ${name} "${command}" ${ARGN})
endfunction()

# The release library, installed in a fresh folder, for the groups with C programs.
group(library "make --no-print-directory stage")
# The tests of the engine's Swift modules. The players of the model are built with them.
group(swift "scripts/test-swift --engine")
group(sanitizer "scripts/test-sanitized address" library)
# The reference model against the engine, in C and in Swift. Also fails if a kind of case no longer occurs.
# `make model` plays longer. One Swift player plays Swift features, another plays mixed features.
group(model "python3 -m unittest discover -s Tests/Model/play -t Tests/Model
  scripts/model --recorded --steps 75000 --seed 10 --table --at-least 10
  scripts/model --profile requests --steps 15000 --seed 3
  scripts/model --new-process --features 150 --seed 9
  scripts/model --player swift --program .build/debug/ModelSwiftPlayer --profile swift --steps 7500 --seed 1
  scripts/model --player mixed --program .build/debug/ModelMixedPlayer --profile mixed --steps 7500 --seed 1"
  library swift)
# The scenarios: hand-written tests of rules, played by the model and by both players.
group(scenarios "Tests/Scenarios/run --swift .build/debug/ModelSwiftPlayer; KUMIKI_CHECKS=1 Tests/Scenarios/run" library swift)
group(c-tests "scripts/c-tests gcc tests" library)
group(cxx "scripts/c-tests gcc cxx" library)
group(types "Tests/TypesTests/run; scripts/c-tests gcc types" library)
# The commands of `kumiki` over logs, with features that cc compiles against the installed copy.
group(logs "python3 -m unittest discover -s Tests/LogTests" library)
group(headers "scripts/c-tests --build gcc headers" library)
group(python "scripts/test-python" library)
# The checker finds the planted faults, and none in the examples.
group(check "python3 Tests/CheckTests/test_check.py; python3 Tests/CheckTests/test_examples.py
  $(scripts/python-venv) Tests/CheckTests/test_python.py" library python)
# Programs with GTK 4 windows, in an X server without a screen.
group(gtk "Tests/GtkTests/run" library)
group(glue "scripts/c-tests gcc glue" library)
group(examples "scripts/check-excerpts; scripts/c-tests gcc examples" library)
group(fronts "Tests/FrontTests/run" library)
# The programs of `make demo`, with the library in its build folder.
group(demo "make --no-print-directory demo" library)
# Random reducers: their JSON Schema must agree with a store. In the Python tests' environment.
group(schema "Tests/SchemaTests/run --reducers 600" library python)
# Failed allocations in a part of the C tests. `make torture` runs all of them.
group(torture "Tests/CAPITests/torture --most 20 test_trace test_store test_shape test_changes" c-tests)
# The figures of docs/house.txt.
group(house "scripts/check-house" library)
group(exports "scripts/check-abi --exports; scripts/reference --check" library)
group(abi "scripts/check-abi")
group(links "scripts/check-links" library)
group(imports "scripts/check-imports")
group(scripts "python3 -m unittest discover -s Tests/ScriptTests")
group(rules "scripts/rule-table --check; Tests/Mutants/run --check")

# All Swift tests, including the Composable Architecture modules, macros and publishers.
deep(swift-all "scripts/test-swift")
# Uses all processors alone. The address sanitizer covers all uses of the user interfaces in an eighth of the time;
# this group simulates one day of use for each.
deep(valgrind "scripts/c-tests gcc valgrind
  Tests/FrontTests/run --valgrind -k a_day -k fetched_and_listed -k in_order; Tests/Scenarios/run --under scripts/under-valgrind")
# The second compiler, with fewer rounds, because the library under test is the same; and programs with checks (checks.h).
deep(clang "KUMIKI_FEWER_ROUNDS=1 scripts/c-tests clang tests; scripts/c-tests clang cxx; scripts/c-tests clang glue
  scripts/c-tests clang types; scripts/c-tests --build clang headers; Tests/GtkTests/run --compiler clang
  KUMIKI_CHECKS=1 scripts/c-tests clang examples; KUMIKI_CHECKS=1 Tests/FrontTests/run --compiler clang")
# The fuzzers' corpora, and a few seconds of new inputs. `make fuzz` runs longer.
deep(fuzz "Tests/Fuzz/run --quick --seconds 1")
# Compile times of chained operators, with the modules of the Swift tests.
deep(compile-times "architecture/Tests/CompileTimeTests/run" swift-all)
# Swift types of `kumiki generate`, with the modules that the consumers have built in the library's folder.
deep(types-swift "Tests/TypesTests/run-swift" consumers)
# The checker on the features in Swift of the consumers' library.
deep(check-swift "python3 Tests/CheckTests/test_swift.py" consumers)
# These groups build in the folders of the library and of the sanitizer, one at a time.
deep(consumers "Tests/ConsumerTests/run")
deep(swift-package "architecture/Examples/SheetDemo/check; architecture/Examples/Counters/check; architecture/Examples/Features/check"
  consumers fuzz)
# Features in the idiom of the Composable Architecture, in the folder of the Swift tests.
deep(case-studies "architecture/Examples/CaseStudies/check" swift-all)
# A library with a macro feature, and C programs that use it. In the same folder.
deep(kiln "architecture/Examples/Kiln/check" case-studies)
# The tutorial's app after each step, and the program of architecture/docs/swift-first.md, in the same folder.
deep(tutorial "architecture/Tests/TutorialTests/run" case-studies kiln)
# The Swift modules' comments and contract, and DocC's warnings. The Swift tests build these modules.
deep(swift-api "python3 -m unittest discover -s Tests/ABI; architecture/scripts/check-swift" swift-all)
# A package that imports upstream's module names, with tests of both frameworks and an app. It runs last in the same
# folder: its many packages depend on the engine, and SwiftPM then writes the traits in a different order.
deep(pantry "architecture/Tests/ConsumerTests/pantry/check" tutorial swift-api)
# A package whose declarations are isolated to the main actor by default.
deep(ferry "architecture/Tests/ConsumerTests/ferry/check" pantry)
deep(install "Tests/InstallTests/run")
deep(dist "scripts/dist; Tests/DistTests/run")
# Instructions of the C benchmark, compared with docs/house.txt.
deep(instructions "scripts/check-house --instructions")
