import Kumiki

extension Player {
  /// Performs a command. A command that names a missing item does nothing.
  func perform(_ command: Value, as sender: Int?) {
    guard let name = command[0]?.text else { return }
    switch name {
    case "idle": run(name) { try loop.runUntilIdle(timeoutMilliseconds: -1) }
    case "dispatch": run(name) { try loop.dispatch(timeoutMilliseconds: 0) }
    case "advance": if let time = command[1]?.count { run(name) { try loop.advance(by: time) } }
    case "suspend": if let time = command[1]?.count { run(name) { try loop.suspend(for: time) } }
    case "set_date":
      if let date = command[1]?.count { run(name) { try loop.setDate(Int64(clamping: date)) } }
    case "report_reentrant": loop.reportsReentrantSends = command[1]?.bool ?? false
    case "limit_effects": if let most = command[1]?.integer { loop.effectLimit = Int(most) }
    case "post":
      if let root, let action = command[1] {
        root.post(script.act(action))
        answer(name)
      }
    case "send_task":
      if let root, let action = command[1] { sendTask(script.act(action), to: root) }
    case "snapshot": if let root { snapshots.append((root.state, root.state.value)) }
    case "free_store":
      if !stores.isEmpty {
        stores[0]?.end()
        stores[0] = nil
      }
    case "cancel_task": number(command[1], in: tasks).flatMap { tasks[$0] }?.cancel()
    case "unobserve":
      if let number = number(command[1], in: watchers) { stopWatcher(number) }
    case _ where name.hasPrefix("sender_"): performSender(name, command, as: sender)
    default: if let store = store(command[1]) { perform(name, command, of: store) }
    }
  }

  func answer(_ name: String, _ status: Value = "KMK_OK", _ more: Value...) {
    trace.say(["answer", .text(name), status] + more)
  }

  func number(_ value: Value?, in list: [some Any]) -> Int? {
    guard let number = value?.integer.map({ Int($0) }), list.indices.contains(number) else {
      return nil
    }
    return number
  }

  private func run(_ name: String, _ body: () throws -> Void) {
    do {
      try body()
      answer(name)
    } catch {
      answer(name, "KMK_ERR_BUSY")
    }
  }
}

// MARK: - Stores

extension Player {
  private func perform(_ name: String, _ command: Value, of store: Handle) {
    switch name {
    case "send": if let action = command[2] { send(name, script.act(action), to: store) }
    case "present":
      let state = command[3] ?? .null
      let present: Value =
        state.isNull ? "present" : .object(["present": .object(["state": state])])
      sendSlotAction(name, command, present, to: store)
    case "dismiss": sendSlotAction(name, command, "dismiss", to: store)
    case "presented":
      if let action = command[3] {
        sendSlotAction(name, command, .object(["presented": action]), to: store)
      }
    case "get":
      if let pointer = command[2]?.text {
        let found = store.state.found(pointerKeys(pointer))?.value
        answer(name, found == nil ? "KMK_ERR_NOT_FOUND" : "KMK_OK", found ?? .null)
      }
    case "valid": answer(name, "KMK_OK", .bool(store.hasState))
    case "save_id": if let pointer = command[2]?.text { saveID(pointer, of: store) }
    case "scope", "scope_element": makeView(name, command, of: store)
    case "free_view":
      if let index = number(command[1], in: stores), index > 0 { stores[index] = nil }
    case "observe": observe(command, of: store)
    default: break
    }
  }

  private func send(_ name: String, _ action: Act, to store: Handle) {
    store.send(action)
    answer(name)
  }

  /// The number is taken first: the send may make another task.
  private func sendTask(_ action: Act, to store: Handle) {
    let number = tasks.count
    tasks.append(nil)
    tasks[number] = store.send(action)
    answer("send_task")
  }

  private func sendSlotAction(
    _ name: String, _ command: Value, _ action: Value, to store: Handle
  ) {
    guard let path = command[2]?.text else { return }
    send(name, script.act(action.wrapped(in: caseNames(path))), to: store)
  }

  private func saveID(_ pointer: String, of store: Handle) {
    let id = store.state[slot: pointerKeys(pointer)].id?.description
    savedIDs.append(id)
    answer("save_id", id == nil ? "KMK_ERR_NOT_FOUND" : "KMK_OK", id.map { .text($0) } ?? .null)
  }

  private func makeView(_ name: String, _ command: Value, of store: Handle) {
    guard let pointer = command[2]?.text, let path = command[3]?.text else { return }
    let steps = pointerKeys(pointer)
    let branch = Branch(path: caseNames(path), names: script.names)
    let view: Handle?
    if name == "scope" {
      view = store.scope(state: \.[view: steps], action: \.[part: branch])
    } else {
      guard let id = command[4] else { return }
      view = elementView(of: store, steps, branch, id)
    }
    stores.append(view)
    answer(name, view == nil ? "KMK_ERR_NOT_FOUND" : "KMK_OK")
  }

  private func elementView(
    of store: Handle, _ steps: [String], _ branch: Branch, _ id: Value
  ) -> Handle? {
    switch store.state.found(steps)?.shape.role {
    case .rows(let idKey):
      store.scope(state: \.[rows: steps, idKey], action: \.[rows: branch], id: id)
    case .path:
      id.elementID.flatMap { id in
        store.scope(state: \.[path: steps], action: \.[path: branch], id: id)
      }
    default: nil
    }
  }
}
