package import Kumiki

// Shared values, which a test accounts for as for the state: those that the state holds, and those that an
// expectation speaks of.

/// A shared value that is not what was expected.
struct SharedDifference {
  let name: String
  let expected: Any
  let actual: Any
}

extension TestLedger {
  /// What differs between two views of the shared values.
  ///
  /// - Parameter roots: those to compare besides what the state holds.
  func differences(
    _ state: State, _ expected: SharedView, _ actual: SharedView, also roots: [any SharedRoot] = []
  ) -> [SharedDifference] {
    guard !tracker.isQuiet || !roots.isEmpty else { return [] }
    var found: [SharedDifference] = []
    var seen: [any SharedRoot] = []
    for part in subject.sharedParts(state) where !part.isSame(in: expected, and: actual) {
      let root = part.sharedRoot
      guard !seen.contains(where: { $0 === root }) else { continue }
      seen.append(root)
      found.append(
        SharedDifference(
          name: root.name, expected: part.sharedValue(in: expected),
          actual: part.sharedValue(in: actual)))
    }
    for root in roots where !seen.contains(where: { $0 === root }) {
      found += difference(root, expected.copy(of: root), actual.copy(of: root))
    }
    return found
  }

  private func difference(
    _ root: any SharedRoot, _ expected: AnyObject, _ actual: AnyObject
  ) -> [SharedDifference] {
    if root.isSame(expected, actual) { return [] }
    return [
      SharedDifference(
        name: root.name, expected: root.value(of: expected), actual: root.value(of: actual))
    ]
  }

  /// The shared values before the first action that the test has not received, or now.
  var sharedBeforeQueue: SharedSnapshot { queue.first?.sharedBefore ?? tracker.written }

  /// The test goes on from this action.
  func move(to handled: Handled) {
    state = handled.state
    acknowledge(handled.shared)
  }

  /// The test knows these values now, unless it states them by themselves.
  func acknowledge(_ values: SharedSnapshot) {
    if !subject.statesSharedApart { tracker.assert(values) }
    // What waits in the queue is compared with what the test knew before.
    if queue.isEmpty { tracker.forgetSettled() }
  }

  /// The end of the test: what effects wrote and nobody stated.
  package func endShared(at site: Site) -> [Failure] {
    settleShared(before: "the end of the test", at: site)
  }

  /// A send, where a test states shared values by themselves.
  package func settleSharedApart(before what: String, at site: Site) -> [Failure] {
    subject.statesSharedApart ? settleShared(before: what, at: site) : []
  }

  /// What was written and not stated should have been by now, and is so from here on.
  private func settleShared(before what: String, at site: Site) -> [Failure] {
    let unstated = tracker.asserted.entries.flatMap { entry in
      difference(entry.root, entry.copy, entry.root.copy())
    }
    tracker.forget()
    return unstated.isEmpty ? [] : omission(texts.unstatedShared(unstated, before: what), site)
  }

  /// The state shows a shared value that the test has written or stated: it knows that too. What waits in
  /// the queue has come after another state.
  package func reread(_ state: @autoclosure () throws -> State) rethrows {
    if !hasReceived { self.state = try state() }
  }

  /// The test states what a shared value is now.
  package func stateShared<Value: Equatable>(
    _ shared: Shared<Value>, is expected: Value, at site: Site
  ) -> [Failure] {
    let actual = shared.wrappedValue
    tracker.forget(shared)
    if actual == expected { return [] }
    let name = shared.sharedRoot.name
    let difference = SharedDifference(name: name, expected: expected, actual: actual)
    return [failure(texts.untrueShared(difference), site)]
  }
}
