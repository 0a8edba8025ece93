import Kumiki

/// The content of a sheet.
struct Note: Reducer {
  struct State: Equatable { var text = "" }
  enum Action: Equatable { case write(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .write(let text): state.text = text
    }
    return .none
  }
}

/// A count with a timer, a sheet and a load that takes time.
struct Ticking: Reducer {
  struct State: Equatable {
    var count = 0
    var isLoading = false
    @PresentationState var sheet: Note.State?
  }

  enum Action: Equatable, CasePathable {
    case load
    case loaded(Int)
    case start
    case tick
    case stop
    case hang
    case edit
    case sheet(PresentationAction<Note.Action>)

    struct AllCasePaths {
      let sheet = CasePath(embed: Action.sheet) {
        if case .sheet(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .load:
        state.isLoading = true
        return .run { send in
          try await clock.sleep(for: .milliseconds(1))
          // On Swift's own threads.
          let loaded = await Task.detached { 40 }.value
          await send(.loaded(loaded + 2))
        }
      case .loaded(let count):
        state.isLoading = false
        state.count = count
        return .none
      case .start:
        return .run { send in
          while true {
            try await clock.sleep(for: .milliseconds(1))
            await send(.tick)
          }
        }
        .cancellable(id: CancelID.timer)
      case .tick:
        state.count += 1
        return state.count < 3 ? .none : .cancel(id: CancelID.timer)
      case .stop:
        return .cancel(id: CancelID.timer)
      case .hang:
        return .run { _ in try await clock.sleep(for: .seconds(1_000_000)) }
      case .edit:
        state.sheet = Note.State()
        return .none
      case .sheet:
        return .none
      }
    }
    .ifLet(\.$sheet, action: \.sheet) { Note() }
  }

  /// A store as in a program, with its loop's clock.
  static func store(loop: Loop) -> LoopStore<State, Action> {
    LoopStore(initialState: State(), loop: loop) {
      Self()
    } withDependencies: {
      $0.context = .live
    }
  }

  @MainActor static func store() -> StoreOf<Self> { Store(store(loop: .main)) }
}
