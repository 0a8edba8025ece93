/// The context of a step, passed from the store down to every operator.
///
/// A handle to the store's ``ReduceContext``, valid during the step. It is empty if a reducer runs outside of a store;
/// in that case no effects run.
@_documentation(visibility: internal)
public struct StepContext {
  @usableFromInline package let pointer: ManualBox<ReduceContext>?

  @inlinable @inline(__always)
  init(_ pointer: ManualBox<ReduceContext>?) { self.pointer = pointer }

  /// The calling thread's context, for a caller that did not receive one.
  @inlinable
  package static var current: Self { Self(ReduceContext.current) }

  /// Whether an effect may be running at or below the feature that is being reduced.
  @inlinable @inline(__always)
  package var hasRunning: Bool {
    guard let node = pointer?.pointee.node else { return false }
    return node.with { $0.childCount > 0 }
  }

  /// The store's loop; nil outside of a step.
  // The context is not copied, as the optional chain `pointer?.pointee` would copy it.
  var loop: Loop? {
    guard let pointer else { return nil }
    return pointer.pointee.core.loop
  }

  /// The limits of the store's actions.
  package var actionLimits: ValueLimits { loop?.ownLimits.actions ?? .standard }

  /// The time of the store's loop, for a step whose result depends on it: a replay returns the recorded time.
  @usableFromInline
  var givenNow: UInt64 { pointer?.pointee.now ?? 0 }

  /// Records that the step was an undo or a redo.
  @usableFromInline
  func noteUndo() { pointer?.pointee.core.journal?.undos += 1 }

  /// Records that the steps that can be undone or redone have changed.
  @usableFromInline
  package func noteHistory() { pointer?.pointee.core.journal?.changedHistory = true }

  /// Whether the feature that is being reduced is presented.
  @inlinable
  var isPresented: Bool { pointer?.pointee.isPresented ?? false }

  /// Runs the step of a child as the feature under `key`. The child counts as presented if its parent does.
  @inlinable @inline(__always)
  package func descend<Result>(_ key: () -> ScopeKey, _ step: () -> Result) -> Result {
    // If no effect runs below the parent, none runs below its child, and a step does not change that, so the node can
    // stay the same.
    guard hasRunning, let pointer else { return step() }
    let outer = pointer.pointee.enter(key())
    let result = step()
    pointer.pointee.leave(to: outer)
    return result
  }

  /// Runs the step of a child as the feature under `key`, with a separate value of `isPresented`.
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

  /// Returns the record that the feature being reduced stores under a key for its state-driven effects.
  @usableFromInline
  package func memory(under key: ScopeKey) -> AnyObject? {
    pointer?.pointee.node?.with { $0.child(key)?.memory }
  }

  /// Runs the follow pass. Returns the effects of `body`, and ends the effects that are no longer declared, because
  /// their part is gone or a dynamic reducer has chosen otherwise.
  func runFollowPass(_ body: () -> AnyEffectNode?) -> AnyEffectNode? {
    guard let pointer else { return body() }
    let begun = followLevel(isWhole: false) { body() }
    let nodes = pointer.pointee.visitedNodes
    if nodes.isEmpty { return begun }
    pointer.pointee.visitedNodes = []
    var ends: [EndFollowingNode] = []
    for node in nodes {
      guard let findings = node.findings.take(), !findings.isSkipped else { continue }
      let gone = node.followedOptics.filter { !findings.optics.contains($0) }
      if !gone.isEmpty { ends.append(EndFollowingNode(node, gone)) }
    }
    if ends.isEmpty { return begun }
    return AnyEffectNode.merged((begun.map { [$0] } ?? []) + ends)
  }

  /// Visits a part of the state that has its own declarations.
  ///
  /// - Parameters:
  ///   - isWhole: whether the part is the same state as the one around it.
  ///   - isNew: whether the part's feature is a different one than before.
  func followLevel<Result>(isWhole: Bool, isNew: Bool = false, _ body: () -> Result) -> Result {
    guard let pointer else { return body() }
    let outer = pointer.pointee.findings
    pointer.pointee.findings = FollowFindings(
      isNew: isNew, recursions: isWhole ? outer.recursions : [])
    let result = body()
    let findings = pointer.pointee.findings
    pointer.pointee.findings = outer
    guard let node = pointer.pointee.node?.object, !node.followedOptics.isEmpty else {
      return result
    }
    if node.findings == nil { pointer.pointee.visitedNodes.append(node) }
    node.findings = findings.merged(with: node.findings)
    return result
  }

  /// Visits the part of the state that belongs to the child under `key`.
  @usableFromInline
  func followChild<Result>(
    isPresented: Bool? = nil, isWhole: Bool = false, isNew: Bool = false, _ key: () -> ScopeKey,
    _ body: () -> Result
  ) -> Result {
    guard let pointer else { return body() }
    let wasPresented = pointer.pointee.isPresented
    if let isPresented { pointer.pointee.isPresented = isPresented }
    let outer = pointer.pointee.node == nil ? nil : pointer.pointee.enter(key())
    let isRestored = pointer.pointee.core.isRestoring
    if isRestored { pointer.pointee.core.restoration?.scopePath.append(key()) }
    let isNoted = pointer.pointee.core.visited != nil
    if isNoted { pointer.pointee.core.visited?.enter(key()) }
    let result = followLevel(isWhole: isWhole, isNew: isNew, body)
    if isNoted { pointer.pointee.core.visited?.leave() }
    if isRestored { pointer.pointee.core.restoration?.scopePath.removeLast() }
    pointer.pointee.leave(to: outer)
    pointer.pointee.isPresented = wasPresented
    return result
  }

