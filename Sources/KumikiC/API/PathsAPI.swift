public import CKumiki
internal import KumikiValues
internal import KumikiJSON

// Actions by case path, and rows by id. The calls with a formatted pointer are in CKumikiCalls/pointer_calls.c.

// MARK: - Actions by case path

/// Returns the action at a case path, with a payload or as a case without one.
private func action(_ path: CStringView?, _ payload: JSON?) throws -> JSON {
  if let payload { try JSONMeasure.check(payload) }
  return try casePath(path, "case_path").wrap(payload)
}

@c @implementation
public func kmk_action_at(_ case_path: CText!, _ payload: CJSON!) -> CNewJSON! {
  answering(orNull: nil) {
    new(try action(CStringView(case_path), borrowed(payload)).retainedNode)
  }
}

@c @implementation
public func kmk_action_at_new(_ case_path: CText!, _ payload: CNewJSON!) -> CNewJSON! {
  let payload = taken(payload)
  return answering(orNull: nil) {
    new(try action(CStringView(case_path), payload).retainedNode)
  }
}

@c @implementation public func kmk_action_element_at_new(
  _ case_path: CText!, _ id: CJSON!, _ action: CNewJSON!
) -> CNewJSON! {
  guard let action = taken(action), let id = borrowed(id) else { return nil }
  return answering(orNull: nil) {
    new(try casePath(case_path).wrap(JSONActionForm.element(action, id)).retainedNode)
  }
}

@c @implementation public func kmk_store_send_at(
  _ store: CHandle!, _ case_path: CText!, _ payload: CJSON!, _ error: CError!
) -> kmk_status {
  withStore(store, error) { try $0.send(action(CStringView(case_path), borrowed(payload))) }
}

@c @implementation public func kmk_store_send_at_new(
  _ store: CHandle!, _ case_path: CText!, _ payload: CNewJSON!, _ error: CError!
) -> kmk_status {
  let payload = taken(payload)
  return withStore(store, error) { try $0.send(action(CStringView(case_path), payload)) }
}

// MARK: - Rows by id

@c @implementation public func kmk_state_row(
  _ state: CHandle!, _ rows_pointer: CText!, _ id: CJSON!
) -> CJSON! {
  guard let cursor = cursor(state), let text = CStringView(rows_pointer), let id = node(id),
    let path = cursor.pointee.pointer(text), let root = cursor.pointee.node,
    let index = try? cursor.pointee.find(text: text, id)
  else { return nil }
  return lent(path.resolve(in: root)?.element(index), untilWrite: true)
}

@c @implementation public func kmk_state_set_row_new(
  _ state: CHandle!, _ rows_pointer: CText!, _ id: CJSON!, _ pointer: CText!, _ value: CNewJSON!
) -> kmk_status {
  writing(cursor(state), CStringView(rows_pointer), node(value)) {
    (cursor, rows, value) throws(JSONWriteError) in
    let value = JSON(stealing: value)
    guard let inside = CStringView(pointer).flatMap({ cursor.pointer($0) }) else {
      throw .noPointer
    }
    try cursor.withRow(rows, node(id)) { (row) throws(JSONWriteError) in
      try row.set(inside, stealing: value.retainedNode)
    }
  }
}

@c @implementation public func kmk_state_remove_row(
  _ state: CHandle!, _ rows_pointer: CText!, _ id: CJSON!
) -> kmk_status {
  writing(cursor(state), CStringView(rows_pointer)) {
    (cursor, rows) throws(JSONWriteError) in
    try cursor.withRow(rows, node(id)) { (row) throws(JSONWriteError) in try row.remove(.root) }
  }
}

// MARK: - Rows by a condition

@c @implementation public func kmk_state_set_rows(
  _ state: CHandle!, _ rows_pointer: CText!, _ pointer: CText!, _ value: CJSON!,
  _ condition: CHandle!
) -> kmk_status {
  let value = borrowed(value)
  return writing(cursor(state), CStringView(rows_pointer)) {
    (cursor, rows) throws(JSONWriteError) in
    guard let inside = CStringView(pointer) else { throw .noPointer }
    guard let value else { throw .noValue }
    try cursor.setRows(text: rows, inside, value, cursor.selection(condition))
  }
}

@c @implementation public func kmk_state_remove_rows(
  _ state: CHandle!, _ rows_pointer: CText!, _ condition: CHandle!
) -> kmk_status {
  writing(cursor(state), CStringView(rows_pointer)) {
    (cursor, rows) throws(JSONWriteError) in
    try cursor.removeRows(text: rows, cursor.selection(condition))
  }
}

extension JSONState {
  /// Returns the function that selects rows by a condition, whose places are in the value here. It is valid until the
  /// next write.
  @safe fileprivate func selection(
    _ condition: CHandle?
  ) throws(JSONWriteError) -> JSONState.Selection {
    guard let condition = try? Condition(condition) else { throw .noCondition }
    let values = condition.places.map { place in node.flatMap { place.resolve(in: $0) } }
    return { condition.holds($0, values) }
  }

  /// Calls `body` with a cursor at the row with an id.
  fileprivate mutating func withRow<Result>(
    _ rows: CStringView, _ id: JSONNode?,
    _ body: (inout JSONState) throws(JSONWriteError) -> Result
  ) throws(JSONWriteError) -> Result {
    guard let path = pointer(rows) else { throw .noPointer }
    guard let id else { throw .noValue }
    guard let result = try visitRow(path, id, body) else { throw .noRow }
    return result
  }
}

extension JSON {
  /// A new reference, which the caller owns.
  fileprivate var retainedNode: JSONNode { withNode { $0.retained() } }
}
