internal import CKumiki
internal import Kumiki
internal import KumikiJSON

/// What an observer looks at: a part of a store, or of a view of one.
///
/// It knows the store's source, so an observer goes on when the view that it was made through is freed.
struct ObservedPlace {
  // When the store ends it releases every observer.
  unowned let source: any StoreSource
  /// The view's place; the root's own.
  let base: JSONAddress
  let pointer: JSONPointer

  var route: JSONAddress { base.appending(pointer) }
  /// A container of JSON state is not kept: a write to it says that it has changed.
  var keepsContainers: Bool { source.keepsContainers }

  /// What is there now; nil while the view's state is not there or cannot be read.
  func read() -> JSON?? {
    guard let found = try? source.part(base, pointer) else { return nil }
    return .some(found)
  }

  /// The view is there.
  var isShown: Bool { base.isRoot || (try? source.isThere(base)) == true }

  func observe(_ aspect: ObservedAspect, _ notify: @escaping () -> Void) -> () -> Void {
    source.observe(base, pointer, aspect, notify)
  }
}

extension StoreHandle {
  func place(_ pointer: JSONPointer) -> ObservedPlace {
    ObservedPlace(source: source, base: base, pointer: pointer)
  }

  /// A subscription that ends by `cancel`, whose first callback is made here. Inside that the loop may not
  /// be run.
  func subscription(
    _ cancel: @escaping () -> Void, _ callback: () -> Void
  ) -> SubscriptionHandle {
    let subscription = SubscriptionHandle(to: source, cancel)
    loop.activity += 1
    callback()
    loop.activity -= 1
    return subscription
  }

  /// Observes a value: told at once, and when it has changed. While a view's state is not there nothing is
  /// told.
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

  /// Observes a slot: a change of identity is a dismissal and a presentation.
  func observePresentation(
    _ pointer: JSONPointer, _ view: PresentationView
  ) throws -> SubscriptionHandle {
    try checkReading()
    let place = place(pointer)
    let route = place.route
    var shown: String?
    var last = LastTold(keepsContainers: place.keepsContainers)
    let look = {
      // Where no slot is, nothing is presented.
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
    // Weak, since the program's data is released when the store ends, if that is earlier.
    let end = { [weak view] in
      view?.isOver = true
      cancel()
    }
    return subscription(end, look)
  }
}

/// A subscription as C holds it. Freed, or when the store ends, it lets go of its callback and of all that it
/// knows of the store.
final class SubscriptionHandle: LoopObject {
  private var cancel: (() -> Void)?
  /// Where it is listed until it ends; nil for one to a shared value. The store holds it longer.
  private var table: Uncounted<SubscriptionTable>?

  init(_ loop: Loop, _ cancel: @escaping () -> Void) {
    self.cancel = cancel
    super.init(loop)
  }

  // In the child of a `fork` the parent's loop does not call `end`, and the store's list outlives this.
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

  /// The store has let go of the observer already.
  func storeEnded() {
    table = nil
    cancel = nil
  }
}
