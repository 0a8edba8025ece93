import Kumiki
import Synchronization
import Testing

@testable import KumikiJSON

@Suite struct EncodePartTests {
  /// Counts how often it was asked to encode itself.
  final class Witness: Encodable, Sendable {
    let asked = Atomic<Int>(0)
    func encode(to encoder: any Encoder) throws {
      asked.add(1, ordering: .relaxed)
      var container = encoder.singleValueContainer()
      try container.encode("seen")
    }
    var count: Int { asked.load(ordering: .relaxed) }
  }

  struct State: Encodable {
    var before: Witness
    var rows: [Row]
    var table: [String: Witness]
    var move: Move
    var moves: [Move] = [.pair(1, "x"), .mixed(1, by: 2), .increment, .note(nil)]
    var raw: JSON = ["a": [1, ["b": nil]]]
    var missing: Int?
    var after: Witness

    struct Row: Encodable {
      var id: Int
      var witness: Witness
    }
  }

  private func state(_ witness: Witness) -> State {
    State(
      before: witness, rows: (0..<5).map { State.Row(id: $0, witness: witness) },
      table: ["x": witness, "y/z": witness], move: .move(from: 4, to: 6), after: witness)
  }

  @Test(
    "A part equals that part of the whole",
    arguments: [
      "", "/rows", "/rows/3", "/rows/3/id", "/rows/0/witness", "/table/y~1z", "/move", "/move/move",
      "/move/move/from", "/moves/0/pair", "/moves/0/pair/1", "/moves/1/mixed/_0",
      "/moves/1/mixed/by", "/moves/2", "/moves/3/note", "/raw", "/raw/a/1/b", "/raw/a/1",
      "/missing",
    ])
  func parts(text: String) throws {
    let state = state(Witness())
    let pointer = try JSONPointer(text)
    let whole = try JSONBridge.encode(state)
    let expected = try #require(whole[pointer])
    #expect(try JSONBridge.encodePart(of: state, at: pointer) == expected)
  }

  @Test(
    "If the whole has no value there, the part is missing",
    arguments: [
      "/none", "/rows/5", "/rows/-", "/rows/01", "/rows/x", "/rows/3/id/0", "/before/x", "/table/z",
      "/move/setCount", "/move/move/_0", "/moves/0/pair/2", "/moves/2/increment", "/raw/b",
      "/missing/x", "/move/move/from/x",
    ])
  func nothing(text: String) throws {
    let state = state(Witness())
    #expect(try JSONBridge.encode(state)[try JSONPointer(text)] == nil)
    #expect(try JSONBridge.encodePart(of: state, at: JSONPointer(text)) == nil)
  }

  @Test(
    "Nothing beside the path is asked to encode itself",
    arguments: [
      ("/rows/3/id", 0), ("/rows/4", 1), ("/move/move/to", 0), ("/raw/a", 0), ("/missing", 0),
      ("/none", 0), ("/rows/9/witness", 0), ("/table/x", 1), ("/after", 1), ("/moves/1", 0),
    ])
  func siblings(text: String, count: Int) throws {
    let witness = Witness()
    _ = try JSONBridge.encodePart(of: state(witness), at: JSONPointer(text))
    #expect(witness.count == count)
  }

  @Test func `M4: a part that cannot be written names its place in the whole`() throws {
    let state = ["rows": [1.0, .infinity]]
    let error = jsonError { try JSONBridge.encodePart(of: state, at: JSONPointer("/rows")) }
    #expect(
      error == .init(.notFinite, path: "/rows/1", message: "expected a finite number, found inf"))
    #expect(try JSONBridge.encodePart(of: state, at: JSONPointer("/rows/0")) == 1.0)
  }

  @Test func `A search ends with its result, even if the part cannot be written`() throws {
    weak var found: PointerReader?
    weak var failed: PointerReader?
    do {
      let payload = PointerReader(try JSONPointer("/move"), for: .part)
      let part = try payload.read(in: Move.move(from: 1, to: 2))
      #expect(JSON(stealing: try #require(part)) == ["from": 1, "to": 2])
      found = payload
      let infinite = PointerReader(try JSONPointer("/pair"), for: .part)
      #expect(jsonError { try infinite.read(in: Pair.pair(1, .infinity)) }?.path == "/pair/1")
      failed = infinite
    }
    #expect(found == nil)
    #expect(failed == nil)
  }

  private enum Pair: Encodable { case pair(Int, Double) }
}

@Suite struct SlotIdentityTests {
  struct Slot<Value: Codable>: Codable, JSONSlotValue {
    var id: PresentationID?
    var value: Value?

    init(_ value: Value?, id: String?) {
      self.value = value
      self.id = id.map { PresentationID($0) }
    }

    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Value?.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }

    var slotIdentity: JSONSlotIdentity { JSONSlotIdentity(id: id?.description, isEnum: false) }

    func presented(as id: PresentationID) -> Self { Slot(value, id: id.description) }

    func continuing(_: (any JSONSlotValue)?, _: Identifiers) -> Self { self }
  }

  struct Parent: Codable {
    var title = "t"
    var slot = Slot(Inner(), id: "outer")
    var rows = [Slot<Int>(1, id: "first"), Slot<Int>(nil, id: nil)]
    var page = Page.sheet(Slot(2, id: "paged"))
    var maybe: Slot<Int>? = Slot(3, id: "maybe")
  }

  struct Inner: Codable {
    var slot = Slot<Int>(5, id: "inner")
  }

  enum Page: Codable { case sheet(Slot<Int>), none }

  @Test(
    "D12: a slot is written as its bare value, and its id is found by its place",
    arguments: [
      ("/slot", true, "outer"), ("/slot/slot", true, "inner"), ("/rows/0", true, "first"),
      ("/rows/1", true, nil), ("/page/sheet", true, "paged"), ("/maybe", true, "maybe"),
      ("/title", false, nil), ("", false, nil), ("/rows", false, nil), ("/none", false, nil),
      ("/rows/2", false, nil), ("/slot/slot/x", false, nil), ("/page", false, nil),
    ] as [(String, Bool, String?)])
  func identity(text: String, found: Bool, id: String?) throws {
    let answer = try JSONBridge.slotIdentity(of: Parent(), at: JSONPointer(text))
    #expect(answer == (found ? JSONSlotIdentity(id: id, isEnum: false) : nil))
  }

  @Test("D12: encoding gives the bare value or null, and an absent slot is read as null")
  func form() throws {
    let encoded = try JSONBridge.encode(Parent())
    #expect(
      encoded == [
        "title": "t", "slot": ["slot": 5], "rows": [1, nil], "page": ["sheet": 2], "maybe": 3,
      ])
    let decoded = try JSONBridge.decode(Inner.self, from: [:])
    #expect(decoded.slot.value == nil)
    #expect(try JSONBridge.slotIdentity(of: Slot(1, id: "root"), at: .root)?.id == "root")
  }
}
