internal import CKumiki
internal import Kumiki
internal import KumikiJSON

/// The store of a JSON feature: its reducers are in C, its state is a jansson tree.
final class JSONStoreSource: StoreHolder {
  let views = ViewTable()
  let subscriptions = SubscriptionTable()
  let life = StoreLife()
  let store: Store<JSONState, JSONAction>
  private let document: JSONDocument
  /// Replaced only while the store is idle, so a send need not retain it.
  @safe @exclusivity(unchecked) private var reducer: Uncounted<JSONReducer>
  private let recording: ((JSONRootReducer) -> AnyReducer<JSONState, JSONAction>)?
  private var texts = JSONTextCache()
  /// The length of the state's last text.
  private var textSize = 0

  init(_ home: StoreHome, _ reducer: JSONReducer, _ state: JSON) throws {
    recording = home.trial.map { trial in
      { trial.recorder.recording($0, state: { $0.json }, action: { $0.json }) }
    }
    (store, document) = try JSONFeature(reducer).makeStore(
      state, table: home.table, update: home.trial?.update, recording: recording)
    self.reducer = .retained(reducer)
    document.observed(by: store.observerList)
    store.onEnd { [life, views, subscriptions, document] in
      life.end()
      views.end()
      subscriptions.end()
      // Views that outlive the store hold the document.
      document.forget()
    }
  }

  deinit {
    store.end()
    reducer.release()
  }

  func replaceReducer(_ next: JSONReducer) throws {
    try JSONFeature(next).takeOver(store, document, recording: recording) { [self] in
      // Cached texts were scanned for the operators of the former reducer.
      texts = JSONTextCache()
      let former = reducer
      reducer = .retained(next)
      former.release()
    }
  }

  // MARK: Actions

  func takes(_ action: JSON) -> Bool {
    action.withNode { node in reducer.with { $0.takes(node) } }
  }

  func spelt(_ action: JSON) -> JSON { reducer.with { $0.shape.spelt(action) } }

  @inline(__always)
  func send(_ action: JSONNode, through view: StoreView, isTracked: Bool) throws -> StoreTask {
    if !view.isWhole { return try sendWrapped(action, view.place) }
    if isTracked { return try reducer.with { try $0.send(action, to: store) } }
    try store.untracked { _ = try reducer.with { try $0.send(action, to: store) } }
    return .finished
  }

  /// Sends a view's action as one of the whole store.
  private func sendWrapped(_ action: JSONNode, _ place: ViewPlace) throws -> StoreTask {
    guard let whole = try wrapped(action, of: place) else { return .finished }
    do throws(JSONError) {
      return try whole.withNode { node throws(JSONError) in
        try reducer.object.send(node, to: store)
      }
    } catch {
      throw error.inside(place.actionPath)
    }
  }

  /// Requires an enum case: a text or an object.
  func requireAction(_ node: JSONNode) throws {
    try JSONMeasure.check(node)
    guard node.mayBeAction else { throw JSONError.notAnAction }
  }

  func isBinding(_ action: JSONNode) -> Bool { document.layout.isBinding(action) }

  func send(text: JSONBytes, through view: StoreView) throws -> StoreTask {
    let (slot, known) = view.isWhole ? texts.find(text) : (nil, nil)
    if let known { return known.send(to: store) }
    let action = try JSONText.parseNode(text)
    defer { action.releaseDeep() }
    let task = try send(action, through: view, isTracked: true)
    // An action that needs a stack check is not cached.
    let reducer = reducer.object
    if let slot, reducer.isShallow(action) { texts.note(text, at: slot, action, for: reducer) }
    return task
  }

  func deliver(_ action: JSON) {
    guard action.withNode({ $0.mayBeAction }) else {
      return table.loop.report(
        Issue(code: .actionMisfit, message: "a posted value that is no action was dropped"))
    }
    _ = store.send(JSONAction(action))
  }

  // MARK: State

  func newPart(_ text: CStringView?, through view: StoreView) throws -> JSONNode? {
    guard let here = presentNode(at: view.place.state) else { return nil }
    guard let text, !text.isEmpty else { return here.retained() }
    return try KumikiC.pointer(text).resolve(in: here)?.retained()
  }

  func part(_ base: JSONAddress, _ pointer: JSONPointer) throws -> JSON?? {
    guard let node = presentNode(at: base) else { return nil }
    return .some(pointer.resolve(in: node).map(JSON.init(borrowing:)))
  }

  @safe func newText(flags: Int) throws -> CNewText? {
    try JSONText.copy(document.root, flags: flags, size: &textSize)
  }

  func isThere(_ route: JSONAddress) throws -> Bool { presentNode(at: route) != nil }

  /// The value at a view's place; nil if there is none.
  private func presentNode(at route: JSONAddress) -> JSONNode? {
    if route.isRoot { return document.root }
    guard let node = document.node(at: route), node.kind != .null else { return nil }
    return node
  }

  func slot(at route: JSONAddress) throws -> JSONSlotIdentity? {
    document.pointer(of: route).flatMap(document.slotIdentity(at:))
  }

  func slotPointer(for path: JSONCasePath, in view: ViewPlace) -> JSONPointer? {
    document.layout.slotPointer(for: view.caseNames + path.names, at: view.state)
  }

  func isLegacyPath(at route: JSONAddress) -> Bool? { document.rowsForm(at: route)?.isLegacy }

  func rowIDs(at route: JSONAddress) throws -> JSONRowIDs? {
    // A missing value has no rows.
    let kind = document.node(at: route)?.kind ?? .null
    guard kind == .null || kind == .array || document.hasRows(at: route) else { return nil }
    return document.rowIDs(at: route)
  }

  // MARK: Observing

  var keepsContainers: Bool { false }

  func reader(
    _ base: JSONAddress, _ pointer: JSONPointer
  ) -> (_ body: (JSONNode?) -> Void) throws -> Void {
    var trace = JSONTrace.none
    // Called by the source, which is therefore alive.
    return { [source = Uncounted(self), document = Uncounted(document)] body in
      guard let node = source.with({ $0.presentNode(at: base) }) else { return }
      guard let part = document.with({ $0.find(pointer, from: node, &trace) }) else {
        return body(nil)
      }
      // Retained, so that the callback may write or free anything.
      let held = part.retained()
      body(held)
      held.releaseDeep()
    }
  }

  func observe(
    _ base: JSONAddress, _ pointer: JSONPointer, _: ObservedAspect, _ notify: @escaping () -> Void
  ) -> () -> Void {
    document.observe(base.appending(pointer), in: store.observerList, notify)
  }

  func recordChanges(at route: JSONAddress, returning: Bool) -> RecordedChanges {
    let changes = document.changes
    let rowSteps = document.rowSteps(of: route)
    changes.start(returning: returning)
    return RecordedChanges(
      written: { [unowned document] in document.written(at: route, rowSteps: rowSteps) },
      before: { [unowned document] in document.before(at: route) },
      stop: { changes.stop(returning: returning) })
  }

  func hold(_ route: JSONAddress) -> () -> JSON? {
    let hold = document.hold(route)
    return { hold.last }
  }
}
