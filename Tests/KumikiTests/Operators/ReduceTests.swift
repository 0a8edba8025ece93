import Kumiki
import Testing

@Suite struct ReduceTests {
  /// A feature with a body, three positions deep: each says that it ran.
  struct Tree: Reducer {
    struct State: Equatable { var child = Counter.State() }
    enum Action: CasePathable {
      case child(Counter.Action)

      struct AllCasePaths {
        let child = CasePath(embed: Action.child) {
          if case .child(let action) = $0 { action } else { nil }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    let ran: Record<String>

    var body: some Reducer<State, Action> {
      Reduce { [ran] _, _ in
        ran("first")
        return .none
      }
      Scope(state: \.child, action: \.child) {
        Kumiki.Reduce { [ran] _, _ in
          ran("child")
          return .none
        }
      }
      Reduce { [ran] _, _ in
        ran("last")
        return .none
      }
    }
  }

  @Test("A1: each reducer of the tree runs once for an action, and never before one is sent")
  func once() throws {
    let ran = Record<String>()
    let fixture = try StoreFixture(Tree.State()) { Tree(ran: ran) }
    try fixture.settle()
    #expect(ran.entries == [])
    for count in 1...3 {
      fixture.send(.child(.inc))
      #expect(ran.entries.count == 3 * count)
    }
    #expect(ran.entries == Array(repeating: ["first", "child", "last"], count: 3).flatMap { $0 })
  }

  @Test("A1: the step sees the state and the action, and its result is the store's state")
  func step() throws {
    let fixture = try StoreFixture(1) {
      Reduce<Int, Int> { state, action in
        state = state * 10 + action
        return .none
      }
    }
    fixture.send(2)
    fixture.send(3)
    #expect(fixture.state == 123)
  }

  @Test("A4: the empty reducer changes nothing and returns no effect, whatever the action")
  func empty() throws {
    let start = Counter.State(count: 7, isPresented: nil)
    let fixture = try StoreFixture(start) { EmptyReducer<Counter.State, Counter.Action>() }
    for action in [.inc, .startTimer, .close, .set(3)] as [Counter.Action] {
      let task = fixture.send(action)
      #expect(task.isFinished)
      #expect(fixture.state == start)
      #expect(fixture.store.effectCount == 0)
    }
    #expect(fixture.codes == [])
  }
}
