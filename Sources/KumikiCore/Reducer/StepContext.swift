/// The context of a step, passed down from the store to every operator.
///
/// A handle to the store's ``ReduceContext``, valid during the step. It is empty if a reducer runs outside
/// of a store, where no effects run.
@_documentation(visibility: internal)
public struct StepContext {
  @usableFromInline package let pointer: ManualBox<ReduceContext>?

  @inlinable @inline(__always)
  init(_ pointer: ManualBox<ReduceContext>?) { self.pointer = pointer }

  /// The calling thread's context, for a caller that was not passed one.
  @inlinable
  package static var current: Self { Self(ReduceContext.current) }

  /// Whether anything may be running at or below the feature that is being reduced.
  @inlinable @inline(__always)
  package var hasRunning: Bool {
    guard let node = pointer?.pointee.node else { return false }
    return node.with { $0.childCount > 0 }
  }

  /// The time of the store's loop, in nanoseconds.
  @usableFromInline
  var now: UInt64 { pointer?.pointee.loop.now ?? 0 }

  /// The same for a step whose result depends on it: a replay gives the time of then.
  @usableFromInline
  var givenNow: UInt64 { pointer?.pointee.now ?? 0 }

  /// Notes for the record of the step that it was an undo or a redo.
  @usableFromInline
  func noteUndo() { pointer?.pointee.table.journal?.undos += 1 }

  /// Whether the feature that is being reduced is presented.
  @inlinable
  var isPresented: Bool { pointer?.pointee.isPresented ?? false }

  /// Runs the step of a child as the feature under `key`. It counts as presented if its parent does.
  @inlinable @inline(__always)
  package func descend<Result>(_ key: () -> ScopeKey, _ step: () -> Result) -> Result {
    // If nothing runs below the parent, nothing runs below its child, and no step changes that: the node
    // can stay as it is.
    guard hasRunning, let pointer else { return step() }
    let node = pointer.pointee.enter(key())
    let result = step()
    pointer.pointee.node = node
    return result
  }

  /// Runs the step of a child as the feature under `key`, with its own value of `isPresented`.
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

  /// What the feature that is being reduced remembers under a key for the effects that follow its state.
  @usableFromInline
  package func memory(under key: ScopeKey) -> AnyObject? {
    pointer?.pointee.node?.with { $0.child(key)?.memory }
  }

  /// What an effect was in the snapshot from which the state is restored just now; nil at other times.
  func restored(_ name: () -> FollowedName?) -> RestoredEffect? {
    guard let table = pointer?.pointee.table, !table.restored.isEmpty else { return nil }
    return name().flatMap { table.restored[$0] }
  }

  /// Ends the effects of all children at `optic` except `child`: those that were replaced outside of the
  /// operator.
  @usableFromInline
  func endStale<Action>(
    at optic: @autoclosure () -> OpticID, except child: ChildID
  ) -> Effect<Action> {
    guard let node = pointer?.pointee.node?.object, node.childCount > 0 else {
      return .none
    }
    return .end(node.keys(at: optic()) { $0.kind != .ephemeral && $1.child != child })
  }

  /// Ends the effects of rows or elements at `optic` that were removed.
  ///
  /// `structure` is the collection's structure number. If it has not changed since the last call, nothing
  /// was removed and nothing is compared.
  @usableFromInline
  func endVanished<Action>(
    at optic: OpticID, structure: UInt64, isThere: (ChildID) -> Bool
  ) -> Effect<Action> {
    guard let node = pointer?.pointee.node?.object,
      node.children.noteLook(at: optic, structure: structure)
    else { return .none }
    return .end(node.keys(at: optic) { !isThere($1.child) })
  }
}

extension Effect {
  /// Ends several features, in order.
  fileprivate static func end(_ keys: [ScopeKey]) -> Self {
    keys.isEmpty ? .none : .merge(keys.map { .end($0) })
  }
}
