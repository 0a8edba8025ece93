/// An observer of a store's bursts. Not generic, so that walking over many is not specialised code; the
/// closure that looks at the state is made where the observer is added, for its types.
@usableFromInline
package final class Observer {
  /// Looks at the state.
  @usableFromInline let look: (LentValue) -> Void
  /// The observer's position in the order in which observers were added, in which they are told.
  let turn: Int
  /// Whether it is told after each burst, and not only where something may have changed.
  var isRaw: Bool
  /// One that is removed during a notification gets no further call.
  var isCancelled = false
  /// Those with whom it is told, as long as it is not raw; nil for one who is asked after each burst.
  let group: ObserverGroup?
  /// Its place among them. The list holds them all.
  var links = Links<Observer>()
  var isGrouped = false

  init(turn: Int, isRaw: Bool, in group: ObserverGroup?, _ look: @escaping (LentValue) -> Void) {
    self.turn = turn
    self.isRaw = isRaw
    self.group = group
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

  /// Whether it was ended.
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
