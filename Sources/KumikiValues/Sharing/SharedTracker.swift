/// Records which shared values a store under test and its effects write, so that the test asserts them like state.
package final class SharedTracker: @unchecked Sendable {
  /// The values written since the test last knew all values, as the test knows them.
  private let known = Guarded(SharedSnapshot(), in: .sharedValues)

  /// The trackers that record the same writes.
  private let others: [SharedTracker]

  package init(alongside others: [SharedTracker] = []) { self.others = others }

  /// Called before a write. The test knows the value before the first write.
  func note(_ root: any SharedRoot, before: () -> AnyObject) {
    for other in others { other.note(root, before: before) }
    known.withLock { known in
      if known[root] == nil { known.set(root, to: before()) }
    }
  }

  /// The written values as the test knows them.
  package var asserted: SharedSnapshot { known.withLock { $0 } }

  /// Whether the test knows of all writes.
  package var isQuiet: Bool { known.withLock { $0.entries.isEmpty } }

  /// The current values of all written shared values.
  package var written: SharedSnapshot {
    var now = SharedSnapshot()
    for entry in asserted.entries { now.set(entry.root, to: entry.root.copy()) }
    return now
  }

  /// Records that the test knows these values.
  package func assert(_ values: SharedSnapshot) {
    known.withLock { known in
      for entry in values.entries where known[entry.root] != nil {
        known.set(entry.root, to: entry.copy)
      }
    }
  }

  /// Forgets the writes to one value, by references of any type, because the test knows its current value.
  package func forget(_ shared: any AnyShared) {
    let root = shared.sharedRoot
    let place = root.place
    known.withLock { known in
      known.remove { $0.root === root || place != nil && $0.root.place == place }
    }
  }

  package func forget() { known.withLock { $0 = SharedSnapshot() } }

  /// Forgets the values that still are as the test knows them.
  package func forgetSettled() {
    known.withLock { known in known.remove { $0.root.isSame($0.copy, $0.root.copy()) } }
  }

  /// The tracker of the store under test that the calling code belongs to; nil outside of such a store.
  static var current: SharedTracker? { DependencyValues.ambient(own: SharedTracker.self) }
}

extension DependencyValues {
  /// Records writes to shared values, for a store under test.
  package var sharedTracker: SharedTracker? {
    get { self[own: SharedTracker.self] }
    set { self[own: SharedTracker.self] = newValue }
  }
}
