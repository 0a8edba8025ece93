import Kumiki
import Testing

/// Stores of single rows among many: the compared rows, the notified observers, and their order.
@Suite struct RowWatchTests {
  /// A list whose parent changes its rows as a test requires.
  private func list(
    _ ids: [Int], outside: @escaping (inout IdentifiedArrayOf<Rows.Row>) -> Void = { _ in }
  ) throws -> RowsFixture {
    try RowsFixture(
      rows: ids, outside: { if $1 == .outside { outside(&$0.rows) } })
  }

  private func row(_ id: Int, _ fixture: RowsFixture) throws -> LoopStore<Rows.Row, Counter.Action>
  {
    try #require(fixture.store.scope(state: \.rows, action: \.rows, id: id))
  }

  @Test("J12: a row is compared where it was changed, and in no other burst")
  func looks() throws {
    let fixture = try list([1, 2, 3])
    let row = try row(1, fixture)
    var looks = 0
    var told: [Int] = []
    let subscription = row.observe {
      looks += 1
      return $0.counter.count
    } onChange: {
      told.append($0)
    }
    fixture.send(.noop)
    looks = 0
    fixture.send(.row(2, .inc))
    fixture.send(.append(Rows.Row(4)))
    fixture.send(.remove(3))
    fixture.send(.reverse)
    fixture.send(.noop)
    #expect(looks == 0)
    fixture.send(.row(1, .inc))
    #expect(looks == 1)
    #expect(told == [0, 1])
    withExtendedLifetime(subscription) {}
  }

  @Test func `J12: whatever the parent does to a row, its store is notified`() throws {
    var change: (inout IdentifiedArrayOf<Rows.Row>) -> Void = { _ in }
    let fixture = try list([1, 2, 3]) { change(&$0) }
    let row = try row(1, fixture)
    var told: [Int] = []
    let subscription = row.observe({ $0.counter.count }) { told.append($0) }
    func expect(
      _ count: Int, at line: Int = #line,
      after body: @escaping (inout IdentifiedArrayOf<Rows.Row>) -> Void
    ) {
      change = body
      fixture.send(.outside)
      #expect(told.last == count, "line \(line)")
      #expect(row.state.counter.count == count, "line \(line)")
    }
    let first = fixture.state.rows
    expect(1) { $0[id: 1]?.counter.count = 1 }
    expect(2) { $0.updateOrAppend(Rows.Row(1, count: 2)) }
    expect(3) {
      $0.remove(id: 1)
      $0.insert(Rows.Row(1, count: 3), at: 1)
    }
    expect(4) {
      $0.removeAll { $0.id == 1 }
      $0.append(Rows.Row(1, count: 4))
    }
    expect(5) {
      $0.removeAll()
      $0.append(Rows.Row(1, count: 5))
    }
    expect(6) { $0 = [Rows.Row(2), Rows.Row(1, count: 6)] }
    expect(7) { rows in
      for _ in 0..<100 { rows[id: 2]?.counter.count += 1 }
      rows[id: 1]?.counter.count = 7
      for _ in 0..<100 { rows[id: 2]?.counter.count += 1 }
    }
    // A copy from before, and its result.
    expect(0) { $0 = first }
    expect(8) {
      $0[id: 1]?.counter.count = 8
      let copy = $0
      $0[id: 1]?.counter.count = 9
      $0 = copy
    }
    #expect(told == [0, 1, 2, 3, 4, 5, 6, 7, 0, 8])
    withExtendedLifetime(subscription) {}
  }

  @Test("C16: a row's store without notifications for long returns the last value")
  func lastValue() throws {
    let fixture = try list([1, 2])
    let row = try row(1, fixture)
    row.send(.set(5))
    for _ in 0..<40 { fixture.send(.row(2, .inc)) }
    fixture.send(.remove(1))
    #expect(row.state.counter.count == 5)
    #expect(!row.hasState)
  }

  @Test("C27: a subscription to a row's store, or to a part of it, is notified of every burst")
  func raw() throws {
    let fixture = try list([1, 2])
    let row = try row(1, fixture)
    let count = row.scope(
      state: { $0.counter.count }, action: { (action: Counter.Action) in action })
    var raw = 0
    var below = 0
    let subscription = row.subscribe { _ in raw += 1 }
    fixture.send(.noop)
    #expect(raw == 1)
    let inner = count.subscribe { _ in below += 1 }
    fixture.send(.row(2, .inc))
    #expect([raw, below] == [2, 1])
    subscription.cancel()
    fixture.send(.noop)
    #expect([raw, below] == [2, 2])
    inner.cancel()
    fixture.send(.row(1, .inc))
    #expect([raw, below] == [2, 2])
  }

