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
    acceptance.send(action, into: sink)
  }
}

/// The value of an action that its effect owns, without an object of its own.
@usableFromInline
package protocol OwnedAction {
  associatedtype Action
  /// The action. `owner` keeps this value alive.
  func asAction(keptBy owner: AnyObject) -> Action
  /// Releases the value, at any depth.
  func releaseDeep()
}

extension Effect {
  /// Returns an effect that sends an action at once, and owns the action's value.
  @inlinable
  package static func send<Value: OwnedAction>(owned value: Value) -> Self
  where Value.Action == Action {
    Self(node: OwnedSendNode(value))
  }
}

// Created by inlined code, like ``ScopeEffectNode``.
@usableFromInline
final class OwnedSendNode<Value: OwnedAction>: EffectNode<Value.Action> {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
    super.init()
    kinds = EffectKind.immediate
  }

  deinit { value.releaseDeep() }

  override package func accept(_ acceptance: Acceptance, into sink: EffectSink<Value.Action>) {
    acceptance.send(value.asAction(keptBy: self), into: sink)
  }
}

extension Acceptance {
  /// Sends an action at once, on behalf of an effect that does nothing else.
  fileprivate func send<Action>(_ action: Action, into sink: EffectSink<Action>) {
    guard !isCancelled else { return }
    let delivery = delivery
    guard let groups else { return sink.send(action, from: delivery) }
    groups.sending(in: table) { sink.send(action, from: delivery) }
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
