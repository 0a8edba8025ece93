"""Every function of the C contract is used by the package, or left out with a reason."""

from __future__ import annotations

import re
from pathlib import Path

import kumiki
from kumiki._library import lib

LEFT_OUT = {
    # Another function of the library does the same, and the package uses that one.
    "kmk_action_at": "kmk_action_at_new",
    "kmk_effect_send_new": "kmk_effect_send",
    "kmk_effect_work_new": "kmk_effect_blocking",
    "kmk_loop_new": "kmk_loop_new_with",
    "kmk_loop_new_virtual": "kmk_loop_new_with",
    "kmk_reader": "kmk_reader_env",
    "kmk_sender_fail": "kmk_sender_fail_new",
    "kmk_state_set": "kmk_state_set_new",
    "kmk_store_post_new": "kmk_mailbox_post_new",
    "kmk_store_send_at_new": "kmk_store_send_at",
    "kmk_store_send_new": "kmk_store_send",
    "kmk_store_send_text": "kmk_store_send",
    "kmk_store_send_textn": "kmk_store_send",
    "kmk_store_state": "kmk_store_get",
    "kmk_store_state_text": "kmk_store_get",
    # Pointers with arguments, and tests as text: Python writes both itself.
    "kmk_state_getf": "kmk_pointerf",
    "kmk_state_insertf_new": "kmk_pointerf",
    "kmk_state_removef": "kmk_pointerf",
    "kmk_state_setf": "kmk_pointerf",
    "kmk_state_setf_new": "kmk_pointerf",
    "kmk_store_getf": "kmk_pointerf",
    "kmk_test_receive_text_at": "kmk_test_receive_at",
    "kmk_test_receivef_at": "kmk_test_receive_at",
    "kmk_test_send_text_at": "kmk_test_send_at",
    "kmk_test_sendf_at": "kmk_test_send_at",
    # An effect of the library is made by the reducer that returns it, and never freed unreturned.
    "kmk_effect_free": "",
    # Its functions are not told which case they answer, which one function for all has to know.
    "kmk_handlers": "kmk_cases",
    # Deprecated.
    "kmk_bindings": "kmk_binding_fields",
}


def test_every_function_is_used_or_left_out_with_a_reason() -> None:
    package = Path(kumiki.__file__).parent
    modules = [path for path in package.glob("*.py") if path.name != "_cdef.py"]
    used = {
        name for path in modules for name in re.findall(r"\b_?lib\.(kmk_\w+)", path.read_text())
    }
    declared = {name for name in dir(lib) if name.startswith("kmk_")}
    assert len(declared) > 150
    assert used - declared == set()
    assert declared - used - set(LEFT_OUT) == set(), "bind it, or say here what does the same"
    assert set(LEFT_OUT) - declared == set()
    assert set(filter(None, LEFT_OUT.values())) - used == set()
