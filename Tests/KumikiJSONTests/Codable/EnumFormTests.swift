import Testing

@testable import KumikiJSON

@Suite struct EnumFormTests {
  @Test(
    "A case is written as its name, or as its name with the payload, and reads back",
    arguments: [
      (Move.increment, #""increment""#),
      (.setCount(3), #"{"setCount":3}"#),
      (.move(from: 0, to: 2), #"{"move":{"from":0,"to":2}}"#),
      (.pair(1, "x"), #"{"pair":[1,"x"]}"#),
      (.mixed(1, by: 2), #"{"mixed":{"_0":1,"by":2}}"#),
      (.note("n"), #"{"note":"n"}"#),
      (.note(nil), #"{"note":null}"#),
      (.filter(text: nil), #"{"filter":{"text":null}}"#),
      (.child(.tapped), #"{"child":"tapped"}"#),
      (.child(.renamed("r")), #"{"child":{"renamed":"r"}}"#),
      (.optionalChild(nil), #"{"optionalChild":null}"#),
      (.optionalChild(.tapped), #"{"optionalChild":"tapped"}"#),
      (.row(Row(id: "a")), #"{"row":{"id":"a","count":0,"child":null}}"#),
      (.empty(Empty()), #"{"empty":{}}"#),
      (.default, #""default""#),
    ])
  func forms(value: Move, text: String) throws {
    let encoded = try JSONBridge.encode(value)
    #expect(try encoded.text() == text)
    #expect(try JSONBridge.decode(Move.self, from: encoded) == value)
  }

  @Test(
    "M10: bare name, null and {} are the same case without payload",
    arguments: [#""increment""#, #"{"increment": null}"#, #"{"increment": {}}"#])
  func noPayload(text: String) throws {
    #expect(try JSONBridge.decode(Move.self, from: json(text)) == .increment)
  }

  @Test(
    "M10: a case with a payload reads null and {} as that payload",
    arguments: [
      (#"{"note": null}"#, Move.note(nil)),
      (#""note""#, .note(nil)),
      (#"{"filter": null}"#, .filter(text: nil)),
      (#"{"filter": {}}"#, .filter(text: nil)),
      (#""filter""#, .filter(text: nil)),
      (#"{"optionalChild": null}"#, .optionalChild(nil)),
      (#"{"empty": {}}"#, .empty(Empty())),
    ])
  func emptyPayload(text: String, value: Move) throws {
    #expect(try JSONBridge.decode(Move.self, from: json(text)) == value)
  }

  private static let known =
    "increment, setCount, move, pair, mixed, note, filter, child, optionalChild, row, empty, default"

  @Test(
    "M9, M10: a value with no case, or more than one, is refused with the known cases",
    arguments: [
      (#""unheard""#, "unheard"), (#"{"unheard":1}"#, "unheard"), ("{}", "an empty object"),
      ("3", "3"),
      ("null", "null"), ("[]", "an empty array"), (#"[{"setCount":1}]"#, "an array"),
      (#"{"increment":{},"default":{}}"#, "2 members: increment, default"),
      (#"{"setCount":1,"unheard":1}"#, "2 members: setCount, unheard"),
      (#"{"setCount":1,"b":1,"c":1,"d":1,"e":1}"#, "5 members: setCount, b, c, d"),
    ])
  func unknownCase(text: String, found: String) {
    let error = jsonError { try JSONBridge.decode(Move.self, from: json(text)) }
    #expect(error?.kind == .decode)
    #expect(error?.path == "")
    #expect(error?.message == "found \(found); expected one of \(Self.known)")
  }

  @Test(
    "M9: a mismatching payload is refused with its place and the expected value",
    arguments: [
      (#"{"move":{"from":"x","to":1}}"#, "/move/from", #"expected an integer, found text "x""#),
      (#"{"move":{"to":1}}"#, "/move/from", "expected an integer, found nothing"),
      (#"{"move":{"from":1,"to":null}}"#, "/move/to", "expected an integer, found null"),
      (#"{"move":{"from":1,"to":1.0}}"#, "/move/to", "expected an integer, found 1.0"),
      (#"{"move":[1,2]}"#, "/move", "expected an object, found an array"),
      (#"{"move":null}"#, "/move/from", "expected an integer, found nothing"),
      (#""move""#, "/move/from", "expected an integer, found nothing"),
      (#"{"setCount":null}"#, "/setCount", "expected an integer, found null"),
      (#"{"setCount":{}}"#, "/setCount", "expected an integer, found an empty object"),
      (#""setCount""#, "/setCount", "expected an integer, found nothing"),
      (#"{"increment":5}"#, "/increment", "expected no payload, null or {}, found 5"),
      (
        #"{"increment":{"by":1}}"#, "/increment", "expected no payload, null or {}, found an object"
      ),
      (#"{"pair":[1]}"#, "/pair", "expected an array of 2, found an array of 1"),
      (#"{"pair":[1,"x",2]}"#, "/pair", "expected an array of 2, found an array of 3"),
      (#"{"pair":[1,2]}"#, "/pair/1", "expected text, found 2"),
      (#"{"pair":{}}"#, "/pair/0", "expected an integer, found nothing"),
      (#"{"pair":{"_0":1}}"#, "/pair", "expected an array, found an object"),
      (#"{"mixed":{"by":2}}"#, "/mixed/_0", "expected an integer, found nothing"),
      (#"{"child":"tap"}"#, "/child", "found tap; expected one of tapped, renamed"),
      (#"{"child":{"renamed":1}}"#, "/child/renamed", "expected text, found 1"),
      (
        #"{"optionalChild":{}}"#, "/optionalChild",
        "found an empty object; expected one of tapped, renamed"
      ),
      (
        #"{"row":{"id":"a","count":0,"child":"x"}}"#, "/row/child",
        "found x; expected one of tapped, renamed"
      ),
      (#"{"row":{"count":0}}"#, "/row/id", "expected text, found nothing"),
      (#"{"row":3}"#, "/row", "expected an object, found 3"),
      (#""row""#, "/row", "expected an object, found nothing"),
    ])
  func mismatch(text: String, path: String, message: String) {
    let error = jsonError { try JSONBridge.decode(Move.self, from: json(text)) }
    #expect(error?.kind == .decode)
    #expect(error?.path == path)
    #expect(error?.message == message)
  }

  @Test func `Enums with raw values are their raw value, and name the valid ones`() throws {
    #expect(try JSONBridge.encode([Level.low, .high]) == ["low", "high"])
    #expect(try JSONBridge.encode(Code.gone) == 410)
    #expect(try JSONBridge.decode([Level].self, from: ["high"]) == [.high])
    #expect(try JSONBridge.decode(Code.self, from: 410) == .gone)
    let level = jsonError { try JSONBridge.decode([Level].self, from: ["low", "hi"]) }
    #expect(
      level == .init(.decode, path: "/1", message: #"found text "hi"; expected one of low, high"#))
    let code = jsonError { try JSONBridge.decode(Code.self, from: 404) }
    #expect(code == .init(.decode, message: "found 404; expected one of 0, 410"))
  }

  @Test func `Keys that a type renames are the names of its cases and labels`() throws {
    let values: [Renamed] = [.start, .stop(after: 3), .wait(1)]
    let encoded = try JSONBridge.encode(values)
    #expect(encoded == ["begin", ["end": ["delay": 3]], ["wait": ["seconds": 1]]])
    #expect(try JSONBridge.decode([Renamed].self, from: encoded) == values)
    let error = jsonError { try JSONBridge.decode(Renamed.self, from: "start") }
    #expect(error?.message == "found start; expected one of begin, end, wait")
  }

  enum Renamed: Codable, Equatable {
    case start, stop(after: Int), wait(Int)

    enum CodingKeys: String, CodingKey {
      case start = "begin"
      case stop = "end"
      case wait
    }
    enum StopCodingKeys: String, CodingKey { case after = "delay" }
    enum WaitCodingKeys: String, CodingKey { case _0 = "seconds" }
  }

  @Test func `Generic, nested, local and indirect enums have the same forms`() throws {
    enum Local: Codable, Equatable { case one(Int), two }
    #expect(try JSONBridge.encode([Local.one(1), .two]) == [["one": 1], "two"])
    #expect(try JSONBridge.encode([Tagged<Row>.Case.some([1]), .none]) == [["some": [1]], "none"])
    let tree = Tree.node([.leaf(1), .node([])])
    let encoded: JSON = ["node": [["leaf": 1], ["node": []]]]
    #expect(try JSONBridge.encode(tree) == encoded)
    #expect(try JSONBridge.decode(Tree.self, from: encoded) == tree)
    #expect(try JSONBridge.encode(Single.only) == "only")
    #expect(try JSONBridge.decode(Single.self, from: "only") == .only)
  }

  struct Tagged<Tag> {
    enum Case: Codable { case some([Int]), none }
  }
  indirect enum Tree: Codable, Equatable { case leaf(Int), node([Tree]) }
  enum Single: Codable, Equatable { case only }
}
