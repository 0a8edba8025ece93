public import CKumiki
internal import KumikiJSON

@c @implementation public func kmk_store_write_binding(
  _ store: CHandle!, _ binding_case: CText!, _ pointer: CText!, _ value: CJSON!, _ error: CError!
) -> kmk_status {
  withStore(store, error) { store in
    let path = try casePath(binding_case, "binding_case")
    let pointer = try KumikiC.pointer(pointer)
    try store.writeBinding(path, pointer, try json(value, "value"))
  }
}

@c @implementation public func kmk_store_write_path(
  _ store: CHandle!, _ state_path: CText!, _ action_case: CText!, _ path: CJSON!, _ error: CError!
) -> kmk_status {
  withStore(store, error) { store in
    let pointer = try pointer(state_path, "state_path")
    let actions = try casePath(action_case)
    try store.writePath(pointer, actions, try json(path, "path"))
  }
}
