/// Stands in the loop's queue for an effect that is one too many, and fails.
final class RefusedEffect: QueuedEffect {
  private let entry: EffectEntry

  init(_ entry: EffectEntry) { self.entry = entry }

  var isFinished: Bool { entry.isFinished }

  func begin() {
    if entry.isFinished { return }
    // What was to wait does not begin now instead.
    if entry.isDelay { entry.stopChains() }
    entry.fail(TooManyEffects(limit: entry.table.loop.effectLimit))
  }
}

/// The error of an effect that is one too many.
private struct TooManyEffects: Error, CustomStringConvertible {
  let limit: Int

  var description: String {
    "\(limit) effects of the store are in flight, and its loop allows no more"
  }
}

extension EffectEntry {
  /// Whether it is one too many for its loop (``Loop/effectLimit``). Then it fails at the loop's next turn, and its
  /// work does not begin.
  final func isRefused() -> Bool {
    heldTable.with { table in
      guard table.count - table.placeless > table.loop.effectLimit else { return false }
      giveUpPlace()
      if part.isFollowed { followed?.refuse(self) }
      table.loop.begin(RefusedEffect(self))
      return true
    }
  }
}
