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

/// Where an action comes from, for the record of a step. One number, since it travels with each action.
@usableFromInline
package struct ActionSource: Equatable {
  /// 0 for the program; the serial of an effect; for an action that a step sends at once, the step's number
  /// with the highest bit set; for one that came through a view, the trace's number for that with the bit below set.
  @usableFromInline let number: UInt64
  private static let sendBit: UInt64 = 1 << 63
  private static let viewBit: UInt64 = 1 << 62
  /// Set beside the serial of an effect: its `catch` has made the action, or its code waits for the result.
  private static let caughtBit: UInt64 = 1 << 61
  private static let directBit: UInt64 = 1 << 60

  @inlinable
  init(number: UInt64) { self.number = number }

  @inlinable
  init(effect serial: UInt64) { number = serial }

  init(sentBy step: UInt64) { number = step | Self.sendBit }

  init(caughtOf serial: UInt64) { number = serial | Self.caughtBit }

  @usableFromInline
  init(directlyFrom serial: UInt64) { number = serial | Self.directBit }

  package init(view index: Int) { number = UInt64(index) | Self.viewBit }

  @usableFromInline
  package static var program: Self { Self(number: 0) }

  /// The serial of the effect that sent it.
  package var effect: UInt64? {
    number != 0 && number < Self.viewBit ? number & ~(Self.caughtBit | Self.directBit) : nil
  }

  /// Whether a `catch` has made it of an effect's error.
  var isCaught: Bool { effect != nil && number & Self.caughtBit != 0 }

  /// Whether the effect's code is in the call that sends it, and hears from that whether it fits.
  var isDirect: Bool { effect != nil && number & Self.directBit != 0 }

  /// The number of the step that sent it at once.
  package var step: UInt64? { number & Self.sendBit == 0 ? nil : number & ~Self.sendBit }

  /// The trace's number for the view that it came through.
  package var view: Int? {
    number & Self.sendBit == 0 && number & Self.viewBit != 0 ? Int(number & ~Self.viewBit) : nil
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
    table.dismissing = heldDismissing.object
  }

  /// Called when the action has been handled.
  @inlinable
  func settle(in table: EffectTable) {
    if let heldDismissing {
      table.dismissing = nil
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

/// The sink of the store. It drops what arrives after the store's end.
@safe @usableFromInline
package final class RootSink<Action>: EffectSink<Action> {
  /// The store; nil once it has ended.
  // Any thread may release the store.
  @safe @exclusivity(unchecked) private var remembered: Remembered<AnyObject>?
  @safe @exclusivity(unchecked) private var bare: Unmanaged<AnyObject>?
  @usableFromInline let deliver: (AnyObject, Action, Delivery) -> Void
  @usableFromInline let look: (AnyObject, Acceptance) -> Void

  /// - Parameters:
  ///   - deliver: hands an action to the store.
  ///   - look: lets the store look at its state, and accepts what begins and ends because of it.
  @inlinable
  init(
    _ deliver: @escaping (AnyObject, Action, Delivery) -> Void,
    _ look: @escaping (AnyObject, Acceptance) -> Void
  ) {
    self.deliver = deliver
    self.look = look
  }

  @usableFromInline
  func remember(_ store: AnyObject?) {
    remembered = store.map { Remembered($0) }
    unsafe bare = remembered?.bare
  }

  /// The store, retained, since handling an action may release it.
  private var store: AnyObject? {
    guard let bare else { return nil }
    return unsafe Remembered.object(bare)
  }

  @usableFromInline
  override package func send(_ action: Action, from delivery: Delivery) {
    if let store { deliver(store, action, delivery) }
  }

  @usableFromInline
  override package func follow(_ acceptance: Acceptance) {
    if let store { look(store, acceptance) }
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
