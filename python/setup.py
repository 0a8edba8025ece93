"""Builds the package: the declarations come from the public headers, the library from build/lib.

setuptools builds the package, and this script adds three things. It writes kumiki/_cdef.py from the
headers in include/, so that no declaration is written twice. It copies the generator in
tools/generate to kumiki/_generate, the checker in tools/check to kumiki/_check and the commands over logs in
tools/logs to kumiki/_logs. If `make` has built the library, it also copies libkumiki, libkumiki-sqlite, and the jansson and the SQLite that they were linked with, to kumiki/_lib, where they
find each other, and puts their bill of materials into the wheel (PEP 770). If not, the package uses
the libraries that are installed in the system.
"""

import ctypes
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
INCLUDE = ROOT / "include"
# The licence notices of the carried libraries, in several distributions.
NOTICES = {
    "jansson": ["/usr/share/doc/libjansson4/copyright", "/usr/share/licenses/jansson/LICENSE"],
    "sqlite": ["/usr/share/doc/libsqlite3-0/copyright", "/usr/share/licenses/sqlite/LICENSE"],
}


# The functions of jansson that the package calls: for small values, views and databases.
JANSSON = """
typedef struct json_t { int type; size_t refcount; } json_t;
json_t *json_stringn(const char *value, size_t length);
json_t *json_integer(long long value);
json_t *json_real(double value);
json_t *json_true(void);
json_t *json_false(void);
json_t *json_null(void);
const char *json_string_value(const json_t *string);
size_t json_string_length(const json_t *string);
long long json_integer_value(const json_t *integer);
double json_real_value(const json_t *real);
json_t *json_object(void);
json_t *json_array(void);
int json_object_set_new(json_t *object, const char *key, json_t *value);
int json_array_append_new(json_t *array, json_t *value);
size_t json_array_size(const json_t *array);
json_t *json_array_get(const json_t *array, size_t index);
size_t json_object_size(const json_t *object);
json_t *json_object_get(const json_t *object, const char *key);
void *json_object_iter(json_t *object);
void *json_object_iter_next(json_t *object, void *iter);
const char *json_object_iter_key(void *iter);
"""


def version() -> str:
    text = (INCLUDE / "kumiki/base.h").read_text()
    return ".".join(
        re.search(rf"KMK_VERSION_{part} (\d+)", text)[1] for part in ("MAJOR", "MINOR", "PATCH")
    )


def headers() -> list[Path]:
    """The public headers, each after the headers that it includes."""
    ordered: list[Path] = []

    def add(header: Path) -> None:
        for name in re.findall(r'^#include "([\w/]+\.h)"', header.read_text(), re.M):
            add(header.parent / name)
        if header not in ordered:
            ordered.append(header)

    add(INCLUDE / "kumiki_test.h")
    return [*ordered, ROOT / "sides/sqlite/kumiki_sqlite.h"]


def declarations() -> str:
    """The headers' declarations for cffi: without comments, macros and inline functions."""
    text = "\n".join(header.read_text() for header in headers())
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"#ifdef __cplusplus\n.*?#endif", "", text, flags=re.S)
    text = re.sub(r"^[ \t]*#(?:.*\\\n)*.*$", "", text, flags=re.M)
    text = re.sub(r"KMK_(?:DEPRECATED|POINTER_FORMAT)\([^()]*\)", "", text)
    text = re.sub(r"^static inline .*?^}$", "", text, flags=re.M | re.S)
    # Python has no va_list. Each function that takes a va_list has a variant with arguments.
    text = re.sub(r"^[^;{}]*\bva_list\b[^;{}]*;", "", text, flags=re.M)
    return JANSSON + text


def needed_glibc(*libraries: Path) -> tuple[int, int]:
    """The glibc that libraries need: the greatest version among the versions of their symbols."""
    found = [
        (int(major), int(minor))
        for library in libraries
        for major, minor in re.findall(rb"\0GLIBC_(\d+)\.(\d+)(?=[.\0])", library.read_bytes())
    ]
    # glibc reads packed relocations from version 2.36 on.
    packed = [(2, 36)] * any(b"\0GLIBC_ABI_DT_RELR\0" in file.read_bytes() for file in libraries)
    return max(found + packed)


