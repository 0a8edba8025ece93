/// The core of a store, whatever its types: its running effects, and the parts that its steps use.
///
/// One object, in which the parts are stored inline, so that a send reaches each with one load. Effects know it as an
/// ``EffectTable``.
@usableFromInline
package final class StoreCore: EffectTable {
  package let identifiers: Identifiers
  /// Notes ids, dates and effects of each step. Nil unless the store is traced or replayed.
  @safe @exclusivity(unchecked) package var journal: StepJournal? {
    didSet {
      identifiers.journal = journal
      effectJournal = journal
    }
  }
  /// Set while the effects of a restored state begin.
  @safe @exclusivity(unchecked) package var restoration: Restoration? {
    didSet { isRestoring = restoration != nil }
  }
  @safe @exclusivity(unchecked) private var derived: Derivations?
  /// How many writes of bindings reducers have handled, or issues have told to be lost: it shows a view whether its
  /// own was.
  package var handledBindings: UInt64 = 0

  /// On a thread that is not the loop's, the store has ended and reports the issue `off-thread`.
  @usableFromInline
  package init(loop: Loop) {
    _ = Self.isKnownBelow
    identifiers = Identifiers(isCounting: loop.kind == .virtual)
    super.init(of: loop)
  }

  /// Tells the step before, while nothing is reduced.
  @usableFromInline @inline(never)
  func stepEnded() { journal?.stepEnded?() }

  /// The effects of a restored state have begun.
  func endRestoring() {
    restoration = nil
    giveRestoredTurns()
  }
}

extension StoreCore {
  package var derivations: Derivations {
    if let derived { return derived }
    let made = Derivations()
    derived = made
    return made
  }

  /// The derived value that is being computed.
  package var deriving: DerivedNode? { derived?.current }

  /// A derived value is computed from now on; no action is taken meanwhile.
  ///
  /// - Parameter isInBurst: whether a burst is running whose observers are not being notified yet.
  func beginDeriving(isInBurst: Bool) {
    let derivations = derivations
    derivations.beganInBurst = isInBurst
    derivations.depth += 1
    isOpen = false
  }

  func endDeriving() {
    let derivations = derivations
    derivations.depth -= 1
    isOpen = derivations.depth == 0 && !isEnded
  }
}
