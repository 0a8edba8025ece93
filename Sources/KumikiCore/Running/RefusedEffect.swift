/// Takes the place, in the loop's queue, of an effect that exceeds the limit, and fails.
final class RefusedEffect: QueuedEffect {
  private let entry: EffectEntry

  init(_ entry: EffectEntry) { self.entry = entry }

  var isFinished: Bool { entry.isFinished }

  func begin() {
    if entry.isFinished { return }
    // An effect that was to start after the delay must not start now instead.
    if entry.isDelay { entry.stopChains() }
    entry.fail(TooManyEffects(limit: entry.table.loop.effectLimit))
  }
}

/// The error of an effect that exceeds the limit.
struct TooManyEffects: Error, CustomStringConvertible {
  let limit: Int

  var description: String {
    "\(limit) effects of the store are in flight, and its loop allows no more"
  }
}

extension EffectEntry {
  /// Returns whether the effect exceeds its loop's limit (``Loop/effectLimit``). If so, the effect fails in the loop's
  /// next iteration, and its work does not start.
  final func isRefused() -> Bool {
    heldTable.with { table in
      guard table.count - table.uncountedCount > table.loop.effectLimit else { return false }
      giveUpPlace()
      if part.isFollowed { followed?.refuse(self) }
      table.loop.begin(RefusedEffect(self))
      return true
    }
  }
}
