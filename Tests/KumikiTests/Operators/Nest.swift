import Kumiki

/// A counter that may contain another counter, to any depth: for the tests of recursion.
enum Nest {
  struct State: Equatable, Sendable {
    var count = 0
    @Boxed var child: State?

    /// That many levels, including the outermost one.
    init(levels: Int = 1) {
      _child = Boxed(wrappedValue: nil)
      for _ in 1..<max(levels, 1) { self = State(around: self) }
    }

    private init(around child: State) { _child = Boxed(wrappedValue: child) }

    /// The counts from the outermost level inwards.
    var counts: [Int] {
      var counts: [Int] = []
      var level: State? = self
      while let here = level {
        counts.append(here.count)
        level = here.child
      }
      return counts
    }
  }

  indirect enum Action: Equatable, Sendable, CasePathable {
    case inc
    /// Sends `inc` to this level, as an effect.
    case incLater
    case push
    case pop
    case child(Action)

    struct AllCasePaths {
      let child = CasePath(embed: Action.child) {
        if case .child(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }

    /// This action at that many levels of depth.
    func at(depth: Int) -> Self { (0..<depth).reduce(self) { action, _ in .child(action) } }

    /// How many levels deep it is.
    var depth: Int {
      var depth = 0
      var action = self
      while case .child(let inner) = action {
        depth += 1
        action = inner
      }
      return depth
    }
  }

  /// A level's own step.
  static func step(_ visited: @escaping () -> Void = {}) -> Reduce<State, Action> {
    Reduce { state, action in
      visited()
      switch action {
      case .inc: state.count += 1
      case .incLater: return .after(seconds: 1, .inc)
      case .push: state.child = State()
      case .pop: state.child = nil
      case .child: break
      }
      return .none
    }
  }

  /// By `Recurse`.
  static func recursive(
    _ visited: @escaping () -> Void = {}
  ) -> some Reducer<State, Action> {
    Recurse<State, Action> { nested in
      step(visited).ifLet(\.child, action: \.child) { nested }
    }
  }

  /// By naming itself.
  struct SelfNaming: Reducer {
    typealias State = Nest.State
    typealias Action = Nest.Action

    var body: some Reducer<Nest.State, Nest.Action> {
      step().ifLet(\.child, action: \.child) { SelfNaming() }
    }
  }

  /// The two ways for a feature to contain itself.
  enum Way: CaseIterable, Sendable {
    case recurse, selfNaming

    var reducer: AnyReducer<State, Action> {
      switch self {
      case .recurse: AnyReducer(recursive())
      case .selfNaming: AnyReducer(CombineReducers { SelfNaming() })
      }
    }
  }
}
