internal import CJansson

/// A search for one place in a value: its pointer, and what was found there.
///
/// The value writes itself into places that keep nothing and follow the pointer. What stands beside
/// the way is dropped before it is asked to encode itself.
final class EncodingSearch {
  enum Goal {
    /// The JSON of what is there.
    case part
    /// The identity of the slot that is there.
    case slot
    /// The value that is there, not encoded; the JSON of what has no value of its own.
    case value
  }

  let pointer: JSONPointer
  let goal: Goal
  private(set) var isDone = false
  private(set) var slot: (any JSONSlotValue)?
  /// The same of a slot inside a state that is JSON, which has no value of its own.
  private(set) var slotIdentity: JSONSlotIdentity?
  private(set) var value: (any Encodable)?
  /// The way goes through something that may not be there at another time: an optional, a case, an
  /// element.
  var mayVanish = false
  private var part: JSONNode?
  /// The container that was found, where it is one that belongs to no value of its own.
  private var nested: EncodingPlace?

  init(_ pointer: JSONPointer, for goal: Goal) {
    self.pointer = pointer
    self.goal = goal
  }

  /// Searches a value: the part that was found, a new reference; nil where nothing is
  /// there. The container found leads back to the search, so that it is let go here in any case.
  func run<T: Encodable>(in value: T) throws(JSONError) -> JSONNode? {
    defer { nested = nil }
    try EncodingPlace.search(value, for: self)
    if let nested { return try nested.finish() }
    defer { part = nil }
    return part
  }

  /// A value that throws after its part was found leaves the part here.
  deinit { part?.releaseDeep() }

  fileprivate func found(stealing node: JSONNode) {
    part = node
    isDone = true
  }

  fileprivate func found(_ container: EncodingPlace) {
    nested = container
    isDone = true
  }

  /// Goes on in the state of a feature that is JSON throughout.
  fileprivate func look(in state: JSONFeature.State, from level: Int) {
    isDone = true
    mayVanish = true
    switch goal {
    case .part, .value:
      state.json.withNode { node in part = json_incref(pointer.resolve(in: node, from: level)) }
    case .slot:
      slotIdentity = state.slot(at: JSONPointer(keys: Array(pointer.keys[level...])))
    }
  }

  fileprivate func found(_ value: any JSONSlotValue) {
    slot = value
    slotIdentity = JSONSlotIdentity(id: value.slotIdentityText, isEnum: value.slotIsEnum)
    isDone = true
  }

  fileprivate func found(value: any Encodable) {
    self.value = value
    isDone = true
  }
}

// MARK: - Following the pointer

extension EncodingPlace {
  /// Searches a whole value.
  static func search<T: Encodable>(_ value: T, for search: EncodingSearch) throws(JSONError) {
    let outside = EncodingPlace(parent: nil, step: .root, enumType: nil, search: search, level: -1)
    try outside.reach(value, at: .root, in: nil)
  }

  /// Whether the pointer leads from here to a key.
  func searchMatches(_ key: some CodingKey) -> Bool {
    guard let segment = nextSegment else { return false }
    var name = key.stringValue
    return name.withUTF8 { segment.raw.isEqual(to: UnsafeRawBufferPointer($0)) }
  }

  /// Whether the pointer leads from here to the element that comes next, which is then passed.
  func searchMatchesNextElement() -> Bool {
    defer { passed += 1 }
    return nextSegment?.index == passed
  }

  fileprivate var nextSegment: JSONPointer.Segment? {
    guard let search, !search.isDone, level < search.pointer.segments.count else { return nil }
    return search.pointer.segments[level]
  }

  func searchMember<T: Encodable>(_ value: T, _ key: some CodingKey) throws(JSONError) {
    guard searchMatches(key) else { return }
    if enumType != nil { search?.mayVanish = true }
    try reach(value, at: .key(key), in: self)
  }

  func searchElement<T: Encodable>(_ value: T) throws(JSONError) {
    let step = CodingStep.index(passed)
    guard searchMatchesNextElement() else { return }
    search?.mayVanish = true
    try reach(value, at: step, in: self)
  }

