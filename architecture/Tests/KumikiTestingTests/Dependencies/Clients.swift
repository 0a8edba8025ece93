import Kumiki

/// A client whose calls can be distinguished.
struct Weather: DependencyKey {
  var report: @Sendable () -> String
  static let liveValue = Weather { "live" }
  static let testValue = Weather { "test" }
}

/// A client that tests must set.
struct Tide: DependencyKey {
  var level: Int
  static let liveValue = Tide(level: 1)
}

/// A client with state: each instance counts from 1.
struct Ticket: TestDependencyKey {
  var next: @Sendable () -> Int

  static let made = LockIsolated(0)

  static var testValue: Ticket {
    made.withValue { $0 += 1 }
    let count = LockIsolated(0)
    return Ticket {
      count.withValue {
        $0 += 1
        return $0
      }
    }
  }
}

extension DependencyValues {
  var tide: Tide {
    get { self[Tide.self] }
    set { self[Tide.self] = newValue }
  }
}

/// Reports the weather and the tide.
struct Harbour: Reducer {
  struct State: Equatable { var text = "" }
  enum Action { case look, lookLater, found(String) }

  @Dependency(Weather.self) var weather
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .look: state.text = weather.report()
    case .lookLater:
      return .run { send in
        _ = clock.now
        await send(.found(weather.report()))
      }
    case .found(let text): state.text = text
    }
    return .none
  }
}

/// A model that is not a feature.
final class Pilot {
  @Dependency(Weather.self) var weather
  @Dependency(\.tide) var tide

  /// The model of a child view.
  func mate() -> Pilot { withDependencies(from: self) { Pilot() } }

  func mateLater() async -> Pilot {
    await withDependencies(from: self) {
      await Task.yield()
      return Pilot()
    }
  }
}

/// A model without dependencies of its own.
final class Owner {
  func pilot() -> Pilot { withDependencies(from: self) { Pilot() } }
}
