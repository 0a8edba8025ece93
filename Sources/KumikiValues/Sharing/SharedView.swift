internal import Synchronization

/// Replacements for shared values: the values that a test expects, or the values after an earlier action.
///
/// While a view is in force in a task, reads and writes of shared values use it.
package final class SharedView: @unchecked Sendable {
  // Made, filled and read on one thread.
  private var copies: [ObjectIdentifier: AnyObject] = [:]
  /// The values that were written while the view was in force.
  package private(set) var written: [any SharedRoot] = []
  /// Whether a comparison of a value with itself compares the value here with the real value.
  private let isAssertion: Bool
  /// The values that were compared in that way.
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

  /// Runs `body` with the view in force.
  package func inForce<Result>(_ body: () throws -> Result) rethrows -> Result {
    Self.count.wrappingAdd(1, ordering: .relaxed)
    defer { Self.count.wrappingSubtract(1, ordering: .relaxed) }
    return try Self.$inForce.withValue(self, operation: body)
  }

  /// A value in this view; nil if the real value applies.
  subscript(root: any SharedRoot) -> AnyObject? { copies[ObjectIdentifier(root)] }

  func write(_ copy: AnyObject, to root: any SharedRoot) {
    copies[ObjectIdentifier(root)] = copy
    if !written.contains(where: { $0 === root }) { written.append(root) }
  }

  /// Whether a value in this view equals the real value. Nil if the boxes refer to different values, or this view is
  /// not an assertion.
  func isTrue<Value: Equatable>(_ one: any SharedBox<Value>, _ other: any SharedBox<Value>) -> Bool?
  {
    guard isAssertion, one.isSame(as: other) else { return nil }
    compared.append(one.root)
    return one.read(in: self) == one.read(in: nil)
  }

  /// Returns the box of a value in this view.
  package func copy(of root: any SharedRoot) -> AnyObject { self[root] ?? root.copy() }
}

/// A ``Shared`` or ``SharedReader`` of any type, for tests to compare.
package protocol AnyShared {
  var sharedRoot: any SharedRoot { get }
  /// Returns the value in a view.
  func sharedValue(in view: SharedView) -> Any
  /// Whether the values in two views are equal.
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

  /// Returns this snapshot, with the values of `other` in place of its own.
  package func overlaid(by other: SharedSnapshot) -> SharedSnapshot {
    var result = self
    for entry in other.entries { result.set(entry.root, to: entry.copy) }
    return result
  }
}
