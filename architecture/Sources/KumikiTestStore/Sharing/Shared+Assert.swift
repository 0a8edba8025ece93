internal import CustomDump
public import Kumiki

extension Shared where Value: Equatable {
  /// Asserts how the value has changed since the test last stated it, outside of a test store's
  /// steps.
  ///
  ///     store.state.$syncUp.assert { $0.meetings = [meeting] }
  ///
  /// The test fails if the value is different. From then on the value counts as stated.
  ///
  /// - Parameter updateValueToExpectedResult: edits the last stated value into the expected value.
  public func assert(
    _ updateValueToExpectedResult: (_ value: inout Value) throws -> Void,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) rethrows {
    let trackers = TrackersOfTest.current.all
    let known = SharedView(trackers.flatMap(\.asserted.entries))
    var expected = link.box.read(in: known)
    try updateValueToExpectedResult(&expected)
    expectNoDifference(
      expected, wrappedValue, fileID: fileID, filePath: filePath, line: line, column: column)
    for tracker in trackers { tracker.forget(self) }
  }
}

/// The trackers of the test stores of one test.
final class TrackersOfTest: Sendable {
  private struct Held { weak var tracker: SharedTracker? }

  private let held = LockIsolated<[Held]>([])

  /// The trackers of the running test.
  static var current: TrackersOfTest { SharedScope.current.storage { TrackersOfTest() } }

  var all: [SharedTracker] { held.value.compactMap(\.tracker) }

  func add(_ tracker: SharedTracker) {
    held.withValue { held in
      held.removeAll { $0.tracker == nil }
      held.append(Held(tracker: tracker))
    }
  }
}
