import Kumiki
import Testing

@testable import KumikiCore
@testable import KumikiValues

/// Read-only shared values, and how to get one.
extension SharedKey where Self == InMemoryKey<Int> {
  fileprivate static var writable: Self { .inMemory("a key that can be written") }
}

extension SharedKey where Self == InMemoryKey<Int?>.Default {
  fileprivate static var token: Self { Self[.inMemory("token"), default: nil] }
}

extension SharedReaderKey where Self == InMemoryKey<[Int]>.Default {
  fileprivate static var numbers: Self { Self[.inMemory("numbers"), default: [1]] }
}

@Suite struct SharedReaderTests {
  typealias Row = SharedTests.Row

  private func shelf(_ value: Int?) -> Shelf {
    let shelf = Shelf()
    shelf.contents.withLock { $0.value = value }
    return shelf
  }

  @Test func `K1: a reader sees writes from elsewhere`() {
    let value = Shared(value: 1)
    let reader = SharedReader(value)
    let copy = SharedReader(projectedValue: reader)
    value.withLock { $0 = 2 }
    #expect(reader.wrappedValue == 2 && copy.projectedValue.wrappedValue == 2)
    #expect(Shared(projectedValue: value).wrappedValue == 2)
    #expect(SharedReader.constant(3).wrappedValue == 3)
    #expect(SharedReader(value: Row(id: 4)).id == 4)
  }

  @Test func `K10: a key is read with a default, without, and if it has a value`() async throws {
    let (full, empty) = (shelf(7), shelf(nil))
    #expect(SharedReader(wrappedValue: 0, Shelf.Key(shelf: full)).wrappedValue == 7)
    #expect(SharedReader(wrappedValue: 5, Shelf.Key(shelf: empty)).wrappedValue == 5)
    #expect(try await SharedReader(require: Shelf.Key(shelf: full)).wrappedValue == 7)
    await #expect(throws: SharedMissing.self) {
      try await SharedReader(require: Shelf.Key(shelf: empty))
    }
    #expect(SharedReader<Int?>(.inMemory("of no one")).wrappedValue == nil)
  }

  @Test("K10: a reader takes keys that were declared on SharedKey, and defaults that are nil")
  func writable() async throws {
    struct Model {
      @Shared(.token) var token
      @SharedReader(.token) var sameToken
      @SharedReader(.writable) var count = 3
      @SharedReader(.numbers) var numbers = []
    }
    let model = Model()
    #expect(model.token == nil && model.sameToken == nil && model.numbers == [])
    model.$token.withLock { $0 = 4 }
    #expect(model.sameToken == 4)
    #expect(SharedReader(wrappedValue: 9, .writable).wrappedValue == 3)
    #expect(try await SharedReader<Int>(require: .writable).wrappedValue == 3)
    let reader = SharedReader(value: 0)
    try await reader.load(.writable)
    #expect(reader.wrappedValue == 3)
    #expect(InMemoryKey<[Int]>.Default.numbers.initialValue == [1])
  }

  @Test func `K10: another key is read from now on`() async throws {
    let reader = SharedReader(value: 1)
    try await reader.load(Shelf.Key(shelf: shelf(8)))
    #expect(reader.wrappedValue == 8)
    let value = Shared(value: 1)
    let other = shelf(9)
    try await value.load(Shelf.Key(shelf: other))
    #expect(value.wrappedValue == 9)
    value.withLock { $0 = 10 }
    #expect(other.contents.withLock { $0.saves } == [10])
  }

  @Test func `K5: the value in an optional, and rows, can be shared for reading`() throws {
    let optional = Shared<Int?>(value: nil)
    #expect(SharedReader(optional) == nil)
    #expect(SharedReader(SharedReader(optional)) == nil)
    optional.withLock { $0 = 1 }
    let inside: SharedReader<Int> = try #require(SharedReader(optional))
    optional.withLock { $0 = 2 }
    #expect(inside.wrappedValue == 2)
    let rows = Shared<IdentifiedArrayOf<Row>>(value: [Row(id: 1), Row(id: 2)])
    let each: [SharedReader<Row>] = Array(SharedReader(rows))
    rows.withLock { $0[id: 2]?.count = 3 }
    #expect(each.map(\.wrappedValue.count) == [0, 3])
  }
}