  /// Records that the effects at an optic are still declared. Returns false if that was already recorded.
  @discardableResult @usableFromInline
  func noteFollowed(_ optic: OpticID) -> Bool {
    guard let pointer else { return true }
    if pointer.pointee.findings.optics.contains(optic) { return false }
    pointer.pointee.findings.optics.append(optic)
    return true
  }

  /// Whether the feature that is being visited is a different one than before.
  package var isNewToFollow: Bool { pointer?.pointee.findings.isNew ?? false }

  /// Returns a function that calls another one outside of a step, with the dependencies of the present feature.
  var laterCall: (_ body: (StepContext) -> AnyEffectNode?) -> AnyEffectNode? {
    guard let pointer else { return { $0(StepContext(nil)) } }
    let dependencies = pointer.pointee.dependencies
    return { body in
      let frame = ThreadFrame.current
      let outer = (frame.pointee.context, pointer.pointee.node, pointer.pointee.isPresented)
      frame.pointee.context = pointer
      pointer.pointee.node = nil
      pointer.pointee.isPresented = false
      defer {
        frame.pointee.context = outer.0
        (pointer.pointee.node, pointer.pointee.isPresented) = (outer.1, outer.2)
      }
      return dependencies.scoped { body(StepContext(pointer)) }
    }
  }

  /// Records that this part of the state is unchanged and was skipped.
  package func skipFollowing() { pointer?.pointee.findings.isSkipped = true }

  /// Visits a recursion. Returns nil if the recursion is already being visited on the same state (only its actions have
  /// led there), or if the stack has no room for deeper levels.
  @usableFromInline
  package func followRecursion<Result>(
    _ recursion: AnyObject, _ body: () -> Result
  ) -> Result? {
    guard ThreadFrame.hasStack(for: 64 * 1024) else { return nil }
    guard let pointer else { return body() }
    let id = ObjectIdentifier(recursion)
    if pointer.pointee.findings.recursions.contains(id) { return nil }
    pointer.pointee.findings.recursions.append(id)
    let result = body()
    pointer.pointee.findings.recursions.removeLast()
    return result
  }

  /// Returns an effect's data in the snapshot while the state is being restored; nil at other times.
  ///
  /// - Parameter name: receives the keys of the features around the current feature, and returns the effect's name.
  func restored(_ name: ([ScopeKey]) -> FollowedName) -> RestoredEffect? {
    pointer?.pointee.core.restoration?.effect(name)
  }

  /// Ends the effects of all children at `optic` except `child`: these children were replaced outside the operator.
  @usableFromInline
  func endStale<Action>(
    at optic: @autoclosure () -> OpticID, except child: ChildID
  ) -> Effect<Action> {
    guard let node = pointer?.pointee.node?.object, node.childCount > 0 else {
      return .none
    }
    return .end(
      node.keys(at: optic()) { other, key in
        if other.kind == .ephemeral || key.child == child { return false }
        other.isReplaced = true
        return true
      })
  }

  /// Returns whether the current dismissal was requested by an earlier child at `optic`, which was replaced itself or
  /// with a feature around it.
  @usableFromInline
  func isDismissalOfReplaced(at optic: @autoclosure () -> OpticID) -> Bool {
    guard let pointer, let asked = pointer.pointee.core.burst.dismissing else { return false }
    return asked.key?.optic == optic() && asked.upward.contains { $0.isReplaced }
  }

  /// Ends the effects of rows or elements at `optic` that were removed since the last call. If the rows do not know
  /// which were removed, checks all rows that have effects.
  @usableFromInline
  func endVanished<Action, Rows: RowCollection>(
    at optic: OpticID, among rows: Rows
  ) -> Effect<Action> {
    guard let node = pointer?.pointee.node?.object, let seen = node.children.seenRows(at: optic)
    else { return .none }
    var mark = seen
    var left: [ScopeKey] = []
    let isKnown = rows.visitLeft(since: &mark) { id in
      if rows.contains(id: id) { return }
      let key = ScopeKey(optic: optic, child: ChildID(id))
      if node.child(key).map({ $0.kind != .transparent }) ?? false { left.append(key) }
    }
    if isKnown, mark == seen { return .none }
    node.children.noteSeenRows(at: optic, mark)
    if isKnown { return .end(left) }
    return .end(
      node.keys(at: optic) { !($1.child.id(as: Rows.ID.self).map(rows.contains(id:)) ?? false) })
  }
}

extension Effect {
  /// Ends several features.
  fileprivate static func end(_ keys: [ScopeKey]) -> Self {
    keys.first.map { .end($0, Array(keys.dropFirst())) } ?? .none
  }
}
