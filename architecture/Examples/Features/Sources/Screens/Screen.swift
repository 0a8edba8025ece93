import Kumiki

/// A screen of the path: one of two kinds.
struct Screen: Reducer {
  enum State: Codable, Equatable {
    case numbers(Numbers.State)
    case timer(Ticks.State)
  }

  enum Action: Codable, Equatable {
    case numbers(Numbers.Action)
    case timer(Ticks.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.numbers, action: \.numbers) { Numbers() }
    Scope(state: \.timer, action: \.timer) { Ticks() }
  }
}

struct Numbers: Reducer {
  struct State: Codable, Equatable {
    var count = 0
  }

  enum Action: Codable, Equatable {
    case close
    case increment
  }

  @Dependency(\.dismiss) private var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment:
      // Sums wrap, because a pushed screen may contain the largest number.
      state.count &+= 1
      return .none
    case .close:
      return .run { _ in await dismiss() }
    }
  }
}

struct Ticks: Reducer {
  struct State: Codable, Equatable {
    var ticks = 0
  }

  enum Action: Codable, Equatable {
    case close
    case start
    case stop
    case tick
  }

  /// Each screen has its own: the timers of two screens do not interfere.
  private enum CancelID { case ticks }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.dismiss) private var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tick:
      state.ticks &+= 1
      return .none
    case .start:
      return .run { send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
      }
      .cancellable(id: CancelID.ticks, cancelInFlight: true)
    case .stop:
      return .cancel(id: CancelID.ticks)
    case .close:
      return .run { _ in await dismiss() }  // this screen, and all screens above it
    }
  }
}

extension Screen.State: CasePathable {
  struct AllCasePaths {
    let numbers = CasePath(embed: Screen.State.numbers) {
      if case .numbers(let state) = $0 { state } else { nil }
    }
    let timer = CasePath(embed: Screen.State.timer) {
      if case .timer(let state) = $0 { state } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Screen.Action: CasePathable {
  struct AllCasePaths {
    let numbers = CasePath(embed: Screen.Action.numbers) {
      if case .numbers(let action) = $0 { action } else { nil }
    }
    let timer = CasePath(embed: Screen.Action.timer) {
      if case .timer(let action) = $0 { action } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