  @Test(
    "C26: stores of rows are notified in their turn among the other observers",
    arguments: [false, true])
  func turns(isRaw: Bool) throws {
    let fixture = try list([1, 2]) { rows in
      for id in [1, 2] { rows[id: id]?.counter.count += 1 }
    }
    var log: [String] = []
    func observeRow(_ id: Int) throws -> Subscription {
      try row(id, fixture).observe({ $0.counter.count }) { _ in log.append("row \(id)") }
    }
    var held = [fixture.store.subscribe { _ in log.append("first") }]
    held.append(try observeRow(2))
    held.append(fixture.store.subscribe { _ in log.append("middle") })
    held.append(try observeRow(1))
    held.append(fixture.store.subscribe { _ in log.append("last") })
    // It subscribes late, and its store keeps its turn.
    if isRaw { held.append(try row(2, fixture).subscribe { _ in log.append("raw") }) }
    log = []
    fixture.send(.outside)
    let second = isRaw ? ["row 2", "raw"] : ["row 2"]
    #expect(log == ["first"] + second + ["middle", "row 1", "last"])
    withExtendedLifetime(held) {}
  }

  @Test("C26: a row's observer that leaves before its turn gets no call, nor does its store")
  func gone() throws {
    let fixture = try list([1, 2, 3]) { rows in
      for id in [1, 2, 3] { rows[id: id]?.counter.count += 1 }
    }
    var log: [Int] = []
    var isArmed = false
    var rows: [Int: LoopStore<Rows.Row, Counter.Action>] = [:]
    var subscriptions: [Int: Subscription] = [:]
    let first = fixture.store.subscribe { _ in
      guard isArmed else { return }
      subscriptions[1] = nil
      rows[1] = nil
    }
    for id in [1, 2, 3] {
      let store = try row(id, fixture)
      rows[id] = store
      subscriptions[id] = store.observe({ $0.counter.count }) { _ in
        log.append(id)
        // The second observer releases itself, store and all, during its call.
        if isArmed, id == 2 {
          subscriptions[2] = nil
          rows[2] = nil
        }
      }
    }
    fixture.send(.outside)
    #expect(log == [1, 2, 3, 1, 2, 3])
    isArmed = true
    log = []
    fixture.send(.outside)
    fixture.send(.outside)
    #expect(log == [2, 3, 3])
    first.cancel()
  }

  @Test("C26: a subscription may come to a row's store, and leave, while observers are called")
  func comeAndGo() throws {
    let fixture = try list([1, 2])
    let row = try row(1, fixture)
    var inner: Subscription?
    var calls = 0
    let outer = fixture.store.subscribe { _ in
      if inner == nil { inner = row.subscribe { _ in calls += 1 } } else { inner = nil }
    }
    for _ in 0..<6 { fixture.send(.noop) }
    // The row's store has the first turn: each subscription is called once before it ends.
    #expect(calls == 3)
    outer.cancel()
    #expect(inner == nil)
    for _ in 0..<3 { fixture.send(.noop) }
    #expect(calls == 3)
    inner = row.subscribe { _ in calls += 1 }
    for _ in 0..<3 { fixture.send(.noop) }
    #expect(calls == 6)
    inner = nil
  }

  @Test func `C25: stores of rows keep nothing alive when they are released`() throws {
    let loop = try Loop(.virtual)
    var owned: LoopStore<Rows.State, Rows.Action>? = LoopStore(
      initialState: Rows.State(rows: [Rows.Row(1), Rows.Row(2)]), loop: loop
    ) { Rows.reducer() }
    weak let reference = owned
    var row = owned?.scope(state: \.rows, action: \.rows, id: 1)
    var subscription = row?.subscribe { _ in }
    weak let rowReference = row
    owned = nil
    row?.send(.inc)
    #expect(reference != nil)
    row = nil
    #expect(rowReference != nil)
    subscription = nil
    #expect(rowReference == nil)
    #expect(reference == nil)
    withExtendedLifetime(subscription) {}
    loop.close()
  }
}
