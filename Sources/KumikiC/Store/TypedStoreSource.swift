internal import CKumiki
internal import Kumiki
internal import KumikiJSON

/// The store of a feature written in Swift: typed state and actions, which C sees as JSON.
///
/// An action is decoded when it comes in. Only the requested or observed parts of the state are encoded.
final class TypedStoreSource<State: Codable, Action: Codable>: StoreHolder {
  let views = ViewTable()
  let subscriptions = SubscriptionTable()
  let life = StoreLife()
  let store: Store<State, Action>
  let observed: ObservedParts
  let rows: JSONRowsPlaces
  private let whole = TypedPathReader(.root, for: .part)
  private let lease: FeatureLease

  init(
    _ home: StoreHome, _ lease: FeatureLease, initialState: @escaping () -> State,
    reducer: some Reducer<State, Action>
  ) {
    self.lease = lease
    let rows = JSONRowsPlaces()
    self.rows = rows
    observed = ObservedParts(rows)
    store = Store(
      initialState: initialState, table: home.table, describe: { describeAction($0) },
      update: home.trial?.update
    ) {
      // Rows held here would be copied when the feature writes them.
      (home.trial?.recorder.recording(
        reducer, state: { Self.recorded($0) }, action: { Self.recorded($0) })
        ?? AnyReducer(reducer)).preceded { rows.forget() }
    }
    store.observerList.add(
      // The list belongs to the store.
      ObserverFinder { [observed, store = Uncounted(store)] _, list in
        if observed.isEmpty { return }
        store.with { $0.lendState { observed.find(in: $0, for: list) } }
      } groups: { [observed] in
        observed.groups
      })
    // The store holds the lease too, because it may be busy when its handle is freed.
    store.onEnd { [observed, life, views, subscriptions, lease] in
      withExtendedLifetime(lease) {}
      life.end()
      observed.clear()
      views.end()
      subscriptions.end()
    }
  }

  deinit { store.end() }

  func replaceReducer(_: JSONReducer) throws {
    throw Failure.invalid(
      "the store is of a feature written in Swift, whose state no other reducer can have; make it by "
        + "kmk_store_new of a kmk_feature, and its reducer can be replaced")
  }

  /// A value as a test store keeps it. If JSON cannot write it, the error stands for it.
  private static func recorded(_ value: some Encodable) -> JSON {
    do throws(JSONError) { return try JSONBridge.encode(value) } catch {
      return ["not JSON": "\(error)"]
    }
  }

  // MARK: Actions

  func takes(_ action: JSON) -> Bool { (try? JSONBridge.decode(Action.self, from: action)) != nil }

  func spelt(_ action: JSON) -> JSON {
    var spelt = action
    // Decoding may generate ids, so the generators are reset afterwards.
    GeneratorPositions(store.table.identifiers, dependencies).rehearse {
      spelt = JSONBridge.spelt(Action.self, action) ?? action
    }
    return spelt
  }

  func send(_ action: JSONNode, through view: StoreView, isTracked: Bool) throws -> StoreTask {
    if isTracked { return try send(action, view) }
    try store.untracked { _ = try send(action, view) }
    return .finished
  }

  private func send(_ action: JSONNode, _ view: StoreView) throws -> StoreTask {
    let (entry, slot) = view.actions(DecodedActions.init).with { $0.find(action) }
    if let entry, !entry.isOther { return store.send(DecodedActions.action(entry, Action.self)) }
    guard let whole = try whole(action, of: view) else { return .finished }
    do throws(JSONError) {
      guard let slot, slot.isMet else {
        return store.send(try JSONBridge.decode(Action.self, from: whole))
      }
      let actions = view.actions(DecodedActions.init).object
      return store.send(try actions.read(Action.self, action, as: whole, at: slot))
    } catch {
      throw error.inside(view.place.actionPath)
    }
  }

