/// An observer of a store's bursts. Not generic, so that one loop serves observers of all types; the closure that
/// checks the state is created where the observer is added and the types are known.
@usableFromInline
package final class Observer {
  /// Checks the state.
  @usableFromInline let check: (LentValue) -> Void
  /// A number that increases with each added observer. Observers are notified in this order.
  let turn: Int
  /// Whether the observer is notified after every burst, even if the burst cannot have changed its value.
  var isRaw: Bool
  /// Set when the observer is removed. An observer that is removed during a notification gets no further call.
  var isCancelled = false
  /// The observer's group, which notifies it while it is not raw; nil for an observer that checks every burst.
  let group: ObserverGroup?
  /// If the observer stands for a derived value in the group of a place, the observers of the value.
  let derived: DerivedGroup?
  /// The observer's links in the group's list. The ``ObserverList`` retains the observer.
  var links = Links<Observer>()
  var isGrouped = false

  init(
    turn: Int, isRaw: Bool, in group: ObserverGroup?, for derived: DerivedGroup? = nil,
    _ check: @escaping (LentValue) -> Void
  ) {
    self.turn = turn
    self.isRaw = isRaw
    self.group = group
    self.derived = derived
    self.check = check
  }

  enum AmongGroup: LinkPlace {
    static subscript(_ observer: Observer) -> Links<Observer> {
      get { observer.links }
      set { observer.links = newValue }
    }
  }
}

/// A running observation. It ends when ``cancel()`` is called or the subscription is released.
public final class Subscription {
  private var onCancel: (() -> Void)?

  package init(_ onCancel: @escaping () -> Void) {
    self.onCancel = onCancel
    LiveObjects.add()
  }

  /// Whether the observation has ended.
  package var isCancelled: Bool { onCancel == nil }

  deinit {
    cancel()
    LiveObjects.remove()
  }

  /// Ends the observation: no call follows. Use only on the owner's thread.
  ///
  /// - Complexity: O(log *n*) for *n* observers of the store, amortised.
  public func cancel() {
    onCancel.take()?()
  }
}
