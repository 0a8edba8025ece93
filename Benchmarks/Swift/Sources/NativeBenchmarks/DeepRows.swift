import Kumiki

/// A feature that presents itself.
struct Screen: Reducer {
  struct State {
    var count = 0
    @PresentationState var screen: State?
  }

  enum Action: CasePathable {
    case increment
    indirect case screen(PresentationAction<Action>)

    struct AllCasePaths {
      let screen = CasePath(embed: Action.screen) {
        if case .screen(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Recurse { nested in
      Reduce<State, Action> { state, action in
        if case .increment = action { state.count += 1 }
        return .none
      }
      .ifLet(\.$screen, action: \.screen) { nested }
    }
  }

  /// A store with a number of nested presentations.
  @MainActor static func store(_ depth: Int) -> Store<State, Action> {
    var state = State()
    for _ in 0..<depth { state = State(screen: state) }
    return opaque(Store(initialState: state) { Screen() })
  }

  /// The action that reaches the topmost of these presentations.
  static func deepest(_ depth: Int) -> Action {
    (0..<depth).reduce(Action.increment) { action, _ in .screen(.presented(action)) }
  }
}

extension Bench {
  mutating func addDeepRows() {
    let told = told
    add("scope-50") {
      let store = opaque(Store(initialState: Level<N50>.initial) { Level<N50>() })
      let action = opaque(Level<N50>.deepest)
      let subscription = store.subscribe { _ in told.pointee += 1 }
      return { times in
        for _ in 0..<times { store.send(action) }
        withExtendedLifetime(subscription) {}
      }
    }
    add("recursion-50") {
      let (state, action) = Deep.nested(50)
      let store = opaque(Store(initialState: state) { Deep() })
      let subscription = store.subscribe { _ in told.pointee += 1 }
      return { times in
        for _ in 0..<times { store.send(action) }
        withExtendedLifetime(subscription) {}
      }
    }
    for depth in [1_000, 2_000] {
      add("boxed-\(depth)") {
        let (state, action) = Deep.nested(depth)
        let store = opaque(Store(initialState: state) { Deep() })
        return { times in for _ in 0..<times { store.send(action) } }
      }
    }
    for depth in [100, 1_000] {
      add("nested-\(depth)") {
        let store = Screen.store(depth)
        let action = Screen.deepest(depth)
        return { times in for _ in 0..<times { store.send(action) } }
      }
    }
    // A new store each time; its first action goes all the way down.
    add(
      "nested-1000-first",
      { (stores: Fresh { Screen.store(1_000) }, action: Screen.deepest(1_000)) },
      prepare: { needs, times in needs.stores.make(times) },
      run: { needs, times in
        for index in 0..<times { needs.stores.made[index].send(needs.action) }
      })
  }
}

/// Values that are each used once, made before the measurement.
final class Fresh<Value> {
  private let one: () -> Value
  private(set) var made: [Value] = []

  init(_ one: @escaping () -> Value) { self.one = one }

  func make(_ count: Int) {
    made = []
    made = (0..<count).map { _ in one() }
  }
}