  /// A view's action as one of the whole store; nil if it is dropped.
  private func whole(_ action: JSONNode, of view: StoreView) throws -> JSON? {
    if !view.isWhole { return try wrapped(action, of: view.place) }
    try requireAction(action)
    return JSON(borrowing: action)
  }

  func requireAction(_ node: JSONNode) throws { try JSONMeasure.check(node) }

  func isBinding(_ action: JSONNode) -> Bool {
    (try? JSONBridge.decode(Action.self, from: action)).map { isBindingAction($0) } ?? false
  }

  func send(text: JSONBytes, through view: StoreView) throws -> StoreTask {
    let action = try JSONText.parseNode(text)
    defer { action.releaseDeep() }
    return try send(action, view)
  }

  func deliver(_ action: JSON) {
    do throws(JSONError) {
      store.send(try JSONBridge.decode(Action.self, from: action))
    } catch {
      table.loop.report(
        Issue(
          code: .actionMisfit, message: "\(error.message); the action was dropped",
          statePath: error.path))
    }
  }

  // MARK: State

  func newPart(_ text: CStringView?, through view: StoreView) throws -> JSONNode? {
    let sight = try view.pathReader(text ?? CStringView(constant("")), in: rows)
    if view.isWhole { return try reading { () throws(JSONError) in try find(sight) } }
    // A missing value or null may mean that the view's own state is missing.
    guard let node = try? find(sight) else { return nil }
    if node.kind != .null || view.place.state.endsInRow { return node }
    node.releaseDeep()
    return nil
  }

  func part(_ base: JSONAddress, _ pointer: JSONPointer) throws -> JSON?? {
    try reading { () throws(JSONError) in
      if base.isRoot { return .some(try JSONBridge.encodePart(of: store.state, at: pointer)) }
      guard let part = try JSONBridge.part(of: store.state, at: base) else { return nil }
      return .some(try JSONBridge.encodePart(of: part.value, at: pointer))
    }
  }

  @safe func newText(flags: Int) throws -> CNewText? {
    let state = try reading { () throws(JSONError) in JSON(stealing: try find(whole)!) }
    return try state.copyText(flags: flags)
  }

  /// The value at a place of the state, a new reference.
  func find(_ sight: TypedPathReader) throws(JSONError) -> JSONNode? {
    var node: JSONNode?
    var failure: JSONError?
    store.lendState { state in
      do throws(JSONError) { node = try sight.part(in: state) } catch { failure = error }
    }
    if let failure { throw failure }
    return node
  }

  /// Reads a value. A number that JSON cannot write is a mistake of the feature, so besides the call's error
  /// there is an issue.
  private func reading<Value>(_ read: () throws(JSONError) -> Value) throws(JSONError) -> Value {
    do throws(JSONError) {
      return try read()
    } catch {
      if error.kind == .notFinite {
        table.loop.report(
          Issue(code: .jsonNonfinite, message: error.message, statePath: error.path))
      }
      throw error
    }
  }

  func isThere(_ route: JSONAddress) throws -> Bool {
    try JSONBridge.part(of: store.state, at: route) != nil
  }

  func slot(at route: JSONAddress) throws -> JSONSlotIdentity? {
    try JSONBridge.slotIdentity(of: store.state, along: route)
  }

  /// Finds a Swift feature's slot, which has the name of its action case.
  func slotPointer(for path: JSONCasePath, in view: ViewPlace) -> JSONPointer? {
    let pointer = JSONPointer(keys: JSONBranch.stateKeys(of: path.names))
    return (try? slot(at: view.state.appending(pointer))) == nil ? nil : pointer
  }

  func isLegacyPath(at _: JSONAddress) -> Bool? { nil }

  func rowIDs(at route: JSONAddress) throws -> JSONRowIDs? {
    guard let part = try JSONBridge.part(of: store.state, at: route) else { return .empty }
    guard let rows = part.value as? any JSONRowsValue else { return nil }
    return JSONRowIDs(structure: rows.structure) { () throws(JSONError) in try rows.rowIDs() }
  }
}
