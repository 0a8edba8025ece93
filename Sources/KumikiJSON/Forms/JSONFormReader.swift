internal import Kumiki

/// Reads what a value may be from a text:
///
///     declaration = { NAME "=" kind ";" } kind
///     kind        = one [ "?" ]                          with ? null and absence are right too
///     one         = integer | unsigned | number | text | boolean | any
///                 | "[" kind "]"                         an array
///                 | "[" text ":" kind "]"                an object of any names
///                 | [ only ] "{" [ member { "," member } ] "}"
///                 | "(" case { "|" case } ")"            an enum
///                 | NAME                                 a kind that was given this name
///     member      = name ":" kind [ "=" JSON ]           the JSON is its default
///     case        = name [ ":" kind ]
///
/// A name is any text without the grammar's characters; a name with such characters is quoted.
struct JSONFormReader {
  typealias Table = JSONFormTable

  let bytes: [UInt8]
  var position = 0
  var nodes: [Table.Node] = []
  /// The named kinds, with their index.
  var definitions: [JSONCase: Int] = [:]
  /// Whether members may have defaults.
  private let takesDefaults: Bool
  private var depth = 0
  /// Deeper nesting would be a mistake, and would need much stack.
  private static let mostDepth = 64

  static let only = "only"
  static let words: [Table.Kind] = [.integer, .unsigned, .number, .text, .boolean, .any]
  static let marks = Set("[]{}()|:,;=?'\"".utf8)

  init(_ text: String, takesDefaults: Bool) {
    bytes = Array(text.utf8)
    self.takesDefaults = takesDefaults
  }

  // MARK: The parts of the grammar

  mutating func declaration() throws(JSONError) -> Int {
    while let (name, start) = definitionName() {
      let isTaken = name == Self.only || Self.words.contains { $0.rawValue == name }
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

  /// The payload of a case: one kind, or several with labels.
  mutating func payload() throws(JSONError) -> Int {
    try whole { (reader) throws(JSONError) in
      guard reader.isMember() else { return try reader.kind() }
      var labels = Table.Node(kind: .labels)
      repeat { labels.parts.append(try reader.member()) } while reader.take(",")
      return reader.add(labels)
    }
  }

  /// One kind and nothing after it.
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
    var node = try one()
    node.isOptional = take("?")
    return add(node)
  }

  private mutating func one() throws(JSONError) -> Table.Node {
    if take("[") { return try elements() }
    if take("{") { return try object(isOpen: true) }
    if take("(") { return try cases() }
    _ = next()
    let start = position
    let word = word()
    if word == Self.only, take("{") { return try object(isOpen: false) }
    guard !word.isEmpty else { throw mistake("a kind", at: start) }
    guard let kind = Table.Kind(rawValue: word), Self.words.contains(kind) else {
      return Table.Node(kind: .named, inner: start, name: word)
    }
    return Table.Node(kind: kind)
  }

  private mutating func elements() throws(JSONError) -> Table.Node {
    let start = position
    let isMap = word() == Table.Kind.text.rawValue && take(":")
    if !isMap { position = start }
    let inner = try kind()
    try expect("]", "] after the kind of the elements")
    return Table.Node(kind: isMap ? .map : .array, inner: inner)
  }

  private mutating func object(isOpen: Bool) throws(JSONError) -> Table.Node {
    var node = Table.Node(kind: .object, isOpen: isOpen)
    if take("}") { return node }
    var names: Set<JSONCase> = []
    repeat {
      let start = position
      let member = try member()
      try note(member.name, in: &names, at: start)
      node.parts.append(member)
    } while take(",")
    try expect("}", "a comma or } after a member")
    return node
  }

  private mutating func member() throws(JSONError) -> Table.Part {
    let name = try name("the name of a member")
    try expect(":", ": and a kind after the name of a member")
    let form = try kind()
    guard take("=") else { return Table.Part(name: name, form: form) }
    guard takesDefaults else { throw mistake("no default: members of states alone have one") }
    return Table.Part(name: name, form: form, fallback: try json())
  }

  private mutating func cases() throws(JSONError) -> Table.Node {
    var node = Table.Node(kind: .cases)
    var names: Set<JSONCase> = []
    repeat {
      let start = position
      let name = try name("the name of a case")
      if name.name.utf8.contains(UInt8(ascii: ".")) {
        throw mistake("a case's name, which has no dot", at: start)
      }
      try note(name, in: &names, at: start)
      node.parts.append(Table.Part(name: name, form: take(":") ? try kind() : nothing()))
    } while take("|")
    try expect(")", "| or ) after a case")
    return node
  }

  private func note(
    _ name: JSONCase, in names: inout Set<JSONCase>, at start: Int
  ) throws(JSONError) {
    if names.insert(name).inserted { return }
    throw mistake("another name, since \"\(name.name.shortened)\" was there before", at: start)
  }

  /// The payload of a case without one.
  mutating func nothing() -> Int { add(Table.Node(kind: .nothing)) }

  mutating func add(_ node: Table.Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }
}
