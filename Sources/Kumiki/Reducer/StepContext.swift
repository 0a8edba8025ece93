/// What a step is in the middle of: handed down from the store to every operator.
///
/// A handle of the store's ``ReduceContext``, valid for the length of the step. Where a reducer is run
/// outside of every store there is none, and nothing runs below it.
@_documentation(visibility: internal)
public struct StepContext {
  @usableFromInline package let pointer: ManualBox<ReduceContext>?

  @inlinable @inline(__always)
  init(_ pointer: ManualBox<ReduceContext>?) { self.pointer = pointer }

  /// Of whoever runs a step without having been handed its context: that of the calling thread.
  @inlinable
  package static var current: Self { Self(ReduceContext.current) }

  /// True where something may run at or below the feature that is being reduced.
  @inlinable @inline(__always)
  package var hasRunning: Bool {
    guard let node = pointer?.pointee.node else { return false }
    return node.with { $0.childCount > 0 }
  }

  /// Runs the step of a child that is presented where its parent is, as the feature under `key`.
  @inlinable @inline(__always)
  package func descend<Result>(_ key: () -> ScopeKey, _ step: () -> Result) -> Result {
    // Where nothing runs below the parent nothing runs below its child, and no step changes that:
    // the node may stay.
    guard hasRunning, let pointer else { return step() }
    let node = pointer.pointee.enter(key())
    let result = step()
    pointer.pointee.node = node
    return result
  }

  /// Runs the step of a child whose `isPresented` says something else than its parent's.
  @inlinable @inline(__always)
  package func descend<Result>(
    isPresented: Bool, _ key: () -> ScopeKey, _ step: () -> Result
  ) -> Result {
    guard let pointer else { return step() }
    let wasPresented = pointer.pointee.isPresented
    pointer.pointee.isPresented = isPresented
    let result = descend(key, step)
    pointer.pointee.isPresented = wasPresented
    return result
  }

  /// Ends what runs below the feature at `place` and is not `occupant`'s: what was there before, if
  /// somebody outside the operator replaced it.
  @usableFromInline
  func endStale<Action>(
    at place: @autoclosure () -> Place, except occupant: Occupant
  ) -> Effect<Action> {
    guard let node = pointer?.pointee.node?.object, node.childCount > 0 else {
      return .none
    }
    return .end(node.keys(at: place()) { $0.kind != .ephemeral && $1.occupant != occupant })
  }

  /// Ends what runs for rows or elements at `place` that are not there any more.
  ///
  /// `structure` is the collection's number; as long as it is the one that was looked at last, nothing
  /// can have vanished, and nothing is looked at.
  @usableFromInline
  func endVanished<Action>(
    at place: Place, structure: UInt64, isThere: (Occupant) -> Bool
  ) -> Effect<Action> {
    guard let node = pointer?.pointee.node?.object,
      node.noteLook(at: place, structure: structure)
    else { return .none }
    return .end(node.keys(at: place) { !isThere($1.occupant) })
  }
}

extension Effect {
  /// Ends each of some features, in order.
  fileprivate static func end(_ keys: [ScopeKey]) -> Self {
    keys.isEmpty ? .none : .merge(keys.map { .end($0) })
  }
}
