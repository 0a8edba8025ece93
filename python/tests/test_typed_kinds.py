"""The kinds of types that a state and its actions may have: each survives writing and reading."""

from __future__ import annotations

import collections
import dataclasses
import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, InitVar, dataclass, field
from datetime import date, datetime, timezone
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, NamedTuple, NewType, NotRequired, Required
from typing import TypedDict, TypeVar, Union
from uuid import UUID

import kumiki
import pytest
from kumiki import Case, KumikiError, Loop, Place, Store, Types
from kumiki._reading import reader

T = TypeVar("T")
U = TypeVar("U")
N = TypeVar("N", int, float)
B = TypeVar("B", bound="Point")


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"
    CRIMSON = "red"


class Tone(enum.StrEnum):
    LOW = "low"
    HIGH = "high"


class Level(enum.IntEnum):
    ONE = 1
    TWO = 2


class Half(enum.Enum):
    NONE = None
    NO = False
    ONE = 1.0
    SOME = 0.5


class Right(enum.Flag):
    READ = 1
    WRITE = 2


class Old(enum.Enum):
    NEW = "new"

    @classmethod
    def _missing_(cls, value: object) -> Old | None:
        return cls.NEW if value == "old" else None


class Name(str):
    """A class derived from str."""


UserId = NewType("UserId", str)
Owner = NewType("Owner", UserId)


class Point(NamedTuple):
    x: int
    y: int = 0


class Pair(NamedTuple, Generic[T]):
    left: T
    right: T


Untyped = collections.namedtuple("Untyped", ["a", "b"])


class Song(TypedDict):
    title: str
    seconds: NotRequired[int]


class Draft(Song, total=False):
    note: str
    author: Required[Tone]


class Page(TypedDict, Generic[T]):
    rows: list[T]


class Names(Page[Tone]):
    pass


@dataclass
class Box(Generic[T]):
    value: T
    more: list[T] = field(default_factory=list)


@dataclass
class Two(Box[T], Generic[T, U]):
    other: U | None = None


@dataclass
class OfTones(Two[Tone, Point]):
    last: int = 0


@dataclass(slots=True, frozen=True)
class Slots:
    a: Color
    kind: ClassVar[str] = "slots"
    _: KW_ONLY
    b: Final[int] = 3
    from_: int = field(default=0, metadata={"json": "from"})
    total: int = field(init=False, default=0)


@dataclass
class Given:
    a: int
    scale: InitVar[int] = 2

    def __post_init__(self, scale: int) -> None:
        if self.a < 0:
            raise ValueError("a is negative")


@dataclass(init=False)
class ByHand:
    a: int
    b: int = 5

    def __init__(self, a: int) -> None:
        self.a = a


