internal import CJansson
package import Kumiki

// The JSON form of a snapshot; docs/json.md has its grammar.
extension JSONSnapshot {
  /// The version of the form.
  private static let form: Int64 = 1

  /// The form that is saved.
  ///
  /// - Parameters:
  ///   - version: the program's number for the form of its states, for migrations.
  ///   - hasState: whether the state is in it.
  package func json(version: Int64, hasState: Bool = true) throws(JSONError) -> JSON {
    var members: [(String, JSON)] = [
      ("kumiki", JSON(integerLiteral: Self.form)), ("version", JSON(integerLiteral: version)),
    ]
    if let hash = try shape?.hash ?? hash { members.append(("shape", JSON(stringLiteral: hash))) }
    if hasState { members.append(("state", try saved)) }
    if !presentations.isEmpty {
      let up = presentations.map { ($0.at, JSON(stringLiteral: $0.id.description)) }
      members.append(("presentations", JSON(members: up.sorted { $0.0 < $1.0 })))
    }
    members.append(("next", next.json))
    if !running.isEmpty {
      members.append(("running", JSON(elements: running.map(\.json))))
    }
    return JSON(members: members)
  }

  /// The state as a new store has it: the counts of histories are 0, since a snapshot has no histories.
  private var saved: JSON {
    get throws(JSONError) {
      guard let shape, shape.has(.hasHistory) else { return state }
      let document = try JSONDocument(state, Identifiers(isCounting: false))
      try document.declare(shape)
      return document.snapshot
    }
  }

  /// Reads the form that was saved.
  ///
  /// - Throws: `decode`, with the place, for JSON that is no snapshot.
  package init(_ json: JSON, migrating steps: JSONMigrations = JSONMigrations()) throws(JSONError) {
    try JSONMeasure.check(json)
    guard json.kind == .object, let form = json[key: "kumiki"]?.integer else {
      throw .expected("a snapshot: an object with the member kumiki", found: json.node)
    }
    guard form == Self.form else {
      throw JSONError(
        .decode, path: "/kumiki",
        message: "found the form \(form), expected \(Self.form): a newer library has written this")
    }
    guard let state = json[key: "state"] else {
      throw JSONError.expected("the state", found: nil).below("state")
    }
    self.state = try steps.migrate(state, from: json[key: "version"]?.integer ?? 0)
    var presentations: [(at: String, id: PresentationID)] = []
    let up = json[key: "presentations"] ?? [:]
    for at in up.keys {
      guard let id = up[key: at]?.string.flatMap(PresentationID.init(given:)) else {
        throw JSONError.expected("the id of a presentation", found: up[key: at]?.node)
          .below(at).below("presentations")
      }
      _ = try JSONPointer(at)
      presentations.append((at, id))
    }
    // An outer presentation comes before those inside it.
    self.presentations = presentations.sorted { $0.at.utf8.count < $1.at.utf8.count }
    next = try Identifiers.Position(json[key: "next"] ?? [:])
    var running: [Followed] = []
    let effects = json[key: "running"] ?? []
    for index in 0..<effects.count {
      running.append(try Followed(effects[index: index]!, at: index))
    }
    self.running = running
    shape = nil
    hash = json[key: "shape"]?.string
  }
}

extension JSONSnapshot.Followed {
  fileprivate var json: JSON {
    var members: [(String, JSON)] = [("at", JSON(stringLiteral: at))]
    if !id.isEmpty { members.append(("id", JSON(stringLiteral: id))) }
    if isDone { members.append(("done", true)) }
    if let age { members.append(("age", JSON(integerLiteral: age))) }
    if let since { members.append(("since", JSON(integerLiteral: since))) }
    return JSON(members: members)
  }

  fileprivate init(_ json: JSON, at index: Int) throws(JSONError) {
    guard let at = json[key: "at"]?.string else {
      throw JSONError.expected("the place of an effect", found: json[key: "at"]?.node)
        .below("at").below("\(index)").below("running")
    }
    self.init(
      at: at, id: json[key: "id"]?.string ?? "", isDone: json[key: "done"]?.bool ?? false,
      age: json[key: "age"]?.integer, since: json[key: "since"]?.integer)
  }
}

extension Identifiers.Position {
  fileprivate var json: JSON {
    JSON(members: [
      ("presentation", presentations.json), ("element", stackElements.json), ("uuid", uuids.json),
    ])
  }

  fileprivate init(_ json: JSON) throws(JSONError) {
    self.init()
    presentations = try Identifiers.Numbers(json, "presentation")
    stackElements = try Identifiers.Numbers(json, "element")
    uuids = try Identifiers.Numbers(json, "uuid")
  }
}

/// The next number; with those beyond it that are taken, an array of both.
extension Identifiers.Numbers {
  fileprivate var json: JSON {
    let next = JSON(integerLiteral: Int64(clamping: next))
    if taken.isEmpty { return next }
    return JSON(elements: [next] + taken.sorted().map { JSON(integerLiteral: Int64(clamping: $0)) })
  }

  fileprivate init(_ position: JSON, _ name: String) throws(JSONError) {
    let json = position[key: name] ?? 0
    let numbers = json.kind == .array ? (0..<json.count).map { json[index: $0]! } : [json]
    var found: [UInt64] = []
    for number in numbers {
      guard let value = number.integer, value >= 0 else {
        throw JSONError.expected("an integer from 0 on", found: number.node).below(name).below(
          "next")
      }
      found.append(UInt64(value))
    }
    self.init(next: found.first ?? 0, taken: Set(found.dropFirst()))
  }
}

extension JSONShape {
  /// A hash of what is known of the states and actions: equal for reducers that are described alike, in every
  /// process.
  package var hash: String {
    get throws(JSONError) {
      if let known = knownHash.known { return known.object.text }
      let described = try JSONSchemaWriter.describe(self)
      let text = try described.text(flags: Int(JSON_COMPACT | JSON_SORT_KEYS)).stableHash
      return knownHash { JSONShapeHash(text) }.object.text
    }
  }
}

extension String {
  /// FNV-1a of the text's bytes, as 16 hexadecimal digits.
  fileprivate var stableHash: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
