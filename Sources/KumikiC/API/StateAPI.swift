public import CKumiki

internal import Kumiki
internal import KumikiJSON

/// The state in hand, as C holds it for the length of a reduce call.
func cursor(_ state: OpaquePointer?) -> UnsafeMutablePointer<JSONState>? {
  state.map { UnsafeMutablePointer<JSONState>($0) }
}

extension JSONState {
  /// A pointer that a reducer wrote as text; nil for NULL and for what is no pointer.
  fileprivate func pointer(_ text: UnsafePointer<CChar>?) -> JSONPointer? {
    guard let text else { return nil }
    return document._withUnsafeGuaranteedRef { $0.pointers.takeUnretainedValue().pointer(text) }
  }
}

@_cdecl("kmk_state_json") @implementation
public func kmk_state_json(_ state: OpaquePointer!) -> UnsafePointer<json_t>! {
  cursor(state)?.pointee.node.map { UnsafePointer($0) }
}

@_cdecl("kmk_state_get") @implementation
public func kmk_state_get(
  _ state: OpaquePointer!, _ pointer: UnsafePointer<CChar>!
) -> UnsafePointer<json_t>! {
  guard let cursor = cursor(state), let pointer else { return nil }
  return cursor.pointee.get(text: pointer).map { UnsafePointer($0) }
}

@_cdecl("kmk_state_set") @implementation
public func kmk_state_set(
  _ state: OpaquePointer!, _ pointer: UnsafePointer<CChar>!, _ value: UnsafePointer<json_t>!
) -> kmk_status {
  kmk_state_set_new(state, pointer, json_incref(node(value)))
}

@_cdecl("kmk_state_set_new") @implementation
public func kmk_state_set_new(
  _ state: OpaquePointer!, _ pointer: UnsafePointer<CChar>!, _ value: UnsafeMutablePointer<json_t>!
) -> kmk_status {
  guard let value else { return KMK_ERR_INVALID_ARGUMENT }
  guard let cursor = cursor(state), let pointer else {
    value.releaseDeep()
    return KMK_ERR_INVALID_ARGUMENT
  }
  do throws(JSONWriteError) {
    try cursor.pointee.set(text: pointer, stealing: value)
    return KMK_OK
  } catch {
    return status(error)
  }
}

@_cdecl("kmk_state_insert_new") @implementation
public func kmk_state_insert_new(
  _ state: OpaquePointer!, _ pointer: UnsafePointer<CChar>!, _ value: UnsafeMutablePointer<json_t>!
) -> kmk_status {
  guard let value else { return KMK_ERR_INVALID_ARGUMENT }
  guard let cursor = cursor(state), let pointer else {
    value.releaseDeep()
    return KMK_ERR_INVALID_ARGUMENT
  }
  do throws(JSONWriteError) {
    try cursor.pointee.insert(text: pointer, stealing: value)
    return KMK_OK
  } catch {
    return status(error)
  }
}

@_cdecl("kmk_state_remove") @implementation
public func kmk_state_remove(
  _ state: OpaquePointer!, _ pointer: UnsafePointer<CChar>!
) -> kmk_status {
  guard let cursor = cursor(state), let pointer, pointer.pointee != 0 else {
    return KMK_ERR_INVALID_ARGUMENT
  }
  do throws(JSONWriteError) {
    try cursor.pointee.remove(text: pointer)
    return KMK_OK
  } catch {
    return status(error)
  }
}

@_cdecl("kmk_state_move") @implementation
public func kmk_state_move(
  _ state: OpaquePointer!, _ from: UnsafePointer<CChar>!, _ to: UnsafePointer<CChar>!
) -> kmk_status {
  guard let cursor = cursor(state), let from = cursor.pointee.pointer(from),
    let to = cursor.pointee.pointer(to)
  else { return KMK_ERR_INVALID_ARGUMENT }
  do throws(JSONWriteError) {
    try cursor.pointee.move(from, to: to)
    return KMK_OK
  } catch {
    return status(error)
  }
}

/// Runs a write at a pointer.
func onState(
  _ state: OpaquePointer?, _ pointer: UnsafePointer<CChar>?,
  _ body: (inout JSONState, JSONPointer) throws(JSONWriteError) -> Void
) -> kmk_status {
  guard let cursor = cursor(state), let path = cursor.pointee.pointer(pointer) else {
    return KMK_ERR_INVALID_ARGUMENT
  }
  do throws(JSONWriteError) {
    try body(&cursor.pointee, path)
    return KMK_OK
  } catch {
    return status(error)
  }
}

func status(_ error: JSONWriteError) -> kmk_status {
  switch error {
  case .notFound: KMK_ERR_NOT_FOUND
  case .invalid: KMK_ERR_INVALID_ARGUMENT
  case .tooDeep: KMK_ERR_TOO_DEEP
  case .noMemory: KMK_ERR_NO_MEMORY
  }
}
