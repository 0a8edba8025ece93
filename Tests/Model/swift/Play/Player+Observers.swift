import Kumiki

extension Player {
  func observe(_ command: Value, of store: Handle) {
    guard let kind = command[2]?.text, let pointer = command[3]?.text else { return }
    let number = watchers.count
    watchers.append(Watcher(commands: command[4]?.array ?? []))
    var isTelling = false
    let tell = { [unowned self] (event: [Value]) in
      trace.say(["told", .integer(Int64(number)), .text(event[0].text ?? "")] + event.dropFirst())
      if isTelling { performCommands(of: number) }
    }
    watchers[number].subscription = subscribe(kind, pointerKeys(pointer), of: store, tell)
    isTelling = true
    let isThere = watchers[number].subscription != nil
    answer("observe", isThere ? "KMK_OK" : "KMK_ERR_NOT_FOUND")
  }

  func stopWatcher(_ number: Int) {
    watchers[number].subscription?.cancel()
    watchers[number].subscription = nil
  }

  private func performCommands(of number: Int) {
    let commands = watchers[number].commands
    watchers[number].commands = []
    for command in commands { perform(command, as: nil) }
  }

  private func subscribe(
    _ kind: String, _ steps: [String], of store: Handle, _ tell: @escaping ([Value]) -> Void
  ) -> Subscription? {
    switch kind {
    case "value":
      store.observe({ $0.found(steps)?.value ?? .null }, onChange: { tell(["value", $0]) })
    case "ids": subscribeToIDs(steps, of: store) { tell(["ids", .array($0)]) }
    case "presentation":
      store.observePresentation(
        { $0[slot: steps] }, present: { tell(Self.event($0, $1)) },
        dismiss: { tell(["dismiss", .text($0.description)]) })
    default: nil
    }
  }

  private static func event(_ id: PresentationID, _ occupant: Occupant) -> [Value] {
    guard occupant.form.isEnum, let (name, payload) = occupant.node.asCase else {
      return ["present", .text(id.description), .null, occupant.node.value]
    }
    return ["present", .text(id.description), .text(name), payload?.value ?? .null]
  }

  private func subscribeToIDs(
    _ steps: [String], of store: Handle, _ tell: @escaping ([Value]) -> Void
  ) -> Subscription? {
    let found = store.state.found(steps)
    switch found?.shape.role {
    case .rows(let idKey):
      return store.observeIDs(of: { $0[rows: steps, idKey] }, onChange: tell)
    case .path:
      return store.observeIDs(of: { $0[path: steps] }, onChange: { ids in tell(ids.map(\.value)) })
    // A missing value has no rows.
    case _ where found?.value.isNull ?? true, .plain where found?.value.array != nil:
      return store.observe({ Self.ids(of: $0.found(steps)?.value) }, onChange: tell)
    default: return nil
    }
  }

  /// The members "id" of elements that no operator has made rows.
  private static func ids(of value: Value?) -> [Value] {
    (value?.array ?? []).compactMap { $0["id"] }
  }
}
