internal import CKumiki
internal import Kumiki
internal import KumikiJSON

/// The place that an observer looks at: a part of a store, or of a view of one.
///
/// It refers to the store's source, so an observer continues after the view it was made through is freed.
struct ObservedPlace {
  // The store releases every observer when it ends.
  unowned let source: any StoreSource
  /// The view's place; the root for the store itself.
  let base: JSONAddress
  let pointer: JSONPointer

  var route: JSONAddress { base.appending(pointer) }
  /// A container of JSON state is not kept: a write to it means that it has changed.
  var keepsContainers: Bool { source.keepsContainers }

  /// The current value; nil while the view's state is missing or cannot be read.
  func read() -> JSON?? {
    guard let found = try? source.part(base, pointer) else { return nil }
    return .some(found)
  }

  /// Whether the view's state exists.
  var isShown: Bool { base.isRoot || (try? source.isThere(base)) == true }

  func observe(_ aspect: ObservedAspect, _ notify: @escaping () -> Void) -> () -> Void {
    source.observe(base, pointer, aspect, notify)
  }
}

extension StoreHandle {
  func place(_ pointer: JSONPointer) -> ObservedPlace {
    ObservedPlace(source: source, base: base, pointer: pointer)
  }

  /// A subscription that `cancel` ends. The first callback is made here; the loop cannot be run inside it.
  func subscription(
    _ cancel: @escaping () -> Void, _ callback: () -> Void
  ) -> SubscriptionHandle {
    let subscription = SubscriptionHandle(to: source, cancel)
    loop.activity += 1
    callback()
    loop.activity -= 1
    return subscription
  }

  /// Observes a value: notifies immediately, and after each change. Pauses while the view's state is
  /// missing.
  func observe(
    _ pointer: JSONPointer, _ tell: @escaping (JSONNode?) -> Void
  ) throws -> SubscriptionHandle {
    let place = place(pointer)
    var last = LastTold(keepsContainers: place.keepsContainers)
    let first = try part(pointer)
    _ = last.update(first)
    let read = source.reader(base, pointer)
    let cancel = place.observe(.value) {
      try? read { value in
        if last.update(value) { tell(value) }
      }
    }
    return subscription(cancel) {
      tell(first?.node)
      withExtendedLifetime(first) {}
    }
  }

  /// Observes a slot. A change of identity is a dismissal followed by a presentation.
  func observePresentation(
    _ pointer: JSONPointer, _ view: PresentationView
  ) throws -> SubscriptionHandle {
    try checkReading()
    let place = place(pointer)
    let route = place.route
    var shown: String?
    var last = LastTold(keepsContainers: place.keepsContainers)
    let look = {
      // Without a slot, nothing is presented.
      guard let slot = try? place.source.slot(at: route) ?? JSONSlotIdentity(id: nil, isEnum: false)
      else { return }
      let value: JSON? = slot.id == nil ? .none : place.read() ?? .none
      let isChanged = last.update(value)
      if slot.id == shown {
        if let id = slot.id, let value, isChanged { view.update(id, slot, value) }
        return
      }
      let gone = shown
      shown = slot.id
      if let gone { view.dismiss(gone) }
      if let id = slot.id, let value, id == shown { view.present(id, slot, value) }
    }
    let cancel = place.observe(.presentation, look)
    // Weak, because the program's data is released when the store ends, which may be earlier.
    let end = { [weak view] in
      view?.isOver = true
      cancel()
    }
    return subscription(end, look)
  }
}

/// A subscription, as held by C. When it is freed, or the store ends, it releases its callback and all
/// references to the store.
final class SubscriptionHandle: LoopObject {
  private var cancel: (() -> Void)?
  /// The table that lists it until it ends; nil for a subscription to a shared value. The store outlives it.
  private var table: Uncounted<SubscriptionTable>?

  init(_ loop: Loop, _ cancel: @escaping () -> Void) {
    self.cancel = cancel
    super.init(loop)
  }

  // After a `fork`, the parent's loop does not call `end` in the child, and the store's list outlives this.
  deinit { table.take()?.with { $0.remove(self) } }

  convenience init(to source: any StoreSource, _ cancel: @escaping () -> Void) {
    self.init(source.table.loop, cancel)
    source.subscriptions.insert(self)
    table = Uncounted(source.subscriptions)
  }

  override func end() {
    table.take()?.with { $0.remove(self) }
    cancel.take()?()
  }

  /// Called when the store has ended and released the observer.
  func storeEnded() {
    table = nil
    cancel = nil
  }
}
