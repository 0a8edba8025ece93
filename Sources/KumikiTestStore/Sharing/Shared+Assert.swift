internal import CustomDump
public import Kumiki

extension Shared where Value: Equatable {
  /// Says what the value has become since the test knew it, where no step of a test store says so.
  ///
  ///     store.state.$syncUp.assert { $0.meetings = [meeting] }
  ///
  /// The test fails where it is another. From then on the test knows it.
  ///
  /// - Parameter updateValueToExpectedResult: changes the value as the test knows it to what it is to be.
  public func assert(
    _ updateValueToExpectedResult: (_ value: inout Value) throws -> Void,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) rethrows {
    let trackers = TrackersOfTest.current.all
    let known = SharedView(trackers.flatMap(\.asserted.entries))
    var expected = box.read(in: known)
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

  /// Those of the test that runs.
  static var current: TrackersOfTest { SharedScope.current.storage { TrackersOfTest() } }

  var all: [SharedTracker] { held.value.compactMap(\.tracker) }

  func add(_ tracker: SharedTracker) {
    held.withValue { held in
      held.removeAll { $0.tracker == nil }
      held.append(Held(tracker: tracker))
    }
  }
}
