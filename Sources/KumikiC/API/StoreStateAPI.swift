public import CKumiki

internal import Kumiki
internal import KumikiJSON

@_cdecl("kmk_store_state") @implementation
public func kmk_store_state(_ store: OpaquePointer!) -> UnsafeMutablePointer<json_t>! {
  guard let store = Handle<StoreHandle>.borrow(store) else { return nil }
  return try? store.newState()
}

@_cdecl("kmk_store_get") @implementation
public func kmk_store_get(
  _ store: OpaquePointer!, _ pointer: UnsafePointer<CChar>!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> UnsafeMutablePointer<json_t>! {
  answering(orNull: error) {
    let store = try StoreHandle.at(store)
    guard let pointer else { throw Failure.isNull("pointer") }
    guard let part = try store.newPart(pointer) else {
      // Read only before this call returns.
      nonisolated(unsafe) let pointer = pointer
      throw Failure(
        KMK_ERR_NOT_FOUND, "nothing is there",
        path: (try? KumikiC.pointer(pointer).shortText) ?? "")
    }
    return part
  }
}

@_cdecl("kmk_store_state_text") @implementation
public func kmk_store_state_text(
  _ store: OpaquePointer!, _ json_dumps_flags: Int
) -> UnsafeMutablePointer<CChar>! {
  guard let store = Handle<StoreHandle>.borrow(store) else { return nil }
  return try? store.newText(flags: json_dumps_flags)
}

@_cdecl("kmk_store_presentation_id") @implementation
public func kmk_store_presentation_id(
  _ store: OpaquePointer!, _ pointer: UnsafePointer<CChar>!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> UnsafeMutablePointer<CChar>! {
  answering(orNull: error) {
    let store = try StoreHandle.at(store)
    let path = try KumikiC.pointer(pointer)
    let found = try store.slot(at: path)
    guard found.isAttached else {
      throw Failure(KMK_ERR_NOT_FOUND, "no presentation is attached there", path: path.shortText)
    }
    guard let id = found.slot.id else {
      throw Failure(KMK_ERR_NOT_FOUND, "nothing is presented there", path: path.shortText)
    }
    return newText(id)
  }
}
