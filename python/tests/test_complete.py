"""The package uses every C function, or leaves it out with a reason."""

from __future__ import annotations

import re
from pathlib import Path

import kumiki
import kumiki.testing
from kumiki._library import ffi, lib
from kumiki._names import in_python

LEFT_OUT = {
    # The package uses another function of the library that does the same.
    "kmk_action_at": "kmk_action_at_new",
    "kmk_effect_send_new": "kmk_effect_send",
    "kmk_effect_work_new": "kmk_effect_blocking",
    "kmk_loop_finish": "kmk_loop_finish_with",
    "kmk_loop_limit": "kmk_loop_set_limit",
    "kmk_loop_new": "kmk_loop_new_with",
    "kmk_loop_new_virtual": "kmk_loop_new_with",
    "kmk_reader": "kmk_reader_env",
    "kmk_replay_open": "kmk_replay_open_with",
    "kmk_replay_open_at": "kmk_replay_open_with",
    "kmk_request_data": "kmk_request_id",
    "kmk_request_fail": "kmk_request_fail_new",
    "kmk_request_set_data": "kmk_request_id",
    "kmk_sender_fail": "kmk_sender_fail_new",
    "kmk_sender_loop": "kmk_store_loop",
    "kmk_state_set": "kmk_state_set_new",
    "kmk_store_post_new": "kmk_mailbox_post_new",
    "kmk_store_send_at_new": "kmk_store_send_at",
    "kmk_store_send": "kmk_store_send_new",
    "kmk_store_send_text": "kmk_store_send_new",
    "kmk_store_send_textn": "kmk_store_send_new",
    "kmk_store_bool": "kmk_store_get",
    "kmk_store_integer": "kmk_store_get",
    "kmk_store_real": "kmk_store_get",
    "kmk_store_text": "kmk_store_get",
    "kmk_store_state": "kmk_store_get",
    "kmk_store_state_text": "kmk_store_get",
    "kmk_sqlite_snapshot": "kmk_sqlite_snapshot_with",
    "kmk_sqlite_store": "kmk_sqlite_store_with",
    # libkumiki-sqlite calls these.
    "kmk_mailbox_requests_kept": "kmk_sqlite_store_with",
    "kmk_mailbox_requests_lost": "kmk_sqlite_store_with",
    "kmk_saver_change": "kmk_sqlite_store_with",
    "kmk_saver_free": "kmk_sqlite_free",
    "kmk_saver_new": "kmk_sqlite_store_with",
    "kmk_saver_step": "kmk_sqlite_store_with",
    "kmk_saver_whole": "kmk_sqlite_store_with",
    "kmk_snapshot_json_without_state": "kmk_sqlite_store_with",
    "kmk_store_hold_requests": "kmk_sqlite_store_with",
    "kmk_store_request_mark": "kmk_sqlite_store_with",
    "kmk_store_snapshot_without_state": "kmk_sqlite_store_with",
    # The former names of these two.
    "kmk_snapshot_beside": "kmk_sqlite_store_with",
    "kmk_store_snapshot_beside": "kmk_sqlite_store_with",
    # Pointers with arguments, and tests as text: Python writes both itself.
    "kmk_state_getf": "kmk_pointerf",
    "kmk_state_insertf_new": "kmk_pointerf",
    "kmk_state_removef": "kmk_pointerf",
    "kmk_state_setf": "kmk_pointerf",
    "kmk_state_setf_new": "kmk_pointerf",
    "kmk_store_getf": "kmk_pointerf",
    # assert_replays uses kmk_replay_run.
    "kmk_test_replay_at": "kmk_replay_run",
    "kmk_test_replay_with_at": "kmk_replay_run",
    "kmk_test_receive_count_at": "kmk_test_advance_receiving_at",
    "kmk_test_receive_text_at": "kmk_test_receive_at",
    "kmk_test_receivef_at": "kmk_test_receive_at",
    "kmk_test_send_text_at": "kmk_test_send_at",
    "kmk_test_sendf_at": "kmk_test_send_at",
    # A library effect is made when a reducer returns it, and so never freed before.
    "kmk_effect_free": "",
    # Its functions do not receive the case, which a single Python callback would need.
    "kmk_handlers": "kmk_cases",
    "kmk_payload_element": "kmk_action_element",
    # Issues have no members yet that an older library lacks.
    "kmk_diagnostic_read": "",
    # Status contains the names.
    "kmk_status_name": "",
    # The environment turns checks on. A violation would be a mistake of this package.
    "kmk_checks_begin": "",
    # Deprecated.
    "kmk_bindings": "kmk_binding_fields",
}


