/// A snapshot of a store: its state, with the presentation ids, and the positions of the id generators.
///
/// A value: the snapshot does not change, whatever the store does afterwards. It contains no effects. Effects declared
/// with ``Reducer/running(_:id:time:ended:_:)-(KeyPath<Self.State,Value?>,_,_,_,_)`` start again when the snapshot is restored,
/// with the time that their declaration selects.
public struct StoreSnapshot<State> {
  /// The state at the time of the snapshot.
  public let state: State
  let next: Identifiers.Position
  let followed: FollowedEffects
}

extension StoreSnapshot: Sendable where State: Sendable {}

/// The state-driven effects of a snapshot. Immutable; the ids of rows in it are only compared.
struct FollowedEffects: @unchecked Sendable {
  let kept: [FollowedName: KeptEffect]
}

extension LoopStore {
  /// Returns a snapshot of the current state.
  ///
  /// - Throws: ``StoreError``: `busy` in a reducer, `scoped` for a scoped store.
  /// - Complexity: O(1), plus O(*n*) for *n* running effects if some are state-driven.
  public func snapshot() throws(StoreError) -> StoreSnapshot<State> {
    guard loop.isCurrentThread else { throw .wrongThread }
    guard origin == nil else { throw .scoped }
    guard !isEnded else { throw .ended }
    guard phase != .reducing else { throw .busy }
    let followed = unsafe plainReducer.follow == nil ? [] : core.followed
    let kept = followed.map { (FollowedName($0.scopePath), KeptEffect($0)) }
    return StoreSnapshot(
      state: current, next: core.identifiers.position,
      followed: FollowedEffects(kept: Dictionary(kept) { $1 }))
  }

  /// Restores a snapshot of this store.
  ///
  ///     let before = try store.snapshot()
  ///     store.send(.apply(suggestion))
  ///     try store.restore(before)
  ///
  /// The presentations of the snapshot are presented again under their ids, and ids continue to count from their
  /// positions in the snapshot. All effects end. State-driven effects start again, from the beginning or with their
  /// remaining time (``RunningTime``); an effect that had finished does not start again. Observers are notified once.
  ///
  /// - Throws: ``StoreError``: `busy` in a reducer or an observer, `scoped` for a scoped store. In these cases nothing
  ///   has changed.
  /// - Complexity: O(*n*) for *n* running effects, plus what observers read.
  public func restore(_ snapshot: StoreSnapshot<State>) throws(StoreError) {
    let date = core.loop.wallClock
    try restore(snapshot.followed.kept.mapValues { $0.restored(at: date) }) { state in
      state = snapshot.state
      core.identifiers.position = snapshot.next
    }
  }
}
