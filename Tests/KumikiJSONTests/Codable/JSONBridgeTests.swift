import Testing

@testable import KumikiJSON

@Suite struct JSONBridgeTests {
  struct Everything: Codable, Equatable {
    var text = "é\u{0}"
    var yes = true
    var int = Int.max
    var int8: Int8 = -128
    var int16: Int16 = -1
    var int32: Int32 = 1
    var int64 = Int64.min
    var int128: Int128 = -5
    var uint: UInt = 1
    var uint8: UInt8 = 255
    var uint16: UInt16 = 1
    var uint32 = UInt32.max
    var uint64 = UInt64(Int64.max)
    var uint128: UInt128 = 7
    var double = 0.1
    var float: Float = 0.25
    var list = [1, 2]
    var nested = [[Level.low], []]
    var set: Set<Int> = [4]
    var byText = ["b": 1, "a": 2]
    var byNumber = [1: "one"]
    var byLevel: [Child?] = [.tapped, nil]
    var absent: Int?
    var present: Int? = 3
    var row: Row? = Row(id: "r")
    var anything: JSON = ["x": [1, nil]]
    var maybe: JSON?
  }

  @Test func `Every kind of member is preserved, in the order of its declaration`() throws {
    let encoded = try JSONBridge.encode(Everything())
    #expect(try JSONBridge.decode(Everything.self, from: encoded) == Everything())
    #expect(
      try JSONBridge.decode(Everything.self, from: JSONText.parse(encoded.text())) == Everything())
    let text = try encoded.text()
    #expect(text.hasPrefix(#"{"text":"é\u0000","yes":true,"int":9223372036854775807,"int8":-128"#))
    #expect(encoded[key: "anything"] == ["x": [1, nil]])
  }

  @Test func `M133: a dictionary of which Swift would lose a key is refused`() throws {
    let both = try JSONText.parse(#"{"in": {"\u00e9": 1, "e\u0301": 2}}"#)
    #expect(throws: JSONError.self) {
      try JSONBridge.decode([String: [String: Int]].self, from: both)
    }
    let one = try JSONText.parse(#"{"in": {"e\u0301": 2, "b": 3}}"#)
    let read = try JSONBridge.decode([String: [String: Int]].self, from: one)
    #expect(read == ["in": ["e\u{301}": 2, "b": 3]])
  }

  @Test func `An absent optional is written as null; null and absence read alike`() throws {
    struct Optionals: Codable, Equatable {
      var a: Int?
      var b: String?
      var c: [Int]?
      var d: Row?
      var e: Child?
      var f: Bool?
      var g: Double?
      var h: UInt8?
    }
    let null = try JSONBridge.encode(Optionals())
    let text = #"{"a":null,"b":null,"c":null,"d":null,"e":null,"f":null,"g":null,"h":null}"#
    #expect(try null.text() == text)
    #expect(try JSONBridge.decode(Optionals.self, from: null) == Optionals())
    #expect(try JSONBridge.decode(Optionals.self, from: [:]) == Optionals())
    #expect(try JSONBridge.encode([Int?.none, 1]) == [nil, 1])
    #expect(try JSONBridge.decode([Int?].self, from: [nil, 1]) == [nil, 1])
    #expect(try JSONBridge.encode(Int?.none) == nil)
  }

  @Test func `A type that accepts null is also read from a missing value`() throws {
    struct Box<Value: Codable & Equatable>: Codable, Equatable { var value: Value }
    #expect(try JSONBridge.decode(Box<Int?>.self, from: [:]) == Box(value: nil))
    #expect(try JSONBridge.decode(Box<Child?>.self, from: ["value": nil]) == Box(value: nil))
    let error = jsonError { try JSONBridge.decode(Box<JSON>.self, from: [:]) }
    #expect(error == .init(.decode, path: "/value", message: "expected a value, found nothing"))
  }

  @Test func `A dictionary is written in the order of its keys`() throws {
    let dictionary = Dictionary(uniqueKeysWithValues: (100..<200).map { ("k\($0)", $0) })
    let text = try JSONBridge.encode(["outer": dictionary]).text()
    let expected = (100..<200).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    #expect(text == "{\"outer\":{\(expected)}}")
  }

  @Test(
    "Numbers beyond their type are refused with the valid range",
    arguments: [
      ("256", "expected an integer from 0 to 255, found 256"),
      ("-1", "expected an integer from 0 to 255, found -1"),
      ("1.0", "expected an integer, found 1.0"),
      (#""1""#, #"expected an integer, found text "1""#),
    ])
  func smallIntegers(text: String, message: String) {
    let error = jsonError { try JSONBridge.decode([UInt8].self, from: json("[0,\(text)]")) }
    #expect(error == .init(.decode, path: "/1", message: message))
  }

  @Test func `An integer is read where a real is expected`() throws {
    #expect(try JSONBridge.decode([Double].self, from: [1, 0.5]) == [1, 0.5])
    let error = jsonError { try JSONBridge.decode(Float.self, from: 1e300) }
    #expect(error?.kind == .decode)
  }

  @Test func `M3: an integer beyond 64 bits with sign is refused with its place`() {
    struct Holder: Encodable { var list: [UInt64] }
    let error = jsonError { try JSONBridge.encode(Holder(list: [1, UInt64(Int64.max) + 1])) }
    let range = "an integer from -9223372036854775808 to 9223372036854775807"
    #expect(
      error
        == .init(.decode, path: "/list/1", message: "expected \(range), found 9223372036854775808"))
  }

  @Test("M4: a real that is not finite is refused with its place, and its siblings can be read")
  func notFinite() throws {
    struct Ratio: Encodable {
      var name = "r"
      var parts: [String: Double]
    }
    let ratio = Ratio(parts: ["half": 0.5, "a/b": 1 / 0])
    let error = jsonError { try JSONBridge.encode(ratio) }
    #expect(
      error
        == .init(.notFinite, path: "/parts/a~1b", message: "expected a finite number, found inf"))
    #expect(try JSONBridge.encodePart(of: ratio, at: JSONPointer("/name")) == "r")
    let part = jsonError { try JSONBridge.encodePart(of: ratio, at: JSONPointer("/parts/a~1b")) }
    #expect(part?.path == "/parts/a~1b")
    #expect(jsonError { try JSONBridge.encode(Float.nan) }?.kind == .notFinite)
  }

  @Test func `M6: a key with U+0000 is refused, since it could not be read again`() {
    let error = jsonError { try JSONBridge.encode(["a": ["x\u{0}": 1, "y": 2]]) }
    #expect(error?.kind == .decode)
    #expect(error?.path == "/a")
  }

  @Test func `A class writes its superclass's part under super`() throws {
    class Base: Codable { var id = 1 }
    final class Derived: Base {
      var name = "n"
      override init() { super.init() }
      enum CodingKeys: CodingKey { case name }
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        try super.init(from: container.superDecoder())
      }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try super.encode(to: container.superEncoder())
        try container.encode(name, forKey: .name)
      }
    }
    let derived = Derived()
    derived.id = 7
    let encoded = try JSONBridge.encode(derived)
    #expect(encoded == ["super": ["id": 7], "name": "n"])
    #expect(try JSONBridge.decode(Derived.self, from: encoded).id == 7)
    #expect(try JSONBridge.encodePart(of: derived, at: JSONPointer("/super/id")) == 7)
  }

  @Test func `Containers nested by hand are written at their requested places`() throws {
    struct Nesting: Encodable {
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        var object = list.nestedContainer(keyedBy: NameKey.self)
        var inner = list.nestedUnkeyedContainer()
        try list.encode("last")
        try inner.encode(1)
        try object.encode(true, forKey: NameKey("late"))
        try inner.encodeNil()
        try list.superEncoder().singleValueContainerEncode("super")
      }
    }
    let encoded: JSON = [["late": true], [1, nil], "last", "super"]
    #expect(try JSONBridge.encode(Nesting()) == encoded)
    #expect(try JSONBridge.encodePart(of: Nesting(), at: JSONPointer("/1/0")) == 1)
    #expect(try JSONBridge.encodePart(of: Nesting(), at: JSONPointer("/1")) == [1, nil])
    #expect(try JSONBridge.encodePart(of: Nesting(), at: JSONPointer("/3")) == "super")
  }

  @Test func `A container kept beyond its encode(to:) writes nothing any more`() throws {
    final class Keeper: Encodable {
      nonisolated(unsafe) var kept: KeyedEncodingContainer<NameKey>?
      func encode(to encoder: any Encoder) throws {
        kept = encoder.container(keyedBy: NameKey.self)
        try kept?.encode(1, forKey: NameKey("a"))
      }
    }
    let keeper = Keeper()
    let encoded = try JSONBridge.encode(keeper)
    #expect(jsonError { try keeper.kept?.encode(2, forKey: NameKey("b")) }?.kind == .decode)
    #expect(encoded == ["a": 1])
  }

  @Test func `An error of the type's own is reported with its place and its message on one line`() {
    struct Picky: Codable {
      struct Refusal: Error, CustomStringConvertible { let description = "no\nthanks" }
      init(from decoder: any Decoder) throws { throw Refusal() }
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
          1, .init(codingPath: encoder.codingPath, debugDescription: "cannot be written"))
      }
      init() {}
    }
    let decoding = jsonError { try JSONBridge.decode([[Picky]].self, from: [[], [1]]) }
    #expect(decoding == .init(.decode, path: "/1/0", message: "no thanks"))
    let encoding = jsonError { try JSONBridge.encode(["a": [Picky()]]) }
    #expect(encoding == .init(.decode, path: "/a/0", message: "cannot be written"))
  }

  @Test func `Long strings are cut in messages`() {
    let error = jsonError {
      try JSONBridge.decode(Int.self, from: JSON(stringLiteral: String(repeating: "x", count: 99)))
    }
    let cut = String(repeating: "x", count: 40) + "…"
    #expect(error?.message == "expected an integer, found text \"\(cut)\"")
  }

  @Test("M15: random documents pass through typed JSON and back", arguments: 1...5)
  func randomDocuments(seed: Int) throws {
    var documents = RandomDocuments(seed: UInt64(seed))
    for _ in 0..<100 {
      let document = documents.next()
      #expect(try JSONBridge.encode(document) == document)
      #expect(try JSONBridge.decode(JSON.self, from: document) == document)
      let wrapped = try JSONBridge.encode(["k": [document]])
      #expect(try JSONBridge.decode([String: [JSON]].self, from: wrapped) == ["k": [document]])
    }
  }
}

extension Encoder {
  fileprivate func singleValueContainerEncode(_ text: String) throws {
    var container = singleValueContainer()
    try container.encode(text)
  }
}
