"""A shape with every name that a language or a header reserves, as members, types and cases: S214."""

from __future__ import annotations

import builtins
import keyword
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
from generate.names import snake  # noqa: E402

HEADERS = """assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic
    stdbool stddef stdint stdio stdlib stdnoreturn string threads time wchar wctype unistd fcntl poll pthread sched
    semaphore strings syslog termios dirent dlfcn netdb arpa/inet net/if netinet/in sys/types sys/stat sys/socket
    sys/time sys/wait sys/mman sys/select sys/un sys/ioctl sys/sysmacros sys/epoll sys/param alloca endian byteswap
    getopt search""".split()
INCLUDES = "".join(f"#include <{name}.h>\n" for name in HEADERS)
# C11 to C23, C++11 to C++26, Python 3.8 to 3.14, Swift 5 to 6, each with its contextual keywords.
KEYWORDS = """_Alignas _Alignof _Atomic _BitInt _Bool _Complex _Decimal128 _Decimal32 _Decimal64 _Generic _Imaginary
    _Noreturn _Static_assert _Thread_local alignas alignof and and_eq asm atomic_cancel atomic_commit atomic_noexcept
    auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl concept const consteval
    constexpr constinit const_cast continue contract_assert co_await co_return co_yield decltype default delete do
    double dynamic_cast else enum explicit export extern false final float for friend goto if import inline int long
    module mutable namespace new noexcept not not_eq nullptr operator or or_eq override post pre private protected
    public reflexpr register reinterpret_cast replaceable_if_eligible requires restrict return short signed sizeof
    static static_assert static_cast struct switch synchronized template this thread_local throw
    trivially_relocatable_if_eligible true try typedef typeid typename typeof typeof_unqual union unsigned using
    virtual void volatile wchar_t while xor xor_eq
    Any Protocol Self Type actor as associatedtype associativity async await borrowing consuming convenience defer deinit didSet
    distributed dynamic each extension fallthrough fileprivate func get guard in indirect infix init inout internal is
    isolated lazy left let macro none nonisolated nonmutating open optional package postfix precedence precedencegroup
    prefix repeat repeated required rethrows right self sending set some subscript super throws typealias unowned var
    weak where willSet""".split() + keyword.kwlist + keyword.softkwlist
# Names in generated code, in the libraries and in the standard libraries that it uses.
HELPERS = """AnyJSON CodingKey CodingKeys Codable Decodable Encodable Equatable Identifiable Sendable CaseIterable Optional
    String Bool Int UInt Double Array Dictionary Hashable RawRepresentable Never Void Set Swift Character Result Error
    allCases rawValue hashValue hash description encode decode values decoder encoder container from to id
    State_ Actions Cases Types Place Literal Case annotations dataclass field at cases actions types declare expect
    shape kumiki std json json_t json_int_t json_object json_string json_pack json_null json_decref json_incref kmk
    kmk_state kmk_state_set_new kmk_action_at_new kmk_status kmk_reducer made wrong action value
    case_name caseName name payload state in which has_which put new_ clear append remove find no_case ref made_of
    json_of ref_of get_ with built set_row NULL EOF BUFSIZ RAND_MAX INT64_MIN INFINITY NAN I TRUE FALSE linux unix i386
    signals slots emit foreach forever std_ string vector map variant optional_ pair tuple move int64_t size_t uint64_t
    main printf time index errno_ main_ exit abort inner_1 inner1 id2 row_id element elements item
    __init__ __name__ mro print staticmethod property super_ object len repr names_of fields_of""".split()
# Names that are not plain identifiers: other alphabets, accents, a leading digit, punctuation.
STRANGE = ["größe", "naïve", "Ωmega", "名前", "имя", "1st", "2", "a/b", "tilde~x", "per cent%", "kebab-case", "dollar$x",
           "back`tick", "a.dot", "_lead", "trail_", "MixedCASEName", "ünïcödé_名"]
GRAMMAR = {"integer", "unsigned", "number", "text", "boolean", "any", "only", "shape"}


def macros() -> list[str]:
    """The macros that the headers define in standard and in GNU mode, if they could be names in code."""
    found: set[str] = set()
    for flags in (["-std=c11"], ["-std=gnu17", "-D_GNU_SOURCE"]):
        command = ["gcc", "-E", "-dM", *flags, "-x", "c", "-"]
        made = subprocess.run(command, input=INCLUDES, text=True, capture_output=True, check=True)
        found |= set(re.findall(r"^#define ([a-z][a-z0-9_]*)", made.stdout, re.M))
    return sorted(found)


def names() -> list[str]:
    """All names. If several become the same name in code, only the first."""
    by_fold: dict[str, str] = {}
    for name in [*KEYWORDS, *HELPERS, *(name for name in dir(builtins) if name.islower()), *macros(), *STRANGE]:
        by_fold.setdefault(snake(name).replace("_", "") if name.strip("_") else "", name)
    by_fold.pop("", None)
    return list(by_fold.values())


def quoted(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def shape(all_names: list[str]) -> str:
    """Each name as a member, a type, a case with and without a payload, and an action."""
    kinds = [name for name in all_names if name not in GRAMMAR and snake(name) not in ("state", "action")
             and re.fullmatch(r"[^\s\[\]{}()|:,;=?'\"]+", name)]
    # An action anyJSON would have the name of the type any_json of the action any's payload, a clash that is reported.
    folded = set(map(snake, all_names))
    cases = [name for name in all_names if "." not in name
             and not (snake(name).endswith(("_json", "_made")) and snake(name)[:-5] in folded)]
    lines = [f"{name} = only {{{quoted(name)}: integer?}};" for name in kinds]
    members = ",\n  ".join(f"{quoted(name)}: text?" for name in all_names)
    inside = ",\n    ".join(f"{quoted(name)}: {name}?" for name in kinds)
    words = " | ".join(map(quoted, cases))
    payloads = "\n    | ".join(f"{quoted(name)}: only {{{quoted(name)}: text, other: integer}}" for name in cases)
    actions = "\n  | ".join(f"{quoted(name)}: only {{{quoted(name)}: text, other: integer}}" for name in cases)
    lines += [f"State = only {{\n  {members},\n  zInside: only {{\n    {inside}}},",
              f"  zWords: ({words}) = {quoted(cases[0])},\n  zPayloads: ({payloads})?}};",
              f"Action = (\n    {actions}\n  | zNested: ({words}));"]
    return "\n".join(lines)


def shapes(most: int) -> list[str]:
    """Shapes of at most `most` names each: compilers are slow for a variant with a thousand cases."""
    all_names = names()
    return [shape(all_names[start:start + most]) for start in range(0, len(all_names), most)]
