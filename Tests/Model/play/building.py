"""Builds the players from their sources, if these are newer than the programs."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import tools
from play.players import Player
from play.relay import Relay

PRODUCTS = {"swift": "ModelSwiftPlayer", "mixed": "ModelMixedPlayer"}
SOURCES = tools.ROOT / "Tests/Model/c"
FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wcast-qual", "-Werror", "-g", "-O1"]
ASAN = {"ASAN_OPTIONS": "exitcode=9:detect_leaks=1", "LSAN_OPTIONS": "exitcode=9"}

Command = tuple[list[str], dict[str, str]]  # with its environment


def fail(reason: str) -> None:
    sys.exit(f"model: {reason}")


def pkg_config(stage: Path) -> list[str]:
    path = f"{stage}/lib/pkgconfig:{os.environ.get('PKG_CONFIG_PATH', '')}"
    environment = dict(os.environ, PKG_CONFIG_PATH=path)
    command = ["pkg-config", "--cflags", "--libs", "kumiki", "jansson"]
    return tools.output(command, env=environment).split()


def is_newer(program: Path, inputs: list[Path]) -> bool:
    """Whether a program is newer than its inputs."""
    if not program.exists():
        return False
    built = program.stat().st_mtime
    return all(file.stat().st_mtime <= built for file in inputs)


def c_player(stage: Path, sanitizer: str | None = None, name: str | None = None) -> Path:
    """The player in C, built against an installed library. Other names are other programs."""
    library = stage / "lib/libkumiki.so"
    if not library.exists():
        fail(f"there is no library in {tools.relative(stage)}: scripts/test library")
    sources = sorted(SOURCES.glob("*.c"))
    if not sources:
        fail(f"there are no sources in {tools.relative(SOURCES)}")
    program = tools.ROOT / f"build/model/player-{name or sanitizer or 'c'}"
    note = program.with_suffix(".stage")  # which library it was built against
    is_same = note.exists() and note.read_text() == str(stage)
    if is_same and is_newer(program, [*sources, *SOURCES.glob("*.h"), library.resolve()]):
        return program
    program.parent.mkdir(parents=True, exist_ok=True)
    fresh = program.with_suffix(f".{os.getpid()}")
    compiler = tools.output([tools.ROOT / "scripts/find-clang"]).strip() if sanitizer else "gcc"
    command = [compiler, *FLAGS, "-o", str(fresh)]
    command += [str(source) for source in sources]
    if sanitizer:
        command += [f"-fsanitize={sanitizer}", "-fno-omit-frame-pointer"]
        command += ["-Wno-missing-field-initializers"]  # clang's meaning of {NULL}, not gcc's
    command += ["-Wl,--as-needed", *pkg_config(stage), "-pthread", f"-Wl,-rpath,{stage}/lib"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        fail(f"the player does not compile\n{done.stdout}")
    fresh.replace(program)
    note.write_text(str(stage))
    return program


def swift_player(name: str) -> Path:
    """A player in Swift, built in release as a product of the package.

    In its own folder: the library is built with other options, and would be built from scratch each time.
    """
    folder = tools.ROOT / ".build/players"
    command = ["swift", "build", "-c", "release", "--scratch-path", str(folder), "--product", name]
    done = subprocess.run(command, cwd=tools.ROOT, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        fail(f"the player does not build\n{done.stdout[-4000:]}")
    return folder / "release" / name


def player_command(kind: str, stage: Path, *options: str) -> Command:
    """The command of a player, built if necessary, and its environment."""
    if kind == "c":
        return [str(c_player(stage)), *options], {}
    if kind == "asan":
        # Stack frames are several times larger under the sanitizer.
        program = " ".join([shlex.quote(str(c_player(stage, "address"))), *options])
        return ["sh", "-c", f"ulimit -s 65536 || ulimit -s unlimited; exec {program}"], ASAN
    return [str(swift_player(PRODUCTS[kind])), *options], {}


def make_player(command: Command, relays: bool = False) -> Player | Relay:
    """A player, or one whose cases may continue in another process."""
    return (Relay if relays else Player)(command[0], command[1])
