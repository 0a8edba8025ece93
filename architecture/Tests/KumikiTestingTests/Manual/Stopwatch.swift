import Kumiki

// The feature of architecture/docs/testing.md.

struct Stopwatch: Reducer {
  struct Lap: Equatable {
    var id: UniqueID
    var seconds: Int
  }

  struct State: Equatable {
    var seconds = 0
    var isRunning = false
    var laps: [Lap] = []
    var saved: Int?
  }

  enum Action: Equatable {
    case startTapped, stopTapped, lapTapped, saveTapped
    case ticked
    case saved(Int)
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.uuid) private var uuid

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .startTapped:
      state.isRunning = true
      return .run { send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.ticked)
        }
      }
      .cancellable(id: CancelID.timer, cancelInFlight: true)

    case .stopTapped:
      state.isRunning = false
      return .cancel(id: CancelID.timer)

    case .lapTapped:
      state.laps.append(Lap(id: uuid(), seconds: state.seconds))
      return .none

    case .saveTapped:
      return .run { [seconds = state.seconds] send in await send(.saved(seconds)) }

    case .ticked:
      state.seconds += 1
      return .none

    case .saved(let seconds):
      state.saved = seconds
      return .none
    }
  }
}

extension Stopwatch.Action: CasePathable {
  struct AllCasePaths {
    let saved = CasePath(embed: Stopwatch.Action.saved) {
      if case .saved(let seconds) = $0 { seconds } else { nil }
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
