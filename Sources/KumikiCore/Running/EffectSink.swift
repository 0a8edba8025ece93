/// The untyped base of ``EffectSink``.
@usableFromInline
package class AnyEffectSink {
  @inlinable init() {}

  /// Passes an error of the effect on to the nearest `catch`. False if there is none.
  @usableFromInline
  package func fail(_: any Error, from _: Delivery) -> Bool { false }

  /// Begins and ends the effects that follow the store's state. Only the store's own sink does.
  @usableFromInline
  package func follow(_: Acceptance) {}
}

/// Where the actions of an accepted effect go.
@usableFromInline
package class EffectSink<Action>: AnyEffectSink {
  @inlinable override init() {}

  @usableFromInline
  package func send(_ action: Action, from delivery: Delivery) {
    preconditionFailure("a sink that does not say where actions go: \(Self.self)")
  }
}

/// What travels with an action from an effect to the store. It retains nothing: the sender holds what it
/// refers to.
@usableFromInline
package struct Delivery {
  @usableFromInline let heldTaskTree: Uncounted<TaskTree>?
  @usableFromInline let heldDismissing: Uncounted<ScopeNode>?
  @usableFromInline let source: ActionSource

  @inlinable
  package init(
    taskTree: TaskTree?, dismissing: ScopeNode? = nil, source: ActionSource = .program
  ) {
    heldTaskTree = taskTree.map { Uncounted($0) }
    heldDismissing = dismissing.map { Uncounted($0) }
    self.source = source
  }

  /// From an effect, which holds its task tree.
  @inlinable
  init(held taskTree: Uncounted<TaskTree>?, source: ActionSource) {
    heldTaskTree = taskTree
    heldDismissing = nil
    self.source = source
  }

  /// The send whose handle covers what this action causes; nil: that of the running burst.
  @inlinable
  package var taskTree: TaskTree? { heldTaskTree?.object }

  /// For a dismissal: the presentation that asked. The action is dropped once that has ended.
  @inlinable
  package var dismissing: ScopeNode? { heldDismissing?.object }

  /// Counts the action in its task tree until ``settle()``, since it may start more.
  @inlinable
  func enter() {
    if let heldTaskTree { heldTaskTree.with { $0.retain() } }
  }

  /// Called before the action is handled.
  @inlinable
  func arrive(in table: EffectTable) {
    guard let heldDismissing else { return }
    heldDismissing.with { $0.dismissalArrived() }
    table.burst.dismissing = heldDismissing.object
  }

  /// Called when the action has been handled.
  @inlinable
  func settle(in table: EffectTable) {
    if let heldDismissing {
      table.burst.dismissing = nil
      heldDismissing.with { $0.dismissalHandled() }
    }
    if let heldTaskTree { heldTaskTree.with { $0.release() } }
  }

  /// Whether this is a dismissal of a presentation that has ended meanwhile.
  @inlinable
  var isMoot: Bool {
    guard let heldDismissing else { return false }
    return heldDismissing.with { $0.isEnded }
  }
}

/// Wraps a child's actions in its parent's, and turns errors into actions if it is told how.
final class LiftSink<Child, Parent>: EffectSink<Child> {
  let parent: EffectSink<Parent>
  let embed: (Child) -> Parent
  let recover: ((any Error) -> Parent?)?

  init(
    _ parent: EffectSink<Parent>, _ embed: @escaping (Child) -> Parent,
    _ recover: ((any Error) -> Parent?)? = nil
  ) {
    self.parent = parent
    self.embed = embed
    self.recover = recover
  }

  override func send(_ action: Child, from delivery: Delivery) {
    parent.send(embed(action), from: delivery)
  }

  override func fail(_ error: any Error, from delivery: Delivery) -> Bool {
    guard let recover else { return parent.fail(error, from: delivery) }
    if let action = recover(error) { parent.send(action, from: delivery) }
    return true
  }
}
