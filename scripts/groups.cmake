# The groups of tests, each with its command of the shell and those that it comes after, since it uses what they
# build. CTest runs them (scripts/test): where others do not run, nobody waits for them. A group may need hours
# where all of it is to be built, so its limits, of seconds of processors and of looks at which nothing has moved,
# are far away: its programs have their own (scripts/watched.py). The dear ones come first.
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH ROOT)

function(group name command)
  add_test(${name} ${ROOT}/scripts/watched.py --seconds 36000 --still 900 --costs ${name} sh -euc "${command}")
  set_tests_properties(${name} PROPERTIES WORKING_DIRECTORY ${ROOT} TIMEOUT 10000000 DEPENDS "${ARGN}")
endfunction()

# The release library, installed in a fresh folder, against which the groups with C programs build.
group(library "make --no-print-directory stage")
group(swift "scripts/test-swift")
group(sanitizer "scripts/test-sanitized address")
# The fuzzers' corpora, and a few seconds of new inputs. `make fuzz` goes on longer.
group(fuzz "scripts/fuzz --quick --seconds 1" library sanitizer)
# What `make demo` runs, with the library where it is built.
group(demo "make --no-print-directory demo" library)
# These build in the folders of the library and of the sanitizer, one at a time.
group(consumers "Tests/ConsumerTests/run" library)
group(swift-package "architecture/Examples/SheetDemo/check; architecture/Examples/Counters/check; architecture/Examples/Features/check"
  consumers sanitizer fuzz)
# Features in the idiom of the Composable Architecture, in the folder of the Swift tests.
group(case-studies "architecture/Examples/CaseStudies/check" swift model)
# A feature with macros as a library, and C programs that use it. In the same folder.
group(kiln "architecture/Examples/Kiln/check" case-studies)
# The app of the tutorial after each of its steps, and architecture/docs/swift-first.md's program, in that folder too.
group(tutorial "architecture/Tests/TutorialTests/run" swift model case-studies kiln)
# What the compiler takes for chains of operators, with the modules of the Swift tests.
group(compile-times "architecture/Tests/CompileTimeTests/run" swift)
# The rules once more against the engine, in C and in Swift. Fails too where the cases have lost a kind.
# `make model` plays longer. The players in Swift are built with the Swift tests: one plays features in Swift, one such
# that are mixed.
group(model "python3 -m unittest discover -s Tests/Model/play -t Tests/Model
  scripts/model --recorded --steps 50000 --seed 10 --table --at-least 10
  scripts/model --new-process --features 150 --seed 9
  swift build --product ModelSwiftPlayer --traits Macros,OpenCombine,Testing --quiet
  scripts/model --player swift --program .build/debug/ModelSwiftPlayer --profile swift --steps 7500 --seed 1
  swift build --product ModelMixedPlayer --traits Macros,OpenCombine,Testing --quiet
  scripts/model --player mixed --program .build/debug/ModelMixedPlayer --profile mixed --steps 7500 --seed 1"
  library swift compile-times)
# Tests of rules, written by hand, which the model and both players show.
group(scenarios "scripts/scenarios --swift .build/debug/ModelSwiftPlayer; KUMIKI_CHECKS=1 scripts/scenarios" library model)
# What is worn out by many rounds is the library, which is the same with the second compiler.
group(c-tests "scripts/c-tests gcc tests; KUMIKI_FEWER_ROUNDS=1 scripts/c-tests clang tests" library)
# The library refused memory within C tests: a part. `make torture` does all.
group(torture "scripts/torture --most 20 test_trace test_store test_shape test_changes" c-tests)
# With the second compiler as programs that are checked (checks.h).
group(examples "scripts/check-excerpts; scripts/c-tests gcc examples; KUMIKI_CHECKS=1 scripts/c-tests clang examples" library)
group(fronts "Tests/FrontTests/run; KUMIKI_CHECKS=1 Tests/FrontTests/run --compiler clang" library)
# Keeps all processors busy by itself. The address sanitizer sees all that is done with the fronts, in an eighth of the
# time; here each is used for a day.
group(valgrind "scripts/c-tests gcc valgrind
  Tests/FrontTests/run --valgrind -k a_day -k fetched_and_listed -k in_order; scripts/scenarios --under scripts/under-valgrind"
  c-tests examples fronts)
group(cxx "scripts/c-tests gcc cxx; scripts/c-tests clang cxx" library)
group(install "Tests/InstallTests/run" library)
group(dist "scripts/dist; Tests/DistTests/run" library)
group(python "scripts/test-python" library)
# Random reducers: what their JSON Schema says, and what a store does. In the Python tests' environment.
group(schema "Tests/SchemaTests/run --reducers 600" library python)
group(glue "scripts/c-tests gcc glue; scripts/c-tests clang glue" library)
# Programs with windows of GTK 4, in an X server without a screen.
group(gtk "Tests/GtkTests/run; Tests/GtkTests/run --compiler clang" library)
# What `kumiki generate` writes, compiled and run.
group(types "Tests/TypesTests/run; Tests/TypesTests/run-swift; scripts/c-tests gcc types; scripts/c-tests clang types" library)
group(headers "scripts/c-tests --build gcc headers; scripts/c-tests --build clang headers" library)
group(exports "scripts/check-abi --exports; scripts/reference --check" library)
group(abi "scripts/check-abi")
# Comments and contract of the Swift modules, and docc's warnings. They are built for the Swift tests.
group(swift-api "python3 -m unittest discover -s Tests/ABI; scripts/check-swift" swift)
# A package whose files import upstream's names, with tests of both frameworks and an app. In that folder too, where it
# is the last: many packages ask for the engine there, and SwiftPM writes its traits in another order.
group(pantry "architecture/Tests/ConsumerTests/pantry/check" tutorial scenarios swift-api)
# One whose declarations belong to the main actor by default.
group(ferry "architecture/Tests/ConsumerTests/ferry/check" pantry)
group(links "scripts/check-links" library)
group(imports "scripts/check-imports")
# What was won is kept: docs/house.txt.
group(house "scripts/check-house" library)
group(instructions "scripts/check-house --instructions" library)
group(scripts "python3 -m unittest discover -s Tests/ScriptTests")
group(rules "scripts/rule-table --check; scripts/mutants --check")
