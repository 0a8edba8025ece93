import Kumiki
import Testing

/// The effects of a path's elements, and their dismissal.
@Suite struct StackEffectTests {
  @Test("E30: what an element's effect sends arrives at that element", arguments: Dialect.allCases)
  func address(_ dialect: Dialect) throws {
    let hike = try HikeFixture(dialect, path: 2)
    hike.send(dialect.element(0, .incAfter(1)))
    hike.send(dialect.element(1, .incAfter(1)))
    hike.send(.removeAt(0))
    try hike.advance(seconds: 1)
    #expect(hike.actions.last == dialect.element(1, .inc))
    #expect(hike.ids == [1])
    #expect(hike.counts == [1])
    #expect(hike.codes == [])
  }

  @Test(
    "E31: an id that leaves the path takes its effects along in the burst, and no others",
    arguments: Dialect.allCases)
  func removal(_ dialect: Dialect) throws {
    let hike = try HikeFixture(dialect, path: 3)
    for id in hike.ids { hike.send(dialect.element(id, .startTimer)) }
    hike.send(.removeAt(1))
    #expect(hike.store.effectCount == 2)
    #expect(try hike.ticking() == [0, 2])
    hike.send(dialect.pop(0))
    #expect(hike.store.effectCount == 0)
    #expect(try hike.ticking() == [])
  }

  @Test("E31: everything presented inside an element goes with it", arguments: Dialect.allCases)
  func presentedInside(_ dialect: Dialect) throws {
    let fixture = try StoreFixture(
      Tower.State(path: [Family.State(left: Family.State()), Family.State()])
    ) { Tower.reducer(dialect) }
    let ids = Array(fixture.state.path.ids)
    fixture.send(Tower.word(dialect, ids[0], .left(.presented(.word("start")))))
    fixture.send(Tower.word(dialect, ids[1], .word("start")))
    fixture.send(.removeFirst)
    #expect(fixture.store.effectCount == 1)
    fixture.send(.removeFirst)
    #expect(fixture.store.effectCount == 0)
  }

  @Test("E31: an element removed in answer to its action leaves nothing of it behind")
  func removedInAnswer() throws {
    let hike = try HikeFixture(
      .modern, path: 2,
      answer: { state, action in
        if action == .path(.element(id: 1, action: .startTimer)) { state.path.pop(from: 1) }
      })
    hike.send(.path(.element(id: 1, action: .startTimer)))
    #expect(hike.store.effectCount == 0)
    #expect(try hike.ticking() == [])
  }

  @Test("E32: reordering cancels nothing", arguments: Dialect.allCases)
  func reorder(_ dialect: Dialect) throws {
    let hike = try HikeFixture(dialect, path: 3)
    for id in hike.ids { hike.send(dialect.element(id, .startTimer)) }
    hike.send(.reverse)
    #expect(hike.ids == [2, 1, 0])
    #expect(try hike.ticking() == [0, 1, 2])
    #expect(hike.counts == [1, 1, 1])
  }

  @Test(
    "E33: a removal by somebody else is noticed at the next action through the layer",
    arguments: Dialect.allCases)
  func outside(_ dialect: Dialect) throws {
    let hike = try HikeFixture(
      dialect, path: 2,
      outside: { state, action in
        if action == .custom("outside") { state.path.removeAll() }
      })
    for id in hike.ids { hike.send(dialect.element(id, .startTimer)) }
    hike.send(.custom("outside"))
    hike.send(.noop)
    #expect(hike.store.effectCount == 0)
    #expect(try hike.ticking() == [])
    #expect(hike.codes == [])
  }

  @Test(
    "E34: elements cannot cancel each other's effects by id; the parent cancels those of all",
    arguments: Dialect.allCases)
  func ids(_ dialect: Dialect) throws {
    let hike = try HikeFixture(dialect, path: 3)
    for id in hike.ids { hike.send(dialect.element(id, .startTimer)) }
    hike.send(dialect.element(1, .stopTimer))
    #expect(try hike.ticking() == [0, 2])
    hike.send(.stopAll)
    #expect(hike.store.effectCount == 0)
    #expect(try hike.ticking() == [])
  }

  @Test("E11: replaced in place by another case, an element keeps id and effects")
  func otherCase() throws {
    let fixture = try StoreFixture(Screens.State(path: [.counter(count: 0)])) { Screens.reducer }
    fixture.send(.path(.element(id: 0, action: .counter(.startTimer))))
    fixture.send(.write(0, .animations("white")))
    let path = fixture.state.path
    #expect(fixture.store.effectCount == 1)
    try fixture.advance(seconds: 3)
    #expect(fixture.codes == [.wrongCase, .wrongCase, .wrongCase])
    #expect(fixture.state.path == path)
    #expect(Array(path.ids) == [0])
  }

