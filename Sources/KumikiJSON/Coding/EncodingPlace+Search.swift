internal import CJansson

/// A search for one place in a value: its pointer, and what was found there.
///
/// The value writes itself into places that keep nothing and follow the pointer. What stands beside
/// the way is dropped before it is asked to encode itself. A search may be run again and again: what
/// it learns of the types on its way it keeps.
final class EncodingSearch {
  enum Goal {
    /// The JSON of what is there.
    case part
    /// The identity of the slot that is there.
    case slot
    /// The state of a feature that is JSON throughout, with what it knows beside its JSON.
    case feature
    /// The value that is there, not encoded; the JSON of what has no value of its own.
    case value
    /// What another search finds in the row that has an id, where rows are there.
    case row(RowSearch)
  }

  let pointer: JSONPointer
  let goal: Goal
  let room = EncodingRoom()
  private(set) var isDone = false
  private(set) var slot: (any JSONSlotValue)?
  /// The same of a slot inside a state that is JSON, which has no value of its own.
  private(set) var slotIdentity: JSONSlotIdentity?
  /// The state that was found for the goal of a feature.
  private(set) var feature: JSONFeature.State?
  /// What was found for the goal of a value; it stays until the next search.
  private(set) var value: FoundValue?
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
    begin()
    defer { nested = nil }
    try reach(value, at: .root, in: nil, level: 0)
    if !isDone, room.forgetTurns() { try reach(value, at: .root, in: nil, level: 0) }
    if let nested { return try nested.finish() }
    defer { part = nil }
    return part
  }

  /// The value that was found, unless it was let go of.
  var found: FoundValue? { value.flatMap { $0.isFull ? $0 : nil } }

  /// Lets go of the value that was found.
  func dropValue() { value?.empty() }

  /// Forgets what the last search came to, here and in rows further on.
  func begin() {
    if case .row(let row) = goal { row.begin() }
    isDone = false
    mayVanish = false
    if slotIdentity != nil { (slot, slotIdentity) = (nil, nil) }
    feature = nil
    if let left = part.take() { left.releaseDeep() }
  }

  /// A value that throws after its part was found leaves the part here.
  deinit {
    part?.releaseDeep()
    room.clear()
  }

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
    case .row, .feature: break
    }
  }

  fileprivate func found(_ value: any JSONSlotValue) {
    slot = value
    slotIdentity = JSONSlotIdentity(id: value.slotIdentityText, isEnum: value.slotIsEnum)
    isDone = true
  }
}

// MARK: - Arriving

extension EncodingSearch {
  /// Goes on in a value one step further; `parent` is where its place will hang.
  fileprivate func reach<T: Encodable>(
    _ value: T, at step: @autoclosure () -> CodingStep, in parent: EncodingPlace?, level: Int
  ) throws(JSONError) {
    if level == pointer.segments.count { return try arrive(value, at: step(), in: parent) }
    if try leaf(value, level: level) { return }
    let depth = (parent?.depth ?? 0) + 1
    guard depth <= JSONLimits.standard.depth else {
      throw .tooDeep(path: parent?.path(step()) ?? "")
    }
    let place = room.take(depth)
    defer { room.giveBack(place) }
    place._withUnsafeGuaranteedRef {
      $0.begin(parent, step(), EnumType(T.self), .passUnretained(self), level: level)
    }
    try EncodingPlace.lead(value, from: place)
  }

  /// Ends the search in a value that has no parts to encode; answers whether it is one.
  fileprivate func leaf<T: Encodable>(_ value: T, level: Int) throws(JSONError) -> Bool {
    if T.self == JSONFeature.State.self {
      look(in: unsafeBitCast(value, to: JSONFeature.State.self), from: level)
      return true
    }
    guard T.self == JSON.self else { return Scalar.includes(T.self) }
    switch goal {
    case .slot, .row, .feature: return true
    case .part, .value: break
    }
    mayVanish = true
    unsafeBitCast(value, to: JSON.self).withNode { node in
      if let part = pointer.resolve(in: node, from: level) { found(stealing: json_incref(part)!) }
    }
    return true
  }

