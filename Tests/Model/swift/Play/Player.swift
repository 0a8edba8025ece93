import Kumiki

/// Plays one case: a store with the feature that it describes, and the commands of its steps.
final class Player: @unchecked Sendable {
  // On the one thread of its loop.
  typealias Handle = LoopStore<Node, Act>

  struct Watcher {
    var subscription: Subscription?
    /// The commands to run on the first notification of a change.
    var commands: [Value]
  }

  let loop: Loop
  let trace = Trace()
  let script: ScriptRunner
  let making: EffectMaking
  private let shape: Shape
  /// The store first, then its views.
  var stores: [Handle?] = []
  var watchers: [Watcher] = []
  var tasks: [StoreTask?] = []
  var senders: [any Sender] = []
  var savedIDs: [String?] = []
  var snapshots: [(state: Node, value: Value)] = []

  init(_ feature: Feature, _ state: Value, _ making: EffectMaking) throws(LoopError) {
    self.making = making
    loop = try Loop(.virtual)
    // Ten times the model's limit for an endless burst. The standard limit takes a debug build
    // minutes.
    loop.burstLimit = 10_000
    let names = BranchNames(feature)
    shape = Shape(feature)
    script = ScriptRunner(names, Environment { [loop] in loop }) { [trace] in trace.say($0) }
    loop.onIssue = { [trace] issue in
      trace.say([
        "issue", .text(issue.code.rawValue), .text(issue.statePath),
        issue.actionCase.map { .text($0) } ?? .null,
      ])
    }
    script.perform = { [unowned self] in perform($0, as: $1) }
    script.start = { [unowned self] in started($0) }
    script.fail = { [unowned self] in failing($0) }
    stores = [Self.store(Tree(names, script).reducer(feature), state, shape, loop)]
  }

  private static func store(
    _ reducer: some Reducer<Node, Act>, _ state: Value, _ shape: Shape, _ loop: Loop
  ) -> Handle {
    LoopStore(initialState: Node(state, shape), loop: loop) { reducer }
  }

  var root: Handle? { stores.first ?? nil }

  func store(_ number: Value?) -> Handle? {
    guard let number = number?.integer, stores.indices.contains(Int(clamping: number)) else {
      return nil
    }
    return stores[Int(number)]
  }

  /// One step, and the state of things after it.
  func play(_ step: Value) {
    if let command = step["do"] { perform(command, as: nil) }
    sayAfter(step["ids"]?.array ?? [])
    trace.endStep()
  }

  /// Releases everything, and reports the results of that.
  func end() {
    let isUnchanged = snapshots.allSatisfy { $0.state.value == $0.value }
    for sender in senders { sender.end(.success(())) }
    for watcher in watchers { watcher.subscription?.cancel() }
    (watchers, tasks, snapshots) = ([], [], [])
    while !stores.isEmpty { stores.removeLast()?.end() }
    try? loop.runUntilIdle(timeoutMilliseconds: 0)
    senders = []
    loop.close()
    shape.forget()
    trace.say(["snapshots", .bool(isUnchanged)])
  }
}

// MARK: - After a step

extension Player {
  private func sayAfter(_ pointers: [Value]) {
    let state = root?.state
    let ids = pointers.map { pointer -> Value in
      let keys = pointerKeys(pointer.text ?? "")
      return state?[slot: keys].id.map { .text($0.description) } ?? .null
    }
    let views = stores.dropFirst().map { view -> Value in
      // Views of a store that has ended return nothing.
      view.map { root == nil ? [.bool(false), .null] : [.bool($0.hasState), $0.state.value] }
        ?? .null
    }
    trace.say([
      "after",
      .object([
        "state": state?.value ?? .null, "effects": .integer(Int64(root?.effectCount ?? 0)),
        "tasks": .array(tasks.map { $0.map { .bool($0.isFinished) } ?? .null }),
        "views": .array(views), "ids": .array(ids),
      ]),
    ])
  }
}
