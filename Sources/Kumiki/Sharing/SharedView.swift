internal import Synchronization

/// Shared values as they are not really: those that a test expects, or those that were after an action.
///
/// While one is in force on a thread, reads and writes of shared values go there.
package final class SharedView: @unchecked Sendable {
  // Made, filled and read on one thread.
  private var copies: [ObjectIdentifier: AnyObject] = [:]
  /// Those that were written while this was in force.
  package private(set) var written: [any SharedRoot] = []

  package init(_ entries: [SharedSnapshot.Entry] = []) {
    for entry in entries { copies[ObjectIdentifier(entry.root)] = entry.copy }
  }

  @TaskLocal private static var inForce: SharedView?
  /// Keeps those who read a shared value from looking for a view where there is none in the process.
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

  /// What a value is here; nil where it is what it really is.
  subscript(root: any SharedRoot) -> AnyObject? { copies[ObjectIdentifier(root)] }

  func write(_ copy: AnyObject, to root: any SharedRoot) {
    copies[ObjectIdentifier(root)] = copy
    if !written.contains(where: { $0 === root }) { written.append(root) }
  }

  /// A value here, in its box.
  package func copy(of root: any SharedRoot) -> AnyObject { self[root] ?? root.copy() }
}

/// Shared values at a moment.
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

  /// This with what `other` has in its place.
  package func overlaid(by other: SharedSnapshot) -> SharedSnapshot {
    var result = self
    for entry in other.entries { result.set(entry.root, to: entry.copy) }
    return result
  }
}
