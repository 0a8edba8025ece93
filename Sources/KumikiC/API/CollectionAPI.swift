public import CKumiki
internal import KumikiValues
internal import KumikiJSON

@c @implementation public func kmk_for_each(
  _ parent: CHandle!, _ state_path: CText!, _ action_case: CText!, _ id_key: CText!,
  _ element: CHandle!
) -> CHandle! {
  ReducerHandle.new(parent, rows: state_path, action_case, element) {
    parent, path, action, element in
    let key = try optionalText(id_key, "id_key") ?? "id"
    return .forEach(parent, path, action, idKey: JSONCase(key), element)
  }
}

@c @implementation public func kmk_stack(
  _ parent: CHandle!, _ state_path: CText!, _ action_case: CText!, _ element: CHandle!
) -> CHandle! {
  ReducerHandle.new(parent, rows: state_path, action_case, element) {
    .stack($0, $1, $2, $3, .modern)
  }
}

@c @implementation public func kmk_navigation_destination(
  _ parent: CHandle!, _ state_path: CText!, _ action_case: CText!, _ element: CHandle!
) -> CHandle! {
  ReducerHandle.new(parent, rows: state_path, action_case, element) {
    .stack($0, $1, $2, $3, .legacy)
  }
}

// MARK: - Inside a reduce call

@c @implementation public func kmk_action_element(
  _ action: CJSON!, _ case_path: CText!, _ id: COut<CJSON?>!
) -> CJSON! {
  guard let element = payload(of: node(action), CStringView(case_path)) else { return nil }
  return inner(of: element, id)
}

@c @implementation
public func kmk_payload_element(_ payload: CJSON!, _ id: COut<CJSON?>!) -> CJSON! {
  unsafe node(payload).flatMap { inner(of: $0, id) }
}

/// Returns the action in `{"element": {"id", "action"}}`.
@safe private func inner(of payload: JSONNode, _ id: COut<CJSON?>?) -> CJSON? {
  guard let (found, inner) = JSONActionForm.element(of: payload) else { return nil }
  give(found, to: id)
  return part(inner)
}

@c @implementation public func kmk_state_find(
  _ state: CHandle!, _ rows_pointer: CText!, _ id: CJSON!, _ index: COut<Int>!
) -> kmk_status {
  guard let cursor = cursor(state), let rows = CStringView(rows_pointer), let id = node(id),
    Out(index).isGiven
  else { return KMK_ERR_INVALID_ARGUMENT }
  do throws(JSONWriteError) {
    Out(index).give(try cursor.pointee.find(text: rows, id))
    return KMK_OK
  } catch {
    return status(error)
  }
}

@c @implementation public func kmk_state_push_new(
  _ state: CHandle!, _ stack_pointer: CText!, _ element: CNewJSON!, _ id: COut<UInt64>!
) -> kmk_status {
  writing(cursor(state), CStringView(stack_pointer), node(element)) {
    (cursor, pointer, element) throws(JSONWriteError) in
    let element = JSON(stealing: element)
    guard let path = cursor.pointer(pointer) else { throw .noPointer }
    Out(id).give(try cursor.push(path, element).generation)
  }
}

@c @implementation public func kmk_state_pop_from(
  _ state: CHandle!, _ stack_pointer: CText!, _ id: UInt64
) -> kmk_status {
  pop(cursor(state), CStringView(stack_pointer), id, keepingIt: false)
}

@c @implementation public func kmk_state_pop_to(
  _ state: CHandle!, _ stack_pointer: CText!, _ id: UInt64
) -> kmk_status {
  pop(cursor(state), CStringView(stack_pointer), id, keepingIt: true)
}

private func pop(
  _ state: ManualBox<JSONState>?, _ pointer: CStringView?, _ id: UInt64, keepingIt: Bool,
  function: StaticString = #function
) -> kmk_status {
  writing(state, pointer, function: function) { (cursor, pointer) throws(JSONWriteError) in
    guard let path = cursor.pointer(pointer) else { throw .noPointer }
    try cursor.pop(path, StackElementID(generation: id), keepingIt: keepingIt)
  }
}
