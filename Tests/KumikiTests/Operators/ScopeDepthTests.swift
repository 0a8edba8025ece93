import Kumiki
import Testing

/// Features that a step passes through scopes, as many as an action requests; one reducer implements
/// all of them.
private struct Stairs: Reducer {
  struct State: Equatable {
    /// The number of levels that handled an action, and the count of the last one.
    var levels = 0
    var arrivals = 0
    var answers = 0
  }

  /// Contains nothing that needs an owner.
  struct Action: Equatable {
    enum Kind { case arrive, ask, answer, hold, stop }
    var below: Int
    var kind: Kind
  }

  /// The same state, as its own part.
  private struct Whole: StateOptic {
    typealias Root = State
    typealias Value = State
    var opticID: OpticID { OpticID("whole") }
    var absence: Kumiki.Issue.Code { .absentChild }
    var name: String { "whole" }

    func modify<Result>(_ root: inout State, _ body: (inout State) -> Result) -> Result? {
      body(&root)
    }
  }

  private static let down = CasePath<Action, Action> { action in
    Action(below: action.below + 1, kind: action.kind)
  } extract: { action in
    action.below > 0 ? Action(below: action.below - 1, kind: action.kind) : nil
  }

  /// The step of the last level.
  var last: (inout State) -> Void = { _ in }

  var body: some Reducer<State, Action> {
    Recurse { [last] nested in
      Reduce<State, Action> { state, action in
        state.levels += 1
        guard action.below == 0 else { return .none }
        switch action.kind {
        case .arrive: state.arrivals += 1
        case .answer: state.answers += 1
        case .ask: return .send(Action(below: 0, kind: .answer))
        case .hold:
          return .run { _ in try await Task.sleep(for: .seconds(1_000)) }.cancellable(id: "held")
        case .stop: return .cancel(id: "held")
        }
        last(&state)
        return .none
      }
      Scope(Whole(), Self.down, nested, label: OperatorLabel("Scope", at: Site(#fileID, #line)))
    }
  }
}

/// A payload of an action, which has an owner.
private final class CarriedObject: Sendable {}

@Suite struct ScopeDepthTests {
  static let depths = [0, 1, 2, 63, 64, 65, 200]

  @Test("A5: an action passes down through any number of scopes", arguments: depths)
  func down(depth: Int) throws {
    let store = LoopStore(initialState: Stairs.State(), loop: try Loop(.virtual)) { Stairs() }
    store.send(.init(below: depth, kind: .arrive))
    store.send(.init(below: depth, kind: .arrive))
    #expect(store.state == .init(levels: 2 * (depth + 1), arrivals: 2))
    store.loop.close()
  }

  @Test("A5: an effect comes back through all of them, wrapped by each", arguments: depths)
  func up(depth: Int) throws {
    let store = LoopStore(initialState: Stairs.State(), loop: try Loop(.virtual)) { Stairs() }
    store.send(.init(below: depth, kind: .ask))
    #expect(store.state == .init(levels: 2 * (depth + 1), answers: 1))
    store.loop.close()
  }

  @Test("A7: while an effect runs below, features are found as before", arguments: depths)
  func running(depth: Int) throws {
    let fixture = try StoreFixture(Stairs.State()) { Stairs() }
    fixture.send(.init(below: depth, kind: .hold))
    #expect(fixture.store.effectCount == 1)
    fixture.send(.init(below: depth, kind: .arrive))
    fixture.send(.init(below: depth, kind: .stop))
    #expect(fixture.store.effectCount == 0)
    fixture.send(.init(below: depth, kind: .arrive))
    #expect(fixture.state == .init(levels: 4 * (depth + 1), arrivals: 2))
  }

  @Test("A reducer deep down may send to another store", arguments: depths)
  func inside(depth: Int) throws {
    let inner = try StoreFixture(Stairs.State()) { Stairs() }
    let outer = try StoreFixture(Stairs.State(), loop: inner.loop) {
      Stairs { _ in inner.send(.init(below: depth, kind: .ask)) }
    }
    outer.send(.init(below: depth, kind: .arrive))
    outer.send(.init(below: depth, kind: .ask))
    // Once for the arrival, once for the answer.
    #expect(inner.state == .init(levels: 4 * (depth + 1), answers: 2))
    #expect(outer.state == .init(levels: 3 * (depth + 1), arrivals: 1, answers: 1))
  }

  @Test func `The payload of an action is released with it, however deep it went`() throws {
    struct Child: Reducer {
      var body: some Reducer<Int, CarriedObject> {
        Reduce { state, _ in
          state += 1
          return .none
        }
      }
    }
    struct Parent: Reducer {
      struct State { var child = 0 }
      enum Action: CasePathable {
        case child(CarriedObject)
        struct AllCasePaths {
          let child = CasePath(embed: Action.child) { action in
            if case .child(let carried) = action { carried } else { nil }
          }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
      }
      var body: some Reducer<State, Action> { Scope(state: \.child, action: \.child) { Child() } }
    }
    let store = LoopStore(initialState: Parent.State(), loop: try Loop(.virtual)) { Parent() }
    weak var carried: CarriedObject?
    do {
      let made = CarriedObject()
      carried = made
      store.send(.child(made))
    }
    #expect(carried == nil)
    #expect(store.state.child == 1)
    store.loop.close()
  }
}
