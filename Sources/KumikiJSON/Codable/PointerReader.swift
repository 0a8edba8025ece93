internal import KumikiValues

/// Finds the value at a pointer, without encoding the siblings of the values on its path.
///
/// The value encodes itself into nodes that store nothing and continue along the pointer. A reader can be
/// reused.
final class PointerReader {
  enum Goal {
    /// The JSON at the place.
    case part
    /// The presentation id and kind of the slot at the place.
    case slot
    /// The state of a JSON feature at the place, with the presentation ids that its JSON does not contain.
    case feature
    /// The `Shared` at the place.
    case shared
    /// The value at the place, not encoded; JSON for a container without a value of its own.
    case value
    /// The result of another reader in one of the rows at the place.
    case row(RowReader)
  }

  let pointer: JSONPointer
  let goal: Goal
  /// The number of the pointer's steps.
  let length: Int
  private(set) var isDone = false
  private(set) var slot: (any JSONSlotValue)?
  /// Also set for a slot inside a JSON state, which has no typed value.
  private(set) var slotIdentity: JSONSlotIdentity?
  /// The state found for the goal `feature`.
  private(set) var feature: JSONFeature.State?
  /// The `Shared` found for the goal `shared`.
  private(set) var shared: (any AnyShared)?
  /// The value found for the goal `value`. It stays until another value is found.
  private(set) var found = FoundValue()
  /// Whether the pointer passes through a value that may be missing later: an optional, a case, an element.
  var mayVanish = false
  private var part: JSONNode?
  /// The container found, if it has no value of its own.
  private var nested: EncodingNode?

  init(_ pointer: JSONPointer, for goal: Goal) {
    self.pointer = pointer
    self.goal = goal
    length = pointer.segments.count
  }

  /// Returns the readers along an address: start with the first; the last one finds the value.
  static func along(
    _ address: JSONAddress, for goal: Goal
  ) -> (first: PointerReader, last: PointerReader) {
    let last = PointerReader(address.rest, for: goal)
    let first = address.rows.reversed().reduce(last) { inside, row in
      PointerReader(row.array, for: .row(RowReader(row.id, inside)))
    }
    return (first, last)
  }

  deinit { part?.releaseDeep() }

  /// Returns the step with an index; nil at the end. Valid as long as this object.
  func segment(at level: Int) -> JSONPointer.Segment? {
    level < length ? pointer.segments[level] : nil
  }

  /// Whether a container's JSON is a result, because the goal does not need a typed value.
  var wantsJSON: Bool {
    switch goal {
    case .part, .value: true
    case .slot, .row, .feature, .shared: false
    }
  }

  /// Follows the pointer through a value. Returns the part, a new reference; nil if it is missing, or if the
  /// goal is not JSON.
  func read<T: Encodable>(in value: T) throws(JSONError) -> JSONNode? {
    reset()
    // The container refers back to this reader.
    defer { nested = nil }
    try reach(value, at: .root, in: nil, level: 0)
    if let nested { return try nested.finish() }
    return part.take()
  }

  /// Drops the value that was found.
  func dropValue() { found.empty() }

  /// Resets the last result, in this reader and in the readers of rows after it.
  func reset() {
    if case .row(let row) = goal { row.reset() }
    isDone = false
    mayVanish = false
    if slotIdentity != nil { (slot, slotIdentity) = (nil, nil) }
    feature = nil
    shared = nil
    // Set by a value that threw after its part was found.
    part.take()?.releaseDeep()
  }
}

// MARK: - Along the pointer

extension PointerReader {
  /// Continues in a value one step further; `parent` is the parent of its node.
  func reach<T: Encodable>(
    _ value: T, at step: @autoclosure () -> CodingStep, in parent: EncodingNode?, level: Int
  ) throws(JSONError) {
    if isDone { return }
    if level == length { return try arrive(value, at: step(), in: parent) }
    if try leaf(value, level: level) { return }
    guard (parent?.depth ?? 0) < JSONLimits.standard.depth else {
      throw .tooDeep(path: parent?.path(step()) ?? "")
    }
    let node = EncodingNode(
      parent: parent, step: step(), enumType: EnumType(T.self), reader: self, level: level)
    try node.lead(value)
  }

  /// Handles a null at a level.
  func reachNull(level: Int) {
    if level == length, wantsJSON, !isDone { found(stealing: JSONNode.null) }
  }

  /// Handles a container that is still being written at the pointer's place.
  func reach(container: EncodingNode) {
    nested = container
    isDone = true
  }

  /// Ends the search in a value that is not encoded in parts, and returns whether the value is such a leaf.
  func leaf<T: Encodable>(_ value: T, level: Int) throws(JSONError) -> Bool {
    if let state = same(value, JSONFeature.State.self) {
      search(in: state, from: level)
      return true
    }
    guard let json = same(value, JSON.self) else { return Scalar.includes(T.self) }
    guard wantsJSON else { return true }
    mayVanish = true
    json.withNode { node in
      if let part = pointer.resolve(in: node, from: level) { found(stealing: part.retained()) }
    }
    return true
  }

  /// Continues in the state of a JSON feature.
  private func search(in state: JSONFeature.State, from level: Int) {
    isDone = true
    mayVanish = true
    switch goal {
    case .part, .value:
      state.json.withNode { node in part = pointer.resolve(in: node, from: level)?.retained() }
    case .slot:
      slotIdentity = state.slot(at: JSONPointer(keys: Array(pointer.keys[level...])))
    case .row, .feature, .shared: break
    }
  }

  private func found(stealing node: JSONNode) {
    part = node
    isDone = true
  }
}

// MARK: - At the place

extension PointerReader {
  // Compiled once, and not for each type: it is called once for a pointer.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  func arrive<T: Encodable>(
    _ value: T, at step: @autoclosure () -> CodingStep, in parent: EncodingNode?
  ) throws(JSONError) {
    switch goal {
    case .part: found(stealing: try EncodingNode.json(for: value, in: parent, at: step()))
    case .value:
      isDone = true
      found.take(value)
      if found.isSlot { mayVanish = true }
    case .row(let row):
      isDone = true
      mayVanish = true
      part = try row.read(in: value)
    case .slot, .feature, .shared:
      if Scalar.includes(T.self) || take(value) { return }
      try arriveInside(value, at: step(), in: parent)
    }
  }

  /// Takes a value of the kind that the goal looks for. Not generic, so that it is compiled once.
  @inline(never)
  private func take(_ value: any Encodable) -> Bool {
    switch goal {
    case .slot:
      guard let value = value as? any JSONSlotValue else { return false }
      slot = value
      slotIdentity = value.slotIdentity
    case .feature:
      // Not an optional of it, which a cast would unwrap.
      guard type(of: value) == JSONFeature.State.self, let state = value as? JSONFeature.State
      else { return false }
      feature = state
    case .shared:
      guard let found = value as? any AnyShared else { return false }
      shared = found
    case .part, .value, .row: return false
    }
    isDone = true
    return true
  }

  /// Searches a single value, such as an optional or a wrapper, for the goal.
  private func arriveInside<T: Encodable>(
    _ value: T, at step: CodingStep, in parent: EncodingNode?
  ) throws(JSONError) {
    guard T.self != JSON.self, T.self != JSONFeature.State.self else { return }
    let node = EncodingNode(
      parent: parent, step: step, enumType: EnumType(T.self), reader: self, level: length)
    defer { node.close() }
    try node.run(value)
  }
}
