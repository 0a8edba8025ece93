import Kumiki
import Testing

/// Observers that declare their places: a property by its key path, a row by its id.
@Suite struct ObservedPlaceTests {
  struct State: Equatable {
    var title = "a"
    var weighed = Weighed()
    var child = Counter.State()
    var rows: IdentifiedArrayOf<Rows.Row> = [Rows.Row(1), Rows.Row(2), Rows.Row(3)]
    var all: [IdentifiedArrayOf<Rows.Row>] = [[Rows.Row(1)]]
    var doubled: Int { child.count * 2 }
  }

  /// Counts how often it is compared.
  struct Weighed: Equatable {
    final class Scale { var count = 0 }
    var value = 0
    var scale: Scale?

    static func == (left: Self, right: Self) -> Bool {
      left.scale?.count += 1
      return left.value == right.value
    }
  }

  typealias Change = (inout State) -> Void

  private func fixture(_ state: State = State()) throws -> StoreFixture<State, Change> {
    try StoreFixture(state) {
      Reduce<State, Change> { state, change in
        change(&state)
        return .none
      }
    }
  }

  @Test func `J1: a property is reported immediately, and then when it has changed`() throws {
    let fixture = try fixture()
    var titles: [String] = []
    var counts: [Int] = []
    var computed: [Int] = []
    let held = [
      fixture.store.observe(\.title) { titles.append($0) },
      fixture.store.observe(\.child.count) { counts.append($0) },
      fixture.store.observe(\.doubled) { computed.append($0) },
    ]
    fixture.send { _ in }
    fixture.send { $0.title = "a" }
    fixture.send { $0.title = "b" }
    fixture.send { $0.child.count = 7 }
    fixture.send { $0.child = Counter.State() }
    fixture.send { $0.title += "c" }
    #expect(titles == ["a", "b", "bc"])
    #expect(counts == [0, 7, 0])
    #expect(computed == [0, 14, 0])
    withExtendedLifetime(held) {}
  }

  @Test func `J5: a burst that leaves a property unchanged compares it once for all`() throws {
    let scale = Weighed.Scale()
    let fixture = try fixture(State(weighed: Weighed(scale: scale)))
    var told = 0
    let held = (0..<100).map { _ in fixture.store.observe(\.weighed) { _ in told += 1 } }
    fixture.send { $0.title = "first" }
    told = 0
    scale.count = 0
    fixture.send { $0.title = "second" }
    #expect(scale.count == 1)
    #expect(told == 0)
    fixture.send { $0.weighed.value = 1 }
    #expect(told == 100)
    withExtendedLifetime(held) {}
  }

  @Test func `J12: a row is compared where it was changed, for all its observers`() throws {
    let fixture = try fixture()
    var looks = 0
    var told: [[Int?]] = [[], [], []]
    func observe(_ id: Int, _ index: Int) -> Subscription {
      fixture.store.observe(\.rows, id: id) { row in
        looks += 1
        return row.counter.count
      } onChange: {
        told[index].append($0)
      }
    }
    let held = [observe(1, 0), observe(2, 1), observe(1, 2)]
    // The rows that the store started with belong to the test too: the first write makes a copy of
    // them.
    fixture.send { $0.rows[id: 3]?.counter.count = 1 }
    looks = 0
    fixture.send { $0.title = "b" }
    fixture.send { $0.rows[id: 3]?.counter.count = 3 }
    fixture.send { $0.rows.append(Rows.Row(4)) }
    fixture.send { $0.rows.reverse() }
    #expect(looks == 0)
    fixture.send { $0.rows[id: 1]?.counter.count = 1 }
    #expect(looks == 2)
    fixture.send { $0.rows.remove(id: 1) }
    fixture.send { $0.rows.append(Rows.Row(1, count: 5)) }
    fixture.send { $0.rows = [Rows.Row(2, count: 9), Rows.Row(1, count: 5)] }
    #expect(told == [[0, 1, nil, 5], [0, 9], [0, 1, nil, 5]])
    withExtendedLifetime(held) {}
  }

