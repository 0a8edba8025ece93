internal import Synchronization

/// Counts the engine's objects that are alive in the process, for leak checks.
///
/// Every class of the engine that holds something worth missing adds itself in its initializer and
/// removes itself in its `deinit`. Any thread.
package enum LiveObjects {
  private static let total = Atomic<Int>(0)

  package static var count: Int { total.load(ordering: .relaxed) }

  package static func add(_ number: Int = 1) {
    total.wrappingAdd(number, ordering: .relaxed)
  }

  package static func remove(_ number: Int = 1) {
    total.wrappingSubtract(number, ordering: .relaxed)
  }
}
