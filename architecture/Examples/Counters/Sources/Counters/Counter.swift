import Kumiki

/// A count, a timer that counts to three, and a sheet for a note.
struct Counter: Reducer {
  struct State: Equatable {
    var count = 0
    var secondsLeft: Int?
    var notes: [String] = []
    @PresentationState var note: Note.State?
  }

  enum Action: Equatable {
    case incrementButtonTapped
    case decrementButtonTapped
    case timerButtonTapped
    case timerTicked
    case noteButtonTapped
    case note(PresentationAction<Note.Action>)
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) private var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.count += 1
        return .none

      case .decrementButtonTapped:
        state.count -= 1
        return .none

      case .timerButtonTapped:
        guard state.secondsLeft == nil else {
          state.secondsLeft = nil
          return .cancel(id: CancelID.timer)
        }
        state.secondsLeft = 3
        return .run { send in
          for _ in 1...3 {
            try await clock.sleep(for: .seconds(1))
            await send(.timerTicked)
          }
        }
        .cancellable(id: CancelID.timer)

      case .timerTicked:
        state.count += 1
        state.secondsLeft = state.secondsLeft.flatMap { $0 > 1 ? $0 - 1 : nil }
        return .none

      case .noteButtonTapped:
        state.note = Note.State(text: "at \(state.count)")
        return .none

      case .note(.presented(.doneButtonTapped)):
        // The sheet is still presented: its effect dismisses it.
        if let note = state.note { state.notes.append(note.text) }
        return .none

      case .note:
        return .none
      }
    }
    .ifLet(\.$note, action: \.note) { Note() }
  }
}

extension Counter.Action: CasePathable {
  struct AllCasePaths {
    let note = CasePath(embed: Counter.Action.note) {
      if case .note(let action) = $0 { action } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
