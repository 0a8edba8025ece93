/// The positions of a store's generators, and of the generators that replace them. A test's expectation runs from the
/// position before the action, so that it gets the same ids as the reducer.
package struct GeneratorPositions {
  private let identifiers: Identifiers
  private var position: Identifiers.Position
  private var counters: [(counter: IDCounter, value: UInt64)]

  package init(_ identifiers: Identifiers, _ dependencies: DependencyValues) {
    self.identifiers = identifiers
    position = identifiers.position
    counters = [
      dependencies.override(UUIDKey.self)?.counter,
      dependencies.override(PresentationIDKey.self)?.counter,
      dependencies.override(StackElementIDKey.self)?.counter,
    ].compactMap { counter in counter.map { ($0, $0.value) } }
  }

  /// Runs `body` with the generators at these positions, then restores their current positions.
  package func rehearse(_ body: () throws -> Void) rethrows {
    var real = self
    real.position = identifiers.position
    real.counters = counters.map { ($0.counter, $0.counter.value) }
    restore()
    defer { real.restore() }
    try body()
  }

  private func restore() {
    identifiers.position = position
    for (counter, value) in counters { counter.value = value }
  }
}
