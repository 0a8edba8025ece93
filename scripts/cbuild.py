"""Compiles and links C programs.

What the same command has made of files with the same contents is taken as it is: so what several
programs share is compiled once for each compiler, and what valgrind runs is what gcc has made.
"""

import fcntl
import functools
import hashlib
import json
import os
import subprocess
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import tools

FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wcast-qual", "-Werror", "-g", "-pthread"]
CAUGHT = 9  # the exit status with which valgrind and the sanitizers report a mistake
# Swift's runtime compares a new type's offsets with what it is about to write there. Behind its first room for
# types that is memory which nobody has written, unless the runtime fills it.
VALGRIND = ["env", "SWIFT_DEBUG_ENABLE_MALLOC_SCRIBBLE=YES"]
VALGRIND += ["valgrind", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect"]
VALGRIND += [f"--error-exitcode={CAUGHT}", "--child-silent-after-fork=yes"]
# Most programs are short, and valgrind is busy with getting ready: these make that a sixth shorter.
VALGRIND += ["--vex-guest-chase=no", "--read-inline-info=no"]


class Program(NamedTuple):
    """What is linked of some files, named after the first of them."""

    sources: tuple[Path, ...]
    packages: tuple[str, ...]  # as pkg-config calls what it needs
    is_plugin: bool = False

    def units(self):
        return [Unit(source, self.packages, self.is_plugin) for source in self.sources]


class Unit(NamedTuple):
    """A file to compile."""

    source: Path
    packages: tuple[str, ...]
    is_for_plugin: bool


class Builder:
    """One compiler with one set of options, and the folder that its programs are made in."""

    def __init__(self, compiler, stage, sanitizer=None):
        self.name = sanitizer or compiler
        self.folder = tools.ROOT / f"build/c-{self.name}"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.stage = stage
        self.compiler = [tools.compiler(compiler), *FLAGS]
        self.runtime = []
        if sanitizer:
            self.compiler += [f"-fsanitize={sanitizer}", "-fno-omit-frame-pointer"]
        if sanitizer == "thread":
            self.runtime = dispatch()
        self.problems = {}  # what the compiler said of a unit that does not compile

    def build(self, programs, pool):
        """Builds programs side by side: for each its path, or what keeps it from being built."""
        with self.alone():
            units = list(dict.fromkeys(unit for each in programs for unit in each.units()))
            self.problems = dict(zip(units, pool.map(self.compile, units)))
            return list(pool.map(self.link, programs))

    @contextmanager
    def alone(self):
        """While another process builds in the same folder, this one waits."""
        with open(self.folder / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def compile(self, unit):
        """Compiles a file. What the compiler said if it could not."""
        target, listed = self.object(unit), self.object(unit).with_suffix(".d")
        target.parent.mkdir(parents=True, exist_ok=True)
        command = [*self.compiler, *self.pkg_config("--cflags", unit.packages)]
        command += ["-fPIC"] if unit.is_for_plugin else []
        command += ["-MMD", "-MF", listed, "-c", unit.source, "-o", target]
        return make(target, command, lambda: dependencies(listed))

    def link(self, program):
        """Links a program: its path and None, or None and what keeps it from being linked."""
        said = [self.problems[unit] for unit in program.units() if self.problems[unit]]
        target = self.folder / (program.sources[0].stem + (".so" if program.is_plugin else ""))
        if not said:
            objects = [self.object(unit) for unit in program.units()]
            command = [*self.compiler, "-o", target, *objects]
            command += ["-shared"] if program.is_plugin else []
            command += [*self.runtime, "-Wl,--as-needed"]
            command += self.pkg_config("--libs", program.packages)
            command += [f"-Wl,-rpath,{self.stage}/lib"]
            said = make(target, command, lambda: [*objects, self.stage / "lib/libkumiki.so"])
        return (None, "".join(said)) if said else (target, None)

    def object(self, unit):
        folder = self.folder / "objects" / unit.source.relative_to(tools.ROOT).parent
        manner = [*unit.packages[1:], *(["pic"] if unit.is_for_plugin else [])]
        return folder / ".".join([unit.source.stem, *manner, "o"])

    @functools.cache
    def pkg_config(self, what, packages):
        path = f"{self.stage}/lib/pkgconfig:{os.environ.get('PKG_CONFIG_PATH', '')}"
        environment = dict(os.environ, PKG_CONFIG_PATH=path)
        return tools.output(["pkg-config", what, *packages], env=environment).split()


def make(target, command, inputs):
    """Runs a command that makes a file, unless it has made it already of what is there now.

    What the command said if it failed. `inputs` is asked afterwards what the file was made of.
    """
    command = [str(word) for word in command]
    note = target.with_name(f"{target.name}.note")
    try:
        known = json.loads(note.read_text())
        is_same = known["command"] == command and known["made of"] == digests(known["made of"])
        if is_same and target.exists():
            return None
    except (OSError, ValueError, KeyError):
        pass  # never made, or of what is gone
    note.unlink(missing_ok=True)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        return done.stdout or f"{command[0]}: exit status {done.returncode}"
    note.write_text(json.dumps({"command": command, "made of": digests(inputs())}))
    return None


def digests(files):
    return {str(file): digest(str(file), os.stat(file).st_mtime_ns) for file in files}


@functools.cache
def digest(file, _changed):
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()


def dependencies(listed):
    """The files that a compiler has read, as it lists them for make. The first is the target."""
    return listed.read_text().replace("\\\n", " ").split()[1:]


def dispatch():
    """The Swift toolchain's thread sanitizer watches libdispatch too, and cannot do without it."""
    target = json.loads(tools.output(["swiftc", "-print-target-info"]))
    folder = f"{target['paths']['runtimeResourcePath']}/linux"
    return [f"-L{folder}", f"-Wl,-rpath,{folder}", "-ldispatch", "-lBlocksRuntime"]
