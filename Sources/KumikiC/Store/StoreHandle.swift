internal import CKumiki
internal import KumikiValues
internal import KumikiJSON

/// A store as held by C, or a scoped store, which reads a part of a store and sends that part's actions.
///
/// It checks each call and forwards it to the store's source. A scoped store retains the store's memory, but the
/// store ends when the program frees the handle of the whole store.
final class StoreHandle: StoreMember {
  override class var kind: StaticString? { "kmk_store" }
  // By `sending`.
  override class var isUsedUncounted: Bool { true }
  let source: any StoreSource
  let view: StoreView
  let core: StoreCore
  /// The program's handle of the loop, borrowed. The program may free it before the store's handle.
  let loopHandle: Uncounted<LoopHandle>

  /// Makes the handle of a whole store, or of a scoped store at a place.
  init(_ source: any StoreSource, _ loopHandle: Uncounted<LoopHandle>, _ place: ViewPlace = .root) {
    self.source = source
    view = StoreView(place)
    core = source.core
    self.loopHandle = loopHandle
    super.init(core.loop)
    guard !view.isWhole else { return }
    view.last = source.hold(place.state)
    join(source.life, as: .view(place))
  }

  /// Releases the objects that a scoped store shares with others.
  override func storeEnded() {
    super.storeEnded()
    view.forget()
  }

  override func end() { if view.isWhole { source.end() } }

  var place: ViewPlace { view.place }
  var base: JSONAddress { place.state }

  // MARK: The checks of every call

  /// Checks that the loop's thread calls, that the store has not ended, and that no derived value is being computed:
  /// a derived value's function may only read.
  @inline(__always)
  func check() throws {
    try loop.check()
    guard core.isOpen else { throw core.isEnded ? Failure.closed : Failure.deriving }
  }

  /// Checks that the state may be read, which is everywhere except in a reducer of the same store. A derived value
  /// that is being computed records the read part.
  ///
  /// - Parameter refuse: Throws the caller's own mistake, which is reported instead of that issue.
  func checkReading(
    of part: @autoclosure () throws -> StorePart, _ aspect: ObservedAspect = .value,
    _ refuse: () throws -> Void = {}
  ) throws {
    try checkReading(refuse) { source.note(try part(), aspect, for: $0) }
  }

  /// Checks the same, for a call that a derived value's function must not make.
  func checkReading() throws {
    try check()
    try checkReading({}) { _ in }
  }

  /// - Parameter note: Called with the derived value that is being computed.
  @inline(__always)
  func checkReading(_ refuse: () throws -> Void, note: (DerivedNode) throws -> Void) throws {
    try loop.check()
    guard core.isOpen else {
      guard !core.isEnded, let node = core.deriving else { throw Failure.closed }
      return try note(node)
    }
    guard source.isReducing else { return }
    try refuse()
    loop.report(
      Issue(
        code: .readWhileReducing,
        message: "a store's state was read while its reducer runs; read the kmk_state in hand"))
    throw Failure(KMK_ERR_BUSY, "a store's state was read while its reducer runs")
  }

  /// Whether the state exists.
  var isValid: Bool {
    if view.isWhole { return (try? checkReading({}) { _ in }) != nil }
    return (try? checkReading(of: view)) != nil && (try? source.exists(base)) == true
  }

  /// Replaces the reducer of the whole store.
  func replaceReducer(_ reducer: JSONReducer) throws {
    try check()
    guard view.isWhole else { throw StoreError.scoped }
    let documented = try source.requireDocument(
      ", whose state no other reducer can have", ", and its reducer can be replaced")
    try documented.replaceReducer(reducer)
  }

  /// Returns a list of the rows at a pointer.
  func list(_ rows: JSONPointer, _ options: ListOptions) throws -> ListHandle {
    try checkReading()
    guard try source.exists(base) else {
      throw Failure(KMK_ERR_NOT_FOUND, "the view's state is not there")
    }
    let array = base.appending(rows)
    try source.checkPlace(array, "pointer")
    try source.checkRows(at: array, "pointer", options.places())
    for (join, rows) in options.rows.joins.enumerated() {
      try source.checkPlace(base.appending(rows), "options.joins")
      try source.checkRows(at: base.appending(rows), "options.joins", options.places(inJoin: join))
    }
    for (subject, pointer) in options.parameters {
      try source.checkPlace(base.appending(pointer), subject)
    }
    return ListHandle(self, source.list(of: rows, from: base, options))
  }

