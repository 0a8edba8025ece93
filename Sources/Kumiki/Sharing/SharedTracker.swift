/// Notes which shared values the store under test writes, its effects included: a test accounts for them
/// as for its state.
package final class SharedTracker: @unchecked Sendable {
  /// What the test knows of those that were written since it knew all of them.
  private let known = Guarded(SharedSnapshot(), in: .sharedValues)

  package init() {}

  /// A value is about to be written; the first time it is what the test knows of it.
  func note(_ root: any SharedRoot, before: () -> AnyObject) {
    known.withLock { known in
      if known[root] == nil { known.set(root, to: before()) }
    }
  }

  /// What the test knows.
  package var asserted: SharedSnapshot { known.withLock { $0 } }

  /// Nothing was written that the test does not know.
  package var isQuiet: Bool { known.withLock { $0.entries.isEmpty } }

  /// The values that were written, as they are now.
  package var written: SharedSnapshot {
    var now = SharedSnapshot()
    for entry in asserted.entries { now.set(entry.root, to: entry.root.copy()) }
    return now
  }

  /// The test knows these values now.
  package func assert(_ values: SharedSnapshot) {
    known.withLock { known in
      for entry in values.entries where known[entry.root] != nil {
        known.set(entry.root, to: entry.copy)
      }
    }
  }

  /// Forgets one value, of whatever type it was written: the test knows it as it is now.
  package func forget(_ shared: any AnyShared) {
    let root = shared.sharedRoot
    let place = root.place
    known.withLock { known in
      known.remove { $0.root === root || place != nil && $0.root.place == place }
    }
  }

  /// Forgets everything.
  package func forget() { known.withLock { $0 = SharedSnapshot() } }

  /// Forgets what is as the test knows it.
  package func forgetSettled() {
    known.withLock { known in known.remove { $0.root.isSame($0.copy, $0.root.copy()) } }
  }

  /// Where the code that asks belongs to a store under test.
  static var current: SharedTracker? { DependencyValues.ambient(SharedTrackerKey.self) ?? nil }
}

private enum SharedTrackerKey: DependencyKey {
  static var liveValue: SharedTracker? { nil }
  static var testValue: SharedTracker? { nil }
}

extension DependencyValues {
  /// Notes what is written of shared values.
  package var sharedTracker: SharedTracker? {
    get { self[SharedTrackerKey.self] }
    set { self[SharedTrackerKey.self] = newValue }
  }
}
