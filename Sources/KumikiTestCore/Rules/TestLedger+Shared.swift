package import KumikiValues

// The rules for shared values, which a test asserts like the state: the shared values in the state, and the shared
// values that an expectation mentions.

extension TestLedger {
  /// Returns the differences between two views of the shared values.
  ///
  /// - Parameter roots: The values to compare, in addition to those in the state.
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

  /// The shared values before the first action that the test has not received; the current values if there is no such
  /// action.
  var sharedBeforeQueue: SharedSnapshot { queue.first?.sharedBefore ?? tracker.written }

  /// Continues the test from this action.
  func move(to handled: Handled) {
    state = handled.state
    acknowledge(handled.shared)
  }

  /// Marks these values as known to the test, unless the test asserts them separately.
  func acknowledge(_ values: SharedSnapshot) {
    if !subject.assertsSharedSeparately { tracker.assert(values) }
    // Waiting actions are compared with the values that the test knew before them.
    if queue.isEmpty { tracker.forgetSettled() }
  }

  /// Reports writes that should have been asserted by now, and counts them as asserted.
  package func settleShared(before what: String, at site: Site) -> [Failure] {
    let unstated = tracker.asserted.entries.flatMap { entry in
      difference(entry.root, entry.copy, entry.root.copy())
    }
    tracker.forget()
    return unstated.isEmpty ? [] : omission(texts.unstatedShared(unstated, before: what), site)
  }

  /// Reads the state again after the test has written or asserted a shared value in it. If actions wait in the queue,
  /// the state before them is kept.
  package func reread(_ state: @autoclosure () throws -> State) rethrows {
    if !hasReceived { self.state = try state() }
  }

  /// Asserts the current value of a shared value.
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
