"""Shared by the Python scripts of this folder: locations, commands, and the final verdict."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def version():
    return output([ROOT / "scripts/version"]).strip()


def library():
    """The release library, as `make` builds it."""
    return ROOT / f"build/lib/libkumiki.so.{version()}"


def output(command, **options):
    """Returns the output of a command. Ends the script if the command fails or does not exist."""
    try:
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"{Path(sys.argv[0]).name}: {error}\n{getattr(error, 'stdout', None) or ''}")


def built(kind, stage, *targets):
    """Builds programs of Tests/CMakeLists.txt with gcc, clang or a sanitizer, and returns their folder."""
    environment = dict(os.environ, STAGE=str(stage))
    return Path(output([ROOT / "scripts/c-tests", "--build", kind, *targets], env=environment).strip())


def processors():
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0))


def relative(path):
    return os.path.relpath(path, ROOT)


def verdict(subject, problems, good):
    """Prints the problems and exits with 1, or prints the success message."""
    for problem in problems:
        print(f"{subject}: {problem}")
    if problems:
        sys.exit(1)
    print(f"{subject}: {good}")
