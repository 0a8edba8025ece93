internal import Kumiki

/// Finds what a pointer leads to in a value, without encoding what stands beside the way.
///
/// The value writes itself into nodes that keep nothing and go on where the pointer leads. A reader may
/// be used again and again.
final class PointerReader {
  enum Goal {
    /// The JSON of what is there.
    case part
    /// The identity of the slot that is there.
    case slot
    /// The state of a feature that is JSON throughout, with what it knows beside its JSON.
    case feature
    /// What is shared there.
    case shared
    /// The value that is there, not encoded; the JSON of what has no value of its own.
    case value
    /// What another reader finds in the row that has an id, where rows are there.
    case row(RowReader)
  }

  let pointer: JSONPointer
  let goal: Goal
  /// Steps of the pointer.
  let length: Int
  private(set) var isDone = false
  private(set) var slot: (any JSONSlotValue)?
  /// Also of a slot inside a state that is JSON, which has no value of its own.
  private(set) var slotIdentity: JSONSlotIdentity?
  /// The state that was found for the goal of a feature.
  private(set) var feature: JSONFeature.State?
  /// What was found for the goal of what is shared.
  private(set) var shared: (any AnyShared)?
  /// What was found for the goal of a value; it stays until something else is found.
  private(set) var value: FoundValue?
  /// The way goes through something that may not be there at another time: an optional, a case, an
  /// element.
  var mayVanish = false
  private var part: JSONNode?
  /// The container that was found, where it is one that belongs to no value of its own.
  private var nested: EncodingNode?

  init(_ pointer: JSONPointer, for goal: Goal) {
    self.pointer = pointer
    self.goal = goal
    length = pointer.segments.count
  }

  /// Readers along a route: the first is asked, the last finds.
  static func along(
    _ route: JSONAddress, for goal: Goal
  ) -> (first: PointerReader, last: PointerReader) {
    let last = PointerReader(route.rest, for: goal)
    let first = route.rows.reversed().reduce(last) { inside, row in
      PointerReader(row.array, for: .row(RowReader(row.id, inside)))
    }
    return (first, last)
  }

  deinit { part?.releaseDeep() }

  /// The step that follows so many; nil at the end. Valid as long as this.
  func segment(at level: Int) -> JSONPointer.Segment? {
    level < length ? pointer.segments[level] : nil
  }

  /// The JSON of a container is an answer: what is looked for need not be a value of its own.
  var wantsJSON: Bool {
    switch goal {
    case .part, .value: true
    case .slot, .row, .feature, .shared: false
    }
  }

  /// Follows the pointer through a value: the part that was found, a new reference; nil where nothing
  /// is there, or the goal is another.
  func read<T: Encodable>(in value: T) throws(JSONError) -> JSONNode? {
    reset()
    // The container found leads back here.
    defer { nested = nil }
    try reach(value, at: .root, in: nil, level: 0)
    if let nested { return try nested.finish() }
    return part.take()
  }

  /// The value that was found, unless it was let go of.
  var found: FoundValue? { value.flatMap { $0.isFull ? $0 : nil } }

  /// Lets go of the value that was found.
  func dropValue() { value?.empty() }

  /// Forgets what was found last, here and in rows further on.
  func reset() {
    if case .row(let row) = goal { row.reset() }
    isDone = false
    mayVanish = false
    if slotIdentity != nil { (slot, slotIdentity) = (nil, nil) }
    feature = nil
    shared = nil
    // Of a value that threw after its part was found.
    part.take()?.releaseDeep()
  }
}

// MARK: - On the way

extension PointerReader {
  /// Goes on in a value one step further; `parent` is where its node will hang.
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

  /// Null is there after so many steps.
  func reachNull(level: Int) {
    if level == length, wantsJSON, !isDone { found(stealing: JSONNode.null) }
  }

  /// The pointer leads to a container, which will be finished.
  func reach(container: EncodingNode) {
    nested = container
    isDone = true
  }

  /// Ends the way in a value that has no parts to encode; answers whether it is one.
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

  /// Goes on in the state of a feature that is JSON throughout.
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

// MARK: - Arriving

extension PointerReader {
  func arrive<T: Encodable>(
    _ value: T, at step: @autoclosure () -> CodingStep, in parent: EncodingNode?
  ) throws(JSONError) {
    switch goal {
    case .part: found(stealing: try EncodingNode.json(for: value, in: parent, at: step()))
    case .value: keep(value)
    case .row(let row):
      isDone = true
      mayVanish = true
      part = try row.read(in: value)
    case .slot:
      if let slot = value as? any JSONSlotValue { return found(slot) }
      try arriveInside(value, at: step(), in: parent)
    case .feature:
      guard let state = same(value, JSONFeature.State.self) else {
        return try arriveInside(value, at: step(), in: parent)
      }
      feature = state
      isDone = true
    case .shared:
      guard let found = value as? any AnyShared else {
        return try arriveInside(value, at: step(), in: parent)
      }
      shared = found
      isDone = true
    }
  }

  private func keep<T: Encodable>(_ found: T) {
    isDone = true
    if let value, value.isPlain, value.isOf(T.self) {
      value.take(found)
    } else {
      value = FoundValue.of(found)
    }
    if value!.isSlot { mayVanish = true }
  }

  private func found(_ value: any JSONSlotValue) {
    slot = value
    slotIdentity = JSONSlotIdentity(id: value.slotIdentityText, isEnum: value.slotIsEnum)
    isDone = true
  }

  /// What is looked for may stand alone in what is here, such as an optional or a wrapper.
  private func arriveInside<T: Encodable>(
    _ value: T, at step: CodingStep, in parent: EncodingNode?
  ) throws(JSONError) {
    guard T.self != JSON.self, T.self != JSONFeature.State.self, !Scalar.includes(T.self) else {
      return
    }
    let node = EncodingNode(
      parent: parent, step: step, enumType: EnumType(T.self), reader: self, level: length)
    defer { node.close() }
    try node.run(value)
  }
}