  /// Goes on through a value that stands for all that is here.
  func searchHere<T: Encodable>(_ value: T) throws(JSONError) {
    guard let search, !search.isDone else { return }
    search.mayVanish = true
    if level == search.pointer.segments.count { return try arrive(value, at: step, in: parent) }
    if try searchLeaf(value, level: level) { return }
    enumType = EnumType(T.self)
    try run(value)
  }

  func searchNull(at matches: Bool) {
    guard let search, matches, level + 1 == search.pointer.segments.count else { return }
    if search.goal != .slot { search.found(stealing: json_null()) }
  }

  /// A container that belongs to no value of its own: that of a case's payload, or one that a type
  /// nests.
  func searchNested(_ step: CodingStep, _ asked: Form, matches: Bool) -> EncodingPlace {
    guard let search, matches, level + 1 <= search.pointer.segments.count else { return offTheWay }
    if enumType != nil { search.mayVanish = true }
    if level + 1 < search.pointer.segments.count {
      return EncodingPlace(
        parent: self, step: step, enumType: nil, search: search, level: level + 1)
    }
    guard search.goal != .slot else { return offTheWay }
    let place = EncodingPlace(parent: self, step: step, enumType: nil).begin(asked)
    search.found(place)
    return place
  }

  private var offTheWay: EncodingPlace {
    EncodingPlace(parent: self, step: .root, enumType: nil, search: search, level: .max)
  }
}

// MARK: - Arriving

extension EncodingPlace {
  /// Goes on in a value one step further; `parent` is where its place will hang.
  private func reach<T: Encodable>(
    _ value: T, at step: CodingStep, in parent: EncodingPlace?
  ) throws(JSONError) {
    guard let search else { return }
    let level = level + 1
    if level == search.pointer.segments.count { return try arrive(value, at: step, in: parent) }
    if try searchLeaf(value, level: level) { return }
    let place = EncodingPlace(
      parent: parent, step: step, enumType: EnumType(T.self), search: search, level: level)
    guard place.depth <= JSONLimits.standard.depth else { throw .tooDeep(path: place.path()) }
    if place.nextSegment?.index != -1, let array = value as? any EncodableArray {
      return try array.searchElement(in: place)
    }
    try place.run(value)
  }

  /// Ends the search in a value that has no parts to encode; answers whether it is one.
  private func searchLeaf<T: Encodable>(_ value: T, level: Int) throws(JSONError) -> Bool {
    guard let search else { return true }
    if T.self == JSONFeature.State.self {
      search.look(in: unsafeBitCast(value, to: JSONFeature.State.self), from: level)
      return true
    }
    guard T.self == JSON.self else { return Scalar.includes(T.self) }
    guard search.goal != .slot else { return true }
    search.mayVanish = true
    unsafeBitCast(value, to: JSON.self).withNode { node in
      if let part = search.pointer.resolve(in: node, from: level) {
        search.found(stealing: json_incref(part)!)
      }
    }
    return true
  }

  private func arrive<T: Encodable>(
    _ value: T, at step: CodingStep, in parent: EncodingPlace?
  ) throws(JSONError) {
    guard let search else { return }
    switch search.goal {
    case .part:
      search.found(stealing: try Self.node(for: value, in: parent, at: step))
    case .value:
      if value is any JSONSlotValue { search.mayVanish = true }
      search.found(value: value)
    case .slot:
      if let slot = value as? any JSONSlotValue { return search.found(slot) }
      guard T.self != JSON.self, T.self != JSONFeature.State.self, !Scalar.includes(T.self) else {
        return
      }
      // The slot may stand alone in what is here, such as an optional or a wrapper.
      let place = EncodingPlace(
        parent: parent, step: step, enumType: EnumType(T.self), search: search,
        level: search.pointer.segments.count)
      try place.run(value)
    }
  }
}

/// An array, whose element is found without passing those before it.
private protocol EncodableArray {
  func searchElement(in place: EncodingPlace) throws(JSONError)
}

extension Array: EncodableArray where Element: Encodable {
  fileprivate func searchElement(in place: EncodingPlace) throws(JSONError) {
    guard let index = place.nextSegment?.index, index < count else { return }
    place.passed = index
    try place.searchElement(self[index])
  }
}
