extension JSONText {
  /// Reads JSON with single quotes in place of double quotes, so that C needs no escapes.
  /// - Throws: the errors of ``parse(_:)``.
  package static func parse(quoted text: String) throws(JSONError) -> JSON {
    try parse(doubleQuoted(text))
  }

  /// Replaces single quotes around strings with double quotes. A double quote inside is escaped, an escaped
  /// single quote becomes plain.
  private static func doubleQuoted(_ text: String) -> String {
    var result: [UInt8] = []
    var quote: UInt8?
    var isEscaped = false
    let (single, double, backslash) = (
      UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "\\")
    )
    for byte in text.utf8 {
      if isEscaped {
        isEscaped = false
        if byte == single { result.removeLast() }
        result.append(byte)
      } else if byte == backslash, quote != nil {
        isEscaped = true
        result.append(byte)
      } else if byte == quote || quote == nil && (byte == single || byte == double) {
        quote = quote == nil ? byte : nil
        result.append(double)
      } else if byte == double {
        result += [backslash, double]
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