  fileprivate func arrive<T: Encodable>(
    _ value: T, at step: @autoclosure () -> CodingStep, in parent: EncodingPlace?
  ) throws(JSONError) {
    switch goal {
    case .part:
      found(stealing: try EncodingPlace.node(for: value, in: parent, at: step(), room: room))
    case .value:
      isDone = true
      if let known = self.value, known.isPlain, known.isOf(T.self) {
        known.take(value)
      } else {
        self.value = FoundValue.of(value)
      }
      if self.value!.isSlot { mayVanish = true }
    case .row(let row):
      isDone = true
      mayVanish = true
      if let node = try row.run(in: value) { part = node }
    case .slot, .feature:
      if case .slot = goal, let slot = value as? any JSONSlotValue { return found(slot) }
      if T.self == JSONFeature.State.self, case .feature = goal {
        feature = unsafeBitCast(value, to: JSONFeature.State.self)
        isDone = true
      }
      guard T.self != JSON.self, T.self != JSONFeature.State.self, !Scalar.includes(T.self) else {
        return
      }
      // It may stand alone in what is here, such as an optional or a wrapper.
      let place = EncodingPlace(
        parent: parent, step: step(), enumType: EnumType(T.self),
        search: .passUnretained(self), level: pointer.segments.count)
      try place.run(value)
    }
  }
}

// MARK: - Following the pointer

extension EncodingPlace {
  /// Whether this belongs to a search, and the member whose turn it is was beside the way last time.
  ///
  /// That is what siblings cost, so it is a few instructions: types mostly write the same members in the
  /// same order. The one whose turn has come is compared; if that fails the search begins again.
  @inline(__always)
  func passes() -> Bool {
    guard search != nil else { return false }
    turn &+= 1
    return wantedTurn != 0 && wantedTurn != turn
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
    search?._withUnsafeGuaranteedRef { search in
      guard !search.isDone, level < search.pointer.segments.count else { return nil }
      return search.pointer.segments[level]
    }
  }

  func searchMember<T: Encodable>(_ value: T, _ key: some CodingKey) throws(JSONError) {
    guard let search, searchMatches(key) else { return }
    wantedTurn = turn
    if enumType != nil { search._withUnsafeGuaranteedRef { $0.mayVanish = true } }
    try search.takeUnretainedValue().reach(value, at: .key(key), in: self, level: level + 1)
  }

  func searchElement<T: Encodable>(_ value: T) throws(JSONError) {
    let step = CodingStep.index(passed)
    guard let search, searchMatchesNextElement() else { return }
    search._withUnsafeGuaranteedRef { $0.mayVanish = true }
    try search.takeUnretainedValue().reach(value, at: step, in: self, level: level + 1)
  }

  /// Out of line: what counts the place meanwhile has to be over when it is given back.
  @inline(never)
  fileprivate static func lead<T: Encodable>(
    _ value: T, from place: Unmanaged<EncodingPlace>
  ) throws(JSONError) {
    try place.takeUnretainedValue().lead(value)
  }

  /// Has a value lead on from here.
  fileprivate func lead<T: Encodable>(_ value: T) throws(JSONError) {
    if nextSegment?.index != -1, let array = value as? any EncodableArray {
      return try array.searchElement(in: self)
    }
    try run(value)
  }

  /// Goes on through a value that stands for all that is here.
  func searchHere<T: Encodable>(_ value: T) throws(JSONError) {
    guard let search = search?.takeUnretainedValue(), !search.isDone else { return }
    search.mayVanish = true
    if level == search.pointer.segments.count {
      return try search.arrive(value, at: step, in: parent)
    }
    if try search.leaf(value, level: level) { return }
    enumType = EnumType(T.self)
    try run(value)
  }

  /// What comes next on the way is an optional.
  func leadsThroughOptional() { search?._withUnsafeGuaranteedRef { $0.mayVanish = true } }

  func searchNullMember(_ key: some CodingKey) {
    guard searchMatches(key) else { return }
    wantedTurn = turn
    searchNull(at: true)
  }

  func searchNull(at matches: Bool) {
    guard let search = search?.takeUnretainedValue(), matches,
      level + 1 == search.pointer.segments.count
    else { return }
    switch search.goal {
    case .part, .value: search.found(stealing: json_null())
    case .slot, .row, .feature: break
    }
  }

  /// A container that belongs to no value of its own: that of a case's payload, or one that a type
  /// nests.
  func searchNested(_ step: CodingStep, _ asked: Form, matches: Bool) -> EncodingPlace {
    guard let search = search?.takeUnretainedValue(), matches,
      level + 1 <= search.pointer.segments.count
    else { return offTheWay }
    if enumType != nil { search.mayVanish = true }
    if level + 1 < search.pointer.segments.count {
      return EncodingPlace(
        parent: self, step: step, enumType: nil, search: .passUnretained(search), level: level + 1)
    }
    switch search.goal {
    case .part, .value: break
    case .slot, .row, .feature: return offTheWay
    }
    let place = EncodingPlace(parent: self, step: step, enumType: nil).begin(asked)
    search.found(place)
    return place
  }

  private var offTheWay: EncodingPlace {
    EncodingPlace(parent: self, step: .root, enumType: nil, search: search, level: .max)
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