  @Test("J12: a whole row, a row that does not exist yet, and rows that no property holds")
  func otherRows() throws {
    let fixture = try fixture()
    var whole: [Rows.Row?] = []
    var late: [Int?] = []
    var behind: [Int?] = []
    let held = [
      fixture.store.observe(\.rows, id: 1) { whole.append($0) },
      fixture.store.observe(\.rows, id: 9, \.counter.count) { late.append($0) },
      fixture.store.observe(\.all[0], id: 1, \.counter.count) { behind.append($0) },
    ]
    fixture.send { $0.rows[id: 1]?.counter.count = 1 }
    fixture.send { $0.rows.append(Rows.Row(9, count: 4)) }
    fixture.send { $0.all[0][id: 1]?.counter.count = 6 }
    #expect(whole == [Rows.Row(1), Rows.Row(1, count: 1)])
    #expect(late == [nil, 4])
    #expect(behind == [0, 6])
    withExtendedLifetime(held) {}
  }

  @Test("C26: observers of places are called in their turn among the other observers")
  func turns() throws {
    let fixture = try fixture()
    var log: [String] = []
    var held = [fixture.store.observe(\.rows, id: 1, \.counter.count) { _ in log.append("row") }]
    held.append(fixture.store.subscribe { _ in log.append("raw") })
    for name in ["x", "y"] { held.append(fixture.store.observe(\.title) { _ in log.append(name) }) }
    held.append(fixture.store.observe(\.rows, id: 1, \.id) { _ in log.append("id") })
    held.append(
      fixture.store.observe {
        $0.title
      } onChange: { _ in
        log.append("function")
      })
    held.append(fixture.store.observe(\.rows, id: 1) { _ in log.append("again") })
    log = []
    fixture.send {
      $0.title = "b"
      $0.rows[id: 1]?.counter.count = 1
    }
    #expect(log == ["row", "raw", "x", "y", "function", "again"])
    // The middle observer of the row is removed; the others stay.
    held.remove(at: 4)
    log = []
    fixture.send { $0.rows[id: 1]?.counter.count = 2 }
    #expect(log == ["row", "raw", "again"])
    // Then the last observer, then the only one.
    held.removeLast()
    log = []
    fixture.send { $0.rows[id: 1]?.counter.count = 3 }
    held.removeFirst()
    fixture.send { $0.rows[id: 1]?.counter.count = 4 }
    #expect(log == ["row", "raw", "raw"])
  }

  @Test("C26: an observer that joins during the calls is called once, one that leaves no longer")
  func comeAndGo() throws {
    let fixture = try fixture()
    var log: [String] = []
    var held: [String: Subscription] = [:]
    held["first"] = fixture.store.observe(\.title) { title in
      log.append("first \(title)")
      guard title == "b" else { return }
      held["gone"] = nil
      held["gone row"] = nil
      held["new"] = fixture.store.observe(\.title) { log.append("new \($0)") }
    }
    held["gone"] = fixture.store.observe(\.title) { log.append("gone \($0)") }
    held["gone row"] = fixture.store.observe(\.rows, id: 1) { _ in log.append("gone row") }
    log = []
    fixture.send {
      $0.title = "b"
      $0.rows[id: 1]?.counter.count = 1
    }
    fixture.send { $0.title = "c" }
    #expect(log == ["first b", "new b", "first c", "new c"])
    held = [:]
    fixture.send { $0.title = "d" }
    #expect(log.count == 4)
  }

  @Test("C25: a subscription to a place keeps its store alive, and its end frees both")
  func lifetime() throws {
    let fixture = try fixture()
    weak let store = fixture.store
    var held = [
      fixture.store.observe(\.title) { _ in },
      fixture.store.observe(\.rows, id: 1) { _ in },
    ]
    fixture.releaseStore()
    #expect(store != nil)
    held = []
    #expect(store == nil)
    withExtendedLifetime(held) {}
  }

  @Test func `C26: places of a scoped store are reported like its own`() throws {
    let fixture = try RowsFixture(rows: [1, 2])
    let row = try #require(fixture.store.scope(state: \.rows, action: \.rows, id: 1))
    var counts: [Int] = []
    let held = row.observe(\.counter.count) { counts.append($0) }
    row.send(.inc)
    fixture.send(.row(2, .inc))
    fixture.send(.remove(1))
    fixture.send(.append(Rows.Row(1, count: 8)))
    #expect(counts == [0, 1, 8])
    withExtendedLifetime(held) {}
  }
}
