import Kumiki
import Testing

/// Values that are computed from a store's state.
@Suite struct DerivedTests {
  struct State: Equatable {
    var a = 1
    var b = 2
    var c = 4
    var child = Counter.State()
    var rows: IdentifiedArrayOf<Rows.Row> = [Rows.Row(1), Rows.Row(2)]
    var doubled: Int { a * 2 }
  }

  enum Action: CasePathable {
    case change((inout State) -> Void)
    case child(Counter.Action)

    struct AllCasePaths {
      let child = CasePath(embed: Action.child) {
        if case .child(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  private func fixture(_ state: State = State()) throws -> StoreFixture<State, Action> {
    try StoreFixture(state) {
      Scope(state: \.child, action: \.child) { Counter() }
      Reduce<State, Action> { state, action in
        if case .change(let change) = action { change(&state) }
        return .none
      }
    }
  }

  @Test func `J20: a value is computed when it is read, and again after a change`() throws {
    let fixture = try fixture()
    var ran = 0
    let sum = fixture.store.derived(\.a, \.b) { a, b in
      ran += 1
      return a + b
    }
    #expect(ran == 0)
    #expect(sum.value == 3 && sum.value == 3)
    fixture.send(.change { $0.c = 5 })
    #expect(sum.value == 3 && ran == 1)
    fixture.send(.change { $0.a = 5 })
    fixture.send(.change { $0.a = 6 })
    #expect(ran == 1)
    #expect(sum.value == 8 && ran == 2)
  }

  @Test func `J20: a computed property is a place like any other`() throws {
    let fixture = try fixture()
    let text = fixture.store.derived(\.doubled) { "\($0)" }
    var told: [String] = []
    let held = text.observe { told.append($0) }
    fixture.send(.change { $0.a = 5 })
    fixture.send(.change { $0.b = 5 })
    #expect(told == ["2", "10"])
    withExtendedLifetime(held) {}
  }

  @Test func `J22, J23: an earlier observer gets the current value, and the order stays`() throws {
    let fixture = try fixture()
    let store = fixture.store
    let sum = store.derived(\.a, \.b) { $0 + $1 }
    #expect(sum.value == 3)
    var told: [String] = []
    let held = [
      store.observe(\.a) { told.append("a \($0), \(sum.value)") },
      sum.observe { told.append("sum \($0)") },
      store.subscribe { told.append("raw \($0.a)") },
      store.observe(\.a) { told.append("a again \($0)") },
      sum.observe { told.append("sum again \($0)") },
    ]
    told = []
    fixture.send(.change { $0.a = 4 })
    #expect(told == ["a 4, 6", "sum 6", "raw 4", "a again 4", "sum again 6"])
    told = []
    fixture.send(
      .change {
        $0.a = 3
        $0.b = 3
      })
    #expect(told == ["a 3, 6", "raw 3", "a again 3"])
    withExtendedLifetime(held) {}
  }

  @Test func `J24: a burst computes once for all observers, and not without a change`() throws {
    let fixture = try fixture()
    var ran = 0
    let sum = fixture.store.derived(\.a) { a in
      ran += 1
      return a
    }
    var told: [Int] = []
    let held = (0..<3).map { _ in sum.observe { told.append($0) } }
    fixture.send(.change { $0.b = 9 })
    #expect(ran == 1)
    fixture.send(.change { $0.a = 9 })
    #expect(ran == 2 && told == [1, 1, 1, 9, 9, 9])
    withExtendedLifetime(held) {}
  }

  @Test
  func `J25: values derived from others are computed once, and not if their inputs came out equal`()
    throws
  {
    let fixture = try fixture()
    let store = fixture.store
    var ran: [String] = []
    let left = store.derived(\.a) { a in
      ran.append("left")
      return a % 2
    }
    let right = left.derived { left in
      ran.append("right")
      return left + 10
    }
    let both = store.derived {
      ran.append("both")
      return left.value + right.value
    }
    var told: [Int] = []
    let held = both.observe { told.append($0) }
    #expect(ran == ["both", "left", "right"])
    ran = []
    fixture.send(.change { $0.a = 2 })
    #expect(ran == ["left", "both", "right"] || ran == ["left", "right", "both"])
    ran = []
    fixture.send(.change { $0.a = 4 })
    #expect(ran == ["left"])
    #expect(told == [12, 10])
    withExtendedLifetime(held) {}
  }

  @Test func `J26: a send inside a function is dropped, and is an issue`() throws {
    let fixture = try fixture()
    let store = fixture.store
    let scoped = store.scope(state: \.child, action: \.child)
    let sum = store.derived(\.a) { a in
      store.send(.change { $0.a = 100 })
      scoped.send(.inc)
      return a
    }
    #expect(sum.value == 1)
    #expect(fixture.state == State())
    #expect(fixture.codes == [.sendWhileDeriving, .sendWhileDeriving])
    fixture.send(.change { $0.a = 2 })
    #expect(sum.value == 2)
  }

  @Test func `J26: a value that a reducer reads belongs to the initial state, and is an issue`()
    throws
  {
    let asked = Record<Int>()
    let late = Late<Derived<Int>>()
    let fixture = try StoreFixture(1) {
      Reduce<Int, Int> { state, action in
        state = action
        if let value = late.value?.value { asked(value) }
        return .none
      }
    }
    let double = fixture.store.derived(\.self) { $0 * 2 }
    late.value = double
    fixture.send(5)
    #expect(asked.entries == [2])
    #expect(fixture.codes == [.readWhileReducing])
    #expect(double.value == 10)
  }

  @Test func `J27: a value that reads itself keeps its last value, and is an issue`() throws {
    let fixture = try fixture()
    let late = Late<Derived<Int>>()
    let sum = fixture.store.derived(\.a) { a in a == 1 ? 1 : a + (late.value?.value ?? 0) }
    #expect(sum.value == 1)
    late.value = sum
    fixture.send(.change { $0.a = 5 })
    #expect(sum.value == 6)
    #expect(fixture.codes == [.derivedRefused])
  }

  @Test func `J32: rows that a value was derived from are not retained`() throws {
    let fixture = try fixture()
    let store = fixture.store
    var ran = 0
    let total = store.derived(\.rows) { rows in
      ran += 1
      return rows.reduce(0) { $0 + $1.counter.count }
    }
    var told: [Int] = []
    let held = total.observe { told.append($0) }
    let before = store.withState { $0.rows.structure }
    fixture.send(.change { $0.rows[id: 2]?.counter.count = 7 })
    fixture.send(.change { $0.b = 7 })
    // A copy has its own log, which would not record the changes.
    var mark = RowLogMark()
    _ = store.withState { $0.rows.passRowChanges(since: &mark) }
    fixture.send(.change { $0.rows[id: 1]?.counter.count = 1 })
    var ids: [Int] = []
    #expect(store.withState { $0.rows.visitChanges(since: &mark) { ids.append($0) } })
    #expect(ids == [1])
    #expect(store.withState { $0.rows.structure } == before)
    #expect(told == [0, 7, 8] && ran == 3)
    withExtendedLifetime(held) {}
  }

  @Test func `J34: a scoped store derives values too, to combine with the whole store's`() throws {
    let fixture = try fixture()
    let store = fixture.store
    let scoped = store.scope(state: \.child, action: \.child)
    let count = scoped.derived(\.count) { $0 }
    let a = store.derived(\.a) { $0 }
    let mixed = scoped.derived { count.value + a.value }
    let upward = store.derived { count.value * 10 }
    var told: [Int] = []
    var upwards: [Int] = []
    let held = [mixed.observe { told.append($0) }, upward.observe { upwards.append($0) }]
    scoped.send(.inc)
    fixture.send(.change { $0.a = 10 })
    fixture.send(.change { $0.b = 10 })
    scoped.send(.inc)
    #expect(told == [1, 2, 11, 12])
    #expect(upwards == [0, 10, 20])
    #expect(mixed.value == 12 && upward.value == 20)
    for one in held { one.cancel() }
    scoped.send(.inc)
    #expect(told.count == 4 && mixed.value == 13)
  }

  @Test func `J35: on another thread it is the initial state's value, and an issue`() throws {
    let fixture = try fixture()
    nonisolated(unsafe) let sum = fixture.store.derived(\.a) { $0 }
    fixture.send(.change { $0.a = 5 })
    #expect(sum.value == 5)
    let asked = Record<Int>()
    OtherThread.run { asked(sum.value) }
    #expect(asked.entries == [1])
    try fixture.settle()
    #expect(fixture.codes == [.offThread])
  }

  @Test func `J29: a released value leaves nothing behind`() async {
    await #expect(processExitsWith: .success) {
      try expectNoLeak {
        let fixture = try StoreFixture(1) {
          Reduce<Int, Int> { state, action in
            state = action
            return .none
          }
        }
        let double = fixture.store.derived(\.self) { $0 * 2 }
        let more = double.derived { $0 + 1 }
        let held = more.observe { _ in }
        fixture.send(5)
        #expect(more.value == 11)
        held.cancel()
      }
    }
  }

  @Test func `J29: a store that ends no longer notifies the observers of a value`() throws {
    let fixture = try fixture()
    let sum = fixture.store.derived(\.a) { $0 }
    var told: [Int] = []
    let held = [sum.observe { told.append($0) }, sum.derived { -$0 }.observe { told.append($0) }]
    fixture.store.end()
    fixture.send(.change { $0.a = 5 })
    #expect(told == [1, -1] && sum.value == 1)
    for one in held { one.cancel() }
  }

  @Test func `J142: the last value of a long chain is reported, and the chain is freed`() throws {
    let fixture = try fixture()
    var last = fixture.store.derived(\.a) { $0 }
    for _ in 0..<1500 {
      last = last.derived { $0 + 1 }
      _ = last.value
    }
    var told: [Int] = []
    let held = last.observe { told.append($0) }
    fixture.send(.change { $0.a = 5 })
    #expect(told == [1501, 1505])
    held.cancel()
  }
}
