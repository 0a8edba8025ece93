internal import IssueReporting
public import Kumiki

/// Records writes to shared values, for tests of code without a store.
///
///     let changes = SharedChangeTracker()
///     changes.track { model.addTapped() }
///     changes.assert {
///       #expect(model.$count != model.$count)
///       model.$count.withLock { $0 = 1 }
///       #expect(model.$count == model.$count)
///     }
///
/// In ``assert(_:)`` a written value reads as it was before the write, and comparing the value with itself tells
/// whether the test has stated the new value. A test that never compares a written value fails.
public struct SharedChangeTracker: Hashable, Sendable {
  private let changes: Changes

  /// - Parameter reportUnassertedChanges: whether a written value that was not compared is a failure when the
  ///   tracker ends.
  public init(reportUnassertedChanges: Bool = true) {
    changes = Changes(isReporting: reportUnassertedChanges)
  }

  /// Whether values were written that the test has not stated yet.
  public var hasChanges: Bool { !changes.tracker.isQuiet }

  /// Records the writes under these dependencies.
  public func track(_ dependencies: inout DependencyValues) {
    let others = [dependencies.sharedTracker, changes.tracker].compactMap(\.self)
    dependencies.sharedTracker = SharedTracker(alongside: others)
  }

  /// Records the writes of a function.
  public func track<Result>(_ body: () throws -> Result) rethrows -> Result {
    try withDependencies {
      track(&$0)
    } operation: {
      try body()
    }
  }

  /// Runs a function in which written values read as last stated by the test.
  public func assert<Result>(_ body: () throws -> Result) rethrows -> Result {
    let tracker = changes.tracker
    let view = SharedView(tracker.asserted.entries, isAssertion: true)
    defer {
      var stated = SharedSnapshot()
      for root in view.written { stated.set(root, to: view.copy(of: root)) }
      tracker.assert(stated)
      changes.note(compared: view.compared)
    }
    return try view.inForce(body)
  }

  /// Forgets the writes.
  public func reset() { changes.tracker.forget() }

  public static func == (one: Self, other: Self) -> Bool { one.changes === other.changes }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(changes)) }

  private final class Changes: Sendable {
    let tracker = SharedTracker()
    private let isReporting: Bool
    /// The values that the test has compared, whether correctly or not.
    private let compared = LockIsolated<[any SharedRoot]>([])

    init(isReporting: Bool) { self.isReporting = isReporting }

    func note(compared roots: [any SharedRoot]) {
      compared.withValue { $0 += roots }
      tracker.forgetSettled()
    }

    deinit {
      guard isReporting else { return }
      let compared = compared.value
      for change in tracker.asserted.entries
      where !compared.contains(where: { $0 === change.root }) {
        let (root, before) = (change.root, change.root.value(of: change.copy))
        reportIssue(
          "The shared value \(root.name) was written and not compared: it was "
            + "\(String(reflecting: before)), and is \(String(reflecting: root.value(of: root.copy())))."
        )
      }
    }
  }
}
