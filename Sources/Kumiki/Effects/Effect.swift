/// What a reducer asks the store to do after its step: nothing, an action, or work that takes time.
///
/// An effect is a value: making one starts nothing. The store takes it in right after the step that
/// returned it (its *acceptance*), in order; only then are ids registered and work begun.
public struct Effect<Action> {
  @usableFromInline enum Operation {
    case none
    case send(Action)
    case node(EffectNode<Action>)
  }

  @usableFromInline let operation: Operation

  @inlinable
  init(_ operation: Operation) { self.operation = operation }

  package init(node: EffectNode<Action>) { self.operation = .node(node) }

  /// An effect that does nothing and is finished at once.
  @inlinable
  public static var none: Self { Self(.none) }

  /// An effect that hands `action` to the store in the same burst, behind what is already buffered.
  @inlinable
  public static func send(_ action: Action) -> Self { Self(.send(action)) }

  @inlinable
  package var isNone: Bool {
    if case .none = operation { true } else { false }
  }

  /// Takes the effect in: delivers what is immediate, registers and begins the rest.
  @usableFromInline
  package func accept(_ acceptance: Acceptance, into sink: EffectSink<Action>) {
    switch operation {
    case .none: break
    case .send(let action): sink.send(action, from: Delivery(cascade: acceptance.cascade))
    case .node(let node): node.accept(acceptance, into: sink)
    }
  }
}

/// One node of an effect. Subclasses say what happens when the store takes it in.
///
/// A class and not a case, because a child's effect becomes its parent's by one wrapping node
/// (``Effect/lift(_:)``), not by rewriting the tree: an effect from depth *n* costs *n* nodes.
@usableFromInline
package class EffectNode<Action> {
  @usableFromInline package init() {}

  @usableFromInline
  package func accept(_ acceptance: Acceptance, into sink: EffectSink<Action>) {
    preconditionFailure("an effect node that does not say how it is accepted: \(Self.self)")
  }
}
