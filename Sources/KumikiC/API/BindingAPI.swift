public import CKumiki

internal import Kumiki
internal import KumikiJSON

@_cdecl("kmk_store_write_binding") @implementation
public func kmk_store_write_binding(
  _ store: OpaquePointer!, _ binding_case: UnsafePointer<CChar>!, _ pointer: UnsafePointer<CChar>!,
  _ value: UnsafePointer<json_t>!, _ error: UnsafeMutablePointer<kmk_error>!
) -> kmk_status {
  answering(error) {
    let store = try StoreHandle.at(store)
    let path = try casePath(binding_case, "binding_case")
    let pointer = try KumikiC.pointer(pointer)
    try store.writeBinding(path, pointer, try node(value, "value"))
  }
}

@_cdecl("kmk_store_write_path") @implementation
public func kmk_store_write_path(
  _ store: OpaquePointer!, _ state_path: UnsafePointer<CChar>!,
  _ action_case: UnsafePointer<CChar>!, _ path: UnsafePointer<json_t>!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> kmk_status {
  answering(error) {
    let store = try StoreHandle.at(store)
    let pointer = try pointer(state_path, "state_path")
    let actions = try casePath(action_case)
    try store.writePath(pointer, actions, try node(path, "path"))
  }
}
