import Kumiki

/// A feature that presents another instance of itself.
struct Nest: Reducer {
  struct State {
    var count = 0
    @PresentationState var child: State?
  }

  enum Action: CasePathable {
    case increment
    case work
    indirect case child(PresentationAction<Action>)

    struct AllCasePaths {
      let child = CasePath(embed: Action.child) {
        if case .child(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Recurse { nested in
      Reduce<State, Action> { state, action in
        switch action {
        case .increment: state.count += 1
        case .work: return .run { send in await send(.increment) }
        case .child: break
        }
        return .none
      }
      .ifLet(\.$child, action: \.child) { nested }
    }
  }

  /// A state nested to the given depth.
  static func nested(_ depth: Int) -> State {
    (0..<depth).reduce(State()) { state, _ in State(child: state) }
  }

  /// An action of the last level.
  static func deepest(_ action: Action, _ depth: Int) -> Action {
    (0..<depth).reduce(action) { action, _ in .child(.presented(action)) }
  }
}

/// A navigation path.
struct Screens: Reducer {
  struct State {
    var path = StackState<Row.State>()
  }

  enum Action: CasePathable {
    case push
    case pop
    case path(StackAction<Row.State, Row.Action>)

    struct AllCasePaths {
      let path = CasePath(embed: Action.path) {
        if case .path(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .push: state.path.append(Row.State(id: 0))
      case .pop: state.path.popLast()
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Row() }
  }
}

func measureDepth(_ growth: Growth) {
  growth.worlds(1...1_000, ["nested.deepest", "nested.outermost", "nested.effect"]) { depth in
    let store = opaque(LoopStore(initialState: Nest.nested(depth), loop: .current) { Nest() })
    let (deepest, work) = (Nest.deepest(.increment, depth), Nest.deepest(.work, depth))
    return Growth.World([
      Growth.Operation("nested.deepest") { for _ in 0..<$0 { store.send(deepest) } },
      Growth.Operation("nested.outermost") { for _ in 0..<$0 { store.send(.increment) } },
      // An effect of the deepest feature: its action passes through all levels.
      Growth.Operation("nested.effect") {
        for _ in 0..<$0 {
          store.send(work)
          try! store.loop.runUntilIdle(timeoutMilliseconds: 0)
        }
      },
    ])
  }
  // A first send, without any caches from an earlier send.
  growth.batches(1...1_000, ["nested.first"]) { depth in
    let store = opaque(LoopStore(initialState: Nest.nested(depth), loop: .current) { Nest() })
    let deepest = Nest.deepest(.increment, depth)
    let start = now()
    store.send(deepest)
    return [now() - start]
  }
  growth.worlds(1...1_000, ["scopes.deepest"]) { depth in
    let (state, deepest) = Deep.nested(depth)
    let store = opaque(LoopStore(initialState: state, loop: .current) { Deep() })
    return Growth.World([
      Growth.Operation("scopes.deepest") { for _ in 0..<$0 { store.send(deepest) } }
    ])
  }
  growth.worlds(1...1_000, ["stack.top", "stack.push"]) { size in
    let store = opaque(
      LoopStore(
        initialState: Screens.State(path: StackState((0..<size).map { Row.State(id: $0) })),
        loop: .current
      ) {
        Screens()
      })
    let top = store.state.path.ids.last!
    let increment = opaque(Screens.Action.path(.element(id: top, action: .increment)))
    return Growth.World([
      Growth.Operation("stack.top") { for _ in 0..<$0 { store.send(increment) } },
      Growth.Operation("stack.push") {
        for _ in 0..<$0 {
          store.send(.push)
          store.send(.pop)
        }
      },
    ])
  }
}
