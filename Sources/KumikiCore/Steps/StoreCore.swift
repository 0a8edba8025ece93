/// The core of a store of any type: its running effects, and the parts that its steps use.
///
/// One object that stores its parts inline, so that a send accesses each with one load. Effects see it as an
/// ``EffectTable``.
@usableFromInline
package final class StoreCore: EffectTable {
  package let identifiers: Identifiers
  /// Records ids, dates and effects of each step. Nil unless the store is traced or replayed.
  @safe @exclusivity(unchecked) package var journal: StepJournal? {
    didSet {
      identifiers.journal = journal
      effectJournal = journal
    }
  }
  /// Set while the effects of a restored state are being started.
  @safe @exclusivity(unchecked) package var restoration: Restoration? {
    didSet { isRestoring = restoration != nil }
  }
  /// Collects the features that the follow pass visits, while the state or the reducer is being replaced.
  @safe @exclusivity(unchecked) var visited: FollowedFeatures?
  @safe @exclusivity(unchecked) private var derived: Derivations?
  /// The ``ActionCheck`` of the present reducer; nil if its type accepts all actions.
  @safe @exclusivity(unchecked) package final var actionCheck: (AnyObject & Sendable)?
  /// The ``StoreRequests``, created by the first request or server.
  @safe @exclusivity(unchecked) final var requestsIfAny: AnyObject?
  /// The number of binding writes that reducers have handled or issues have reported as lost. A view can tell from it
  /// whether its own write was.
  package var handledBindings: UInt64 = 0

  /// Creates a core. If this is not the loop's thread, the store has already ended and reports the issue `off-thread`.
  @usableFromInline
  package init(loop: Loop) {
    _ = Self.isKnownBelow
    identifiers = Identifiers(isCounting: loop.kind == .virtual)
    super.init(of: loop)
  }

  override func holdsBack(_ effect: AnyObject) { reserveRequests(in: effect) }

  /// Reports the previous step, while no step is being reduced.
  @usableFromInline @inline(never)
  func stepEnded() { journal?.stepEnded?() }

  /// Ends the restoration, after the effects of a restored state have started.
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

  /// Records that the computation of a derived value starts. No action is accepted until ``endDeriving()``.
  ///
  /// - Parameter isInBurst: whether a burst is running and its observers have not been notified yet.
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
