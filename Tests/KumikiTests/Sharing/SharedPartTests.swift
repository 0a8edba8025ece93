import Kumiki
import Testing

@testable import KumikiCore
@testable import KumikiValues

/// Parts of a shared value that are shared themselves.
@Suite struct SharedPartTests {
  typealias Profile = SharedTests.Profile
  typealias Row = SharedTests.Row

  @Test func `K5: a field is shared separately`() {
    @Shared(value: Profile()) var profile
    @Shared var name: String
    _name = $profile.name
    $name.withLock { $0 += " L." }
    #expect(profile.name == "Ada L.")
    $profile.withLock { $0.name = "Grace" }
    #expect(name == "Grace")
    @SharedReader var born: Int
    _born = $profile.born
    #expect(born == 1815)
    $profile = Shared(value: Profile(name: "Alan"))
    #expect(name == "Grace")
  }

  @Test("K5: the value in an optional; once removed it keeps its value, and writes are lost")
  func optional() throws {
    @Shared(value: nil) var whole: Int?
    #expect(Shared($whole) == nil)
    $whole.withLock { $0 = 1 }
    @Shared var value: Int
    _value = try #require(Shared($whole))
    $value.withLock { $0 += 1 }
    #expect(whole == 2)
    $whole.withLock { $0 = nil }
    #expect(value == 2)
    $value.withLock { $0 = 9 }
    #expect(value == 9)
    #expect(whole == nil)
    $whole.withLock { $0 = 4 }
    #expect(value == 4)
  }

  @Test("K5: a row by its id; once removed it keeps its value, and writes are lost")
  func row() throws {
    @Shared(value: [Row(id: 1), Row(id: 2)]) var rows: IdentifiedArrayOf<Row>
    let second = try #require(Shared($rows[id: 2]))
    second.withLock { $0.count = 5 }
    #expect(rows[id: 2]?.count == 5)
    $rows.withLock { _ = $0.remove(id: 1) }
    second.withLock { $0.count += 1 }
    #expect(rows[id: 2]?.count == 6)
    $rows.withLock { _ = $0.remove(id: 2) }
    second.withLock { $0.count += 1 }
    #expect(second.wrappedValue.count == 7)
    #expect(rows.isEmpty)
    #expect(Shared($rows[id: 3]) == nil)
  }

  @Test func `K5: rows and elements as separate shared values`() {
    @Shared(value: [Row(id: 1), Row(id: 2)]) var rows: IdentifiedArrayOf<Row>
    let each = Array($rows)
    each[1].withLock { $0.count = 3 }
    #expect(rows[id: 2]?.count == 3)
    @Shared(value: [1, 2]) var numbers
    let all = Array($numbers)
    all[0].withLock { $0 = 10 }
    $numbers.withLock { _ = $0.removeLast() }
    all[1].withLock { $0 = 20 }
    #expect(numbers == [10])
    #expect(all[1].wrappedValue == 20)
  }

  @Test func `K5: a function's result for a value is read as it is now`() {
    @Shared(value: Profile()) var profile
    let initial: SharedReader<String> = $profile.read { String($0.name.prefix(1)) }
    @SharedReader var isAda: Bool
    _isAda = SharedReader($profile).read { $0.name == "Ada" }
    #expect(initial.wrappedValue == "A" && isAda)
    $profile.name.withLock { $0 = "Grace" }
    #expect(initial.wrappedValue == "G" && !isAda)
    #expect(initial == $profile.read { _ in "G" })
    #expect("\(initial)" == "SharedReader<String>(value: G)")
    $profile = Shared(value: Profile(name: "Alan"))
    #expect(initial.wrappedValue == "G")
  }

  @Test func `K5: a part is observed with the whole, and reported if it differs`() throws {
    let loop = try Loop(.virtual)
    let profile = Shared(value: Profile())
    var names: [String] = []
    let subscription = profile.name.observe(on: loop) { names.append($0) }
    profile.age.withLock { $0 = nil }
    try loop.runUntilIdle(timeoutMilliseconds: 0)
    profile.name.withLock { $0 = "Grace" }
    try loop.runUntilIdle(timeoutMilliseconds: 0)
    #expect(names == ["Ada", "Grace"])
    subscription.cancel()
  }
}
