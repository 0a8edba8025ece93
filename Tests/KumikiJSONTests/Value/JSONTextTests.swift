import CJansson
import Testing

@testable import KumikiJSON

@Suite struct JSONTextTests {
  @Test func `M2: printing keeps the order of the keys that were read`() throws {
    let text = #"{"z":1,"a":{"y":2,"b":3},"m":4}"#
    #expect(try JSONText.parse(text).text() == text)
  }

  @Test(
    "M3: integers of 64 bits and reals are preserved",
    arguments: ["9223372036854775807", "-9223372036854775808", "0", "-1"])
  func integers(text: String) throws {
    #expect(try JSONText.parse(text).text() == text)
  }

  @Test func `M3: a real is preserved`() throws {
    for real in [0.1, 1e300, .leastNonzeroMagnitude, -0.0, 1.0, 123456.789] {
      let again = try JSONText.parse(try JSON(floatLiteral: real).text())
      #expect(again.real?.bitPattern == real.bitPattern)
    }
  }

  /// A text that is refused, the byte where reading stopped, and the reason.
  struct Refused: Sendable, CustomTestStringConvertible {
    let text: [UInt8]
    let position: Int
    let message: String
    init(_ text: String, at position: Int, _ message: String) {
      self.init(Array(text.utf8), at: position, message)
    }
    init(_ text: [UInt8], at position: Int, _ message: String) {
      self.text = text
      self.position = position
      self.message = message
    }
    var testDescription: String { String(decoding: text, as: UTF8.self).debugDescription }
  }

  @Test(
    "M3, M4, M5, M6: input that is not JSON is refused with the byte where reading stopped",
    arguments: [
      Refused("9223372036854775808", at: 19, "a number out of range at byte 19: too big integer"),
      Refused("-9223372036854775809", at: 20, "a number out of range at byte 20"),
      Refused("[1e400]", at: 6, "a number out of range at byte 6: real number overflow"),
      Refused("NaN", at: 3, "not JSON at byte 3: invalid token near 'NaN'"),
      Refused("[1, Infinity]", at: 12, "not JSON at byte 12"),
      Refused("-Infinity", at: 1, "not JSON at byte 1"),
      Refused("+1", at: 1, "not JSON at byte 1"),
      Refused("01", at: 1, "not JSON at byte 1"),
      Refused("'a'", at: 1, "not JSON at byte 1"),
      Refused("[1,]", at: 4, "not JSON at byte 4"),
      Refused(#"{"a":1,"a":2}"#, at: 10, "a key that occurs twice in one object at byte 10"),
      Refused(#"{"x":{"b":1,"b":1}}"#, at: 15, "a key that occurs twice in one object"),
      Refused(#""\ud800""#, at: 8, "not JSON at byte 8: invalid Unicode"),
      Refused(#""\udc00x""#, at: 9, "not JSON at byte 9: invalid Unicode"),
      Refused([0x5B, 0x22, 0xFF, 0x22, 0x5D], at: 2, "not UTF-8 at byte 2"),
      Refused([0x22, 0xC3, 0x28, 0x22], at: 1, "not UTF-8 at byte 1"),
      Refused([0x22, 0xED, 0xA0, 0x80, 0x22], at: 1, "not UTF-8 at byte 1"),
      Refused("\"a\nb\"", at: 2, "not JSON at byte 2"),
      Refused("\"a\u{1}b\"", at: 2, "not JSON at byte 2: control character 0x1"),
      Refused("\"a\u{0}b\"", at: 2, "not JSON at byte 2: control character 0x0"),
      Refused(#"{"a\u0000b":1}"#, at: 11, "a key with U+0000 at byte 11"),
      Refused("", at: 0, "the text ends too early at byte 0"),
      Refused("   ", at: 3, "the text ends too early at byte 3"),
      Refused("[1", at: 2, "the text ends too early at byte 2"),
      Refused("[1] x", at: 5, "something follows the value at byte 5"),
      Refused("1 2", at: 3, "something follows the value at byte 3"),
      Refused("1\u{0}", at: 1, "something follows the value at byte 1: U+0000"),
      Refused("{} \u{0}[", at: 4, "something follows the value at byte 4"),
      Refused("[1,\u{0}2]", at: 4, "the text ends too early at byte 4"),
      Refused("[\"é\",\n\"水\", x]", at: 15, "not JSON at byte 15: invalid token near 'x'"),
    ])
  func refused(_ text: Refused) {
    let error = #expect(throws: JSONError.self) {
      try text.text.withUnsafeBytes { try JSONText.parse(bytes: $0) }
    }
    #expect(error?.kind == .json)
    #expect(error?.position == text.position)
    #expect(error?.message.hasPrefix(text.message) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("\n") == false)
  }

  @Test func `M6: U+0000 is legal in strings and preserved`() throws {
    let value = try JSONText.parse(#"["a\u0000b", "\u0000"]"#)
    #expect(value == ["a\u{0}b", "\u{0}"])
    #expect(try value.text() == #"["a\u0000b","\u0000"]"#)
  }

  @Test("M8: a text nested 2 048 deep is read and printed, one level more is refused")
  func depth() throws {
    let deep = String(repeating: "[", count: 2048) + String(repeating: "]", count: 2048)
    let again = try onThread(stack: 8 << 20) { try JSONText.parse(deep).text() }
    #expect(again == deep)
    for refused in ["[" + deep + "]", String(repeating: "[", count: 2047) + "[1"] {
      let error = #expect(throws: JSONError.self) { try JSONText.parse(refused) }
      #expect(error?.kind == .tooDeep)
    }
    let million = String(repeating: "{\"a\":", count: 1_000_000)
    let error = #expect(throws: JSONError.self) { try JSONText.parse(million) }
    #expect(error?.kind == .tooDeep)
  }

  @Test("L3: on a small stack a deep text is refused and a flat one of any length is read")
  func smallStack() throws {
    let flat = "[" + String(repeating: "[[]],{\"[\\\"[\":1},", count: 20_000) + "0]"
    let deep = String(repeating: "[", count: 2000) + String(repeating: "]", count: 2000)
    #expect(try onThread(stack: 192 * 1024) { try JSONText.parse(flat) }.count == 40_001)
    let unread = #expect(throws: JSONError.self) {
      try onThread(stack: 192 * 1024) { try JSONText.parse(deep) }
    }
    #expect(unread?.kind == .tooDeep)
    let value = try JSONText.parse(deep)
    let unprinted = #expect(throws: JSONError.self) {
      try onThread(stack: 192 * 1024) { try value.text() }
    }
    #expect(unprinted?.kind == .tooDeep)
  }

  @Test func `M8: a value too deep to print is refused, whatever built it`() {
    let error = #expect(throws: JSONError.self) { try nested(1_000_000, around: nil).text() }
    #expect(error?.kind == .tooDeep)
    #expect(nested(3000, around: 1).description == "<nested too deep to be printed>")
  }

  @Test("M15: printed JSON reads back equal, and prints the same again", arguments: 1...20)
  func roundTrip(seed: Int) throws {
    var documents = RandomDocuments(seed: UInt64(seed))
    for _ in 0..<100 {
      let document = documents.next()
      let text = try document.text()
      let again = try JSONText.parse(text)
      #expect(again == document)
      #expect(again.hashValue == document.hashValue)
      #expect(try again.text() == text)
      #expect(try JSONText.parse(try document.text(flags: 2 | Int(JSON_SORT_KEYS))) == document)
    }
  }
}
