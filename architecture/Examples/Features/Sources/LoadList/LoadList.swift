import Kumiki

/// A list whose rows open a screen that must be loaded first.
///
/// The selection is in the state immediately, so that the screen can be shown with a spinner. It is
/// an optional within an optional: a row is selected or not, and its counter is loaded or not. The
/// same feature in C is examples-c/load_list/feature.c.
struct LoadList: Reducer {
  struct State: Codable, Equatable {
    var rows: IdentifiedArrayOf<Row> = [
      Row(id: 1, count: 1), Row(id: 2, count: 42), Row(id: 3, count: 100),
    ]
    var selection: Selection?

    /// The counter of the selected row, once it is loaded.
    var loaded: Counter.State? {
      get { selection?.value }
      set { selection?.value = newValue }
    }
  }

  struct Row: Codable, Equatable, Identifiable {
    let id: Int
    var count: Int
  }

  struct Selection: Codable, Equatable, Identifiable {
    let id: Row.ID
    var value: Counter.State?
  }

  enum Action: Codable, Equatable {
    case counter(Counter.Action)
    case deleteRow(Row.ID)
    case setNavigation(selection: Row.ID?)
    case setNavigationSelectionDelayCompleted
  }

  private enum CancelID { case load }

  /// Whether a second selection cancels the first load.
  let latestOnly: Bool

  @Dependency(\.continuousClock) private var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .setNavigation(let id?):
        state.selection = Selection(id: id)
        // Cancellable means that going back can cancel the load. Without cancelInFlight the loads
        // of two selections both arrive, and the second discards the user's changes after the
        // first.
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.setNavigationSelectionDelayCompleted)
        }
        .cancellable(id: CancelID.load, cancelInFlight: latestOnly)

      case .setNavigation(nil):
        if let selection = state.selection, let count = selection.value?.count {
          state.rows[id: selection.id]?.count = count
        }
        state.selection = nil
        return .cancel(id: CancelID.load)

      case .setNavigationSelectionDelayCompleted:
        // A load may arrive late, when its row has been deleted.
        guard let id = state.selection?.id else { break }
        state.selection?.value = Counter.State(count: state.rows[id: id]?.count ?? 0)

      case .deleteRow(let id):
        state.rows.remove(id: id)

      case .counter:
        break
      }
      return .none
    }
    .ifLet(\.loaded, action: \.counter) { Counter() }
  }
}

extension LoadList.Action: CasePathable {
  struct AllCasePaths {
    let counter = CasePath(embed: LoadList.Action.counter) {
      if case .counter(let action) = $0 { action } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

struct Counter: Reducer {
  struct State: Codable, Equatable {
    var count = 0
  }

  enum Action: Codable, Equatable {
    case increment
    case decrement
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment: state.count &+= 1
    case .decrement: state.count &-= 1
    }
    return .none
  }
}
