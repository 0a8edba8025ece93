"""What the Python scripts in this folder share: where things are, and how a verdict is printed."""

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
    """What a command prints. Its failure, or its absence, ends the script."""
    try:
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"{Path(sys.argv[0]).name}: {error}\n{getattr(error, 'stdout', None) or ''}")


def built(kind, stage, *targets):
    """Builds programs of Tests/CMakeLists.txt with gcc, clang, or for a sanitizer: the folder that they are in."""
    environment = dict(os.environ, STAGE=str(stage))
    return Path(output([ROOT / "scripts/c-tests", "--build", kind, *targets], env=environment).strip())


def processors():
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0))


def relative(path):
    return os.path.relpath(path, ROOT)


def verdict(subject, problems, good):
    """Prints each problem, or what was found good, and exits accordingly."""
    for problem in problems:
        print(f"{subject}: {problem}")
    if problems:
        sys.exit(1)
    print(f"{subject}: {good}")
