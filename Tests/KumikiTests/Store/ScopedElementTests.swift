import Kumiki
import Testing

/// Stores for a row, an element of a path and a case.
@Suite struct ScopedElementTests {
  @Test @MainActor func `V9: rows are a collection of stores, the same as those by their ids`()
    throws
  {
    let fixture = try RowsFixture(rows: [1, 2, 3])
    let stores = fixture.views.scope(state: \.rows, action: \.rows)
    #expect(stores.map(\.state.id) == [1, 2, 3] && stores.count == 3)
    let second = stores[1]
    #expect(second === fixture.views.scope(state: \.rows, action: \.rows, id: 2))
    for store in stores.reversed() { store.send(.inc) }
    #expect(fixture.counts == [1, 1, 1])
    fixture.send(.remove(3))
    #expect(stores.count == 3 && fixture.views.scope(state: \.rows, action: \.rows).count == 2)
    let gone = stores[2]
    #expect(gone.state == Rows.Row(3, count: 0) && !gone.hasState)
    gone.send(.inc)
    #expect(fixture.codes == [.missingElement])
  }

  @Test(
    "C31: a row whose parent gave it another id keeps its last value in the store of the old id")
  func renamedRow() throws {
    var ids = [9, 2]
    let fixture = try RowsFixture(
      rows: [1, 2],
      outside: { state, action in
        guard action == .outside else { return }
        let counts = state.rows.map(\.counter.count)
        state.rows = IdentifiedArray(
          uniqueElements: zip(ids, counts).map { Rows.Row($0, count: $1) })
      })
    let row = try #require(fixture.store.scope(state: \.rows, action: \.rows, id: 1))
    row.send(.inc)
    fixture.send(.outside)
    #expect(fixture.ids == [9, 2])
    #expect(row.state == Rows.Row(1, count: 1))
    #expect(!row.hasState)
    ids = [1, 2]
    fixture.send(.outside)
    #expect(row.hasState)
    #expect(row.state.counter.count == 1)
  }

  @Test("C14: one row is one store while it is held; C18: a row that returns uses that store again")
  func rowIdentity() throws {
    let fixture = try RowsFixture(rows: [1, 2])
    let one = try #require(fixture.store.scope(state: \.rows, action: \.rows, id: 1))
    #expect(one === fixture.store.scope(state: \.rows, action: \.rows, id: 1))
    #expect(one !== fixture.store.scope(state: \.rows, action: \.rows, id: 2))
    fixture.send(.remove(1))
    fixture.send(.append(Rows.Row(1, count: 7)))
    #expect(one.hasState)
    #expect(one.state.counter.count == 7)
  }

  @Test("C16: an element of a path, until it is popped", arguments: Dialect.allCases)
  func element(_ dialect: Dialect) throws {
    let hike = try HikeFixture(dialect, path: 2)
    let top =
      switch dialect {
      case .modern: hike.store.scope(state: \.path, action: \.path, id: 1)
      case .seed: hike.store.scope(state: \.path, action: \.navigation, id: 1)
      }
    let element = try #require(top)
    element.send(.inc)
    #expect(hike.actions.last == dialect.element(1, .inc))
    hike.send(.reverse)
    #expect(element.state.count == 1)
    hike.send(.removeAll)
    #expect(element.state.count == 1)
    #expect(!element.hasState)
  }

  private func session() throws -> StoreFixture<Session.State, Session.Action> {
    try StoreFixture(.loggedOut(.init())) {
      Reduce<Session.State, Session.Action> { state, action in
        switch action {
        case .loggedOut(.close): state = .loggedIn(.init(count: 9))
        case .loggedIn(.close): state = .loggedOut(.init(count: 5))
        default: break
        }
        return .none
      }
      Scope(state: \.loggedOut, action: \.loggedOut) { Counter() }
    }
  }

  @Test("J11: a case's store exists while the case is present; a view for another case is reported")
  func cases() throws {
    let fixture = try session()
    let out = try #require(fixture.store.scope(state: \.loggedOut, action: \.loggedOut))
    #expect(fixture.store.scope(state: \.loggedIn, action: \.loggedIn) == nil)
    #expect(fixture.codes == [])
    out.send(.inc)
    #expect(out.state.count == 1)
    #expect(fixture.store.caseLet(\.loggedIn, action: \.loggedIn) == nil)
    #expect(fixture.codes == [.wrongCase])
    #expect(fixture.store.caseLet(\.loggedOut, action: \.loggedOut) === out)
    #expect(fixture.codes == [.wrongCase])
  }
}
