internal import KumikiValues

/// Parses the declaration of a value:
///
///     declaration = { NAME "=" kind ";" } kind
///     kind        = one [ "?" ]                          with ?, null and absence match too
///     one         = integer | unsigned | number | text | boolean | any
///                 | "[" kind "]"                         an array
///                 | "[" text ":" kind "]"                an object with any names
///                 | [ only ] "{" [ member { "," member } ] "}"
///                 | "(" case { "|" case } ")"            an enum
///                 | NAME                                 a kind of this name
///     member      = [ transient ] name ":" kind [ "=" JSON ]   the JSON is its default
///     case        = [ private ] name [ ":" kind ]
///
/// A name is any string without the grammar's characters; a name with such characters is quoted.
struct JSONFormReader {
  typealias Table = JSONFormTable

  let bytes: [UInt8]
  var position = 0
  var nodes: [Table.Node]
  /// The named kinds, with their indices.
  var definitions: [JSONCase: Int] = [:]
  /// Whether members may have defaults.
  private let takesDefaults: Bool
  /// Whether members may be transient.
  var takesTransient = false
  private var depth = 0
  /// The nesting limit. Deeper nesting is assumed to be a mistake, and would need a large stack.
  private static let mostDepth = 64

  static let only = "only"
  static let privately = "private"
  static let transiently = "transient"
  static let words: [(name: String, kind: Table.Kind)] = [
    ("integer", .integer), ("unsigned", .unsigned), ("number", .number), ("text", .text),
    ("boolean", .boolean), ("any", .any),
  ]
  static let marks = Set("[]{}()|:,;=?'\"".utf8)

  /// - Parameter nodes: the kinds that were read before for the same table.
  init(_ text: String, takesDefaults: Bool, after nodes: [Table.Node] = []) {
    bytes = Array(text.utf8)
    self.nodes = nodes
    self.takesDefaults = takesDefaults
  }

  // MARK: The rules of the grammar

  mutating func declaration() throws(JSONError) -> Int {
    while let (name, start) = definitionName() {
      let isTaken = name == Self.only || Self.words.contains { $0.name == name }
      guard !name.isEmpty, !isTaken else {
        throw mistake("a name for a kind", at: start)
      }
      let kind = try kind()
      guard definitions.updateValue(kind, forKey: JSONCase(name)) == nil else {
        throw mistake("another name, since \"\(name.shortened)\" stands for a kind", at: start)
      }
      try expect(";", "; after what \(name.shortened) stands for")
    }
    return try soleKind()
  }

  /// Reads the payload of a case: one kind, or several with labels.
  mutating func payload() throws(JSONError) -> Int {
    try whole { (reader) throws(JSONError) in
      guard reader.isMember() else { return try reader.kind() }
      var labels: [Table.Part] = []
      repeat { labels.append(try reader.member()) } while reader.take(",")
      return reader.add(.labels(labels))
    }
  }

  /// Reads one kind, and the end of the declaration.
  mutating func soleKind() throws(JSONError) -> Int {
    try whole { (reader) throws(JSONError) in try reader.kind() }
  }

  private mutating func whole(
    _ read: (inout Self) throws(JSONError) -> Int
  ) throws(JSONError) -> Int {
    let kind = try read(&self)
    guard next() == nil else { throw mistake("nothing more") }
    return kind
  }

  mutating func kind() throws(JSONError) -> Int {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.mostDepth else {
      throw mistake("no more than \(Self.mostDepth) kinds inside each other")
    }
    let kind = try one()
    return add(kind, isOptional: take("?"))
  }

  private mutating func one() throws(JSONError) -> Table.Kind {
    if take("[") { return try elements() }
    if take("{") { return try object(isOpen: true) }
    if take("(") { return try cases() }
    _ = next()
    let start = position
    let word = word()
    if word == Self.only, take("{") { return try object(isOpen: false) }
    guard !word.isEmpty else { throw mistake("a kind", at: start) }
    return Self.words.first { $0.name == word }?.kind ?? .named(word, start)
  }

  private mutating func elements() throws(JSONError) -> Table.Kind {
    let start = position
    let isMap = word() == "text" && take(":")
    if !isMap { position = start }
    let inner = try kind()
    try expect("]", "] after the kind of the elements")
    return isMap ? .map(inner) : .array(inner)
  }

  private mutating func object(isOpen: Bool) throws(JSONError) -> Table.Kind {
    var members: [Table.Part] = []
    if take("}") { return .object(members, isOpen: isOpen) }
    var names: Set<JSONCase> = []
    repeat {
      let start = position
      members.append(try member())
      try note(members.last!.name, in: &names, at: start)
    } while take(",")
    try expect("}", "a comma or } after a member")
    return .object(members, isOpen: isOpen)
  }

  private mutating func member() throws(JSONError) -> Table.Part {
    _ = next()
    let start = position
    let (name, isTransient) = try name("the name of a member", after: Self.transiently)
    if isTransient, !takesTransient {
      throw mistake("no transient member: members of states alone are transient", at: start)
    }
    try expect(":", ": and a kind after the name of a member")
    var part = Table.Part(name: name, form: try kind(), isTransient: isTransient)
    guard take("=") else {
      if isTransient, !mayLack(part.form) {
        throw mistake("? or a default after the kind of a transient member")
      }
      return part
    }
    guard takesDefaults else { throw mistake("no default: members of states alone have one") }
    part.fallback = try json()
    return part
  }

  /// Whether a value may be missing. Names are not known yet.
  private func mayLack(_ form: Int) -> Bool {
    if case .any = nodes[form].kind { return true }
    return nodes[form].isOptional
  }

  private mutating func cases() throws(JSONError) -> Table.Kind {
    var cases: [Table.Part] = []
    var names: Set<JSONCase> = []
    repeat {
      let start = position
      let (name, isPrivate) = try name("the name of a case", after: Self.privately)
      if name.name.utf8.contains(UInt8(ascii: ".")) {
        throw mistake("a case's name, which has no dot", at: start)
      }
      try note(name, in: &names, at: start)
      let form = take(":") ? try kind() : add(.nothing)
      cases.append(Table.Part(name: name, form: form, isPrivate: isPrivate))
    } while take("|")
    try expect(")", "| or ) after a case")
    return .cases(cases)
  }

  private func note(
    _ name: JSONCase, in names: inout Set<JSONCase>, at start: Int
  ) throws(JSONError) {
    if names.insert(name).inserted { return }
    throw mistake("another name, since \"\(name.name.shortened)\" was there before", at: start)
  }

  mutating func add(_ kind: Table.Kind, isOptional: Bool = false) -> Int {
    nodes.append(Table.Node(kind: kind, isOptional: isOptional))
    return nodes.count - 1
  }
}
