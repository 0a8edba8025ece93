internal import CJansson
internal import KumikiValues

// The JSON form of a snapshot; docs/formats.md has its grammar.
extension JSONSnapshot {
  /// The version of the format.
  private static let form: Int64 = 1

  /// Returns the saved form, without transient members.
  ///
  /// - Parameters:
  ///   - version: the program's number for the format of its states, for migrations.
  ///   - hasState: whether the state is included.
  package func json(version: Int64, hasState: Bool = true) throws(JSONError) -> JSON {
    try lasting().wholeJSON(version: version, hasState: hasState)
  }

  /// Returns the saved form, with transient members.
  private func wholeJSON(version: Int64, hasState: Bool = true) throws(JSONError) -> JSON {
    var members = try frame(version: version)
    if hasState {
      members.append(("state", state))
      if let before { members.append(("before", before)) }
    }
    if !presentations.isEmpty {
      let up = presentations.map { ($0.at, JSON(stringLiteral: $0.id.description)) }
      members.append(("presentations", JSON(members: up.ordered { $0.0 < $1.0 })))
    }
    members.append(("next", next.json))
    if follows {
      members.append(("running", JSON(elements: running.map(\.json))))
    }
    if callsDynamicReducers { members.append(("readers", true)) }
    let requests = savedRequests
    if requests.count > 0 { members.append(("requests", requests)) }
    if !histories.isEmpty {
      members.append(("histories", JSON(elements: histories.map { $0.json(at: clock) })))
    }
    return JSON(members: members)
  }

  /// The requests in flight in their saved form.
  var savedRequests: JSON { JSON(elements: requests.compactMap(\.json)) }

  /// Returns the members of the saved form that describe its format and its origin.
  func frame(version: Int64) throws(JSONError) -> [(String, JSON)] {
    var members: [(String, JSON)] = [
      ("kumiki", JSON(integerLiteral: Self.form)), ("version", JSON(integerLiteral: version)),
    ]
    if let hash {
      members.append(("shape", JSON(stringLiteral: hash)))
    } else if let failure = maker?.failure {
      throw failure
    }
    return members
  }

  /// Reads the saved form. Unknown members are dropped.
  ///
  /// - Parameter apart: the state, if it is not a member.
  /// - Throws: `decode`, with the place, for JSON that is not a snapshot.
  package init(
    _ json: JSON, state apart: JSON? = .none, migrating steps: JSONMigrations = JSONMigrations()
  ) throws(JSONError) {
    try JSONMeasure.check(json)
    if let apart { try JSONMeasure.check(apart) }
    let saved = SavedValue(json)
    let form = try saved.member("kumiki").integer(from: 1)
    guard form == Self.form else {
      throw JSONError(
        .decode, path: "/kumiki",
        message: "found the form \(form), expected \(Self.form): a newer library has written this")
    }
    let member = try saved.member("state")
    guard let state = apart ?? member.json else { throw member.expected("the state") }
    let version = try saved.member("version").integer(from: 0, to: Int64(UInt32.max), or: 0)
    savedHash = try saved.member("shape").text(or: nil)
    next = try Identifiers.Position(try saved.member("next"))
    let up = try saved.member("presentations").members()
    // An outer presentation comes before the presentations inside it.
    presentations = try up.map { slot throws(JSONError) in try slot.presentation() }
      .ordered { $0.at.utf8.count < $1.at.utf8.count }
    let followed = try saved.member("running")
    follows = followed.json != nil
    callsDynamicReducers = try saved.member("readers").flag()
    // A saver writes a later snapshot with the ages of its first snapshot.
    let passed = try saved.member("passed").nanoseconds(from: 0)
    running = try followed.elements().map { effect throws(JSONError) in
      try Followed(effect, passed: passed)
    }
    requests = try saved.member("requests").elements().map { request throws(JSONError) in
      try KeptRequest.read(request)
    }
    maker = nil
    clock = 0
    let kept = try saved.member("histories").elements()
    histories = try kept.map { history throws(JSONError) in
      try KeptHistory(history, passed: passed)
    }
    before = try saved.member("before").json
    moment = JSONMoment(state)
    // Last, so that the program's functions receive only states that are otherwise valid.
    try migrate(by: steps, from: version)
  }

  /// Migrates the state. The histories are dropped, because a migration may have put other values at their places.
  @inline(never)
  mutating func migrate(by steps: JSONMigrations, from version: Int64) throws(JSONError) {
    let next = try steps.migrate(state, from: version)
    guard steps.applies(to: version) else { return }
    if before == nil { before = state }
    histories = []
    moment = JSONMoment(next)
  }
}

