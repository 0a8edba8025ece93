/// Somebody who is told of a store's bursts. Nothing in it depends on the state's type, so that walking
/// over many is the same few instructions in every program; what they look with is made where they
/// were added, for their types.
@usableFromInline
package final class Observer {
  /// Looks at the state, which lies at an address.
  @usableFromInline let look: (UnsafeRawPointer) -> Void
  /// Its turn: observers are told in the order in which they came.
  let turn: Int
  /// To be told after each burst, and not only where something may have changed.
  @exclusivity(unchecked) var isRaw: Bool
  /// One that is removed during a notification gets no further call.
  @exclusivity(unchecked) var isCancelled = false
  /// Those with whom it is told, as long as it is not raw; nil for one who is asked after each burst.
  let group: ObserverGroup?
  // Its place among them. The list holds them all.
  @exclusivity(unchecked) var previous: Unmanaged<Observer>?
  @exclusivity(unchecked) var next: Unmanaged<Observer>?
  @exclusivity(unchecked) var isGrouped = false

  init(
    turn: Int, isRaw: Bool, in group: ObserverGroup? = nil,
    _ look: @escaping (UnsafeRawPointer) -> Void
  ) {
    self.turn = turn
    self.isRaw = isRaw
    self.group = group
    self.look = look
  }
}

/// A part of the state that somebody observes, and what was told of it last.
///
/// One object, whose look is the whole of an observer's work: the closure that calls it holds nothing else.
@usableFromInline
final class ObservedPart<State, Value> {
  @usableFromInline let toValue: (State) -> Value
  @usableFromInline let handler: (Value) -> Void
  // Unchecked: the store's thread alone comes here, and not while it is here.
  @usableFromInline @exclusivity(unchecked) var last: Value

  @inlinable
  init(_ toValue: @escaping (State) -> Value, _ state: State, _ handler: @escaping (Value) -> Void)
  {
    self.toValue = toValue
    self.handler = handler
    last = toValue(state)
  }

  @inlinable @inline(__always)
  func look(at state: UnsafeRawPointer, _ isDuplicate: (Value, Value) -> Bool) {
    let value = lend(state.assumingMemoryBound(to: State.self), to: toValue)
    if isDuplicate(last, value) { return }
    last = value
    handler(value)
  }
}

/// Hands a value over without a copy, which would be counted: a generic type that may have no copies
/// gets none. Whoever calls this sees to it that nobody writes the value meanwhile.
@inlinable @inline(__always)
func lend<Value: ~Copyable, Result>(
  _ value: UnsafePointer<Value>, to body: (borrowing Value) -> Result
) -> Result {
  body(value.pointee)
}

extension UnsafeRawPointer {
  /// The state behind it, handed over without a copy.
  @inlinable @inline(__always)
  func lend<State, Result>(_: State.Type, to body: (State) -> Result) -> Result {
    Kumiki.lend(assumingMemoryBound(to: State.self), to: body)
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
  public func cancel() {
    let action = onCancel
    onCancel = nil
    action?()
  }
}
