internal import CKumiki
internal import KumikiValues
internal import KumikiJSON

/// The store of a feature written in Swift: typed state and actions, which C sees as JSON.
///
/// An action is decoded on arrival. Only the requested or observed parts of the state are encoded.
final class TypedStoreSource<State: Codable, Action: Codable & SendableMetatype>: StoreHolder {
  let life = StoreLife()
  let store: LoopStore<State, Action>
  let observed: ObservedParts
  let rows: JSONRowsPlaces
  private let lease: FeatureLease
  /// The places that the state can have, computed at the first use.
  private lazy var places = knownPlaces()

  init(
    _ home: StoreHome, _ lease: FeatureLease, initialState: @escaping () -> State,
    reducer: some Reducer<State, Action>
  ) {
    self.lease = lease
    let rows = JSONRowsPlaces()
    self.rows = rows
    observed = ObservedParts(rows)
    store = LoopStore(
      initialState: initialState, core: home.core, describe: { describeAction($0) },
      update: home.trial?.update
    ) {
      // If rows were held here, the feature's writes would copy them.
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
    // The store also holds the lease, because the store may be busy when its handle is freed.
    store.onEnd { [observed, life, lease] in
      withExtendedLifetime(lease) {}
      life.end()
      observed.clear()
    }
    // A reply to a request of a snapshot is decoded, and refused if that fails.
    core.actionCheck = ActionCheck<Action> { _ in }
    store.beginFollowing()
  }

  deinit { store.end() }

  var documented: (any DocumentSource)? { nil }

  func snapshot() throws -> JSONSnapshot {
    let state = try JSONBridge.encode(store.state)
    let running = core.followed()
    let requests = core.mayHaveRequests ? core.keptRequests : []
    var snapshot = JSONSnapshot(
      state: state, presentations: JSONBridge.presentations(in: store.state, state),
      next: core.identifiers.position, follows: !running.isEmpty, running: running)
    // The places of features inside this one are unknown, so their requests cannot be asked again.
    snapshot.requests = requests.filter { $0.isFollowed || $0.depth == 0 }
      .compactMap(\.inJSON)
    return snapshot
  }

  /// Asks the requests of a snapshot again.
  private func resume(_: inout State, in context: StepContext) -> Effect<Action> {
    let kept = context.resumed?.take(at: "", depth: 0) ?? []
    return .merge(
      Effect<JSONAction>.resuming(kept) { _ in nil }.map { request in
        request.translated { try JSONBridge.decode(Action.self, from: $0.node) }
      })
  }

  func restore(_ snapshot: JSONSnapshot) throws {
    try store.checkReplacing()
    let snapshot = snapshot.placed(in: snapshot.state) { array, _ in .identified(in: array) }
    let identifiers = core.identifiers
    let before = identifiers.position
    identifiers.position = snapshot.next
    let state: State
    do {
      let given = snapshot.presentations.compactMap { at, id in
        (try? JSONPointer(at)).map { ($0, id) }
      }
      let reading = JSONContinuation(
        of: store.state, try JSONBridge.encode(store.state), as: snapshot.state, identifiers,
        presenting: Dictionary(given) { $1 })
      state = try JSONBridge.decode(State.self, from: snapshot.state, continuing: reading)
    } catch {
      identifiers.position = before
      throw error
    }
    // A slot that the snapshot does not contain has received a new id.
    let presented = JSONBridge.presentations(in: state, try JSONBridge.encode(state)).map(\.id)
    rows.forget()
    try store.restore(
      snapshot.followed(at: core.loop.wallClock), requests: snapshot.requests, resuming: resume
    ) {
      $0 = state
      identifiers.resume(from: snapshot.next, presented: presented)
    }
  }

  /// Returns a value as a test store keeps it. If JSON cannot represent the value, the error stands for it.
  private static func recorded(_ value: some Encodable) -> JSON {
    do throws(JSONError) { return try JSONBridge.encode(value) } catch {
      return ["not JSON": "\(error)"]
    }
  }

  // MARK: Actions

  func takes(_ action: JSON) -> Bool { (try? JSONBridge.decode(Action.self, from: action)) != nil }

  func canonical(_ action: JSON) -> JSON {
    var canonical = action
    // Decoding may generate ids, so the generators are reset afterwards.
    GeneratorPositions(store.core.identifiers, dependencies).rehearse {
      canonical = JSONBridge.canonical(Action.self, action) ?? action
    }
    return canonical
  }

  func send(_ action: JSONNode, through view: StoreView, isTracked: Bool) throws -> StoreTask {
    if isTracked { return try send(action, view) }
    try store.untracked { _ = try send(action, view) }
    return .finished
  }

  private func send(_ action: JSONNode, _ view: StoreView) throws -> StoreTask {
    guard let action = try read(action, view) else { return .finished }
    if let found = refused(action) { throw found.jsonError.inside(view.place.actionPath) }
    return store.sendJudged(action)
  }

  func sendTest(_ action: JSONNode, through view: StoreView) throws -> StoreTask {
    guard let action = try read(action, view) else { return .finished }
    return store.sendJudged(action)
  }

  /// The private case of an action of the program.
  private func refused(_ action: Action) -> PrivateCase? {
    store.mayRefuse ? PrivateCase.find(in: action) : nil
  }

  /// Returns an action of the whole store; nil if it is dropped.
  @inline(never)
  private func read(_ action: JSONNode, _ view: StoreView) throws -> Action? {
    let (entry, slot) = view.actions(DecodedActions.init).with { $0.find(action) }
    if let entry, !entry.isOther { return DecodedActions.action(entry, Action.self) }
    guard let whole = try whole(action, of: view) else { return nil }
    do throws(JSONError) {
      guard let slot, slot.occurredBefore else {
        return try JSONBridge.decode(Action.self, from: whole)
      }
      let actions = view.actions(DecodedActions.init).object
      return try actions.read(Action.self, action, as: whole, at: slot)
    } catch {
      throw error.inside(view.place.actionPath)
    }
  }

  /// Returns a scoped store's action as an action of the whole store; nil if it is dropped.
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
      core.loop.report(
        Issue(
          code: .actionMisfit, message: "\(error.message); the action was dropped",
          statePath: error.path))
    }
  }

  // MARK: State

  func newValue(of part: StorePart) throws -> JSONNode?? {
    // The value was read after the burst, once for all observers.
    if let known = part.observed?.last {
      return known.mark.isShown ? .some(known.value?.retained()) : nil
    }
    let value = try find(part).map(JSON.init(stealing:))
    return try isShown(part.base, value?.node) ? .some(value?.retained()) : nil
  }

  /// Whether a scoped store's state exists. If a part of the state was found, that suffices.
  func isShown(_ base: JSONAddress, _ node: JSONNode?) throws -> Bool {
    if base.isRoot { return true }
    if let node, node.kind != .null || base.endsInRow { return true }
    return try exists(base)
  }

  /// Returns a new reference to the value of a part.
  ///
  /// A number that JSON cannot represent is a mistake of the feature, so the call fails and an issue is also raised.
  func find(_ part: StorePart) throws(JSONError) -> JSONNode? {
    let reader = part.reader ?? TypedPathReader(part.address, for: .part, in: rows)
    part.reader = reader
    var found: Result<JSONNode?, JSONError> = .success(nil)
    store.lendState { state in
      found = Result { () throws(JSONError) in try reader.part(in: state) }
    }
    do throws(JSONError) {
      return try found.get()
    } catch {
      let error = error.inside(part.base.rest.text)
      if error.kind == .notFinite {
        core.loop.report(
          Issue(code: .jsonNonfinite, message: error.message, statePath: error.path))
      }
      throw error
    }
  }

  func exists(_ address: JSONAddress) throws -> Bool {
    try JSONBridge.part(of: store.state, at: address) != nil
  }

  func slot(at address: JSONAddress) throws -> JSONSlotIdentity? {
    try JSONBridge.slotIdentity(of: store.state, along: address)
  }

  /// Returns the pointer to a Swift feature's slot, which has the name of the slot's action case.
  func slotPointer(for path: JSONCasePath, in view: ViewPlace) -> JSONPointer? {
    let pointer = JSONPointer(keys: JSONBranch.stateKeys(of: path.names))
    return (try? slot(at: view.state.appending(pointer))) == nil ? nil : pointer
  }

  func rowIDs(at address: JSONAddress) throws -> JSONRowIDs? {
    guard let part = try JSONBridge.part(of: store.state, at: address) else { return .empty }
    guard let rows = part.value as? any JSONRowsValue else { return nil }
    return JSONRowIDs(structure: rows.structure) { () throws(JSONError) in try rows.rowIDs() }
  }

  func checkPlace(_ address: JSONAddress, _ subject: String) throws {
    if (try? exists(address)) != false { return }
    try check(keys(to: address), subject)
  }

  private func keys(to address: JSONAddress) -> [String] {
    address.rows.flatMap { $0.array.keys + ["0"] } + address.rest.keys
  }

  private func knownPlaces() -> TypedPlaces {
    // Decoding may generate ids, so the generators are reset afterwards.
    var found: TypedPlaces?
    GeneratorPositions(store.core.identifiers, dependencies).rehearse {
      found = TypedPlaces { $0.schema(of: State.self) }
    }
    return found!
  }

  private func check(_ keys: [String], _ subject: String) throws {
    try places.check(keys, subject) { keys in
      let part = StorePart(.root, JSONPointer(keys: Array(keys)))
      return (try? find(part)).flatMap { $0 }.map(JSON.init(stealing:))
    }
  }

  func checkRows(
    at address: JSONAddress, _: String, _ places: [(subject: String, pointer: JSONPointer)]
  ) throws {
    let row = keys(to: address) + ["0"]
    for (subject, pointer) in places { try check(row + pointer.keys, subject) }
  }

  func list(of rows: JSONPointer, from base: JSONAddress, _ options: ListOptions) -> ListParts {
    let list = TypedRowList<State>(
      base, rows, options.rows, options.window, lend: { [unowned self] in store.lendState($0) }
    ) { [unowned self] in !store.isInBurst || store.observerList.isNotifying }
    return ListParts(rows: list) { [unowned self] in afterEachBurst($0) }
  }
}