def test_every_function_is_used_or_left_out_with_a_reason() -> None:
    package = Path(kumiki.__file__).parent
    modules = [path for path in package.glob("*.py") if path.name != "_cdef.py"]
    used = {
        name for path in modules for name in re.findall(r"(?:\b_?lib|_sqlite)\.(kmk_\w+)", path.read_text())
    }
    declared = {name for name in dir(lib) if name.startswith("kmk_")}
    assert len(declared) > 150
    assert used - declared == set()
    assert declared - used - set(LEFT_OUT) == set(), "bind it, or say here what does the same"
    assert set(LEFT_OUT) - declared == set()
    assert set(filter(None, LEFT_OUT.values())) - used == set()


def named_in_messages() -> set[str]:
    """The C functions named in string literals of the library's sources, which may become messages.
    Without names that the package itself passes to the library."""
    sources = Path(__file__).parents[2] / "Sources"
    text = re.compile(r'"(?:[^"\\\n]|\\.)*"')
    found = named_by_themselves(sources) | {
        name
        for path in sources.glob("Kumiki*/**/*.swift")
        for literal in text.findall(path.read_text())
        for name in re.findall(r"\bkmk_[a-z_]+", literal)
    }
    ours = ("_options", "_callbacks", "_kind", "_time", "_version", "_on_failure", "_on_note")
    # The messages of checks name C types, which this package does not expose.
    types = set(ffi.list_types()[0])
    return {name for name in found - types if not name.endswith(ours)}


def named_by_themselves(sources: Path) -> set[str]:
    """The C functions that pass their own name to a helper, as its default argument `#function`."""
    texts = [path.read_text() for path in sources.glob("KumikiC/**/*.swift")]
    helper = re.compile(r"^( *)(.*)\bfunc (\w+)[^{]*?= #function", re.M)
    whole = re.compile(r"\bfunc (kmk_[a-z_]+)\(((?:.|\n)*?)(?:^}|\n\n)", re.M)
    calls = set()
    for text in texts:
        for indent, words, name in helper.findall(text):
            owner = r"\b(?:CEffect|[A-Z]\w+Handle)\." if "static" in words else r"\w\."
            call = (owner if indent else r"(?<![.\w])") + name + r"(?=[ (])"
            calls.add((text if "private" in words else "", call))
    return {
        name
        for text in texts for name, body in whole.findall(text)
        if any(only in ("", text) and re.search(call, body) for only, call in calls)
    }


def resolved(name: str) -> object:
    """The object that a name in a message stands for."""
    if "[...]" in name:
        return kumiki.State.__delitem__ if name.startswith("del ") else kumiki.State.__setitem__
    holder: object = kumiki.testing if name.startswith("TestStore") else kumiki
    for step in name.removeprefix("kumiki.").split("."):
        holder = getattr(holder, step, None)
    return holder


def test_messages_name_what_this_package_has() -> None:
    names = named_in_messages() - {"kmk_test_store_store"}
    assert len(names) > 60
    unknown = {name: in_python(name) for name in names if resolved(in_python(name)) is None}
    assert unknown == {}
    assert in_python("see kmk_stack, or kmk_effect_after_new.") == (
        "see Reducer.stack, or Effect.after."
    )
