import Kumiki

/// A path of counters and a parent that rearranges it: for the tests of stacks, in both dialects.
enum Hike {
  struct State: Equatable {
    var path: StackState<Counter.State> = []
    /// The actions that the parent was run with.
    var log: [Action] = []
    /// The ids on the path, and its counts, when the parent was run.
    var seenIDs: [StackElementID] = []
    var seenCounts: [Int] = []

    /// A path of that many counters, whose ids are the next ones.
    init(_ count: Int = 0) {
      for _ in 0..<count { path.append(Counter.State()) }
    }
  }

  enum Action: Equatable, Sendable, CasePathable {
    /// The path's actions in the modern dialect.
    case path(StackAction<Counter.State, Counter.Action>)
    /// The path's actions in the legacy dialect.
    case navigation(NavigationAction<Counter.State, Counter.Action>)
    case add
    case removeAt(Int)
    case removeAll
    case reverse
    /// Cancels the timers of all elements.
    case stopAll
    case noop
    /// For the test's own parent to react to.
    case custom(String)

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

  /// The additional step of a test's own parent, after the hike's.
  typealias Answer = (inout State, Action) -> Void

  static func reducer(_ dialect: Dialect, _ answer: @escaping Answer) -> AnyReducer<State, Action> {
    let parent = Reduce<State, Action> { state, action in
      state.log.append(action)
      state.seenIDs = Array(state.path.ids)
      state.seenCounts = state.path.map(\.count)
      var effect = Effect<Action>.none
      switch action {
      case .add: state.path.append(Counter.State())
      case .removeAt(let index): state.path.remove(at: index)
      case .removeAll: state.path.removeAll()
      case .reverse: state.path.reverse()
      case .stopAll: effect = .cancel(id: Counter.timerID)
      case .path, .navigation, .noop, .custom: break
      }
      answer(&state, action)
      return effect
    }
    return switch dialect {
    case .modern: AnyReducer(parent.forEach(\.path, action: \.path) { Counter() })
    case .seed:
      AnyReducer(parent.navigationDestination(\.path, action: \.navigation) { Counter() })
    }
  }
}

typealias HikeFixture = StoreFixture<Hike.State, Hike.Action>

extension StoreFixture where State == Hike.State, Action == Hike.Action {
  /// A path of that many counters.
  ///
  /// - Parameters:
  ///   - answer: the additional step of the parent.
  ///   - outside: the step of a reducer listed after the operator.
  convenience init(
    _ dialect: Dialect, path count: Int, answer: @escaping Hike.Answer = { _, _ in },
    outside: @escaping Hike.Answer = { _, _ in }
  ) throws {
    try self.init(Hike.State(count)) {
      Hike.reducer(dialect, answer)
      Reduce<State, Action> { state, action in
        outside(&state, action)
        return .none
      }
    }
  }

  var ids: [StackElementID] { Array(state.path.ids) }
  var counts: [Int] { state.path.map(\.count) }

  /// The ids of the elements that tick in the next second.
  func ticking() throws -> [StackElementID] {
    let count = actions.count
    try advance(seconds: 1)
    return actions.dropFirst(count).compactMap {
      switch $0 {
      case .path(.element(let id, .tick)), .navigation(.element(let id, .tick)): id
      default: nil
      }
    }
  }
}

extension Dialect {
  /// An action of an element of a hike's path.
  func element(_ id: StackElementID, _ action: Counter.Action) -> Hike.Action {
    switch self {
    case .modern: .path(.element(id: id, action: action))
    case .seed: .navigation(.element(id: id, action: action))
    }
  }

  /// The action that removes an element and everything above it.
  func pop(_ id: StackElementID) -> Hike.Action {
    switch self {
    case .modern: .path(.popFrom(id: id))
    case .seed: .navigation(.dismiss(id: id))
    }
  }
}
