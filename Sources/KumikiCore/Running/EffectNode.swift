/// One node of an effect, with actions of any type.
@usableFromInline
package class AnyEffectNode {
  /// How many operators are nested in this node, merges and chains aside; see ``EffectNesting``.
  @safe @usableFromInline @exclusivity(unchecked) final var depth: UInt16 = 0
  @safe @usableFromInline @exclusivity(unchecked) final var form = EffectForm.other
  /// The length of the longest row of nodes below this one, each of which holds the next.
  @safe @usableFromInline @exclusivity(unchecked) final var reach: UInt32 = 0
  /// How many nodes it is made of, itself included; see ``EffectPart``.
  @safe @usableFromInline @exclusivity(unchecked) final var size: Int32 = 1
  /// A hash of the kinds of these nodes, its own ``EffectKind`` first.
  @safe @usableFromInline @exclusivity(unchecked) final var kinds = EffectKind.work

  @inlinable package init() {}

  /// Called when the store accepts the effect. `anySink` is an ``EffectSink`` for its actions.
  @usableFromInline
  package func accept(_ acceptance: Acceptance, anySink: AnyObject) {
    preconditionFailure("an effect node that does not say how it is accepted: \(Self.self)")
  }
}

/// What kind of node an effect is made of. Saved snapshots have hashes of these numbers, so they stay as they are.
@usableFromInline
enum EffectKind {
  /// The program's own work.
  @usableFromInline static var work: UInt32 { 0 }
  /// A send, and what else is over at once.
  @usableFromInline static var moment: UInt32 { 1 }
  static var timer: UInt32 { 2 }
  static var repeatingTimer: UInt32 { 3 }
  static var merge: UInt32 { 4 }
  static var chain: UInt32 { 5 }
  /// Any other operator around an effect.
  static var around: UInt32 { 6 }
  static var cancellable: UInt32 { 7 }
  static var throttle: UInt32 { 8 }
  static var turns: UInt32 { 9 }
}

/// How an effect is made of others.
@usableFromInline
enum EffectForm: UInt8 {
  case other, merged, chained
}

/// One node of an effect. Subclasses implement its acceptance.
///
/// A class and not a case, because a child's effect becomes its parent's by one wrapping node
/// (``Effect/lift(_:)``), not by rewriting the tree: an effect from depth *n* costs *n* nodes.
@usableFromInline
package class EffectNode<Action>: AnyEffectNode {
  @inlinable override package init() {}

  @usableFromInline
  override package final func accept(_ acceptance: Acceptance, anySink: AnyObject) {
    unsafe accept(acceptance, into: unsafeDowncast(anySink, to: EffectSink<Action>.self))
  }

  @usableFromInline
  package func accept(_ acceptance: Acceptance, into sink: EffectSink<Action>) {
    preconditionFailure("an effect node that does not say how it is accepted: \(Self.self)")
  }
}
