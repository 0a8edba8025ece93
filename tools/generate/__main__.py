"""kumiki generate: writes typed code from the shape of a feature."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from . import c, cxx, names, notation, python, reading, swift
from .library import Library
from .model import GenerateError, Model

_Write = Callable[[Model, str, str, str], str]
LANGUAGES: dict[str, _Write] = {"c": c.write, "c++": cxx.write, "python": python.write, "swift": swift.write}


def generate(path: Path, language: str, prefix: str | None) -> str:
    """Returns the code for a file. Raises GenerateError, or OSError if the file cannot be read."""
    library = Library()
    model = reading.read(path, library)
    name = prefix or path.name.partition(".")[0]
    try:
        names.check(model)
        hash = library.hash(notation.shape(model), notation.cases(model))
        return LANGUAGES[language](model, name, path.name, hash)
    except GenerateError as error:
        raise GenerateError(f"{path}:{model.line(error.about)}{error}") from None
    except RecursionError:
        raise GenerateError(f"{path}:{model.line(('Action', 'State'))}kinds are nested too deep") from None


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="kumiki generate", description=__doc__)
    parser.add_argument("--language", required=True, choices=LANGUAGES)
    parser.add_argument("--prefix", help="prefix of the generated names; default: the file's name")
    parser.add_argument("--output", type=Path, help="the file to write; default: standard output")
    parser.add_argument("file", type=Path, help="a shape file (State = ...; Action = ...; requests (...)), or a JSON Schema from kmk_reducer_describe")
    given = parser.parse_args(arguments)
    try:
        code = generate(given.file, given.language, given.prefix)
        if given.output is None:
            sys.stdout.write(code)
        elif not given.output.exists() or given.output.read_text() != code:
            given.output.write_text(code)
    except GenerateError as error:
        return _failed(str(error))
    except OSError as error:
        return _failed(f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error))
    return 0


def _failed(message: str) -> int:
    print(f"kumiki generate: {message}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