  /// Returns a snapshot of the whole store.
  func snapshot() throws -> JSONSnapshot {
    try checkReading()
    guard view.isWhole else { throw Failure.invalid("a view has no snapshots: give the store") }
    return try source.snapshot()
  }

  func restore(_ snapshot: JSONSnapshot) throws {
    try check()
    guard view.isWhole else { throw Failure.invalid("a view has no snapshots: give the store") }
    try source.restore(snapshot)
  }

  /// Returns the record of the store's steps.
  func trace() throws -> JSONTrace { try wholeDocument().trace() }

  /// Returns the document of a store that is not scoped.
  func wholeDocument() throws -> any DocumentSource {
    try checkReading()
    guard view.isWhole else { throw Failure.invalid("a view has no steps: give the store") }
    return try source.requireDocument()
  }

  // MARK: Actions

  /// Sends an action. The caller keeps its reference.
  ///
  /// A binding's write through a scoped store whose state is gone is dropped. Any other action reaches the reducer.
  @inline(__always)
  func send(_ action: JSONNode, isTracked: Bool = true) throws -> StoreTask {
    try check()
    return try source.send(action, through: view, isTracked: isTracked)
  }

  /// Sends an action whose effects the caller does not follow.
  func send(_ action: JSON) throws {
    _ = try action.withNode { try send($0, isTracked: false) }
  }

  /// Sends an action of a test, which may send private cases.
  func sendTest(_ action: JSONNode) throws -> StoreTask {
    try check()
    return try source.sendTest(action, through: view)
  }

  func send(text: JSONBytes) throws -> StoreTask {
    // Checked before the JSON text is parsed, so that a wrong thread or store is reported before malformed JSON.
    try check()
    return try source.send(text: text, through: view)
  }

  /// Returns a mailbox for posting actions from other threads. It may outlive the store.
  func mailbox() throws -> Mailbox {
    try check()
    return Mailbox(source, place, source.core.requests.shared())
  }

  /// Posts an action. Called on any thread.
  func post(_ action: JSON?) throws { try Mailbox(source, place, nil).post(action) }

  // MARK: State

  /// Returns the whole state, which is immutable.
  func state() throws -> JSON { JSON(stealing: try newState()) }

  func newState() throws -> JSONNode {
    try checkReading(of: view)
    if let node = try newValue(of: view) { return node }
    throw Failure(KMK_ERR_NOT_FOUND, "the view's state is not there")
  }

  /// Returns a new reference to the part at a pointer, or to the whole for nil. Returns nil if there is no such part.
  func newPart(_ text: CStringView?) throws -> JSONNode? {
    try checkReading(of: try view.part(text)) {
      if let text, view.isWhole { _ = try pointer(text) }
    }
    return try newValue(of: view.part(text))
  }

  /// Returns the scalar at a pointer, which lives until the next action; nil for a value of another type.
  func scalar(_ text: CStringView) throws -> JSONNode? {
    guard let value = try newPart(text).map(JSON.init(stealing:)), !value.node.isContainer else {
      return nil
    }
    if value.node.isUnique { try view.part(text).lent = value }
    return value.node
  }

  /// Returns a part of the state; nil if there is none.
  func part(_ pointer: JSONPointer) throws -> JSON? {
    try checkReading()
    return try newValue(of: StorePart(base, pointer)).map(JSON.init(stealing:))
  }

  /// Returns a new reference to the value of a part. While a scoped store's state is missing, uses its last value.
  @inline(__always)
  private func newValue(of part: StorePart) throws -> JSONNode? {
    if let found = try source.newValue(of: part) { return found }
    return view.last?.json?[part.pointer]?.retained()
  }

  /// Returns the current slot at a pointer.
  func slot(at pointer: JSONPointer) throws -> JSONSlotIdentity? {
    try checkReading(of: StorePart(base, pointer), .presentation)
    return try source.slot(at: base.appending(pointer))
  }
}
