"""Reserved words of the languages in all their standards, and macros of headers that a program may include.

Tests/TypesTests/run makes a shape of all these words, as members, kinds and cases, and compiles the generated code.
"""

from __future__ import annotations

import keyword

# C11 to C23, with GNU's additions. The alternative tokens of C++ are macros of <iso646.h>.
_C = """alignas alignof and and_eq asm auto bitand bitor bool break case char compl complex const constexpr continue
    default do double else enum extern false float for fortran goto if imaginary inline int long noreturn not not_eq
    nullptr or or_eq register restrict return short signed sizeof static static_assert struct switch thread_local
    true typedef typeof typeof_unqual union unsigned void volatile while xor xor_eq"""
# C++11 to C++26, with the technical specifications' words and contextual keywords.
_CXX = """atomic_cancel atomic_commit atomic_noexcept catch char8_t char16_t char32_t class concept consteval constinit
    const_cast contract_assert co_await co_return co_yield decltype delete dynamic_cast explicit export final friend
    import module mutable namespace new noexcept operator override private protected public reflexpr
    reinterpret_cast replaceable_if_eligible requires static_cast synchronized template this throw
    trivially_relocatable_if_eligible try typeid typename using virtual wchar_t"""
# Macros without arguments, from compilers and from headers of C, POSIX and Linux.
_MACROS = """arm basename d_fileno errno h_addr h_errno i386 ifa_broadaddr ifa_dstaddr ifc_buf ifc_req ifr_addr
    ifr_bandwidth ifr_broadaddr ifr_data ifr_dstaddr ifr_flags ifr_hwaddr ifr_ifindex ifr_map ifr_metric ifr_mtu
    ifr_name ifr_netmask ifr_newname ifr_qlen ifr_slave linux math_errhandling mips no_argument optional_argument pixel
    required_argument s6_addr s6_addr16 s6_addr32 sa_handler sa_sigaction sched_priority si_addr si_addr_lsb si_arch
    si_band si_call_addr si_fd si_int si_lower si_overrun si_pid si_pkey si_ptr si_status si_stime si_syscall
    si_timerid si_uid si_upper si_utime si_value sigev_notify_attributes sigev_notify_function sparc st_atime st_ctime
    st_mtime stderr stdin stdout sun unix vector"""
# Macros with arguments, and macros of Qt.
_CALLED_MACROS = """alloca assert assert_perror be16toh be32toh be64toh bswap_16 bswap_32 bswap_64 clrbit emit foreach
    forever howmany htobe16 htobe32 htobe64 htole16 htole32 htole64 isalnum_l isalpha_l isascii isascii_l isblank_l
    iscanonical isclr iscntrl_l isdigit_l isgraph_l islower_l isprint_l ispunct_l isspace_l isupper_l isxdigit_l iseqsig isset issignaling
    issubnormal iszero json_auto_t json_boolean_value json_array_foreach json_boolean json_is_array json_is_boolean
    json_is_false json_is_integer json_is_null json_is_number json_is_object json_is_real json_is_string json_is_true
    json_object_foreach json_object_foreach_safe json_object_keylen_foreach json_object_keylen_foreach_safe
    json_typeof kill_dependency le16toh le32toh le64toh major makedev minor offsetof powerof2 roundup pthread_cleanup_pop
    pthread_cleanup_pop_restore_np pthread_cleanup_push pthread_cleanup_push_defer_np setbit setjmp sigmask signals
    sigsetjmp slots strdupa strndupa timeradd timerclear timercmp timerisset timersub toascii toascii_l va_arg va_copy va_end
    va_start"""

# Reserved in C or C++, or a macro. Such a name gets an underscore at its end.
C_WORDS = set(f"{_C} {_CXX} {_MACROS} {_CALLED_MACROS}".split())
# The namespaces that a generated C++ header uses.
CXX_WORDS = C_WORDS | {"kumiki", "std"}

# Python 3.8 to 3.14. The soft ones (match, case, type, _) may be names.
PYTHON_WORDS = set(keyword.kwlist) | {"False", "None", "True", "async", "await", "nonlocal"}

SWIFT_WORDS = set(
    """as associatedtype await break case catch class continue default defer deinit do else enum extension fallthrough false
    fileprivate for func guard if import in inout internal is let nil operator precedencegroup private protocol public
    repeat rethrows return static struct subscript super switch throw throws true try typealias var where
    while""".split()
)
# Members of every type and value, for which backticks do not help.
SWIFT_MEMBERS = {"init", "self"}
# Swift's types, and the types that a generated file uses.
SWIFT_TYPES = set(
    """Any AnyJSON Array Bool CaseIterable Codable CodingKey CodingKeys Decodable Decoder Dictionary Double Encodable Encoder
    Equatable Hashable Identifiable Int Never Optional Protocol RawRepresentable Self Sendable Set String Swift Type UInt
    Void""".split()
)

# Functions and variables of system headers. A file may have such a name, but its namespace may not.
GLOBALS = set(
    """abort abs accept access acct alarm atexit basename bind brk bsearch calloc ceil chdir chmod chown clearenv clock
    clone close connect cos creat ctime daemon daylight dirname div dup environ erf exit exp fabs ffs floor fmod fork
    free fsync gamma getline getopt hypot index ioctl isalpha kill labs ldiv link listen log lseek main malloc memcpy
    mkdir mount nice open optarg pause perror pipe poll pow printf putchar puts qsort raise rand random read readlink
    realloc realpath reboot recv remainder remove rename rewind rindex rint rmdir round sbrk scanf select send setenv
    setstate shutdown signal sin sleep socket splice sprintf sqrt srand strlen swab symlink sync syscall syslog system
    tan tee time times timezone tolower toupper trunc truncate umask umount uname unlink usleep vfork wait write""".split()
)