def found(name: str) -> Path:
    """The library that the system's linker finds, which libkumiki was linked with."""
    ctypes.CDLL(name)
    maps = Path("/proc/self/maps").read_text()
    return Path(re.search(rf"\S*/{re.escape(name)}\S*", maps)[0])


def carried() -> dict[str, Path]:
    """The files of kumiki/_lib, by name. Empty if the library was not built."""
    library, sqlite = (
        ROOT / f"build/lib/{name}.so.{version()}" for name in ("libkumiki", "libkumiki-sqlite")
    )
    if not library.is_file():
        return {}
    files = {"libkumiki.so.0": library, "LICENSE": ROOT / "LICENSE"}
    needed = {"jansson": "libjansson.so.4"}
    if sqlite.is_file():
        files["libkumiki-sqlite.so.0"], needed["sqlite"] = sqlite, "libsqlite3.so.0"
    if (check := ROOT / f"build/lib/libkumiki-check.so.{version()}").is_file():
        files["libkumiki-check.so.0"] = check
    for package, name in needed.items():
        files[name] = found(name)
        notices = (Path(each) for each in NOTICES[package] if Path(each).is_file())
        files |= {f"LICENSE.{package}": notice for notice in list(notices)[:1]}
    return files


def patchelf() -> str | None:
    """The program that sets run paths. Build isolation installs it."""
    return shutil.which("patchelf")


def set_run_path(library: Path) -> None:
    """Lets a library find the libraries that it needs in its own folder, as a manylinux wheel must."""
    if (program := patchelf()) is not None:
        subprocess.run([program, "--set-rpath", "$ORIGIN", str(library)], check=True)


def bill_of_materials(folder: Path) -> str:
    """The bill of materials of the libraries in a folder, as SPDX."""
    library = folder / "libkumiki.so.0"
    others = sorted(each for each in folder.glob("*.so.*") if each != library)
    command = [sys.executable, ROOT / "scripts/sbom", library, *others]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


class BuildPackage(build_py):
    """Adds the generated files, in an empty folder, so that no file of an older build remains."""

    def run(self) -> None:
        from cffi import FFI

        package = Path(self.build_lib) / "kumiki"
        shutil.rmtree(package, ignore_errors=True)
        super().run()
        ffi = FFI()
        ffi.set_source("kumiki._cdef", None)
        ffi.cdef(declarations())
        ffi.emit_python_code(str(package / "_cdef.py"))
        unwanted = shutil.ignore_patterns("__pycache__")
        for tool in ("generate", "check", "logs"):
            shutil.copytree(ROOT / "tools" / tool, package / f"_{tool}", ignore=unwanted)
        for name, file in carried().items():
            (package / "_lib").mkdir(exist_ok=True)
            copy = Path(shutil.copy(file, package / "_lib" / name))
            if name.startswith("libkumiki"):
                set_run_path(copy)


class Package(Distribution):
    """Counts as a package for one system if it carries a library."""

    def has_ext_modules(self) -> bool:
        return bool(carried())


class Wheel(bdist_wheel):
    """Tags a wheel with a library for one system, and for every Python there."""

    def get_tag(self) -> tuple[str, str, str]:
        files = [file for name, file in carried().items() if ".so." in name]
        if not files:
            return "py3", "none", "any"
        machine = os.uname().machine
        if patchelf() is None:
            return "py3", "none", f"linux_{machine}"
        major, minor = needed_glibc(*files)
        return "py3", "none", f"manylinux_{major}_{minor}_{machine}"

    def write_wheelfile(self, wheelfile_base: str, *arguments: object, **options: object) -> None:
        super().write_wheelfile(wheelfile_base, *arguments, **options)
        libraries = Path(wheelfile_base).parent / "kumiki/_lib"
        if libraries.is_dir():
            folder = Path(wheelfile_base) / "sboms"
            folder.mkdir()
            (folder / "kumiki.spdx.json").write_text(bill_of_materials(libraries))


if __name__ == "__main__":
    os.chdir(HERE)
    made = ROOT / "build/python-package"
    made.mkdir(parents=True, exist_ok=True)
    setup(
        version=version(),
        distclass=Package,
        cmdclass={"build_py": BuildPackage, "bdist_wheel": Wheel},
        options={"build": {"build_base": str(made)}, "egg_info": {"egg_base": str(made)}},
    )