@dataclass
class Tree:
    name: str
    kids: dict[Level, Tree | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Loaded(Case, Generic[T], name="loaded"):
    value: T


@dataclass(frozen=True)
class Failed(Case, name="failed"):
    value: Color


@dataclass
class Holder:
    it: Any


SAME: list[tuple[Any, Any, Any]] = [
    (Color, Color.BLUE, "blue"),
    (Color, Color.CRIMSON, "red"),
    (Tone, Tone.HIGH, "high"),
    (Level, Level.TWO, 2),
    (Half, Half.NONE, None),
    (Half, Half.NO, False),
    (Half, Half.ONE, 1.0),
    (Right, Right.READ | Right.WRITE, 3),
    (Name, Name("a"), "a"),
    (Owner, Owner(UserId("a")), "a"),
    (Annotated[int, "a"], 3, 3),
    (Literal[Color.RED, Tone.LOW, 3], Color.RED, "red"),
    (Literal[Color.RED, Tone.LOW, 3], Tone.LOW, "low"),
    (Decimal, Decimal("0.10"), "0.10"),
    (UUID, UUID(int=1), str(UUID(int=1))),
    (tuple[int, Color], (1, Color.RED), [1, "red"]),
    (tuple[Color, ...], (Color.RED, Color.BLUE), ["red", "blue"]),
    (tuple[()], (), []),
    (tuple, (1, "a"), [1, "a"]),
    (Point, Point(1, 2), [1, 2]),
    (Pair[Color], Pair(Color.RED, Color.BLUE), ["red", "blue"]),
    (Untyped, Untyped(1, "a"), [1, "a"]),
    (list[Point], [Point(1), Point(2)], [[1, 0], [2, 0]]),
    (Sequence[Tone], [Tone.LOW], ["low"]),
    (set[int], {3, 1, 2, 10}, [1, 2, 3, 10]),
    (set[str], {"b", "a"}, ["a", "b"]),
    (frozenset[Color], frozenset({Color.RED, Color.BLUE}), ["blue", "red"]),
    (set[Point], {Point(2), Point(1)}, [[1, 0], [2, 0]]),
    (collections.deque[int], collections.deque([1, 2]), [1, 2]),
    (collections.OrderedDict[str, int], collections.OrderedDict(b=1), {"b": 1}),
    (dict[int, int], {1: 2, -3: 4}, {"1": 2, "-3": 4}),
    (dict[float, int], {0.5: 1}, {"0.5": 1}),
    (dict[bool, int], {True: 1, False: 0}, {"true": 1, "false": 0}),
    (dict[Color, Point], {Color.RED: Point(1)}, {"red": [1, 0]}),
    (dict[Tone, int], {Tone.LOW: 1}, {"low": 1}),
    (dict[Level, int], {Level.ONE: 1}, {"1": 1}),
    (dict[UUID, int], {UUID(int=1): 1}, {str(UUID(int=1)): 1}),
    (dict[date, int], {date(2024, 2, 29): 1}, {"2024-02-29": 1}),
    (dict[Owner, int], {Owner(UserId("a")): 1}, {"a": 1}),
    (dict[Literal["a", "b"], int], {"a": 1}, {"a": 1}),
    (Mapping[str, Color], {"a": Color.RED}, {"a": "red"}),
    (Song, {"title": "a"}, {"title": "a"}),
    (Draft, {"title": "a", "author": Tone.LOW}, {"title": "a", "author": "low"}),
    (Page[Color], {"rows": [Color.RED]}, {"rows": ["red"]}),
    (Names, {"rows": [Tone.LOW]}, {"rows": ["low"]}),
    (Box[Color], Box(Color.RED, [Color.BLUE]), {"value": "red", "more": ["blue"]}),
    (Box[Box[int]], Box(Box(1)), {"value": {"value": 1, "more": []}, "more": []}),
    (Two[Color, Point], Two(Color.RED, [], Point(1)), {"value": "red", "more": [], "other": [1, 0]}),
    (
        OfTones,
        OfTones(Tone.LOW, [Tone.HIGH], Point(1), 2),
        {"value": "low", "more": ["high"], "other": [1, 0], "last": 2},
    ),
    (Slots, Slots(Color.RED, from_=2), {"a": "red", "b": 3, "from": 2, "total": 0}),
    (Given, Given(1), {"a": 1}),
    (Tree, Tree("a", {Level.ONE: Tree("b")}), {"name": "a", "kids": {"1": {"name": "b", "kids": {}}}}),
    (Loaded[Point] | Failed, Loaded(Point(1)), {"loaded": [1, 0]}),
    (Loaded[Point] | Failed, Failed(Color.RED), {"failed": "red"}),
    (Union[Color, None], None, None),
    (list[Color | None], [None, Color.RED], [None, "red"]),
]


@pytest.mark.parametrize(("type", "value", "json"), SAME)
def test_M190_a_value_is_read_as_it_was_written(type: Any, value: Any, json: Any, loop: Loop) -> None:
    holder = dataclasses.make_dataclass("Holder", [("it", type)])
    types: Types[Any, Any] = Types(holder, Any)
    store = Store(loop, kumiki.empty().typed(types), holder(value))
    assert store["/it"] == json
    read = store.state.it
    assert read == value and builtin_type(read) is builtin_type(value)
    assert store[Place[Any]("/it", type)] == value
    # In a large value it is written through text.
    assert kumiki.Action([value] * 9).value == [json] * 9


builtin_type = type


def test_M190_a_type_may_be_said_to_be_read_by_the_program() -> None:
    class Version:
        def __init__(self, text: str) -> None:
            self.numbers = [int(each) for each in text.split(".")]

    with pytest.raises(TypeError, match=r"json_encoder\(Version, write, read\)"):
        Types(list[Version], str)
    kumiki.json_encoder(Version, lambda it: ".".join(map(str, it.numbers)), Version)
    types: Types[list[Version], str] = Types(list[Version], str)
    assert types.read_state(kumiki.Action([Version("1.20")]).value)[0].numbers == [1, 20]
    with pytest.raises(KumikiError, match="DECODE at /0: found 'x', expected a value of type Version"):
        types.read_state(["x"])


def test_M190_types_that_were_named_are_the_types() -> None:
    extensions: Any = pytest.importorskip("typing_extensions")
    json: Any = extensions.TypeAliasType("Json", "dict[str, Json] | list[Json] | Tone | int")
    json.__value__  # names itself
    variable: Any = T
    pair: Any = extensions.TypeAliasType("Pair", tuple[variable, variable], type_params=(T,))
    assert reader(pair[Color])(["red", "blue"]) == (Color.RED, Color.BLUE)
    assert reader(dict[str, json])({"a": ["low", {"b": 1}]}) == {"a": [Tone.LOW, {"b": 1}]}


def test_M190_an_old_value_may_be_read_by_the_enum_itself() -> None:
    assert reader(Old)("old") is Old.NEW and reader(Old)("new") is Old.NEW
    with pytest.raises(KumikiError, match="found 'x', expected one of new"):
        reader(Old)("x")


def test_M190_what_a_class_does_not_take_is_set_afterwards() -> None:
    assert reader(ByHand)({"a": 1, "b": 2}).b == 2


class Holed(Generic[T]):
    pass


@dataclass
class NeedsMore:
    a: int
    scale: InitVar[int]


@dataclass
class Twice:
    a: int
    b: int = field(default=0, metadata={"json": "a"})


@dataclass(frozen=True)
class Other(Case, name="failed"):
    pass


class Undecorated(Case, name="undecorated"):
    value: int


class Derives(Given):
    more: int


class Odd(enum.Enum):
    A = (1, 2)


REFUSED: list[tuple[Any, str]] = [
    (complex, "the type of the state: the value: <class 'complex'> is not a type"),
    (list[tuple[int, bytes]], r"/-/1: <class 'bytes'> is not a type .*json_encoder\(bytes, write, read\)"),
    (Box[object | Callable[[], int]], "/value: .*Callable"),
    (dict[tuple[int, int], str], "the keys of objects are texts"),
    (dict[int | str, str], "the keys of objects are texts"),
    (collections.defaultdict[str, int], "defaultdict"),
    (Holed[int], "Holed"),
    (NeedsMore, "NeedsMore is made with scale, which is not a field and has no default"),
    (Twice, "two fields of Twice have one name in JSON"),
    (Undecorated, "/undecorated: Undecorated annotates value but is not a dataclass itself"),
    (Derives, "Derives annotates more but is not a dataclass itself"),
    (Odd, r"\(1, 2\) is not a constant of JSON"),
    (Literal[b"a"], "b'a' is not a constant"),
    (Failed | Other, "/failed: two cases have the name failed"),
    (Loaded[complex], "/loaded: <class 'complex'>"),
    (list["Holder"], "'Holder' is not a type"),
]


@pytest.mark.parametrize(("type", "said"), REFUSED)
def test_M191_a_type_that_cannot_be_read_is_refused_where_types_are_made(type: Any, said: str) -> None:
    with pytest.raises(TypeError, match=said) as told:
        Types(type, str)
    assert builtin_type(told.value) is TypeError
    with pytest.raises(TypeError, match="the type of the action"):
        Types(int, type)


def test_M191_a_name_that_comes_later_is_looked_up_when_it_is_needed() -> None:
    names: dict[str, Any] = {"__name__": __name__}
    exec(
        "from __future__ import annotations\n"
        "import dataclasses, kumiki, sys, types\n"
        "module = types.ModuleType('later'); sys.modules['later'] = module\n"
        "@dataclasses.dataclass\n"
        "class First:\n"
        "    next: Second | None = None\n"
        "First.__module__ = 'later'\n"
        "made = kumiki.Types(First, str)\n"
        "@dataclasses.dataclass\n"
        "class Second:\n"
        "    a: int\n"
        "module.Second = Second\n",
        names,
    )
    assert names["made"].read_state({"next": {"a": 1}}).next.a == 1


def test_M191_a_place_names_its_pointer() -> None:
    with pytest.raises(TypeError, match="the type of the place /at: the value: .* is not a type"):
        Place("/at", complex).read(1)
    with pytest.raises(TypeError, match="the type of the rows at /at: the value: .* is not a type"):
        Place("/at", list[complex]).read_row(1)


def test_M190_what_is_no_json_among_keys_of_types_is_told_with_its_place() -> None:
    wrong: Any = {UUID(int=1): 1, "a": {UUID(int=2): "\ud800"}}
    with pytest.raises(KumikiError) as refused:
        kumiki.Action(wrong)
    assert refused.value.path == f"/a/{UUID(int=2)}"
    wrong = {UUID(int=1): 1, (1, 2): 3}
    with pytest.raises(KumikiError, match=r"the key \(1, 2\) of type tuple is not a string"):
        kumiki.Action(wrong)


MISFITS: list[tuple[Any, Any, str, str]] = [
    (Color, "green", "", "found 'green', expected one of red, blue"),
    (Color, ["red"], "", "found ['red'], expected one of red, blue"),
    (Level, True, "", "found True, expected one of 1, 2"),
    (Level, 1.0, "", "found 1.0, expected one of 1, 2"),
    (Right, 8, "", "found 8, expected one of 1, 2"),
    (Decimal, "x", "", "found 'x', expected a decimal number as a string"),
    (tuple[int, str], [1], "", "found [1], expected a list of length 2"),
    (tuple[int, str], [1, 2], "/1", "found 2, expected a text"),
    (Point, [], "", "found [], expected a list of length 1 to 2"),
    (Point, [1, "a"], "/1", "found 'a', expected an integer"),
    (set[str], ["a", 1], "/1", "found 1, expected a text"),
    (dict[int, str], {"1": 2}, "/1", "found 2, expected a text"),
    (dict[int, str], {"01": "a"}, "/01", "found the key '01', expected a key that is an integer"),
    (dict[int, str], {"a": "a"}, "/a", "found the key 'a', expected a key that is an integer"),
    (dict[Color, str], {"green": "a"}, "/green", "found the key 'green', expected one of red, blue"),
    (Song, {"seconds": 1}, "/title", "found nothing"),
    (Draft, {"title": "a"}, "/author", "found nothing"),
    (Box[int], {"value": "a"}, "/value", "found 'a', expected an integer"),
    (Given, {"a": -1}, "", "found {'a': -1}: a is negative"),
    (int | None, "a", "", "found 'a', expected one of an integer, null"),
    (Color | int, 1.5, "", "found 1.5, expected one of red, blue, an integer"),
]


@pytest.mark.parametrize(("type", "value", "path", "said"), MISFITS)
def test_M190_what_does_not_fit_is_told_with_its_place(
    type: Any, value: Any, path: str, said: str
) -> None:
    with pytest.raises(KumikiError) as told:
        reader(type)(value)
    assert (told.value.status, told.value.path, told.value.message) == (
        kumiki.Status.DECODE, path, said
    )


def test_M190_a_value_that_is_nested_too_deep_is_an_error() -> None:
    deep: Any = {"value": 1}
    for _ in range(2000):
        deep = {"name": "a", "kids": {"1": deep}}
    with pytest.raises(KumikiError, match="TOO_DEEP"):
        reader(Tree)(deep)


@dataclass
class Note:
    text: str


@dataclass
class Photo:
    text: str
    url: str


@dataclass
class First:
    children: list[First | Second]
    kind: Literal["first"] = "first"


@dataclass
class Second:
    children: list[First | Second]
    kind: Literal["second"] = "second"


@pytest.mark.parametrize(
    ("type", "value"),
    [
        (list[Note] | list[Photo], [Photo("a", "b")]),
        (list[Photo] | list[Note], [Note("a")]),
        (dict[str, Note] | dict[str, Photo], {"a": Photo("a", "b")}),
        (tuple[Note, Note] | tuple[Photo, Note], (Photo("a", "b"), Note("c"))),
        (tuple[int] | tuple[int, int] | list[str], (1, 2)),
        (Box[Note] | Box[Photo], Box(Photo("a", "b"))),
        (list[int] | list[str] | list[Color], [Color.BLUE]),
        (list[list[Note]] | list[list[Photo]], [[], [Photo("a", "b")]]),
        (date | datetime, datetime(2024, 2, 29, 12, tzinfo=timezone.utc)),
        (datetime | date, date(2024, 2, 29)),
        (Song | Draft, {"title": "a", "author": Tone.LOW}),
        (First | Second, Second([First([]), Second([Second([])])])),
    ],
)
def test_M192_a_union_inside_containers_is_read_as_it_was_written(type: Any, value: Any) -> None:
    if type == list[int] | list[str] | list[Color]:
        value = ["blue"]  # equal JSON is read as the first member
    read = reader(type)(kumiki.Action([value]).value[0])
    assert read == value and builtin_type(read) is builtin_type(value)


def test_M192_equal_unions_keep_their_own_order() -> None:
    @dataclass
    class A:
        a: int = 0

    @dataclass
    class C:
        a: int = 0

    one, other = reader(list[A | C]), reader(list[C | A])
    assert (one([{}]), other([{}])) == ([A()], [C()])


def test_M192_choosing_costs_no_more_than_the_value_is_large() -> None:
    value: Any = {"children": [], "kind": "second"}
    for _ in range(60):  # 2 ** 60 combinations, if each were tried
        value = {"children": [value], "kind": "second"}
    assert reader(First | Second)(value).kind == "second"
