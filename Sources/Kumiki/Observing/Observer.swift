/// An observer of a store's bursts. Not generic, so that walking over many is not specialised code; the
/// closure that looks at the state is made where the observer is added, for its types.
@usableFromInline
@safe package final class Observer {
  /// Looks at the state, which lies at an address.
  @usableFromInline let look: (UnsafeRawPointer) -> Void
  /// The observer's position in the order in which observers were added, in which they are told.
  let turn: Int
  /// Whether it is told after each burst, and not only where something may have changed.
  @safe @exclusivity(unchecked) var isRaw: Bool
  /// One that is removed during a notification gets no further call.
  @safe @exclusivity(unchecked) var isCancelled = false
  /// Those with whom it is told, as long as it is not raw; nil for one who is asked after each burst.
  let group: ObserverGroup?
  // Its place among them. The list holds them all.
  @safe @exclusivity(unchecked) var previous: Uncounted<Observer>?
  @safe @exclusivity(unchecked) var next: Uncounted<Observer>?
  @safe @exclusivity(unchecked) var isGrouped = false

  init(
    turn: Int, isRaw: Bool, in group: ObserverGroup? = nil,
    _ look: @escaping (UnsafeRawPointer) -> Void
  ) {
    self.turn = turn
    self.isRaw = isRaw
    self.group = group
    unsafe self.look = look
  }
}

/// A part of the state that is observed, and the value that was told last.
///
/// One object does all the work of an observer, so the closure that calls it captures nothing else.
@usableFromInline
final class ObservedPart<State, Value> {
  @usableFromInline let toValue: (State) -> Value
  @usableFromInline let handler: (Value) -> Void
  // Unchecked: used by the store's thread alone, and not reentrantly.
  @safe @usableFromInline @exclusivity(unchecked) var last: Value

  @inlinable
  init(_ toValue: @escaping (State) -> Value, _ state: State, _ handler: @escaping (Value) -> Void)
  {
    self.toValue = toValue
    self.handler = handler
    last = toValue(state)
  }

  @inlinable @inline(__always)
  func look(at state: UnsafeRawPointer, _ isDuplicate: (Value, Value) -> Bool) {
    let value = unsafe lend(state.assumingMemoryBound(to: State.self), to: toValue)
    if isDuplicate(last, value) { return }
    last = value
    handler(value)
  }
}

/// A running observation. Cancelled by ``cancel()`` or when it is released.
public final class Subscription {
  private var onCancel: (() -> Void)?

  package init(_ onCancel: @escaping () -> Void) {
    self.onCancel = onCancel
    LiveObjects.add()
  }

  deinit {
    cancel()
    LiveObjects.remove()
  }

  /// Ends the observation: no call comes after this. Owner thread.
  ///
  /// - Complexity: O(log *n*) in the observers of the store, amortised.
  public func cancel() {
    let action = onCancel
    onCancel = nil
    action?()
  }
}
