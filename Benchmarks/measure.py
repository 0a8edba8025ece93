"""Builds the measuring programs, and runs them."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "scripts"))
import tools  # noqa: E402

BINARIES = tools.ROOT / "build/bench"
FLOOR = HERE / "Swift/Sources/Floor"


class Program:
    """A measuring program. Its rows and floors get a prefix unless they already have it."""

    def __init__(self, prefix, path):
        self.prefix, self.path = prefix, path

    def full(self, name):
        return name if name.startswith(self.prefix) else self.prefix + name

    def times(self):
        """Name -> (minimum, median) in nanoseconds."""
        return {
            self.full(name): (float(least), float(median))
            for name, least, median in lines([self.path])
        }

    def allocations(self):
        """Name -> allocations per operation. This is a separate run, because counting takes time."""
        found = lines([self.path, "--allocations"], env=counting())
        return {self.full(name): float(count) for name, count in found}


class Starts:
    """Programs that start and end. Each is a row."""

    def __init__(self, starter, programs):
        self.starter, self.programs = starter, programs

    def times(self):
        pairs = [argument for pair in self.programs.items() for argument in pair]
        found = lines([self.starter, *pairs])
        return {name: (float(least), float(median)) for name, least, median in found}

    def allocations(self):
        """All allocations of a program, from its start to its end."""
        path = BINARIES / "allocations.txt"
        found = {}
        for name, program in self.programs.items():
            tools.output([program], env=counting() | {"ALLOCATIONS_FILE": str(path)})
            found[name] = float(path.read_text())
        return found


def counting():
    return os.environ | {"LD_PRELOAD": str(BINARIES / "liballocations.so")}


def lines(command, **options):
    return [line.split() for line in tools.output(command, **options).splitlines()]


def run(command, **options):
    """Runs a command. Shows its output only if it fails."""
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options
    )
    if done.returncode:
        sys.exit(f"$ {shlex.join(map(str, command))}\n{done.stdout}")


def c_program(name, sources, options=()):
    BINARIES.mkdir(parents=True, exist_ok=True)
    libraries = tools.output(["pkg-config", "--cflags", "--libs", "jansson", "sqlite3"]).split()
    # The compiler's own standard if some of the sources are in C++: no standard is valid for both languages.
    standard = [] if any(Path(source).suffix == ".cpp" for source in sources) else ["-std=gnu11"]
    command = [os.environ.get("CC", "cc"), *standard, "-O2", "-Wall", "-Wextra"]
    command += [f"-I{FLOOR}/include", f"-I{tools.ROOT}/include", f"-I{tools.ROOT}/glue", "-pthread", "-o", BINARIES / name]
    run([*command, *sources, *options, *libraries])
    return BINARIES / name


def bundle(name, source, folder):
    """A program for node, with the sources of redux and reselect in a folder. Needs esbuild."""
    BINARIES.mkdir(parents=True, exist_ok=True)
    command = ["esbuild", "--bundle", "--format=esm", "--platform=node", f"--outfile={BINARIES / name}", source]
    command += [f"--alias:{library}={folder / library}/src/index.ts" for library in ("redux", "reselect")]
    run([*command, '--define:process.env.NODE_ENV="production"'])
    return BINARIES / name


def not_found(needs, folder):
    """The needs that this machine does not meet: commands, packages ("pkg-config gtk4") and files, relative to a folder."""

    def is_met(need):
        if need.startswith("pkg-config "):
            return not subprocess.run(["pkg-config", "--exists", need.split()[1]], check=False).returncode
        return (folder / need).exists() if "/" in need else shutil.which(need)

    return [need for need in needs if not is_met(need)]


def linked_with(library):
    return [library, f"-Wl,-rpath,{library.parent}"]


def swift_program(name, without_cmo=False):
    """Builds a product of the package with the native rows."""
    scratch = tools.ROOT / (".build/benchmarks-without-cmo" if without_cmo else ".build/benchmarks")
    build = ["swift", "build", "-c", "release", "--package-path", HERE / "Swift", "--scratch-path", scratch]
    run([*build, "--product", name, *(["-Xswiftc", "-disable-cmo"] if without_cmo else [])])
    return scratch / "release" / name


def mixed_library():
    """Builds a team's own library, with the features of Mixed."""
    library = BINARIES / "libmixed.so"
    command = [tools.ROOT / "scripts/build-library", "--package-path", HERE / "Mixed"]
    command += ["--product", "mixed", "--export", "mixed_*", "--output", library]
    run([*command, "--scratch-path", tools.ROOT / ".build/benchmarks-mixed"])
    return library


SHARED = [HERE / "C/bench.c", *sorted(FLOOR.glob("*.c"))]
SUPPORT = [HERE / "C/support.c", HERE / "C/rows_floors.c", *SHARED]


def rows():
    """Builds the program with the rows in C."""
    sources = [path for path in sorted((HERE / "C").glob("rows*.c")) if path not in SUPPORT]
    database = tools.library().with_name("libkumiki-sqlite.so")
    return c_program("rows", [*sources, *SUPPORT], [f"-I{tools.ROOT}/sides/sqlite", database, *linked_with(tools.library())])


def types(language, name, shape):
    """Generates the types of a shape file into a folder for the compiler."""
    folder = BINARIES / "types"
    folder.mkdir(parents=True, exist_ok=True)
    run([tools.ROOT / "tools/kumiki", "generate", "--language", language, "--output", folder / name, shape])
    return f"-I{folder}"


def rows_cxx():
    """Builds the program with the rows in C++. The C compiler builds it, because its other files are C."""
    folders = {types(language, f"cases_shape.{ending}", HERE / "Cxx/cases.shape") for language, ending in (("c", "h"), ("c++", "hpp"))}
    options = [*folders, f"-I{HERE}/C", *linked_with(tools.library()), "-lstdc++"]
    return c_program("rows-cxx", [HERE / "Cxx/rows.cpp", *SHARED], options)


def in_cxx():
    return [Program("cxx.", rows_cxx())]


def in_c():
    """Builds the programs with the rows in C, and with the rows of Swift features used from C."""
    kumiki, mixed = linked_with(tools.library()), linked_with(mixed_library())
    start = c_program("start", [HERE / "C/start.c", *SHARED])
    plain = c_program("plain_counter", [HERE / "C/plain_counter.c"])
    counter = c_program("01_counter", [tools.ROOT / "examples-c/01_counter.c"], kumiki)
    return [
        Program("c.", rows()),
        Program("mixed.", c_program("mixed", [HERE / "C/mixed.c", *SUPPORT], mixed)),
        Starts(start, {"start.plain": plain, "start.kumiki": counter}),
    ]


def measured(arguments):
    """Name -> (minimum, median), and name -> allocations, for the selected rows."""
    programs = []
    if arguments.only in (None, "swift"):
        programs.append(Program("", swift_program("NativeBenchmarks", arguments.without_cmo)))
    if arguments.only in (None, "c"):
        programs += in_c()
    if arguments.only in (None, "cxx"):
        programs += in_cxx()
    c_program("liballocations.so", [HERE / "C/count_allocations.c"], ["-shared", "-fPIC"])

    times, allocations = {}, {}
    for program in programs:
        times |= program.times()
    for program in programs:
        allocations |= program.allocations()
    return times, allocations
