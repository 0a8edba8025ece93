import KumikiArchitecture

/// An effect that runs as long as its view is shown: it receives each screenshot.
@Reducer
struct LongLiving {
  @ObservableState
  struct State: Equatable {
    var screenshots = 0
  }

  enum Action {
    case screenshotTaken
    case task
  }

  @Dependency(\.screenshots) var screenshots

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .screenshotTaken:
        state.screenshots += 1
        return .none

      case .task:
        return .run { send in
          for await _ in await self.screenshots() {
            await send(.screenshotTaken)
          }
        }
      }
    }
  }
}

extension DependencyValues {
  var screenshots: @Sendable () async -> AsyncStream<Void> {
    get { self[ScreenshotsKey.self] }
    set { self[ScreenshotsKey.self] = newValue }
  }
}

private enum ScreenshotsKey: DependencyKey {
  static let liveValue: @Sendable () async -> AsyncStream<Void> = { .never }
}
