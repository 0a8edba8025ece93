/// An observer of a store's bursts. Not generic, so that one loop serves observers of all types; the closure
/// that looks at the state is made where the observer is added and its types are known.
@usableFromInline
package final class Observer {
  /// Looks at the state.
  @usableFromInline let look: (LentValue) -> Void
  /// Counts up as observers are added. Observers are notified in this order.
  let turn: Int
  /// Whether it is notified after every burst, even one that cannot have changed what it observes.
  var isRaw: Bool
  /// An observer that is removed during a notification gets no further call.
  var isCancelled = false
  /// The group it is notified with while it is not raw; nil for an observer that looks after every burst.
  let group: ObserverGroup?
  /// For an observer that stands for a derived value among those of a place: the observers of the value.
  let derived: DerivedGroup?
  /// Its links in the group's list. The ``ObserverList`` retains the observer.
  var links = Links<Observer>()
  var isGrouped = false

  init(
    turn: Int, isRaw: Bool, in group: ObserverGroup?, for derived: DerivedGroup? = nil,
    _ look: @escaping (LentValue) -> Void
  ) {
    self.turn = turn
    self.isRaw = isRaw
    self.group = group
    self.derived = derived
    self.look = look
  }

  enum AmongGroup: LinkPlace {
    static subscript(_ observer: Observer) -> Links<Observer> {
      get { observer.links }
      set { observer.links = newValue }
    }
  }
}

/// A running observation. Cancelled by ``cancel()`` or when it is released.
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

  /// Ends the observation: no call comes after this. Owner thread.
  ///
  /// - Complexity: O(log *n*) in the observers of the store, amortised.
  public func cancel() {
    onCancel.take()?()
  }
}
