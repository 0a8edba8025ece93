// Reads words, punctuation and JSON in the declaration.
extension JSONFormReader {
  /// Returns the next byte after white space.
  mutating func next() -> UInt8? {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
    return position < bytes.count ? bytes[position] : nil
  }

  mutating func take(_ mark: Character) -> Bool {
    guard next() == mark.asciiValue else { return false }
    position += 1
    return true
  }

  mutating func expect(
    _ mark: Character, _ what: String
  ) throws(JSONError) {
    if !take(mark) { throw mistake(what) }
  }

  mutating func word() -> String {
    _ = next()
    let start = position
    while position < bytes.count, !Self.marks.contains(bytes[position]) { position += 1 }
    return String(String(decoding: bytes[start..<position], as: UTF8.self)[...].trimmed)
  }

  mutating func name(_ what: String) throws(JSONError) -> JSONCase {
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

  /// Returns a name, and whether a word such as `private` stands before it. The name may also be that word.
  mutating func name(
    _ what: String, after word: String
  ) throws(JSONError) -> (name: JSONCase, isMarked: Bool) {
    let isQuoted = next() == UInt8(ascii: "'") || next() == UInt8(ascii: "\"")
    let name = try name(what)
    if isQuoted { return (name, false) }
    if let bare = Self.name(in: name.name, after: word) { return (JSONCase(bare), true) }
    if name.name == word, next() == UInt8(ascii: "'") || next() == UInt8(ascii: "\"") {
      return (try self.name(what), true)
    }
    return (name, false)
  }

  /// Returns the name after a word such as `private`; nil if a text is a name alone.
  static func name(in text: String, after word: String) -> String? {
    guard text.hasPrefix(word) else { return nil }
    let rest = text.dropFirst(word.count)
    let name = rest.drop(while: \.isWhitespace)
    return name.isEmpty || name.count == rest.count ? nil : String(name)
  }

  /// Reads the word `null` if it is the whole declaration.
  mutating func takeNull() -> Bool {
    if word() == "null", next() == nil { return true }
    position = 0
    return false
  }

  /// Returns the name that is given to a kind here, and its position; nil if no name comes next.
  mutating func definitionName() -> (String, Int)? {
    let before = position
    _ = next()
    let start = position
    let name = word()
    if take("=") { return (name, start) }
    position = before
    return nil
  }

  /// Whether a label and its kind come next.
  mutating func isMember() -> Bool {
    let before = position
    defer { position = before }
    let mark = next()
    if mark == UInt8(ascii: "'") || mark == UInt8(ascii: "\"") { return true }
    _ = word()
    return take(":")
  }

  /// Reads JSON with quotes of either kind, up to the first byte that cannot belong to it.
  mutating func json() throws(JSONError) -> JSON {
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
      // Other errors do not concern the declaration, which was not parsed.
      guard error.kind == .json else { throw error }
      throw mistake("JSON (\(error.message))", at: start)
    }
  }

  /// Returns an error with the expected syntax at a byte of the declaration.
  func mistake(_ expected: String, at place: Int? = nil) -> JSONError {
    let place = min(place ?? position, bytes.count)
    let rest = String(decoding: bytes[place...].prefix(48), as: UTF8.self)
    let found = rest.isEmpty ? "the end" : "\"\(rest.shortened)\""
    return JSONError(
      .invalidPointer, position: place,
      message: "expected \(expected) at byte \(place), found \(found)")
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = self
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }
}
