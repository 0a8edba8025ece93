import Kumiki

// Effects that the commands of a case drive.
extension Player {
  func started(_ given: Value) -> Effect<Act> {
    switch making {
    case .tasks:
      .run { [self] send in try await runTask(send, given) }
    case .callbacks:
      CallbackJob(
        begin: { [self] in begin(CallbackSender($0), given) },
        stop: { [self] in stopped($0, given) }
      ).effect
    }
  }

  func failing(_ error: Value) -> Effect<Act> {
    switch making {
    case .tasks: .run { _ in throw Failure(value: error) }
    case .callbacks:
      CallbackJob(
        begin: { if $0.markCompleted() { $0.fail(Failure(value: error)) } }, stop: { _ in }
      ).effect
    }
  }

  private func begin(_ sender: any Sender, _ given: Value) {
    let number = senders.count
    senders.append(sender)
    trace.say(["started", .integer(Int64(number)), given[1] ?? .null])
    for command in given[2]?.array ?? [] { perform(command, as: number) }
  }

  private func runTask(_ send: Send<Act>, _ given: Value) async throws {
    let sender = TaskSender(send)
    begin(sender, given)
    try await sender.wait { [self] in cancelled(sender, given) }
  }

  private func stopped(_ entry: DrivenEntry, _ given: Value) {
    let sender = senders.last { ($0 as? CallbackSender)?.entry === entry }
    if let sender, !sender.isEnded { cancelled(sender, given) }
  }

  private func cancelled(_ sender: any Sender, _ given: Value) {
    let number = senders.lastIndex { $0 === sender } ?? 0
    trace.say(["cancelled", .integer(Int64(number))])
    if given[3]?.bool ?? false { sender.end(.success(())) }
  }
}

// MARK: - Commands

extension Player {
  func performSender(_ name: String, _ command: Value, as own: Int?) {
    let given = command[1] == "self" ? own : number(command[1], in: senders)
    guard let given, !senders[given].isEnded else { return }
    let sender = senders[given]
    switch name {
    case "sender_send": if let action = command[2] { deliver(action, from: sender) }
    case "sender_finish":
      sender.end(.success(()))
      answer(name)
    case "sender_fail":
      guard let error = command[2] else { return }
      sender.end(.failure(Failure(value: error)))
      answer(name)
    case "sender_dismiss": dismiss(sender)
    case "sender_cancelled": answer(name, "KMK_OK", .bool(isClosed(sender)))
    default: break
    }
  }

  private func isClosed(_ sender: any Sender) -> Bool { sender.isCancelled || root == nil }

  private func deliver(_ action: Value, from sender: any Sender) {
    let isClosed = isClosed(sender)
    sender.deliver(script.act(action))
    answer("sender_send", isClosed ? "KMK_ERR_CLOSED" : "KMK_OK")
  }

  /// A task dismisses only from within.
  private func dismiss(_ sender: any Sender) {
    guard let sender = sender as? CallbackSender else { return }
    let isClosed = isClosed(sender)
    if !isClosed { sender.entry.dismiss() }
    answer("sender_dismiss", isClosed ? "KMK_ERR_CLOSED" : "KMK_OK")
  }
}
