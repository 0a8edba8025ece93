import Kumiki
import Testing

/// The operator that runs a feature for each row.
@Suite struct ForEachTests {
  @Test func `F4: reordering cancels nothing`() throws {
    let fixture = try RowsFixture(rows: [1, 2])
    fixture.send(.row(1, .startTimer))
    fixture.send(.reverse)
    #expect(fixture.ids == [2, 1])
    #expect(try fixture.ticking() == [1])
    #expect(fixture.counts == [0, 1])
  }

  @Test("F4: replacing a row under its id cancels nothing: it ticks on from the new count")
  func replace() throws {
    let fixture = try RowsFixture(rows: [1, 2])
    fixture.send(.row(1, .startTimer))
    #expect(try fixture.ticking() == [1])
    fixture.send(.write(Rows.Row(1, count: 0)))
    #expect(try fixture.ticking() == [1])
    #expect(fixture.counts == [1, 0])
  }

  @Test("F5: removing and adding an id in one step keeps the effects; in two steps they end")
  func readd() throws {
    let fixture = try RowsFixture(rows: [1, 2])
    fixture.send(.row(1, .startTimer))
    fixture.send(.readd(1))
    #expect(try fixture.ticking() == [1])
    fixture.send(.remove(1))
    fixture.send(.append(Rows.Row(1)))
    #expect(fixture.store.effectCount == 0)
    #expect(try fixture.ticking() == [])
  }

  @Test func `F6: also if an older copy of the rows was put back`() throws {
    var older: IdentifiedArrayOf<Rows.Row> = []
    let fixture = try RowsFixture(
      rows: [1],
      outside: { state, action in
        if action == .outside { state.rows = older }
      })
    fixture.send(.row(1, .startTimer))
    fixture.send(.noop)
    fixture.send(.row(1, .stopTimer))
    older = fixture.state.rows
    fixture.send(.append(Rows.Row(3)))
    fixture.send(.row(3, .startTimer))
    fixture.send(.outside)
    #expect(fixture.ids == [1])
    #expect(fixture.store.effectCount == 0)
  }

  @Test("F9: an initial list with an id twice is a duplicate-element-id; the first row stays")
  func initialDuplicate() throws {
    let fixture = try RowsFixture(rows: [1, 1])
    #expect(fixture.codes == [.duplicateElementID])
    #expect(fixture.ids == [1])
  }

  @Test("F20: appending an id again is not an issue, and the rows stay unchanged")
  func duplicate() throws {
    let fixture = try RowsFixture(rows: [1, 2])
    let rows = fixture.state.rows
    fixture.send(.append(Rows.Row(1, count: 7)))
    #expect(fixture.codes.isEmpty)
    #expect(fixture.state.rows == rows)
    #expect(fixture.state.log == [.append(Rows.Row(1, count: 7))])
  }

  @Test("F21: a row that another row replaces by position loses its effects, others keep theirs")
  func replacedByPosition() throws {
    let fixture = try RowsFixture(
      rows: [1, 2],
      outside: { state, action in
        if action == .outside { state.rows[0] = Rows.Row(9) }
      })
    fixture.send(.row(1, .startTimer))
    fixture.send(.row(2, .startTimer))
    fixture.send(.outside)
    #expect(fixture.ids == [9, 2] && fixture.store.effectCount == 1)
    #expect(try fixture.ticking() == [2])
    fixture.send(.row(9, .startTimer))
    #expect(try fixture.ticking().sorted() == [2, 9])
    #expect(fixture.codes.isEmpty)
  }

  @Test func `F21: rows that exchange places by a write keep their effects`() throws {
    let fixture = try RowsFixture(
      rows: [1, 2],
      outside: { state, action in
        if action == .outside { state.rows[0] = state.rows[1] }
      })
    fixture.send(.row(1, .startTimer))
    fixture.send(.outside)
    #expect(fixture.ids == [2, 1])
    #expect(try fixture.ticking() == [1])
  }

  @Test(
    "F11: 10 000 actions for 100 000 rows, and 1 000 removals, each find their row")
  func many() throws {
    let store = LoopStore(
      initialState: Rows.State(
        rows: IdentifiedArray(uniqueElements: (0..<100_000).map { Rows.Row($0) })),
      loop: try Loop(.virtual)
    ) {
      EmptyReducer<Rows.State, Rows.Action>().forEach(\.rows, action: \.rows) {
        Scope(state: \.counter, action: \.itself) { Counter() }
      }
    }
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<10_000 {
      store.send(.row(Int.random(in: 0..<100_000, using: &generator), .inc))
    }
    #expect(store.state.rows.reduce(0) { $0 + $1.counter.count } == 10_000)
    store.send(.row(0, .startTimer))
    let removing = LoopStore(
      initialState: Rows.State(
        rows: IdentifiedArray(uniqueElements: (0..<100_000).map { Rows.Row($0) })),
      loop: store.loop
    ) {
      Reduce<Rows.State, Rows.Action> { state, action in
        if case .remove(let id) = action { state.rows.remove(id: id) }
        return .none
      }
      .forEach(\.rows, action: \.rows) {
        Scope(state: \.counter, action: \.itself) { Counter() }
      }
    }
    removing.send(.row(0, .startTimer))
    for id in 1...1_000 { removing.send(.remove(id * 7)) }
    #expect(removing.state.rows.count == 99_000)
    #expect(removing.effectCount == 1)
  }
}
