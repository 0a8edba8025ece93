import Combine
import CombineSchedulers
import Dependencies

/// A scale that reports its load.
public struct Scale: Sendable {
  public var readings: @Sendable () -> AnyPublisher<Int, Never>

  public init(readings: @escaping @Sendable () -> AnyPublisher<Int, Never>) {
    self.readings = readings
  }
}

extension Scale: DependencyKey {
  public static let liveValue = Self { Just(120).eraseToAnyPublisher() }
  public static let testValue = Self { Empty().eraseToAnyPublisher() }
}

extension DependencyValues {
  public var scale: Scale {
    get { self[Scale.self] }
    set { self[Scale.self] = newValue }
  }
}

/// The readings, on a scheduler of any type.
func steady(
  _ readings: AnyPublisher<Int, Never>, on scheduler: AnySchedulerOf<DispatchQueue>
) -> some Publisher<Int, Never> {
  readings.removeDuplicates().receive(on: scheduler)
}
