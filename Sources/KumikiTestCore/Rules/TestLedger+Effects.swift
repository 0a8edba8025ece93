// The rules for running effects.

extension TestLedger {
  /// Returns the running effects that the test must end. A state-driven effect does not count: it runs because of the
  /// state, which the test has asserted.
  private func unfinished(_ inFlight: [Effect]) -> [Effect] {
    inFlight.filter { $0.follows == nil && !excused.contains($0.number) }
  }

  private func forget(_ effects: [Effect]) {
    for effect in effects { excused.insert(effect.number) }
  }

  /// Excuses the running effects. Actions that they send must still be received.
  package func skipInFlight(
    _ inFlight: [Effect], isStrict: Bool, at site: Site
  ) -> [Failure] {
    let running = unfinished(inFlight)
    guard !running.isEmpty else {
      return isStrict ? [failure(texts.nothingToSkip("effect in flight"), site)] : []
    }
    forget(running)
    return showsSkipped ? omission(texts.skippedInFlight(running), site) : []
  }

  /// Checks that no effect is running. A running effect is reported once, here or at the end.
  package func finish(_ inFlight: [Effect], at site: Site) -> [Failure] {
    let running = unfinished(inFlight)
    guard !running.isEmpty else { return [] }
    forget(running)
    return omission(texts.unfinished(running), site)
  }

  /// Ends the test: a failure for each running effect, at the location where the test started it.
  package func end(_ inFlight: [Effect], at site: Site) -> [Failure] {
    unfinished(inFlight).flatMap { omission(texts.stillRunning($0), $0.site ?? site) }
  }

  /// Drops the excuses of effects that have ended.
  package func keepExcused(among numbers: Set<Int>) {
    if !excused.isEmpty { excused.formIntersection(numbers) }
  }
}
