internal import CKumiki
internal import KumikiJSON

/// JSON as a test writes it in a text: also with single quotes, which C need not escape.
enum TestText {
  /// - Parameter what: the argument's name.
  @safe static func json(_ text: CText?, _ what: String) throws -> JSON {
    let text = try KumikiC.text(text, what)
    do throws(JSONError) {
      return try JSONText.parse(doubleQuoted(text))
    } catch {
      throw Failure.invalid("\(what) is no JSON, at byte \(error.position): \(error.message)")
    }
  }

  /// The text with what stands in single quotes in double ones. A double quote inside becomes escaped, an
  /// escaped single one plain.
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
