public import CKumiki
internal import KumikiValues
internal import KumikiJSON

extension JSONState {
  /// Returns the pointer for a reducer's string; nil if the string is not a pointer.
  func pointer(_ text: CStringView) -> JSONPointer? {
    document.with { $0.pointers.object.pointer(text) }
  }
}

@c @implementation public func kmk_state_json(_ state: CHandle!) -> CJSON! {
  lent(cursor(state)?.pointee.node, untilWrite: true)
}

@c @implementation public func kmk_state_get(_ state: CHandle!, _ pointer: CText!) -> CJSON! {
  guard let cursor = cursor(state), let pointer = CStringView(pointer),
    let node = cursor.pointee.node
  else { return nil }
  let found = cursor.pointee.document.with { $0.value(at: pointer, from: node) }
  return lent(found, untilWrite: true)
}

@c @implementation
public func kmk_state_set(_ state: CHandle!, _ pointer: CText!, _ value: CJSON!) -> kmk_status {
  set(cursor(state), CStringView(pointer), node(value)?.retained())
}

@c @implementation public func kmk_state_set_new(
  _ state: CHandle!, _ pointer: CText!, _ value: CNewJSON!
) -> kmk_status {
  set(cursor(state), CStringView(pointer), node(value))
}

@inline(__always)
private func set(
  _ state: ManualBox<JSONState>?, _ pointer: CStringView?, _ value: JSONNode?,
  function: StaticString = #function
) -> kmk_status {
  writing(state, pointer, value, function: function) {
    (cursor, pointer, value) throws(JSONWriteError) in
    try cursor.set(text: pointer, stealing: value)
  }
}

@c @implementation public func kmk_state_insert_new(
  _ state: CHandle!, _ pointer: CText!, _ value: CNewJSON!
) -> kmk_status {
  writing(cursor(state), CStringView(pointer), node(value)) {
    (cursor, pointer, value) throws(JSONWriteError) in
    try cursor.insert(text: pointer, stealing: value)
  }
}

@c @implementation
public func kmk_state_remove(_ state: CHandle!, _ pointer: CText!) -> kmk_status {
  writing(cursor(state), CStringView(pointer)) {
    (cursor, pointer) throws(JSONWriteError) in
    if pointer.isEmpty { throw .wholeState }
    try cursor.remove(text: pointer)
  }
}

@c @implementation
public func kmk_state_move(_ state: CHandle!, _ from: CText!, _ to: CText!) -> kmk_status {
  guard let cursor = cursor(state) else { return KMK_ERR_INVALID_ARGUMENT }
  let (from, to) = (CStringView(from), CStringView(to))
  let source = from.flatMap { cursor.pointee.pointer($0) }
  let found = source.flatMap { source in cursor.pointee.node.flatMap { source.resolve(in: $0) } }
  // The issue names the wrong pointer: `to` if there is a value at `from`, otherwise `from`.
  return writing(cursor, found == nil ? from : to) {
    (cursor, _) throws(JSONWriteError) in
    guard let source, let target = to.flatMap({ cursor.pointer($0) }) else { throw .noPointer }
    try cursor.move(source, to: target)
  }
}

@c @implementation public func kmk_state_error(
  _ state: CHandle!, _ status: kmk_status, _ error: CError!
) {
  guard status != KMK_OK else { return }
  guard cursor(state) != nil, let loop = ReduceContext.current?.pointee.loop else {
    Failure(status, "the state is not valid here: a reducer receives it for one call")
      .report(to: error)
    return
  }
  let (reason, place) = loop.issues.refusedWrite
  Failure(status, reason, path: place).report(to: error)
}

// MARK: - What every write has in common

/// Runs a reducer's write at a pointer. A failed write is also reported as an issue, because few programs check the
/// status.
@inline(__always)
func writing(
  _ state: ManualBox<JSONState>?, _ pointer: CStringView?, function: StaticString = #function,
  _ body: (inout JSONState, CStringView) throws(JSONWriteError) -> Void
) -> kmk_status {
  guard let state else { return KMK_ERR_INVALID_ARGUMENT }
  do throws(JSONWriteError) {
    guard let pointer else { throw .noPointer }
    Checks.writing()
    try body(&state.pointee, pointer)
    Checks.written()
    return KMK_OK
  } catch {
    Checks.written(false)
    state.pointee.report(error, of: name(of: function), at: pointer)
    return status(error)
  }
}

/// Runs a write that takes ownership of a value.
@inline(__always)
func writing(
  _ state: ManualBox<JSONState>?, _ pointer: CStringView?, _ value: JSONNode?,
  function: StaticString = #function,
  _ body: (inout JSONState, CStringView, JSONNode) throws(JSONWriteError) -> Void
) -> kmk_status {
  guard state != nil, pointer != nil, let value else {
    value?.releaseDeep()
    return writing(state, pointer, function: function) { (_, _) throws(JSONWriteError) in
      throw .noValue
    }
  }
  return writing(state, pointer, function: function) { (cursor, pointer) throws(JSONWriteError) in
    try body(&cursor, pointer, value)
  }
}

func status(_ error: JSONWriteError) -> kmk_status {
  switch error {
  case .notFound, .noRow: KMK_ERR_NOT_FOUND
  case .invalid, .noPointer, .noValue, .noCondition, .wholeState, .intoItself, .noPath:
    KMK_ERR_INVALID_ARGUMENT
  case .tooDeep: KMK_ERR_TOO_DEEP
  case .tooLarge: KMK_ERR_LIMIT
  case .noMemory: KMK_ERR_NO_MEMORY
  }
}
