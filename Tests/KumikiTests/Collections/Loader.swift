import Kumiki

/// A list whose rows lead to a counter that is loaded first: for the checks of navigate-and-load.
///
/// The selection is an optional that holds an optional: the row that was chosen, and its counter once
/// that is there.
struct Loader: Reducer {
  struct Row: Equatable, Identifiable {
    let id: Int
    var count: Int
  }

  struct Selection: Equatable, Identifiable {
    let id: Int
    var value: Counter.State?
  }

  struct State: Equatable {
    var rows: IdentifiedArrayOf<Row> = [
      Row(id: 1, count: 1), Row(id: 2, count: 42), Row(id: 3, count: 100),
    ]
    var selection: Selection?

    var counts: [Int] { rows.map(\.count) }
  }

  enum Action: Equatable, Sendable, CasePathable {
    case counter(Counter.Action)
    /// Null goes back.
    case select(Int?)
    case loaded
    case delete(Int)

    struct AllCasePaths {
      let counter = CasePath(embed: Action.counter) {
        if case .counter(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  static let loadID = "load"

  let cancelInFlight: Bool

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .select(let id?):
        state.selection = Selection(id: id)
        return .after(seconds: 1, .loaded)
          .cancellable(id: Self.loadID, cancelInFlight: cancelInFlight)
      case .select(nil):
        if let selection = state.selection, let counter = selection.value {
          state.rows[id: selection.id]?.count = counter.count
        }
        state.selection = nil
        return .cancel(id: Self.loadID)
      case .loaded:
        guard let id = state.selection?.id else { break }
        state.selection?.value = Counter.State(count: state.rows[id: id]?.count ?? 0)
      case .delete(let id):
        state.rows.remove(id: id)
      case .counter:
        break
      }
      return .none
    }
    .ifLet(\.selection, action: \.counter) {
      EmptyReducer().ifLet(\.value, action: \.itself) { Counter() }
    }
  }
}
