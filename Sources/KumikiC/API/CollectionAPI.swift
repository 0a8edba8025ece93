public import CKumiki

internal import Kumiki
internal import KumikiJSON

@_cdecl("kmk_for_each") @implementation
public func kmk_for_each(
  _ parent: OpaquePointer!, _ state_path: UnsafePointer<CChar>!,
  _ action_case: UnsafePointer<CChar>!, _ id_key: UnsafePointer<CChar>!, _ element: OpaquePointer!
) -> OpaquePointer! {
  attach("kmk_for_each", parent, state_path, action_case, element) {
    parent, path, action, element in
    let key = id_key == nil ? "id" : try text(id_key, "id_key")
    return .forEach(parent, path, action, idKey: JSONCase(key), element)
  }
}

@_cdecl("kmk_stack") @implementation
public func kmk_stack(
  _ parent: OpaquePointer!, _ state_path: UnsafePointer<CChar>!,
  _ action_case: UnsafePointer<CChar>!, _ element: OpaquePointer!
) -> OpaquePointer! {
  attach("kmk_stack", parent, state_path, action_case, element) {
    .stack($0, $1, $2, $3, .modern)
  }
}

@_cdecl("kmk_navigation_destination") @implementation
public func kmk_navigation_destination(
  _ parent: OpaquePointer!, _ state_path: UnsafePointer<CChar>!,
  _ action_case: UnsafePointer<CChar>!, _ element: OpaquePointer!
) -> OpaquePointer! {
  attach("kmk_navigation_destination", parent, state_path, action_case, element) {
    .stack($0, $1, $2, $3, .legacy)
  }
}

/// Attaches elements to a parent. Both reducers are consumed, whatever else is wrong.
private func attach(
  _ function: String, _ parent: OpaquePointer?, _ statePath: UnsafePointer<CChar>?,
  _ actionCase: UnsafePointer<CChar>?, _ element: OpaquePointer?,
  _ make: (JSONReducer, JSONPointer, JSONCasePath, JSONReducer) throws -> JSONReducer
) -> OpaquePointer {
  let parent = ReducerHandle.part(parent, "parent")
  let element = ReducerHandle.part(element, "element")
  return ReducerHandle.new(function, of: parent, element) {
    try make(
      try parent.get(), try pointer(statePath, "state_path"), try casePath(actionCase),
      try element.get())
  }
}

// MARK: - Inside a reduce call

@_cdecl("kmk_action_element") @implementation
public func kmk_action_element(
  _ action: UnsafePointer<json_t>!, _ case_path: UnsafePointer<CChar>!,
  _ id: UnsafeMutablePointer<UnsafePointer<json_t>?>!
) -> UnsafePointer<json_t>! {
  guard let action = node(action), let case_path,
    let element = JSONCaseScan.payload(of: action, path: case_path),
    let (found, inner) = JSONActionForm.element(of: element)
  else { return nil }
  if let id { id.pointee = UnsafePointer(found) }
  return UnsafePointer(inner)
}

@_cdecl("kmk_state_find") @implementation
public func kmk_state_find(
  _ state: OpaquePointer!, _ rows_pointer: UnsafePointer<CChar>!, _ id: UnsafePointer<json_t>!,
  _ index: UnsafeMutablePointer<Int>!
) -> kmk_status {
  guard let cursor = cursor(state), let rows_pointer, let id = node(id), let index else {
    return KMK_ERR_INVALID_ARGUMENT
  }
  do throws(JSONWriteError) {
    index.pointee = try cursor.pointee.find(text: rows_pointer, id)
    return KMK_OK
  } catch {
    return status(error)
  }
}

@_cdecl("kmk_state_push_new") @implementation
public func kmk_state_push_new(
  _ state: OpaquePointer!, _ stack_pointer: UnsafePointer<CChar>!,
  _ element: UnsafeMutablePointer<json_t>!, _ id: UnsafeMutablePointer<UInt64>!
) -> kmk_status {
  writing("kmk_state_push_new", state, stack_pointer, element) {
    (cursor, pointer, element) throws(JSONWriteError) in
    let element = JSON(stealing: element)
    guard let path = cursor.pointer(pointer) else { throw .noPointer }
    let pushed = try cursor.push(path, element)
    if let id { id.pointee = pushed.generation }
  }
}

@_cdecl("kmk_state_pop_from") @implementation
public func kmk_state_pop_from(
  _ state: OpaquePointer!, _ stack_pointer: UnsafePointer<CChar>!, _ id: UInt64
) -> kmk_status {
  pop("kmk_state_pop_from", state, stack_pointer, id, keepingIt: false)
}

@_cdecl("kmk_state_pop_to") @implementation
public func kmk_state_pop_to(
  _ state: OpaquePointer!, _ stack_pointer: UnsafePointer<CChar>!, _ id: UInt64
) -> kmk_status {
  pop("kmk_state_pop_to", state, stack_pointer, id, keepingIt: true)
}

private func pop(
  _ call: StaticString, _ state: OpaquePointer?, _ pointer: UnsafePointer<CChar>?, _ id: UInt64,
  keepingIt: Bool
) -> kmk_status {
  writing(call, state, pointer) { (cursor, pointer) throws(JSONWriteError) in
    guard let path = cursor.pointer(pointer) else { throw .noPointer }
    try cursor.pop(path, StackElementID(generation: id), keepingIt: keepingIt)
  }
}
