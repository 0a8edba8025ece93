import Testing

@testable import KumikiJSON

@Suite struct JSONPointerTests {
  /// The document of RFC 6901, section 5.
  private let document: JSON = [
    "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6,
    " ": 7, "m~n": 8,
  ]

  @Test(
    "The pointers of RFC 6901 lead where it says",
    arguments: [
      ("/foo", ["bar", "baz"] as JSON), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2),
      ("/e^f", 3), ("/g|h", 4), ("/i\\j", 5), ("/k\"l", 6), ("/ ", 7), ("/m~0n", 8),
    ])
  func standard(text: String, value: JSON) throws {
    let pointer = try JSONPointer(text)
    #expect(document[pointer] == value)
    #expect(pointer.text == text)
  }

  @Test func `The empty pointer is the whole value`() throws {
    #expect(try JSONPointer("") == .root)
    #expect(JSONPointer.root.isRoot)
    #expect(document[.root] == document)
    #expect(JSONPointer.root.text == "")
  }

  @Test(
    "An index is decimal without leading zeros and within the array",
    arguments: [
      "/foo/2", "/foo/00", "/foo/01", "/foo/-", "/foo/-1", "/foo/+1", "/foo/1x", "/foo/ 1",
      "/foo/", "/foo/99999999999999999999", "/foo/0/0", "/none", "/foo/bar",
    ])
  func nothingThere(text: String) throws {
    #expect(document[try JSONPointer(text)] == nil)
  }

  @Test func `Only the dash is the place after the last element`() throws {
    #expect(steps(try JSONPointer("/rows/-")).map(\.isAppend) == [false, true])
    #expect(steps(try JSONPointer("/--")).map(\.isAppend) == [false])
  }

  /// The meaning of the segments, read while the pointer lives.
  private func steps(
    _ pointer: JSONPointer
  ) -> [(text: String, index: Int, isAppend: Bool, isTerminated: Bool)] {
    withExtendedLifetime(pointer) {
      pointer.segments.map { ($0.text, $0.index, $0.isAppend, $0.raw.characters[$0.count] == 0) }
    }
  }

  @Test("Malformed text is refused", arguments: ["a/b", "a", " /a", "/~2", "/a~", "/~", "/~/a"])
  func malformed(text: String) {
    let error = #expect(throws: JSONError.self) { try JSONPointer(text) }
    #expect(error?.kind == .invalidPointer)
  }

  @Test func `Bytes that are not UTF-8 are refused, others are accepted unchanged`() throws {
    let error = #expect(throws: JSONError.self) {
      try [UInt8(ascii: "/"), 0xFF].withUnsafeBytes { try JSONPointer(bytes: $0) }
    }
    #expect(error?.kind == .invalidPointer)
    let decomposed = try Array("/e\u{301}".utf8).withUnsafeBytes { try JSONPointer(bytes: $0) }
    #expect(try decomposed == JSONPointer("/e\u{301}"))
    #expect(try decomposed != JSONPointer("/\u{E9}"))
    #expect(try JSONPointer(bytes: UnsafeRawBufferPointer(start: nil, count: 0)) == .root)
  }

  @Test func `An appended step is escaped, and its text reads back as the same pointer`() throws {
    let pointer = try JSONPointer("/a").appending("b/c~d").appending(index: 3).appending("")
    #expect(pointer.text == "/a/b~1c~0d/3/")
    #expect(try JSONPointer(pointer.text) == pointer)
    #expect(try JSONPointer(pointer.text).hashValue == pointer.hashValue)
    #expect(steps(pointer).map(\.text) == ["a", "b/c~d", "3", ""])
    #expect(steps(pointer).map(\.index) == [-1, -1, 3, -1])
  }

  @Test func `Segments are distinguished by where they end`() throws {
    #expect(try JSONPointer("/ab/c") != JSONPointer("/a/bc"))
    #expect(try JSONPointer("/a") != JSONPointer("/a/"))
    #expect(steps(try JSONPointer("/ab/c")).allSatisfy(\.isTerminated))
  }
}
