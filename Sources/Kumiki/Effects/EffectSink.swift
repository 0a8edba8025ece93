/// Where the actions of an accepted effect go.
@usableFromInline
package class EffectSink<Action> {
  @usableFromInline
  package func send(_ action: Action, from delivery: Delivery) {
    preconditionFailure("a sink that does not say where actions go: \(Self.self)")
  }
}

/// What travels with an action on its way from an effect to the store.
@usableFromInline
package struct Delivery {
  /// The send whose handle covers what this action causes; nil: that of the running burst.
  @usableFromInline package var cascade: Cascade?
  /// For a dismissal: the presentation that asked. The action is dropped once that has ended.
  @usableFromInline package var dismissing: ScopeNode?

  @usableFromInline
  package init(cascade: Cascade?, dismissing: ScopeNode? = nil) {
    self.cascade = cascade
    self.dismissing = dismissing
  }
}

/// The store's end: it forgets the store when the store ends, and drops what arrives later.
@usableFromInline
package final class RootSink<Action>: EffectSink<Action> {
  @usableFromInline @exclusivity(unchecked) var deliver: ((Action, Delivery) -> Void)?

  @usableFromInline
  override init() {}

  @usableFromInline
  override package func send(_ action: Action, from delivery: Delivery) {
    deliver?(action, delivery)
  }
}

/// Wraps a child's actions in its parent's.
final class LiftSink<Child, Parent>: EffectSink<Child> {
  let parent: EffectSink<Parent>
  let embed: (Child) -> Parent

  init(_ parent: EffectSink<Parent>, _ embed: @escaping (Child) -> Parent) {
    self.parent = parent
    self.embed = embed
  }

  override func send(_ action: Child, from delivery: Delivery) {
    parent.send(embed(action), from: delivery)
  }
}
