/// A reducer's request to its store, carried out after the step: nothing, an action, or work that takes time.
///
/// An effect is a value: creating one starts nothing. The store accepts it right after the step that returned it (its
/// *acceptance*), in order; only then are ids registered and work started.
///
/// One pointer, which is null for `.none`: most steps return `.none`, and every operator checks the effect that its
/// child returned.
public struct Effect<Action> {
  @usableFromInline let node: AnyEffectNode?

  @inlinable
  package init(node: EffectNode<Action>?) { self.node = node }

  /// Creates an effect of an untyped node, whose actions must have this type.
  @inlinable
  package init(untyped node: AnyEffectNode?) { self.node = node }

  /// An effect that does nothing and completes immediately.
  @inlinable
  public static var none: Self { Self(node: nil) }

  /// Returns an effect that sends `action` to the store in the same burst, after the actions that are already buffered.
  @inlinable
  public static func send(_ action: Action) -> Self { Self(node: SendNode(action)) }

  @inlinable
  package var isNone: Bool { node == nil }

  /// The number of nodes of the effect; see ``EffectPart``.
  var size: Int32 { node?.size ?? 0 }

  /// Accepts the effect: delivers its immediate actions, and registers and starts the rest.
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
    kinds = EffectKind.immediate
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
  /// Returns the reference to the node as a pointer, or nil for `.none`.
  @inlinable
  package consuming func takeNode() -> UnsafeMutableRawPointer? {
    guard let node else { return nil }
    return unsafe Unmanaged.passRetained(node).toOpaque()
  }

  /// Consumes a reference that ``takeNode()`` returned.
  @inlinable
  package init(consuming node: UnsafeMutableRawPointer) {
    unsafe assert(
      Unmanaged<AnyObject>.fromOpaque(node).takeUnretainedValue() is AnyEffectNode,
      "a pointer that is not an effect, or a consumed effect")
    self.node = unsafe Unmanaged<AnyEffectNode>.fromOpaque(node).takeRetainedValue()
  }
}
