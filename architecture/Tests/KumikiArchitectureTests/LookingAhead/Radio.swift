import KumikiArchitecture

/// A radio that a kitchen presents: architecture/docs/looking-at-2.md shows its parts.
@Reducer
struct Radio {
  @ObservableState
  struct State: Equatable {
    var station: String?
    var title = ""
    var volume = 5
    var isMuted = false
    var recordings = 0
    /// Increased to request a recording of the current title.
    var recordRequests = 0

    /// The radio is on for as long as its state exists.
    var isOn: Bool { true }

    /// The station and the count, once a recording was requested.
    var recording: Recording? {
      guard let station, recordRequests > 0 else { return nil }
      return Recording(station: station, number: recordRequests)
    }

    struct Recording: Equatable {
      var station: String
      var number: Int
    }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case delegate(Delegate)
    case likeButtonTapped
    case recorded
    case titleChanged(String)

    @CasePathable
    enum Delegate: Equatable {
      case liked(String)
    }
  }

  @Dependency(Tuner.self) var tuner

  var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.volume) { _, state in
        state.isMuted = state.volume == 0
        return .none
      }
    Reduce { state, action in
      switch action {
      case .binding, .delegate:
        return .none
      case .likeButtonTapped:
        return .send(.delegate(.liked(state.title)))
      case .recorded:
        state.recordings += 1
        return .none
      case .titleChanged(let title):
        state.title = title
        return .none
      }
    }
    .running(\.isOn) {
      .run { _ in
        try await tuner.turnOn()
        defer { tuner.turnOff() }
        try await Task.never()
      }
    }
    .running(\.station) { station in
      .run { send in
        for await title in try await tuner.titles(station: station) {
          await send(.titleChanged(title))
        }
      }
    }
    .running(\.recording) { recording in
      .run { send in
        _ = try await tuner.record(station: recording.station)
        await send(.recorded)
      }
    }
  }
}