extension JSONSnapshot.Followed {
  var json: JSON {
    var members: [(String, JSON)] = []
    switch name {
    case .at(let pointer, let id):
      members.append(("at", JSON(stringLiteral: pointer.text)))
      if !id.isEmpty { members.append(("id", JSON(stringLiteral: id.text))) }
    case .texts(let texts):
      members.append(("way", JSON(elements: texts.map { JSON(stringLiteral: $0.text) })))
    // Keys are only valid in this process.
    case .scopePath: break
    }
    if kept.isDone { members.append(("done", true)) }
    if let age = kept.age { members.append(("age", JSON(integerLiteral: age))) }
    if let since = kept.since { members.append(("since", JSON(integerLiteral: since))) }
    // Ids other than strings are only valid in this process.
    let windows = kept.windows.compactMap { window in
      (window.id.value.base as? ExactText).map { ($0, window) }
    }
    if !windows.isEmpty {
      let sorted = windows.ordered { $0.0 < $1.0 }
      members.append(("windows", JSON(elements: sorted.map { $1.json($0.text) })))
    }
    if let parts = kept.parts {
      members.append(("of", JSON(integerLiteral: Int64(parts.count))))
      if let kinds = parts.kinds { members.append(("kinds", JSON(integerLiteral: Int64(kinds)))) }
      members.append(("parts", JSON(elements: parts.running.map(\.json))))
    }
    return JSON(members: members)
  }

  /// - Parameter passed: the time to add to the saved age.
  fileprivate init(_ saved: SavedValue, passed: Int64?) throws(JSONError) {
    let savedPath = try saved.member("way")
    var texts: [ExactText] = []
    for text in try savedPath.elements() {
      guard let text = try text.text(or: nil) else { throw text.expected("a text") }
      texts.append(ExactText(text))
    }
    let id = try saved.member("id").text(or: nil) ?? ""
    let parts = try saved.member("parts")
    self.init(
      name: savedPath.json != nil
        ? .texts(texts) : FollowedName(try saved.member("at").pointer(), id),
      kept: KeptEffect(
        isDone: try saved.member("done").flag(),
        // In the format before parts were saved, the age is below 0 for a timer that was late.
        age: try saved.member("age").nanoseconds(from: .min)?.addingClamped(passed ?? 0),
        since: try saved.member("since").nanoseconds(from: .min),
        parts: parts.json == nil ? nil : try KeptParts(parts, of: saved),
        windows: try saved.member("windows").elements().map { window throws(JSONError) in
          try KeptWindow(window, passed: passed)
        }))
  }
}

extension KeptParts {
  fileprivate init(_ saved: SavedValue, of effect: SavedValue) throws(JSONError) {
    let count = try effect.member("of").number(below: Int(Int32.max))
    let kinds = try effect.member("kinds")
    var parts: [KeptPart] = []
    for part in try saved.elements() {
      parts.append(
        KeptPart(
          number: Int32(try part.member("part").number(below: count)),
          due: try part.member("due").nanoseconds(from: .min),
          isOver: try part.member("over").flag(), wait: try KeptWait(of: part)))
    }
    self.init(
      count: Int32(count),
      kinds: kinds.json == nil
        ? nil : UInt32(try kinds.integer(from: 0, to: Int64(UInt32.max))), parts)
  }
}

extension KeptPart {
  fileprivate var json: JSON {
    var members = [("part", JSON(integerLiteral: Int64(number)))]
    if let due { members.append(("due", JSON(integerLiteral: due))) }
    if isOver { members.append(("over", true)) }
    members += wait?.members ?? []
    return JSON(members: members)
  }
}

extension KeptWait {
  fileprivate var members: [(String, JSON)] {
    let turn = ("turn", JSON(integerLiteral: Int64(place)))
    return inside == 0 ? [turn] : [turn, ("inside", JSON(integerLiteral: Int64(inside)))]
  }

  /// Nil for a sub-effect that was not waiting.
  fileprivate init?(of saved: SavedValue) throws(JSONError) {
    let turn = try saved.member("turn")
    if turn.json == nil { return nil }
    self.init(
      place: Int32(try turn.integer(from: 1, to: Int64(Int32.max))),
      inside: UInt16(try saved.member("inside").integer(from: 0, to: Int64(UInt16.max), or: 0)))
  }
}

extension KeptWindow {
  fileprivate func json(_ id: String) -> JSON {
    JSON(members: [
      ("id", JSON(stringLiteral: id)), ("age", JSON(integerLiteral: age)),
      ("length", JSON(integerLiteral: Int64(clamping: length))),
    ])
  }

  fileprivate init(_ saved: SavedValue, passed: Int64?) throws(JSONError) {
    let id = try saved.member("id")
    guard let text = try id.text(or: nil) else { throw id.expected("a text") }
    self.init(
      id: AnyHashable(ExactText(text)), age: try saved.member("age").age(passed: passed),
      length: UInt64(try saved.member("length").integer(from: 0)))
  }
}

extension JSONShape {
  /// A hash of the schemas of states and actions. Reducers with the same schemas have the same hash in every
  /// process.
  package var hash: String {
    get throws(JSONError) {
      let name = name
      if let known = name.with({ $0.hash }) { return known }
      let described = try JSONSchemaWriter.describe(self, tellsPlaces: false)
      let text = try described.text(flags: Int(JSON_COMPACT | JSON_SORT_KEYS)).stableHash
      return name.with { $0.note(text) }
    }
  }

  /// Computes the hash, if it is not known. If that fails, the name records the error.
  func describeOnce() {
    if name.with({ $0.isDescribed }) { return }
    do throws(JSONError) { _ = try hash } catch { name.with { $0.note(error) } }
  }
}

extension String {
  /// The FNV-1a hash of the string's bytes, as 16 hexadecimal digits.
  fileprivate var stableHash: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
