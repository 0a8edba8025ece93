import Kumiki
import Testing

@Suite struct IfCaseLetTests {
  /// A session whose logged-in counter is run by `ifCaseLet`; the parent does what the test says.
  private func session(
    _ state: Session.State, _ parent: @escaping (inout Session.State, Session.Action) -> Void
  ) throws -> StoreFixture<Session.State, Session.Action> {
    try StoreFixture(state) {
      Reduce<Session.State, Session.Action> { state, action in
        parent(&state, action)
        return .none
      }
      .ifCaseLet(\.loggedIn, action: \.loggedIn) { Counter() }
    }
  }

  @Test("A14: the child runs first and its payload is written back, then the parent")
  func childFirst() throws {
    let seen = Record<Session.State>()
    let fixture = try session(.loggedIn(.init())) { state, _ in seen(state) }
    fixture.send(.loggedIn(.inc))
    #expect(seen.entries == [.loggedIn(.init(count: 1))])
    #expect(fixture.state == .loggedIn(.init(count: 1)))
    #expect(fixture.codes == [])
  }

  @Test("A14: a child action in another case is a wrong-case, and the parent runs")
  func wrongCase() throws {
    let logged = Record<Session.Action>()
    let fixture = try session(.loggedOut(.init())) { _, action in logged(action) }
    fixture.send(.loggedIn(.inc))
    #expect(fixture.codes == [.wrongCase])
    #expect(logged.entries == [.loggedIn(.inc)])
    #expect(fixture.state == .loggedOut(.init()))
  }

  @Test("A15: moving to another case cancels the child's effects")
  func otherCase() throws {
    let fixture = try session(.loggedIn(.init())) { state, action in
      if action == .loggedOut(.inc) { state = .loggedOut(.init()) }
    }
    fixture.send(.loggedIn(.startTimer))
    fixture.send(.loggedOut(.inc))
    #expect(fixture.store.effectCount == 0)
    let count = fixture.actions.count
    try fixture.advance(seconds: 5)
    #expect(fixture.actions.count == count)
    #expect(fixture.codes == [])
  }

  @Test("A15: a payload that is rewritten in its case keeps its effects")
  func rewriting() throws {
    let fixture = try session(.loggedIn(.init())) { state, action in
      if action == .loggedOut(.inc) { state = .loggedIn(.init(count: 10)) }
    }
    fixture.send(.loggedIn(.startTimer))
    fixture.send(.loggedOut(.inc))
    try fixture.advance(seconds: 1)
    #expect(fixture.state == .loggedIn(.init(count: 11)))
  }

  @Test("A15: so does not one whose id changes", arguments: [1, 2])
  func otherID(_ id: Int) throws {
    let fixture = try StoreFixture(Detail.State.item(.init(id: 1))) {
      Reduce<Detail.State, Detail.Action> { state, action in
        if case .assign(let item) = action { state = .item(item) }
        return .none
      }
      .ifCaseLet(\.item, action: \.item) { Sheet.Item() }
    }
    fixture.send(.item(.startTimer))
    fixture.send(.assign(.init(id: id)))
    #expect(fixture.store.effectCount == (id == 1 ? 1 : 0))
  }
}

/// A state with a case whose payload has an id.
private enum Detail {
  enum State: CasePathable {
    case item(Sheet.Item.State)
    case empty

    struct AllCasePaths {
      let item = CasePath(embed: State.item) {
        if case .item(let state) = $0 { state } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: CasePathable {
    case item(Counter.Action)
    case assign(Sheet.Item.State)

    struct AllCasePaths {
      let item = CasePath(embed: Action.item) {
        if case .item(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
}
