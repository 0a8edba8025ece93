/// Where a declaration of an effect that follows the state is: the part that it follows, and its name.
package struct FollowedPlace: Hashable {
  package let optic: OpticID
  package let name: String

  init(_ optic: OpticID, _ name: String) {
    self.optic = optic
    self.name = name
  }
}

extension Effect {
  /// This effect in a node of its own under `key`, which remembers what it was begun for until the key is
  /// ended. It belongs to no send: nobody waits for it.
  ///
  /// - Parameter part: the whole of it, for snapshots.
  func following(
    _ key: ScopeKey, _ memory: AnyObject, _ part: EffectPart = EffectPart()
  ) -> Self {
    Self(node: FollowingNode(self, key, memory, part))
  }

  /// Remembers something under `key`, without an effect.
  @usableFromInline
  static func remembering(_ memory: AnyObject, under key: ScopeKey) -> Self {
    Effect.none.following(key, memory)
  }
}

private final class FollowingNode<Action>: EffectNode<Action> {
  private let effect: Effect<Action>
  private let key: ScopeKey
  private let memory: AnyObject
  private let part: EffectPart

  init(
    _ effect: Effect<Action>, _ key: ScopeKey, _ memory: AnyObject, _ part: EffectPart
  ) {
    self.effect = effect
    self.key = key
    self.memory = memory
    self.part = part
  }

  override func accept(_ acceptance: Acceptance, into sink: EffectSink<Action>) {
    // Not `isCancelled`, which asks for the send as well.
    guard !acceptance.table.isEnded, !acceptance.scope.isEnded else { return }
    let scope = acceptance.scope.child(key, kind: .transparent)
    scope.remember(memory)
    var inner = acceptance
    inner.heldScope = Uncounted(scope)
    inner.heldTaskTree = acceptance.table.sharedTaskTree()
    inner.part = part
    scope.pinned { effect.accept(inner, into: sink) }
  }
}

/// Ends effects that followed the state, which nothing declares any more.
final class EndFollowingNode: AnyEffectNode {
  private let node: ScopeNode
  private let optics: [OpticID]

  init(_ node: ScopeNode, _ optics: [OpticID]) {
    self.node = node
    self.optics = optics
  }

  override func accept(_: Acceptance, anySink _: AnyObject) { node.endFollowing(at: optics) }
}

// MARK: - For snapshots

/// An effect that follows the state, as a snapshot has it.
package struct FollowedRecord {
  /// The keys of the features around it, the outermost first, and its own.
  package let way: [ScopeKey]
  package let time: RunningTime
  package let age: Int64
  /// Whether it has finished, or was cancelled by an id: it begins again for another value only.
  package let isDone: Bool
  package let parts: KeptParts
}

/// What a snapshot keeps of an effect that follows the state.
package struct KeptEffect: Sendable {
  package let isDone: Bool
  /// How many nanoseconds of its time had passed; nil if its timers begin anew.
  package let age: Int64?
  /// The date at which its time began, in nanoseconds since 1970; nil if the time between does not count.
  package let since: Int64?
  /// What of it was at work; nil if it had finished, if its timers begin anew, and in older forms.
  package let parts: KeptParts?

  package init(isDone: Bool, age: Int64?, since: Int64?, parts: KeptParts?) {
    self.isDone = isDone
    self.age = age
    self.since = since
    self.parts = parts
  }

  /// - Parameter date: now.
  package init(_ record: FollowedRecord, at date: Int64) {
    isDone = record.isDone
    age = record.time == .restart ? nil : record.age
    since = record.time == .deadline ? date - record.age : nil
    parts = record.time == .restart || record.isDone ? nil : record.parts
  }

  /// - Parameter date: now.
  package func restored(at date: Int64) -> RestoredEffect {
    let passed = since.map { date.subtractingReportingOverflow($0) }
    let now = passed.map { $0.overflow ? 0 : $0.partialValue } ?? 0
    let age = age.map { EffectAge(atSnapshot: $0, now: max($0, now, 0), parts: parts) }
    return RestoredEffect(isDone: isDone, age: age)
  }
}

/// What a restored store knows of an effect that followed the state.
package struct RestoredEffect {
  package let isDone: Bool
  /// Nil if its timers begin anew.
  package let age: EffectAge?
}
