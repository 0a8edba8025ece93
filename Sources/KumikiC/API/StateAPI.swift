public import CKumiki

internal import Kumiki
internal import KumikiJSON

/// The cursor behind a `kmk_state *`, which C holds for the length of a reduce call.
func cursor(_ state: OpaquePointer?) -> UnsafeMutablePointer<JSONState>? {
  state.map { UnsafeMutablePointer<JSONState>($0) }
}

extension JSONState {
  /// A pointer that a reducer wrote as text; nil for NULL and for what is no pointer.
  func pointer(_ text: UnsafePointer<CChar>?) -> JSONPointer? {
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
  set("kmk_state_set", state, pointer, json_incref(node(value)))
}

@_cdecl("kmk_state_set_new") @implementation
public func kmk_state_set_new(
  _ state: OpaquePointer!, _ pointer: UnsafePointer<CChar>!, _ value: UnsafeMutablePointer<json_t>!
) -> kmk_status {
  set("kmk_state_set_new", state, pointer, value)
}

@inline(__always)
private func set(
  _ call: StaticString, _ state: OpaquePointer?, _ pointer: UnsafePointer<CChar>?,
  _ value: JSONNode?
) -> kmk_status {
  writing(call, state, pointer, value) { (cursor, pointer, value) throws(JSONWriteError) in
    try cursor.set(text: pointer, stealing: value)
  }
}

@_cdecl("kmk_state_insert_new") @implementation
public func kmk_state_insert_new(
  _ state: OpaquePointer!, _ pointer: UnsafePointer<CChar>!, _ value: UnsafeMutablePointer<json_t>!
) -> kmk_status {
  writing("kmk_state_insert_new", state, pointer, value) {
    (cursor, pointer, value) throws(JSONWriteError) in
    try cursor.insert(text: pointer, stealing: value)
  }
}

@_cdecl("kmk_state_remove") @implementation
public func kmk_state_remove(
  _ state: OpaquePointer!, _ pointer: UnsafePointer<CChar>!
) -> kmk_status {
  writing("kmk_state_remove", state, pointer) { (cursor, pointer) throws(JSONWriteError) in
    if pointer.pointee == 0 { throw .wholeState }
    try cursor.remove(text: pointer)
  }
}

@_cdecl("kmk_state_move") @implementation
public func kmk_state_move(
  _ state: OpaquePointer!, _ from: UnsafePointer<CChar>!, _ to: UnsafePointer<CChar>!
) -> kmk_status {
  guard let cursor = cursor(state) else { return KMK_ERR_INVALID_ARGUMENT }
  // The issue names the pointer that is wrong: `to`, if there is something at `from`.
  let source = cursor.pointee.pointer(from)
  let isThere = source.flatMap { source in
    cursor.pointee.node.flatMap { source.resolve(in: $0) }
  }
  return writing("kmk_state_move", state, isThere == nil ? from : to) {
    (cursor, _) throws(JSONWriteError) in
    guard let source, let target = cursor.pointer(to) else { throw .noPointer }
    try cursor.move(source, to: target)
  }
}

// MARK: - What every write has in common

/// Runs a write of a reducer at a pointer. A write that is not done is also reported as an issue, since
/// few programs look at the status.
@inline(__always)
func writing(
  _ call: StaticString, _ state: OpaquePointer?, _ pointer: UnsafePointer<CChar>?,
  _ body: (inout JSONState, UnsafePointer<CChar>) throws(JSONWriteError) -> Void
) -> kmk_status {
  guard let cursor = cursor(state) else { return KMK_ERR_INVALID_ARGUMENT }
  do throws(JSONWriteError) {
    guard let pointer else { throw .noPointer }
    try body(&cursor.pointee, pointer)
    return KMK_OK
  } catch {
    cursor.pointee.report(error, of: call, at: pointer)
    return status(error)
  }
}

/// Runs a write that takes over a value.
@inline(__always)
func writing(
  _ call: StaticString, _ state: OpaquePointer?, _ pointer: UnsafePointer<CChar>?,
  _ value: JSONNode?,
  _ body: (inout JSONState, UnsafePointer<CChar>, JSONNode) throws(JSONWriteError) -> Void
) -> kmk_status {
  guard state != nil, pointer != nil, let value else {
    value?.releaseDeep()
    return writing(call, state, pointer) { (_, _) throws(JSONWriteError) in throw .noValue }
  }
  return writing(call, state, pointer) { (cursor, pointer) throws(JSONWriteError) in
    try body(&cursor, pointer, value)
  }
}

func status(_ error: JSONWriteError) -> kmk_status {
  switch error {
  case .notFound: KMK_ERR_NOT_FOUND
  case .invalid, .noPointer, .noValue, .wholeState, .intoItself, .noPath: KMK_ERR_INVALID_ARGUMENT
  case .tooDeep: KMK_ERR_TOO_DEEP
  case .noMemory: KMK_ERR_NO_MEMORY
  }
}