  @Test(
    "E40: dismiss in an element pops it and everything above it", arguments: Dialect.allCases)
  func dismiss(_ dialect: Dialect) throws {
    let hike = try HikeFixture(dialect, path: 0)
    for _ in 0..<3 { hike.send(.add) }
    hike.send(dialect.element(1, .close))
    try hike.settle()
    #expect(hike.actions.suffix(2) == [dialect.element(1, .close), dialect.pop(1)])
    #expect(hike.ids == [0])
    #expect(hike.codes == [])
    try expectQuiet(hike)
  }

  @Test("E41: it works in an element of the initial state", arguments: Dialect.allCases)
  func dismissInitial(_ dialect: Dialect) throws {
    let hike = try HikeFixture(dialect, path: 1)
    hike.send(dialect.element(0, .close))
    try hike.settle()
    #expect(hike.actions == [dialect.element(0, .close), dialect.pop(0)])
    #expect(hike.ids == [])
    #expect(hike.codes == [])
  }

  @Test("E40: a dismissal does not touch an element that took the id again")
  func dismissLate() throws {
    let calls = Record<Int>()
    let fixture = try StoreFixture(Hike.State(1)) {
      Reduce<Hike.State, Hike.Action> { state, action in
        if action == .removeAll { state.path.removeAll() }
        return .none
      }
      .forEach(\.path, action: \.path) {
        Reduce<Counter.State, Counter.Action> { _, action in
          guard action == .close else { return .none }
          return .run { _ in
            await sleepDeafToCancellation(seconds: 1)
            await DependencyValues.current.dismiss()
            calls(1)
          }
        }
      }
    }
    fixture.send(.path(.element(id: 0, action: .close)))
    try fixture.advance(seconds: 0.5)
    fixture.send(.removeAll)
    fixture.send(.path(.push(id: 0, state: Counter.State(count: 3))))
    try fixture.advance(seconds: 1)
    #expect(calls.entries == [1])
    #expect(fixture.counts == [3])
    #expect(fixture.codes == [])
  }

  @Test("E42: isPresented is true in elements", arguments: Dialect.allCases)
  func isPresented(_ dialect: Dialect) throws {
    let hike = try HikeFixture(dialect, path: 1)
    hike.send(dialect.element(0, .whoami))
    #expect(hike.state.path[0].isPresented == true)
  }

  @Test("E50: popToRoot ends the effects of all; popTo those above", arguments: Dialect.allCases)
  func popToRoot(_ dialect: Dialect) throws {
    let hike = try HikeFixture(
      dialect, path: 3,
      answer: { state, action in
        if action == .custom("popTo") { state.path.pop(to: 1) }
        if action == .custom("popToRoot") { state.path.popToRoot() }
      })
    for id in hike.ids { hike.send(dialect.element(id, .startTimer)) }
    hike.send(.custom("popTo"))
    #expect(try hike.ticking() == [0, 1])
    hike.send(.custom("popToRoot"))
    #expect(hike.ids == [])
    #expect(hike.store.effectCount == 0)
  }
}

/// A path of features that present others like themselves.
private enum Tower {
  struct State { var path: StackState<Family.State> }

  enum Action: CasePathable {
    case path(StackAction<Family.State, Family.Action>)
    case navigation(NavigationAction<Family.State, Family.Action>)
    case removeFirst

    struct AllCasePaths {
      let path = CasePath(embed: Action.path) {
        if case .path(let action) = $0 { action } else { nil }
      }
      let navigation = CasePath(embed: Action.navigation) {
        if case .navigation(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  static func word(_ dialect: Dialect, _ id: StackElementID, _ action: Family.Action) -> Action {
    switch dialect {
    case .modern: .path(.element(id: id, action: action))
    case .seed: .navigation(.element(id: id, action: action))
    }
  }

  static func reducer(_ dialect: Dialect) -> AnyReducer<State, Action> {
    let parent = Reduce<State, Action> { state, action in
      if case .removeFirst = action { state.path.remove(at: 0) }
      return .none
    }
    return switch dialect {
    case .modern: AnyReducer(parent.forEach(\.path, action: \.path) { Family() })
    case .seed:
      AnyReducer(parent.navigationDestination(\.path, action: \.navigation) { Family() })
    }
  }
}

/// A path of screens of several kinds.
private enum Screens {
  struct State { var path: StackState<Sheet.Destination.State> }

  enum Action: CasePathable {
    case path(StackActionOf<Sheet.Destination>)
    case write(StackElementID, Sheet.Destination.State)

    struct AllCasePaths {
      let path = CasePath(embed: Action.path) {
        if case .path(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  static var reducer: some Reducer<State, Action> {
    Reduce<State, Action> { state, action in
      if case .write(let id, let screen) = action { state.path[id: id] = screen }
      return .none
    }
    .forEach(\.path, action: \.path) { Sheet.Destination() }
  }
}
