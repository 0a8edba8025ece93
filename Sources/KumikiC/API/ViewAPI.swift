public import CKumiki

internal import Kumiki
internal import KumikiJSON

@_cdecl("kmk_store_scope") @implementation
public func kmk_store_scope(
  _ store: OpaquePointer!, _ pointer: UnsafePointer<CChar>!,
  _ action_case: UnsafePointer<CChar>!, _ error: UnsafeMutablePointer<kmk_error>!
) -> OpaquePointer! {
  answering(orNull: error) {
    let store = try StoreHandle.at(store)
    return try store.scope(try KumikiC.pointer(pointer), try casePath(action_case)).retained()
  }
}

@_cdecl("kmk_store_scope_element") @implementation
public func kmk_store_scope_element(
  _ store: OpaquePointer!, _ pointer: UnsafePointer<CChar>!,
  _ action_case: UnsafePointer<CChar>!, _ id: UnsafePointer<json_t>!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> OpaquePointer! {
  answering(orNull: error) {
    let store = try StoreHandle.at(store)
    let array = try KumikiC.pointer(pointer)
    let path = try casePath(action_case)
    let id = try node(id, "id")
    try JSONMeasure.check(id)
    return try store.scope(row: JSON(borrowing: id), of: array, path).retained()
  }
}

@_cdecl("kmk_store_is_valid") @implementation
public func kmk_store_is_valid(_ store: OpaquePointer!) -> Bool {
  Handle<StoreHandle>.borrow(store)?.isValid ?? false
}
