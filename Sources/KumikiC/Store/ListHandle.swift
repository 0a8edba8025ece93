internal import CKumiki
internal import KumikiValues
internal import KumikiJSON

/// A list derived from rows, as held by C, with its observers.
@safe final class ListHandle: StoreMember {
  override class var kind: StaticString? { "kmk_list" }
  let store: StoreHandle
  /// Nil if the store has ended or the list was freed.
  private var rows: (any RowListSource)?
  /// How often the window was moved.
  private var shows: UInt64 = 0
  private var observers: [Observer] = []
  /// Whether observers are being notified. They may not move the window during that time.
  private var isNotifying = false
  /// Whether an observer has sent an action whose burst changed the list.
  private var isDueAgain = false
  private var cancel: () -> Void = {}

  /// The edits of the current notification. The array is kept to reuse its memory. The list owns the ids.
  private var reported: [kmk_list_edit] = unsafe []

  typealias Notify = ([kmk_list_edit]) -> Void

  @safe private final class Observer {
    let notify: Notify
    var isOver = false

    @safe init(_ notify: @escaping Notify) { unsafe self.notify = notify }
  }

  init(_ store: StoreHandle, _ parts: ListParts) {
    self.store = store
    rows = parts.rows
    super.init(store.loop)
    cancel = parts.observe { [unowned self] in notify() }
    join(store.source.life, as: .subscription(ObjectIdentifier(self)))
  }

  override func end() {
    leave()
    close()
  }

  override func storeEnded() {
    super.storeEnded()
    close()
  }

  private func close() {
    cancel()
    cancel = {}
    let all = observers
    observers = []
    for observer in all { observer.isOver = true }
    rows.take()?.end()
  }

  // MARK: Reading

  /// Returns the list, for a call that reads it. A derived value that is being computed records the read.
  func reading() throws -> (rows: any RowListSource, list: RowList) {
    try store.checkReading({}) { note(for: $0) }
    guard let rows else { throw Failure.closed }
    return (rows, rows.current)
  }

  /// Returns the list, for a call that does more than read it.
  private func using() throws -> RowList {
    try store.checkReading()
    return try reading().list
  }

  /// Changes whenever a read of the list may return something else; nil when the list has ended.
  var version: UInt64? { rows.map { $0.version &+ shows } }

  private func note(for node: DerivedNode) {
    node.note(ObjectIdentifier(self), isPlace: false) { ListInput(self) }
  }

  /// The entry of a shown row, by its index in the window.
  func entry(at index: Int) throws -> (rows: any RowListSource, entry: Int32) {
    let (rows, list) = try reading()
    let shown = list.shown
    guard index >= 0, index < shown.count else {
      throw Failure(
        KMK_ERR_NOT_FOUND,
        "the list shows \(shown.count) rows; there is none at \(UInt(bitPattern: index))")
    }
    return (rows, list.entry(at: shown.lowerBound + index))
  }

  /// Returns the index of the row with an id among the shown rows; nil if the row is not shown.
  func index(of id: JSONNode) throws -> Int? {
    let (rows, list) = try reading()
    guard let entry = rows.entry(withID: id), let rank = list.rank(of: entry) else { return nil }
    let shown = list.shown
    return shown.contains(rank) ? rank - shown.lowerBound : nil
  }

  // MARK: Observing

  @safe func observe(_ notify: @escaping Notify) throws -> Subscribed {
    let list = try using()
    // The new observer does not receive this burst's earlier changes.
    self.notify()
    let observer = Observer(notify)
    observers.append(observer)
    // Weak, because the program's data is released when the list ends, which may happen earlier.
    let end = { [weak self, weak observer] in
      // Released last: the release may run the program's code, which may end the list or observe it.
      let former = observer
      former?.isOver = true
      withExtendedLifetime(former) { self?.observers.removeAll { $0 === former } }
    }
    return Subscribed(end) { unsafe observer.notify([kmk_list_edit(reset: list.shown.count)]) }
  }

  func show(_ window: RowWindow) throws {
    _ = try using()
    if isNotifying { throw Failure(KMK_ERR_BUSY, "observers of the list are being told") }
    notify()
    shows += 1
    rows?.current.show(window)
    store.source.notifying { notify() }
  }

  /// Notifies the observers of all changes since the last notification.
  private func notify() {
    if isNotifying { return isDueAgain = true }
    repeat {
      isDueAgain = false
      notifyOnce()
    } while isDueAgain
  }

  private func notifyOnce() {
    guard let rows else { return }
    let list = rows.current
    unsafe reported.removeAll(keepingCapacity: true)
    let isKnown = list.takeEdits { edit, entry in
      unsafe reported.append(kmk_list_edit(edit, rows.id(entry)))
    }
    if !isKnown { unsafe reported.append(kmk_list_edit(reset: list.shown.count)) }
    if unsafe reported.isEmpty || observers.isEmpty { return }
    isNotifying = true
    defer { isNotifying = false }
    for observer in observers where !observer.isOver { unsafe observer.notify(reported) }
  }
}
