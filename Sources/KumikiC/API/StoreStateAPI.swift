internal import CKumiki
internal import CKumikiCalls
internal import KumikiValues
internal import KumikiJSON

@c @implementation public func kmk_store_state(_ store: CHandle!) -> CNewJSON! {
  withStore(store, orNull: nil) { snapshot(try $0.newState()) }
}

@c @implementation
public func kmk_store_get(_ store: CHandle!, _ pointer: CText!, _ error: CError!) -> CNewJSON! {
  withStore(store, orNull: error) { store in
    let text = try given(pointer, "pointer")
    if let part = try store.newPart(text) { return snapshot(part) }
    // The string is read only before this call returns.
    let kept = UncheckedSendable(text)
    // Skipped if the caller passed no error: most programs that read a place that may be empty need no reason.
    let why = try unsafe error == nil ? nil : store.misspelling(of: KumikiC.pointer(text))
    throw Failure(
      KMK_ERR_NOT_FOUND, why ?? "nothing is there",
      path: (try? KumikiC.pointer(kept.value).shortText) ?? "")
  }
}

/// Returns the scalar at a pointer, for the functions of C that read it.
@c @implementation
public func kumiki_store_scalar(_ store: CHandle!, _ pointer: CText!) -> CJSON! {
  withStore(store, orNull: nil) { try part($0.scalar(given(pointer, "pointer"))) }
}

@c @implementation public func kmk_store_row(
  _ store: CHandle!, _ rows_pointer: CText!, _ id: CJSON!, _ error: CError!
) -> CNewJSON! {
  withStore(store, orNull: error) { store in
    let rows = try pointer(rows_pointer, "rows_pointer")
    return snapshot(try store.newRow(try json(id, "id"), of: rows))
  }
}

@c @implementation
public func kmk_store_state_text(_ store: CHandle!, _ json_dumps_flags: Int) -> CNewText! {
  withStore(store, orNull: nil) { try $0.newText(flags: json_dumps_flags) }
}

@c @implementation public func kmk_store_presentation_id(
  _ store: CHandle!, _ pointer: CText!, _ error: CError!
) -> CNewText! {
  withStore(store, orNull: error) { store in
    let path = try KumikiC.pointer(pointer)
    guard let slot = try store.slot(at: path) else {
      throw Failure(
        KMK_ERR_NOT_FOUND, store.misspelling(of: path) ?? "no presentation is attached there",
        path: path.shortText)
    }
    guard let id = slot.id else {
      throw Failure(KMK_ERR_NOT_FOUND, "nothing is presented there", path: path.shortText)
    }
    return newText(id.text)
  }
}
