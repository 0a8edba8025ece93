/// One node of an effect, with actions of any type.
@usableFromInline
package class AnyEffectNode {
  /// The number of operators nested in this node, not counting merges and chains; see ``EffectNesting``.
  @safe @usableFromInline @exclusivity(unchecked) final var depth: UInt16 = 0
  @safe @usableFromInline @exclusivity(unchecked) final var form = EffectForm.other
  /// The length of the longest chain of nodes, each holding the next, below this one.
  @safe @usableFromInline @exclusivity(unchecked) final var reach: UInt32 = 0
  /// The number of its nodes, including itself; see ``EffectPart``.
  @safe @usableFromInline @exclusivity(unchecked) final var size: Int32 = 1
  /// A hash of the kinds of these nodes, starting with its own ``EffectKind``.
  @safe @usableFromInline @exclusivity(unchecked) final var kinds = EffectKind.work

  @inlinable package init() {}

  /// Accepts the effect for the store. `anySink` is an ``EffectSink`` for the effect's actions.
  @usableFromInline
  package func accept(_ acceptance: Acceptance, anySink: AnyObject) {
    preconditionFailure("an effect node that does not say how it is accepted: \(Self.self)")
  }

  /// Shows a visitor the nodes without parts, in order. Nodes with parts override it.
  ///
  /// - Returns: the next free link.
  package func visit(by visitor: any EffectVisitor, in surroundings: EffectSurroundings) -> Int {
    visitor.visit(self, in: surroundings)
    return surroundings.link + 1
  }
}

/// Looks at the parts of an effect before it is accepted.
package protocol EffectVisitor: AnyObject {
  /// Called with each node without parts, also with later members of chains.
  func visit(_ node: AnyEffectNode, in surroundings: EffectSurroundings)
}

/// The features and ids around a node of an effect.
package struct EffectSurroundings {
  /// The keys of the features, outermost first.
  package var scope: [ScopeKey] = []
  /// The ids, innermost first.
  var ids: [AnyHashable] = []
  /// The position in chains: the members of a chain, with the chains inside them, have increasing numbers.
  var link = 0

  func inside(_ key: ScopeKey) -> Self { Self(scope: scope + [key], ids: ids, link: link) }

  func inside(_ id: AnyHashable) -> Self { Self(scope: scope, ids: [id] + ids, link: link) }
}

/// The kinds of nodes of an effect. Saved snapshots contain hashes of these numbers, so the numbers must not change.
@usableFromInline
enum EffectKind {
  /// The program's own work.
  @usableFromInline static var work: UInt32 { 0 }
  /// A send, and any other effect that ends immediately.
  @usableFromInline static var immediate: UInt32 { 1 }
  static var timer: UInt32 { 2 }
  static var repeatingTimer: UInt32 { 3 }
  static var merge: UInt32 { 4 }
  static var chain: UInt32 { 5 }
  /// Any other operator around an effect.
  static var around: UInt32 { 6 }
  static var cancellable: UInt32 { 7 }
  static var throttle: UInt32 { 8 }
  static var turns: UInt32 { 9 }
  /// An action at each event of the machine.
  static var event: UInt32 { 10 }
}

/// How an effect combines other effects.
@usableFromInline
enum EffectForm: UInt8 {
  case other, merged, chained
}

/// One node of an effect. Subclasses implement its acceptance.
///
/// A class and not a case, because one wrapping node (``Effect/lift(_:)``) turns a child's effect into its parent's
/// without rewriting the tree: an effect from depth *n* costs *n* nodes.
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
