import Kumiki
import Testing

@testable import KumikiJSON

@Suite struct TypedPathReaderTests {
  /// Writes its members in its own order, and perhaps not all of them.
  struct Shuffled: Encodable {
    var order: [String]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: NameKey.self)
      for (index, name) in order.enumerated() {
        try container.encode(index, forKey: NameKey(name))
      }
    }
  }

  struct State: Encodable {
    var title = "t"
    var count = 0
    var error: String?
    var page = Page.list(1)
    var rows: IdentifiedArrayOf<Row> = []
  }

  enum Page: Encodable { case list(Int), off }

  struct Row: Encodable, Identifiable {
    var id: Int
    var name = ""
    var error: String?
  }

  private func pathReader(_ pointer: String, _ goal: TypedPathReader.Goal = .part) throws
    -> TypedPathReader
  {
    TypedPathReader(JSONAddress(try JSONPointer(pointer)), for: goal)
  }

  private func json(_ reader: TypedPathReader, in state: some Encodable) throws -> JSON? {
    try reader.part(in: state).map { JSON(stealing: $0) }
  }

  @Test func `A second read finds the present value`() throws {
    var state = State()
    let count = try pathReader("/count")
    let error = try pathReader("/error")
    let page = try pathReader("/page/list")
    for number in 0..<5 {
      state.count = number
      state.error = number % 2 == 0 ? nil : "no \(number)"
      state.page = number % 2 == 0 ? .off : .list(number)
      #expect(try json(count, in: state) == JSON(integerLiteral: Int64(number)))
      #expect(try json(error, in: state) == JSONBridge.encode(state.error))
      let listed = number % 2 == 0 ? JSON?.none : JSON(integerLiteral: Int64(number))
      #expect(try json(page, in: state) == listed)
    }
  }

  @Test func `A type may write its members in another order each time, or leave some out`() throws {
    let reader = try pathReader("/wanted")
    for (order, place) in [
      (["a", "wanted", "b"], 1), (["wanted", "a", "b"], 0), (["a", "b"], nil),
      (["a", "b", "c", "wanted"], 3), (["b", "wanted"], 1), ([], nil), (["wanted"], 0),
    ] as [([String], Int?)] {
      let expected = place.map { JSON(integerLiteral: Int64($0)) }
      #expect(try json(reader, in: Shuffled(order: order)) == expected)
    }
  }

  @Test func `A row is found by its id at any index, and not elsewhere`() throws {
    var state = State()
    let row = JSONAddress.root.appending(row: 7, of: try JSONPointer("/rows"))
    let whole = TypedPathReader(row, for: .part)
    let error = TypedPathReader(row.appending(try JSONPointer("/error")), for: .part)
    let value = TypedPathReader(row, for: .value)
    #expect(try json(whole, in: state) == nil)
    state.rows = [Row(id: 3), Row(id: 7, name: "x")]
    #expect(try json(whole, in: state) == ["id": 7, "name": "x", "error": nil])
    #expect(try json(error, in: state) == .null)
    state.rows.reverse()
    state.rows[id: 7]?.error = "e"
    #expect(try json(error, in: state) == "e")
    #expect((try value.value(in: state)?.value as? Row)?.error == "e")
    state.rows.remove(id: 7)
    #expect(try json(whole, in: state) == nil)
    #expect(try json(error, in: state) == nil)
    #expect(try value.value(in: state) == nil)
  }

  @Test func `C16: an optional part is kept with its last value, a permanent part is not`() throws {
    var state = State()
    state.rows = [Row(id: 1, name: "a")]
    let row = TypedPathReader(
      JSONAddress.root.appending(row: 1, of: try JSONPointer("/rows")), for: .value)
    let error = try pathReader("/error", .value)
    let title = try pathReader("/title", .value)
    for reader in [row, error, title] { _ = reader.keep(in: state) }
    #expect([row, error, title].map(\.keepsSomething) == [true, false, false])
    state.rows[id: 1]?.name = "b"
    state.error = "e"
    for reader in [row, error] { _ = reader.keep(in: state) }
    state.rows.remove(id: 1)
    state.error = nil
    for reader in [row, error] { _ = reader.keep(in: state) }
    #expect(row.kept == ["id": 1, "name": "b", "error": nil])
    #expect(error.kept == "e")
  }

  /// Keeps the container that it received, and writes into it later.
  final class Hoarder: Encodable {
    enum CodingKeys: CodingKey { case value }
    nonisolated(unsafe) static var kept: KeyedEncodingContainer<CodingKeys>?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(1, forKey: .value)
      Self.kept = container
    }
  }

  @Test func `A kept container is closed, and the next value has its own`() throws {
    let reader = try pathReader("")
    let hoarder = Hoarder()
    #expect(try json(reader, in: [hoarder, hoarder]) == [["value": 1], ["value": 1]])
    #expect(throws: JSONError.self) { try Hoarder.kept!.encode(2, forKey: .value) }
    #expect(try json(reader, in: [hoarder]) == [["value": 1]])
    Hoarder.kept = nil
    #expect(try json(reader, in: [["value": 1], ["value": 2]]) == [["value": 1], ["value": 2]])
  }

  /// Reads another value while it encodes itself.
  struct Nosy: Encodable {
    let reader: TypedPathReader
    let depth: Int

    func encode(to encoder: any Encoder) throws {
      let below =
        depth == 0 ? nil : try reader.part(in: ["x": Nosy(reader: reader, depth: depth - 1)])
      var container = encoder.singleValueContainer()
      try container.encode(below.map { JSON(stealing: $0) } ?? "end")
    }
  }

  @Test func `A value may read through the same reader while it is read`() throws {
    let reader = try pathReader("/x")
    for _ in 0..<2 {
      #expect(try json(reader, in: ["x": Nosy(reader: reader, depth: 3)]) == "end")
    }
  }

  @Test func `M4: after a part that could not be written the next part is`() throws {
    let reader = try pathReader("/rows")
    for number in [1.0, .infinity, 2.0] {
      let state = ["rows": [["a": number]]]
      if number.isFinite {
        #expect(try json(reader, in: state) == [["a": JSON(floatLiteral: number)]])
      } else {
        #expect(jsonError { try json(reader, in: state) }?.path == "/rows/0/a")
      }
    }
  }
}
