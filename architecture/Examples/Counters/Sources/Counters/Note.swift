import Kumiki

/// The feature in the sheet: a note about a count.
struct Note: Reducer {
  struct State: Equatable {
    var text = ""
  }

  enum Action: Equatable {
    case textChanged(String)
    case doneButtonTapped
  }

  @Dependency(\.dismiss) private var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .textChanged(let text):
      state.text = text
      return .none
    case .doneButtonTapped:
      return .run { _ in await dismiss() }
    }
  }
}
