// Effects that are still running.

extension TestLedger {
  /// Those that the test has to account for.
  private func owed(_ inFlight: [Effect]) -> [Effect] {
    inFlight.filter { !forgotten.contains($0.number) }
  }

  private func forget(_ effects: [Effect]) {
    for effect in effects { forgotten.insert(effect.number) }
  }

  /// The running effects need not be accounted for. What they send must be, all the same.
  package func skipInFlight(
    _ inFlight: [Effect], isStrict: Bool, at site: Site
  ) -> [Failure] {
    let running = owed(inFlight)
    guard !running.isEmpty else {
      return isStrict ? [failure(texts.nothingToSkip("effect in flight"), site)] : []
    }
    forget(running)
    return showsSkipped ? omission(texts.skippedInFlight(running), site) : []
  }

  /// Nothing runs any more, or the test says too early that it has finished. Each effect is reported
  /// once, here or at the end.
  package func finish(_ inFlight: [Effect], at site: Site) -> [Failure] {
    let running = owed(inFlight)
    guard !running.isEmpty else { return [] }
    forget(running)
    return omission(texts.unfinished(running), site)
  }

  /// The end of the test: a failure for each effect, where the test started it.
  package func end(_ inFlight: [Effect], at site: Site) -> [Failure] {
    let running = owed(inFlight)
    forget(running)
    return running.flatMap { omission(texts.stillRunning($0), $0.site ?? site) }
  }

  /// What was forgotten of effects that have ended need not be known any longer.
  package func keepForgotten(among numbers: Set<Int>) {
    if !forgotten.isEmpty { forgotten.formIntersection(numbers) }
  }
}
