/// A moment of a store: its state, with the identities of what it presents, and the ids still to come.
///
/// A value: it stays as it is, whatever the store does afterwards. It has no effects; what a reducer declares
/// by ``Reducer/running(_:id:time:_:)-(KeyPath<Self.State,Value?>,_,_,_)`` begins again when it is restored, with
/// the time that it says.
public struct StoreSnapshot<State> {
  /// The state of the moment.
  public let state: State
  let next: Identifiers.Position
  let followed: FollowedEffects
}

extension StoreSnapshot: Sendable where State: Sendable {}

/// The effects that followed the state at a moment. Immutable; the ids of rows in it are only compared.
struct FollowedEffects: @unchecked Sendable {
  let kept: [FollowedName: KeptEffect]
}

extension LoopStore {
  /// The present moment.
  ///
  /// - Throws: ``StoreError``: `busy` in a reducer, `scoped` for a store of a part.
  /// - Complexity: O(1), and O(*n*) in the effects in flight if some follow the state.
  public func snapshot() throws(StoreError) -> StoreSnapshot<State> {
    guard loop.isCurrentThread else { throw .wrongThread }
    guard origin == nil else { throw .scoped }
    guard !isEnded else { throw .ended }
    guard phase != .reducing else { throw .busy }
    let followed = unsafe plainReducer.follow == nil ? [] : core.followed
    let kept = followed.map { (FollowedName($0.way), KeptEffect($0)) }
    return StoreSnapshot(
      state: current, next: core.identifiers.position,
      followed: FollowedEffects(kept: Dictionary(kept) { $1 }))
  }

  /// Goes back to a moment of this store.
  ///
  ///     let before = try store.snapshot()
  ///     store.send(.apply(suggestion))
  ///     try store.restore(before)
  ///
  /// What was presented then is presented again under its id, and ids go on counting where they were. All
  /// effects end. Those that follow the state begin again, anew or with the time that was left
  /// (``RunningTime``); one that had finished does not. Observers are told once.
  ///
  /// - Throws: ``StoreError``: `busy` in a reducer or an observer, `scoped` for a store of a part. Nothing has
  ///   changed then.
  /// - Complexity: O(*n*) in the effects in flight, and what observers read.
  public func restore(_ snapshot: StoreSnapshot<State>) throws(StoreError) {
    let date = core.loop.wallClock
    try restore(snapshot.followed.kept.mapValues { $0.restored(at: date) }) { state in
      state = snapshot.state
      core.identifiers.position = snapshot.next
    }
  }
}
