internal import Synchronization

/// Shared values other than the real ones: those that a test expects, or those after an earlier action.
///
/// While a view is in force in a task, reads and writes of shared values use it.
package final class SharedView: @unchecked Sendable {
  // Made, filled and read on one thread.
  private var copies: [ObjectIdentifier: AnyObject] = [:]
  /// The values that were written while this was in force.
  package private(set) var written: [any SharedRoot] = []
  /// Whether a value that is compared with itself is compared with what it really is.
  private let isAssertion: Bool
  /// The values that were compared so.
  package private(set) var compared: [any SharedRoot] = []

  package init(_ entries: [SharedSnapshot.Entry] = [], isAssertion: Bool = false) {
    self.isAssertion = isAssertion
    for entry in entries { copies[ObjectIdentifier(entry.root)] = entry.copy }
  }

  @TaskLocal private static var inForce: SharedView?
  /// The number of views in force in the process. If it is 0, readers skip the task-local lookup.
  private static let count = Atomic<Int>(0)

  static var current: SharedView? {
    count.load(ordering: .relaxed) == 0 ? nil : inForce
  }

  /// Runs `body` with this in force.
  package func inForce<Result>(_ body: () throws -> Result) rethrows -> Result {
    Self.count.wrappingAdd(1, ordering: .relaxed)
    defer { Self.count.wrappingSubtract(1, ordering: .relaxed) }
    return try Self.$inForce.withValue(self, operation: body)
  }

  /// A value in this view; nil if it is the real one.
  subscript(root: any SharedRoot) -> AnyObject? { copies[ObjectIdentifier(root)] }

  func write(_ copy: AnyObject, to root: any SharedRoot) {
    copies[ObjectIdentifier(root)] = copy
    if !written.contains(where: { $0 === root }) { written.append(root) }
  }

  /// Whether a value in this view is what it really is; nil if the two are not the same value, or this is not an
  /// assertion.
  func isTrue<Value: Equatable>(_ one: any SharedBox<Value>, _ other: any SharedBox<Value>) -> Bool?
  {
    guard isAssertion, one.isSame(as: other) else { return nil }
    compared.append(one.root)
    return one.read(in: self) == one.read(in: nil)
  }

  /// The box of a value in this view.
  package func copy(of root: any SharedRoot) -> AnyObject { self[root] ?? root.copy() }
}

/// A ``Shared`` or ``SharedReader`` of any type, for tests to compare.
package protocol AnyShared {
  var sharedRoot: any SharedRoot { get }
  /// Its value in a view.
  func sharedValue(in view: SharedView) -> Any
  /// Whether its values in two views are equal.
  func isSame(in one: SharedView, and other: SharedView) -> Bool
}

/// A snapshot of several shared values.
package struct SharedSnapshot {
  package struct Entry {
    package let root: any SharedRoot
    package let copy: AnyObject
  }

  package var entries: [Entry] = []

  package init() {}

  package subscript(root: any SharedRoot) -> AnyObject? {
    entries.first { $0.root === root }?.copy
  }

  package mutating func set(_ root: any SharedRoot, to copy: AnyObject) {
    remove { $0.root === root }
    entries.append(Entry(root: root, copy: copy))
  }

  package mutating func remove(where isGone: (Entry) -> Bool) { entries.removeAll(where: isGone) }

  /// This snapshot, with the values in `other` replaced.
  package func overlaid(by other: SharedSnapshot) -> SharedSnapshot {
    var result = self
    for entry in other.entries { result.set(entry.root, to: entry.copy) }
    return result
  }
}
