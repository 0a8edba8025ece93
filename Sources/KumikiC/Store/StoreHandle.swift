internal import CKumiki
internal import Kumiki
internal import KumikiJSON

/// A store as C holds it, or a view of a part of one, which reads there and whose actions are the store's.
///
/// It checks each call and hands it to the store's source. A view keeps the store's memory, but when the
/// program frees the handle of the whole store the store ends.
final class StoreHandle: LoopObject {
  let source: any StoreSource
  let view: StoreView
  let table: EffectTable
  /// The program's handle of the loop, borrowed: it may be freed before the store's.
  let loopHandle: Uncounted<LoopHandle>
  /// Whether it is in its store's table of views.
  private var isListed: Bool

  /// The handle of a whole store, or a view of what is at a place.
  init(_ source: any StoreSource, _ loopHandle: Uncounted<LoopHandle>, _ place: ViewPlace = .root) {
    self.source = source
    view = StoreView(place)
    table = source.table
    self.loopHandle = loopHandle
    isListed = !view.isWhole
    super.init(table.loop)
    guard isListed else { return }
    view.hold(in: source)
    source.views.insert(self)
  }

  // After the store's end this may run on any thread, but then the view is not listed.
  deinit { if isListed { source.views.remove(self) } }

  /// Releases what a view shares with others, when the store has ended.
  func storeEnded() {
    isListed = false
    view.forget()
  }

  override func end() { if view.isWhole { source.end() } }

  var place: ViewPlace { view.place }
  var base: JSONAddress { place.state }

  // MARK: The checks of every call

  /// Every call on a store comes from the loop's thread, before the end.
  func check() throws {
    try loop.check()
    guard !table.isEnded else { throw Failure.closed }
  }

  /// The state can be asked for everywhere but in a reducer of the same store.
  ///
  /// - Parameter refuse: throws the caller's mistake, which is told in place of that issue.
  func checkReading(_ refuse: () throws -> Void = {}) throws {
    try check()
    guard source.isReducing else { return }
    try refuse()
    loop.report(
      Issue(
        code: .readWhileReducing,
        message: "a store's state was read while its reducer runs; read the kmk_state in hand"))
    throw Failure(KMK_ERR_BUSY, "a store's state was read while its reducer runs")
  }

  /// True while the state is there.
  var isValid: Bool {
    guard (try? checkReading()) != nil else { return false }
    return view.isWhole || (try? source.isThere(base)) == true
  }

  /// Has another reducer handle the actions of the whole store from here on.
  func replaceReducer(_ reducer: JSONReducer) throws {
    try check()
    guard view.isWhole else { throw StoreError.scoped }
    try source.replaceReducer(reducer)
  }

  // MARK: Actions

  /// Sends an action that stays the caller's.
  ///
  /// A binding's write through a view whose state has gone is dropped; any other action goes to the
  /// reducer.
  @inline(__always)
  func send(_ action: JSONNode, isTracked: Bool = true) throws -> StoreTask {
    try check()
    return try source.send(action, through: view, isTracked: isTracked)
  }

  /// Sends an action that comes as JSON text.
  func send(text: JSONBytes) throws -> StoreTask {
    // Checked before the text is parsed, so that a wrong thread or store is reported before a wrong text.
    try check()
    return try source.send(text: text, through: view)
  }

  /// A mailbox, by which other threads post actions. It may outlive the store.
  func mailbox() -> Mailbox { Mailbox(source, place) }

  // MARK: State

  /// The whole state, immutable.
  func state() throws -> JSON { JSON(stealing: try newState()) }

  func newState() throws -> JSONNode {
    if let node = try newPart(nil) { return node }
    throw Failure(KMK_ERR_NOT_FOUND, "the view's state is not there")
  }

  /// The state as text, for `kmk_text_free`.
  @safe func newText(flags: Int) throws -> CNewText? {
    guard view.isWhole else { return try state().copyText(flags: flags) }
    try checkReading()
    return try source.newText(flags: flags)
  }

  /// The part at the text of a pointer, or all for nil: a new reference; nil where there is nothing.
  func newPart(_ text: CStringView?) throws -> JSONNode? {
    try checkReading { if let text, view.isWhole { _ = try pointer(text) } }
    if let node = try source.newPart(text, through: view) { return node }
    return try part(text.map(pointer) ?? .root).map { $0.withNode { $0.retained() } }
  }

  /// A part of the state; nil where there is nothing. While a view's state is not there its last value
  /// stands for it.
  func part(_ pointer: JSONPointer) throws -> JSON? {
    try checkReading()
    guard let found = try source.part(base, pointer) else { return view.last()?[pointer] }
    return found
  }

  /// The slot at a pointer as it is now.
  func slot(at pointer: JSONPointer) throws -> JSONSlotIdentity? {
    try checkReading()
    return try source.slot(at: base.appending(pointer))
  }
}

/// Runs the body of a function on a store that answers a status.
@inline(__always)
@safe func withStore(
  _ store: CHandle?, _ error: CError?,
  _ body: (StoreHandle) throws -> Void
) -> kmk_status {
  answering(error) { try body(Handle<StoreHandle>.at(store, "store")) }
}

/// Runs the body of a function on a store that answers a pointer, NULL on failure.
@inline(__always)
@safe func withStore<Result>(
  _ store: CHandle?, orNull error: CError?,
  _ body: (StoreHandle) throws -> Result?
) -> Result? {
  answering(orNull: error) { try body(Handle<StoreHandle>.at(store, "store")) }
}
