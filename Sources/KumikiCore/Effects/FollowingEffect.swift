/// Where a declaration of an effect that follows the state is: the part that it follows, and its name.
struct FollowedPlace: Hashable {
  let optic: OpticID
  let name: String

  init(_ optic: OpticID, _ name: String) {
    self.optic = optic
    self.name = name
  }
}

/// What an effect that follows the state was begun for. Kept by its node in the cancellation tree, also
/// after the effect has finished: it begins again only for another value.
package class FollowedEffect {
  /// When it was begun, by the loop's clock.
  private let began: UInt64
  /// How much of its time had passed before: more than 0 if it goes on after a restore.
  let firstAge: UInt64

  init(at began: UInt64, age: UInt64 = 0) {
    self.began = began
    firstAge = age
  }

  /// How many nanoseconds of its time have passed.
  package func age(at now: UInt64) -> UInt64 {
    (now > began ? now - began : 0).addingClamped(firstAge)
  }
}

extension Effect {
  /// This effect in a node of its own under `key`, which remembers what it was begun for until the key is
  /// ended. It belongs to no send: nobody waits for it.
  ///
  /// - Parameter age: how many nanoseconds of its time have passed already.
  func following(_ key: ScopeKey, _ memory: AnyObject, age: UInt64 = 0) -> Self {
    Self(node: FollowingNode(self, key, memory, age))
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
  private let age: UInt64

  init(_ effect: Effect<Action>, _ key: ScopeKey, _ memory: AnyObject, _ age: UInt64) {
    self.effect = effect
    self.key = key
    self.memory = memory
    self.age = age
  }

  override func accept(_ acceptance: Acceptance, into sink: EffectSink<Action>) {
    // Not `isCancelled`, which asks for the send as well.
    guard !acceptance.table.isEnded, !acceptance.scope.isEnded else { return }
    let scope = acceptance.scope.child(key, kind: .transparent)
    scope.remember(memory)
    var inner = acceptance
    inner.heldScope = Uncounted(scope)
    inner.heldTaskTree = acceptance.table.sharedTaskTree()
    inner.age = age
    scope.pinned { effect.accept(inner, into: sink) }
  }
}
