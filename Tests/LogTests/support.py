"""Shared by the tests of `kumiki` over logs: runs the command, and compiles features against the installed copy."""

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
STAGE = Path(os.environ.get("STAGE") or ROOT / "build/stage").resolve()
KUMIKI = ROOT / "tools/kumiki"
ENVIRONMENT = {**os.environ, "PKG_CONFIG_PATH": f"{STAGE}/lib/pkgconfig", "LD_LIBRARY_PATH": f"{STAGE}/lib", "NO_COLOR": "1"}
STRICT = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
COUNTER = HERE / "counter.log"
HEADER = '{"kumiki":"log","form":1,"library":"0.4.0","shape":"90323a6000431384"}\n'


def kumiki(*arguments: object, **options: object) -> subprocess.CompletedProcess:
    """Runs the command. No command may end with a traceback."""
    done = subprocess.run([sys.executable, KUMIKI, *map(str, arguments)], capture_output=True, env=ENVIRONMENT, **{"text": True, **options})
    error = done.stderr if isinstance(done.stderr, str) else done.stderr.decode()
    if "Traceback" in error:
        raise AssertionError(error)
    return done


def called(command: str, *arguments: object) -> tuple[int, bytes, str]:
    """Runs a command in this process, which is faster: the exit code, standard output and standard error."""
    sys.path[:0] = [str(ROOT / "tools")] if str(ROOT / "tools") not in sys.path else []
    from logs.__main__ import main

    output, error = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(error), warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # the command's files close with its process
        code = main(command, [str(each) for each in arguments])
    output.flush()
    return code, output.buffer.getvalue(), error.getvalue()


def compiled(output: Path, *arguments: object) -> Path:
    """Compiles C with the installed copy."""
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "kumiki"], capture_output=True, text=True, env=ENVIRONMENT, check=True)
    command = ["cc", *STRICT, *map(str, arguments), "-o", str(output), *flags.stdout.split()]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return output


def run(program: Path, *arguments: object, **options: object) -> subprocess.CompletedProcess:
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, env=ENVIRONMENT, **options)


class LogTest(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def written(self, text: str | bytes, name: str = "some.log") -> Path:
        file = self.folder / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def objects(self, *arguments: object, code: int = 0) -> list:
        """The objects that a command writes with --json."""
        done = kumiki(*arguments, "--json")
        self.assertEqual(done.returncode, code, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]
