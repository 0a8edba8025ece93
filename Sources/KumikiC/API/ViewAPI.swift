internal import CKumiki
internal import KumikiJSON

@c @implementation public func kmk_store_scope(
  _ store: CHandle!, _ pointer: CText!, _ action_case: CText!, _ error: CError!
) -> CHandle! {
  withStore(store, orNull: error) { store in
    try store.scope(try KumikiC.pointer(pointer), try casePath(action_case)).retained()
  }
}

@c @implementation public func kmk_store_scope_element(
  _ store: CHandle!, _ pointer: CText!, _ action_case: CText!, _ id: CJSON!, _ error: CError!
) -> CHandle! {
  withStore(store, orNull: error) { store in
    let array = try KumikiC.pointer(pointer)
    let path = try casePath(action_case)
    return try store.scope(row: try json(id, "id"), of: array, path).retained()
  }
}

@c @implementation public func kmk_store_is_valid(_ store: CHandle!) -> Bool {
  Handle<StoreHandle>.borrow(store)?.isValid ?? false
}
