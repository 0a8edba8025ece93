/// What a reducer asks the store to do after its step: nothing, an action, or work that takes time.
///
/// An effect is a value: making one starts nothing. The store takes it in right after the step that
/// returned it (its *acceptance*), in order; only then are ids registered and work begun.
///
/// One pointer, null for none: most steps return none, and every operator looks at what its child
/// returned.
public struct Effect<Action> {
  @usableFromInline let node: AnyEffectNode?

  @inlinable
  package init(node: EffectNode<Action>?) { self.node = node }

  /// An effect of an untyped node, whose actions must be of this type.
  @inlinable
  package init(untyped node: AnyEffectNode?) { self.node = node }

  /// An effect that does nothing and is finished at once.
  @inlinable
  public static var none: Self { Self(node: nil) }

  /// An effect that hands `action` to the store in the same burst, behind what is already buffered.
  @inlinable
  public static func send(_ action: Action) -> Self { Self(node: SendNode(action)) }

  @inlinable
  package var isNone: Bool { node == nil }

  /// How many nodes it is made of; see ``EffectPart``.
  var size: Int32 { node?.size ?? 0 }

  /// Takes the effect in: delivers what is immediate, registers and begins the rest.
  @inlinable
  package func accept(_ acceptance: Acceptance, into sink: EffectSink<Action>) {
    node?.accept(acceptance, anySink: sink)
  }
}

@usableFromInline
final class SendNode<Action>: EffectNode<Action> {
  @usableFromInline let action: Action

  @inlinable
  init(_ action: Action) {
    self.action = action
    super.init()
    kinds = EffectKind.moment
  }

  override package func accept(_ acceptance: Acceptance, into sink: EffectSink<Action>) {
    guard !acceptance.isCancelled else { return }
    let delivery = acceptance.delivery
    guard let groups = acceptance.groups else { return sink.send(action, from: delivery) }
    groups.sending(in: acceptance.table) { sink.send(action, from: delivery) }
  }
}

// MARK: - Effects as pointers

extension Effect {
  /// The reference to the node, as a pointer; nil for none.
  @inlinable
  package consuming func takeNode() -> UnsafeMutableRawPointer? {
    guard let node else { return nil }
    return unsafe Unmanaged.passRetained(node).toOpaque()
  }

  /// Takes over a reference that ``takeNode()`` returned.
  @inlinable
  package init(consuming node: UnsafeMutableRawPointer) {
    unsafe assert(
      Unmanaged<AnyObject>.fromOpaque(node).takeUnretainedValue() is AnyEffectNode,
      "a pointer that is no effect, or one that was consumed")
    self.node = unsafe Unmanaged<AnyEffectNode>.fromOpaque(node).takeRetainedValue()
  }
}
