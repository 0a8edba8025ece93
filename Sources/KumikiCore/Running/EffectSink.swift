/// Takes the failures of the effects inside, so that nothing further out learns of them.
protocol FailureTaker: AnyObject {
  func takes(_ error: any Error, of entry: EffectEntry) -> Bool
}

/// The untyped base of ``EffectSink``.
@usableFromInline
package class AnyEffectSink {
  @inlinable init() {}

  /// The next sink on the way to the store, which receives the actions of this one; nil for the store's own.
  package var outer: AnyEffectSink? { nil }

  /// The object that an ``AttachingSink`` adds for the effects inside.
  package var attachment: AnyObject? { nil }

  /// Passes an error of the effect to the nearest `catch`. Returns false without one.
  @usableFromInline
  package func fail(_: any Error, from _: Delivery) -> Bool { false }

  /// The node of the feature whose actions this wraps, if it wraps them for the feature around it.
  @usableFromInline
  package var liftedFrom: ObjectIdentifier? { nil }

  /// Starts and ends the state-driven effects of the store. Only the store's own sink implements it.
  @usableFromInline
  package func follow(_: Acceptance) {}
}

/// The destination of an accepted effect's actions.
@usableFromInline
package class EffectSink<Action>: AnyEffectSink {
  @inlinable override init() {}

  @usableFromInline
  package func send(_ action: Action, from delivery: Delivery) {
    preconditionFailure("a sink that does not say where actions go: \(Self.self)")
  }

  /// Passes an action, as an action of the store, to an ``ActionCheck``. Sends nothing. Usable on any thread.
  @usableFromInline
  package func check(_ action: Action, by check: AnyObject) throws {}
}

/// Throws the reason why a store does not accept one of its actions. Usable on any thread.
package final class ActionCheck<Action>: Sendable {
  let body: @Sendable (Action) throws -> Void

  package init(_ body: @escaping @Sendable (Action) throws -> Void) { self.body = body }
}

/// The data that accompanies an action from an effect to the store. It retains nothing: the sender holds the objects.
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

  /// Creates the delivery of an effect, which holds its task tree.
  @inlinable
  init(held taskTree: Uncounted<TaskTree>?, source: ActionSource) {
    heldTaskTree = taskTree
    heldDismissing = nil
    self.source = source
  }

  /// The send whose handle covers the effects of this action; nil for the send of the running burst.
  @inlinable
  package var taskTree: TaskTree? { heldTaskTree?.object }

  /// For a dismissal, the presentation that requested it. The action is dropped once that presentation has ended.
  @inlinable
  package var dismissing: ScopeNode? { heldDismissing?.object }

  /// Counts the action in its task tree until ``settle(in:)``, because the action may start effects.
  @inlinable
  func enter() {
    if let heldTaskTree { heldTaskTree.with { $0.retain() } }
  }

  /// Records that the action is about to be handled.
  @inlinable
  func arrive(in table: EffectTable) {
    guard let heldDismissing else { return }
    heldDismissing.with { $0.dismissalArrived() }
    table.burst.dismissing = heldDismissing.object
  }

  /// Records that the action has been handled.
  @inlinable
  func settle(in table: EffectTable) {
    if let heldDismissing {
      table.burst.dismissing = nil
      heldDismissing.with { $0.dismissalHandled() }
    }
    if let heldTaskTree { heldTaskTree.with { $0.release() } }
  }

  /// Whether this is the dismissal of a presentation that has already ended.
  @inlinable
  var isExpired: Bool {
    guard let heldDismissing else { return false }
    return heldDismissing.with { $0.isEnded }
  }
}

/// Wraps a child's actions in its parent's, and converts errors to actions if `recover` is set.
final class LiftSink<Child, Parent>: EffectSink<Child> {
  let parent: EffectSink<Parent>
  let embed: (Child) -> Parent
  let recover: ((any Error) -> Parent?)?
  private let scope: ObjectIdentifier?

  /// - Parameter scope: the child's node, if the child is another feature than the parent. It may have ended.
  init(
    _ parent: EffectSink<Parent>, of scope: ScopeNode? = nil, _ embed: @escaping (Child) -> Parent,
    _ recover: ((any Error) -> Parent?)? = nil
  ) {
    self.parent = parent
    self.scope = scope.map { ObjectIdentifier($0) }
    self.embed = embed
    self.recover = recover
  }

  override var liftedFrom: ObjectIdentifier? { scope }

  override func send(_ action: Child, from delivery: Delivery) {
    parent.send(embed(action), from: delivery)
  }

  override var outer: AnyEffectSink? { parent }

  override func check(_ action: Child, by check: AnyObject) throws {
    try parent.check(embed(action), by: check)
  }

  override func fail(_ error: any Error, from delivery: Delivery) -> Bool {
    guard let recover else { return parent.fail(error, from: delivery) }
    if let action = recover(error) { parent.send(action, from: delivery) }
    return true
  }
}

/// A sink that adds declarations of requests, or a ``FailureTaker``, for the effects inside.
final class AttachingSink<Action>: EffectSink<Action> {
  private let base: EffectSink<Action>
  private let added: AnyObject
  /// Not retained, because a sender retains its effect, which retains the table.
  private let table: Uncounted<EffectTable>

  init(_ base: EffectSink<Action>, _ added: AnyObject, _ table: Uncounted<EffectTable>) {
    (self.base, self.added, self.table) = (base, added, table)
  }

  override var outer: AnyEffectSink? { base }
  override var attachment: AnyObject? { added }

  override func send(_ action: Action, from delivery: Delivery) {
    base.send(action, from: delivery)
  }

  override func check(_ action: Action, by check: AnyObject) throws {
    try base.check(action, by: check)
  }

  override func fail(_ error: any Error, from delivery: Delivery) -> Bool {
    if let taker = added as? any FailureTaker, let entry = table.with({ $0.failing }),
      taker.takes(error, of: entry)
    {
      return true
    }
    return base.fail(error, from: delivery)
  }
}
