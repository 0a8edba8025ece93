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
///     member      = name ":" kind [ "=" JSON ]           the JSON is what it is where it is missing
///     case        = name [ ":" kind ]
///
/// A name is any text without the characters of the grammar; with them it stands in quotes.
struct JSONFormReader {
  typealias Table = JSONFormTable

  private let bytes: [UInt8]
  private(set) var position = 0
  var nodes: [Table.Node] = []
  /// What has a name, and where it stands.
  var definitions: [JSONCase: Int] = [:]
  /// Members may have a default.
  private let takesDefaults: Bool
  private var depth = 0
  /// More would be a mistake, and would need much of the stack.
  private static let mostDepth = 64

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

  /// The payload of a case: one kind, or some with labels.
  mutating func payload() throws(JSONError) -> Int {
    try whole { (reader) throws(JSONError) in
      guard reader.isMember() else { return try reader.kind() }
      var labels = Table.Node(kind: .labels)
      repeat { labels.parts.append(try reader.member()) } while reader.take(",")
      return reader.add(labels)
    }
  }

  /// One kind and nothing beside.
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
    repeat {
      let start = position
      let member = try member()
      try check(member.name, isNewIn: node.parts, at: start)
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
    repeat {
      let start = position
      let name = try name("the name of a case")
      if name.name.utf8.contains(UInt8(ascii: ".")) {
        throw mistake("a case's name, which has no dot", at: start)
      }
      try check(name, isNewIn: node.parts, at: start)
      node.parts.append(Table.Part(name: name, form: take(":") ? try kind() : nil))
    } while take("|")
    try expect(")", "| or ) after a case")
    return node
  }

  private func check(
    _ name: JSONCase, isNewIn parts: [Table.Part], at start: Int
  ) throws(JSONError) {
    guard parts.contains(where: { $0.name == name }) else { return }
    throw mistake("another name, since \"\(name.name.shortened)\" was there before", at: start)
  }

  mutating func add(_ node: Table.Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  // MARK: Words and marks

  private static let only = "only"
  static let words: [Table.Kind] = [.integer, .unsigned, .number, .text, .boolean, .any]
  private static let marks = Set("[]{}()|:,;=?'\"".utf8)

  /// The byte that comes next, white space left out.
  private mutating func next() -> UInt8? {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
    return position < bytes.count ? bytes[position] : nil
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard next() == UInt8(ascii: mark) else { return false }
    position += 1
    return true
  }

  private mutating func expect(
    _ mark: Unicode.Scalar, _ what: String
  ) throws(JSONError) {
    if !take(mark) { throw mistake(what) }
  }

  private mutating func word() -> String {
    _ = next()
    let start = position
    while position < bytes.count, !Self.marks.contains(bytes[position]) { position += 1 }
    return String(String(decoding: bytes[start..<position], as: UTF8.self)[...].trimmed)
  }

  private mutating func name(_ what: String) throws(JSONError) -> JSONCase {
    let mark = next()
    let start = position
    if mark == UInt8(ascii: "'") || mark == UInt8(ascii: "\"") {
      guard let name = try json().string, !name.isEmpty, !name.utf8.contains(0) else {
        throw mistake(what, at: start)
      }
      return JSONCase(name)
    }
    let name = word()
    guard !name.isEmpty else { throw mistake(what, at: start) }
    return JSONCase(name)
  }

  /// The name that is given to a kind here, and where it stands; nil where none is.
  private mutating func definitionName() -> (String, Int)? {
    let before = position
    _ = next()
    let start = position
    let name = word()
    if take("=") { return (name, start) }
    position = before
    return nil
  }

  /// Whether a label and its kind come next.
  private mutating func isMember() -> Bool {
    let before = position
    defer { position = before }
    let mark = next()
    if mark == UInt8(ascii: "'") || mark == UInt8(ascii: "\"") { return true }
    _ = word()
    return take(":")
  }

  /// The JSON that comes next, with quotes of either kind, up to what cannot be a part of it.
  private mutating func json() throws(JSONError) -> JSON {
    _ = next()
    let start = position
    var open = 0
    var quote: UInt8?
    scan: while position < bytes.count {
      let byte = bytes[position]
      if let mark = quote {
        if byte == UInt8(ascii: "\\") { position += 1 }
        if byte == mark { quote = nil }
      } else {
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = byte
        case UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
          if open == 0 { break scan }
          open -= 1
        case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "|"),
          UInt8(ascii: ")"):
          if open == 0 { break scan }
        default: break
        }
      }
      position += 1
    }
    position = min(position, bytes.count)
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    do throws(JSONError) { return try JSONText.parse(quoted: text) } catch {
      throw mistake("JSON (\(error.message))", at: start)
    }
  }

  /// What should have stood at a byte of the text.
  func mistake(_ expected: String, at place: Int? = nil) -> JSONError {
    let place = min(place ?? position, bytes.count)
    let rest = String(decoding: bytes[place...].prefix(48), as: UTF8.self)
    let found = rest.isEmpty ? "the end" : "\"\(rest.shortened)\""
    return JSONError(
      .invalidPointer, position: place,
      message: "expected \(expected) at byte \(place), found \(found)")
  }
}
